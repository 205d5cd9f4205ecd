import type { PasskeyAnswer, Tokens } from '@parley/contract/types';
import { AppError } from '../../../platform/errors.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { findUserById } from '../user-repo.ts';
import { answerSignIn, openVerifiedSession } from './open-session.ts';
import { verifyPasskey } from './passkey-proof.ts';

/**
 * Signs in with a passkey alone. The device has verified its user, so it counts as both factors.
 * @throws AppError as `verifyPasskey`; ('user-disabled')
 */
export async function signInByPasskey(
  context: IdentityContext,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<Tokens> {
  const shown = await verifyPasskey(context, answer, { purpose: 'passkey_sign_in', uid: null }, caller);
  const opened = await context.transact(async (tx) => {
    await shown.use(tx);
    if ((await findUserById(tx, shown.uid))?.disabled !== false) {
      throw new AppError('user-disabled', {
        message: 'This account is disabled. Contact the administrator of this server.',
      });
    }
    return openVerifiedSession(context, tx, { uid: shown.uid, way: 'passkey', factor: null }, caller);
  });
  return answerSignIn(context, opened);
}

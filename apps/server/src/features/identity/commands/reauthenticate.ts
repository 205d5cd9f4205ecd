import type { PasskeyAnswer } from '@parley/contract/types';
import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit } from '../../../platform/auth/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Caller, eventOf, hashToken, type IdentityContext } from '../context.ts';
import { getUser } from '../repo.ts';
import { markReauthenticated } from '../session-repo.ts';
import { tryOneTimeCode } from '../token-repo.ts';
import { verifyPasskey } from './passkey-proof.ts';
import { deviceAttempts, sharedAttempts, withPassword } from './sign-in.ts';

/**
 * The user authenticates again; from now on this session counts as recently signed in.
 * @throws AppError('invalid-credential'), ('too_many_requests')
 */
export async function reauthenticate(
  context: IdentityContext,
  actor: UserActor,
  proof: { password: string } | { handle: string; code: string } | { passkey: PasskeyAnswer },
  caller: Caller,
): Promise<void> {
  if ('password' in proof) await byPassword(context, actor, proof.password, caller);
  else if ('passkey' in proof) await byPasskey(context, actor, proof.passkey, caller);
  else await byCode(context, actor, proof);
  const event = { uid: actor.uid, clientId: actor.clientId, target: actor.sid };
  logAudit(context.platform.log, eventOf(caller, 'reauthenticated', event));
}

async function byPassword(context: IdentityContext, actor: UserActor, password: string, caller: Caller): Promise<void> {
  const { email } = await getUser(context.database, actor.uid);
  const tries = (await deviceAttempts(context, 'session', actor.sid)) ?? sharedAttempts(context, email);
  await withPassword(context, { email, password }, caller, tries, (_uid, clear) =>
    context.transact(async (tx) => {
      await clear(tx);
      await markReauthenticated(tx, actor.sid);
    }),
  );
}

async function byPasskey(
  context: IdentityContext,
  actor: UserActor,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<void> {
  const shown = await verifyPasskey(context, answer, { purpose: 'passkey_proof', uid: actor.uid }, caller);
  await context.transact(async (tx) => {
    await shown.use(tx);
    await markReauthenticated(tx, actor.sid);
  });
}

async function byCode(
  context: IdentityContext,
  actor: UserActor,
  { handle, code }: { handle: string; code: string },
): Promise<void> {
  const hashes = { handle: hashToken(handle), code: context.codeHash(handle, code) };
  const matched = await context.transact(async (tx) => {
    const used = await tryOneTimeCode(tx, hashes, ['reauth'], actor.uid);
    if (used?.matched === true) await markReauthenticated(tx, actor.sid);
    return used?.matched === true;
  });
  if (!matched) throw new AppError('invalid-credential', { data: [{ field: 'code', msg: wrongCode }] });
}

export const wrongCode = 'This code is wrong or expired. After five wrong tries you need a new one.';

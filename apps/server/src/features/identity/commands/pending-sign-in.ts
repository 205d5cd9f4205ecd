import { randomBytes } from 'node:crypto';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashToken, type IdentityContext } from '../context.ts';
import { insertPendingSignIn } from '../factor-repo.ts';
import type { SignInMethod } from '../session-repo.ts';

/** Seconds in which the second factor must follow the first. */
const lifeS = 600;

/** Stores that a user has shown the first factor. @returns the handle that goes with the second */
export async function openPendingSignIn(
  context: IdentityContext,
  tx: Executor,
  user: { uid: string; way: SignInMethod },
): Promise<string> {
  const handle = randomBytes(32).toString('base64url');
  const hash = hashToken(handle);
  const payloadEnc = context.platform.secrets.seal(user.way, sealContext(hash));
  await insertPendingSignIn(tx, { hash, userId: user.uid, payloadEnc, lifeS });
  return handle;
}

/** How the first factor was shown. */
export function openPendingMethod(context: IdentityContext, hash: Buffer, sealed: Buffer): SignInMethod {
  return context.platform.secrets.open(sealed, sealContext(hash)) as SignInMethod;
}

/** The sign-in is over; nothing but a new one helps. */
export function startAgain(): AppError {
  const msg = 'This sign-in took too long or had too many wrong tries. Start again.';
  return new AppError('invalid-credential', { data: [{ field: 'handle', msg }] });
}

function sealContext(hash: Buffer): string {
  return `one_time_tokens.second_factor:${hash.toString('hex')}`;
}

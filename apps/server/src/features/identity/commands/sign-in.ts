import type { Tokens } from '@parley/contract/types';
import { logAudit } from '../../../platform/auth/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Caller, eventOf, type IdentityContext } from '../context.ts';
import { findCredential } from '../repo.ts';
import { throttlePolicy } from '../rules.ts';
import { clearTries, takeThrottledTry } from '../token-repo.ts';
import { noteFailure, refuseTiredCaller } from './caller-limit.ts';
import { answerSignIn, openSession } from './open-session.ts';

export type SignIn = { email: string; password: string };

/**
 * Signs in by password, into the account used last, else the oldest, else none. An unknown address costs and answers
 * the same as a wrong password.
 * @throws AppError('invalid-credential'); ('too_many_requests') with the seconds to wait; ('unavailable') when the
 *   hash queue is full
 */
export async function signInByPassword(context: IdentityContext, input: SignIn, caller: Caller): Promise<Tokens> {
  await refuseTiredCaller(context, caller);
  const opened = await withPassword(context, input, caller, (uid) =>
    context.transact(async (tx) => {
      await clearTries(tx, context.throttleKey(input.email));
      return openSession(tx, { uid, way: 'pwd' }, caller);
    }),
  );
  return answerSignIn(context, opened);
}

/**
 * Looks at a password under the throttle of its address.
 * @param whenRight must clear the tries: the next one at this address waits for it
 * @throws AppError('invalid-credential'), ('too_many_requests'), ('unavailable')
 */
export function withPassword<T>(
  context: IdentityContext,
  input: SignIn,
  caller: Caller,
  whenRight: (uid: string) => Promise<T>,
): Promise<T> {
  const key = context.throttleKey(input.email);
  return context.signIns.run(key.toString('hex'), async () =>
    whenRight(await tryPassword(context, input, key, caller)),
  );
}

async function tryPassword(context: IdentityContext, input: SignIn, key: Buffer, caller: Caller): Promise<string> {
  const { platform, passwords, database } = context;
  const target = key.toString('hex').slice(0, 16);
  passwords.refuseWhenFull(); // before a try is counted that nobody would look at
  const waitS = await takeThrottledTry(database, key, throttlePolicy);
  if (waitS > 0) {
    logAudit(platform.log, eventOf(caller, 'sign_in_throttled', { uid: null, clientId: null, target }));
    const message = `Too many wrong passwords for this address. Try again in ${waitS} seconds.`;
    throw new AppError('too_many_requests', { message, retryAfterS: waitS });
  }
  const credential = await findCredential(database, input.email);
  const matches = await passwords.matches(input.password, credential?.hash ?? null);
  if (credential !== null && matches) return credential.id;
  logAudit(platform.log, eventOf(caller, 'sign_in_failed', { uid: null, clientId: null, target }));
  await noteFailure(context, caller);
  const msg = 'The e-mail address or the password is wrong.';
  throw new AppError('invalid-credential', { data: [{ field: 'password', msg }] });
}

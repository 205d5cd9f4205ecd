import type { Tokens } from '@parley/contract/types';
import { logAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Caller, eventOf, hashToken, type IdentityContext } from '../context.ts';
import { isKnownDevice } from '../device-repo.ts';
import { findCredential } from '../repo.ts';
import { devicePolicy, throttlePolicy } from '../rules.ts';
import { clearAttempts, takeLimited, takeThrottledAttempt } from '../token-repo.ts';
import { limitCallerByFailures, noteFailure } from './caller-limit.ts';
import { answerSignIn, openSession } from './open-session.ts';

export type SignIn = { email: string; password: string };

/**
 * Signs in with a password, into the account used last, else the oldest, else none. An unknown address takes the same
 * time and gets the same response as a wrong password.
 * @throws AppError('invalid-credential'); ('too_many_requests') with the seconds to wait; ('unavailable') when the
 * hash queue is full
 */
export async function signInByPassword(context: IdentityContext, input: SignIn, caller: Caller): Promise<Tokens> {
  const tries = await triesOfDevice(context, input.email, caller);
  const opened = await withPassword(context, input, caller, tries, (uid, clear) =>
    context.transact(async (tx) => {
      await clear(tx);
      return openSession(context, tx, { uid, way: 'pwd' }, caller);
    }),
  );
  return answerSignIn(context, opened);
}

/** The keys under which failed attempts are counted. */
export type AttemptKeys = {
  key: Buffer;
  /** An additional limit, so that the holder of a user's device or session cannot guess forever. */
  hourKey: Buffer | null;
  /** The user has signed in from this device: the right password is accepted after any number of wrong ones. */
  isKnown: boolean;
};

/** Attempts from this session or device only. */
export async function deviceAttempts(
  context: IdentityContext,
  kind: string,
  about: string,
): Promise<AttemptKeys | null> {
  const hourKey = context.limitKey(`tries of a ${kind} in an hour`, about);
  const waitS = await takeLimited(context.database, hourKey, devicePolicy.tries, devicePolicy.windowS);
  return waitS > 0 ? null : { key: context.limitKey(`tries of a ${kind}`, about), hourKey, isKnown: true };
}

/** Attempts from unknown devices, at one address. */
export function sharedAttempts(context: IdentityContext, email: string): AttemptKeys {
  return { key: context.throttleKey(email), hourKey: null, isKnown: false };
}

async function triesOfDevice(context: IdentityContext, email: string, caller: Caller): Promise<AttemptKeys> {
  const device = hashToken(caller.device);
  const isKnown = await isKnownDevice(context.database, email, device);
  const own = isKnown ? await deviceAttempts(context, 'device', `${device.toString('hex')} ${email}`) : null;
  if (own !== null) return own;
  await limitCallerByFailures(context, email, caller);
  return sharedAttempts(context, email);
}

/**
 * Verifies a password, with throttling.
 * @param whenRight must clear the attempts: the next one waits for it
 * @throws AppError('invalid-credential'), ('too_many_requests'), ('unavailable')
 */
export function withPassword<T>(
  context: IdentityContext,
  input: SignIn,
  caller: Caller,
  tries: AttemptKeys,
  whenRight: (uid: string, clear: (tx: Executor) => Promise<void>) => Promise<T>,
): Promise<T> {
  return context.signIns.run(tries.key.toString('hex'), async () =>
    whenRight(await tryPassword(context, input, tries, caller), async (tx) => {
      await clearAttempts(tx, tries.key);
      if (tries.hourKey !== null) await clearAttempts(tx, tries.hourKey);
    }),
  );
}

async function tryPassword(
  context: IdentityContext,
  input: SignIn,
  tries: AttemptKeys,
  caller: Caller,
): Promise<string> {
  const { platform, passwords, database } = context;
  const { key, isKnown } = tries;
  const target = key.toString('hex').slice(0, 16);
  passwords.refuseWhenFull(isKnown); // Checked before counting an attempt that would not be verified.
  const waitS = await takeThrottledAttempt(database, key, throttlePolicy);
  const throttled = () => {
    logAudit(platform.log, eventOf(caller, 'sign_in_throttled', { uid: null, clientId: null, target }));
    const message = `Too many wrong passwords for this address. Try again in ${waitS} seconds.`;
    return new AppError('too_many_requests', { message, retryAfterS: waitS });
  };
  if (waitS > 0 && !isKnown) throw throttled();
  const credential = await findCredential(database, input.email);
  const matches = await passwords.matches(input.password, credential?.hash ?? null);
  if (credential !== null && matches) return credential.id;
  if (waitS > 0) throw throttled();
  logAudit(platform.log, eventOf(caller, 'sign_in_failed', { uid: null, clientId: null, target }));
  if (!isKnown) await noteFailure(context, caller);
  const msg = 'The email address or the password is wrong.';
  throw new AppError('invalid-credential', { data: [{ field: 'password', msg }] });
}

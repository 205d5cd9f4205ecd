import { AppError } from '../../../platform/errors.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { callerGroup, callerPolicy, codePolicy } from '../rules.ts';
import { takeLimited, waitForLimited } from '../token-repo.ts';

const hourS = 3_600;

/** @throws AppError('too_many_requests') for a caller with too many failed sign-ins behind it, whatever the addresses */
export async function refuseTiredCaller(context: IdentityContext, caller: Caller): Promise<void> {
  const key = context.limitKey('failures of a caller', callerGroup(caller.ip));
  refuse(await waitForLimited(context.database, key, callerPolicy.failures, callerPolicy.windowS));
}

/** Counts a wrong password, code, link or handoff. */
export async function noteFailure(context: IdentityContext, caller: Caller): Promise<void> {
  const key = context.limitKey('failures of a caller', callerGroup(caller.ip));
  await takeLimited(context.database, key, callerPolicy.failures, callerPolicy.windowS);
}

/**
 * One more letter to an address because of a caller.
 * @throws AppError('too_many_requests') alike for addresses that somebody has and that nobody has
 */
export async function takeLetter(context: IdentityContext, email: string, caller: Caller): Promise<void> {
  const { database, limitKey } = context;
  const ofCaller = limitKey('letters of a caller', callerGroup(caller.ip));
  refuse(await takeLimited(database, ofCaller, codePolicy.sendsAnHourFromOne, hourS));
  refuse(await takeLimited(database, limitKey('letters to an address', email), codePolicy.sendsAnHour, hourS));
}

function refuse(waitS: number): void {
  if (waitS === 0) return;
  const minutes = Math.ceil(waitS / 60);
  const message = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  throw new AppError('too_many_requests', { message, retryAfterS: waitS });
}

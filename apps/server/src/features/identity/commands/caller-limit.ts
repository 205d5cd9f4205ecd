import { AppError } from '../../../platform/errors.ts';
import { addressGroup } from '../../../platform/http/address-group.ts';
import { type Caller, hashToken, type IdentityContext } from '../context.ts';
import { isKnownDevice } from '../device-repo.ts';
import { callerPolicy, codePolicy } from '../rules.ts';
import { takeLimited, waitForLimited } from '../token-repo.ts';

const hourS = 3_600;

/**
 * For passwords from unknown devices: a caller with too many failed sign-ins, at whatever addresses, has few attempts
 * left at each address.
 * @throws AppError('too_many_requests')
 */
export async function limitCallerByFailures(context: IdentityContext, email: string, caller: Caller): Promise<void> {
  const { database, limitKey } = context;
  const { failures, windowS, triesOfAddress } = callerPolicy;
  const group = addressGroup(caller.ip);
  if ((await waitForLimited(database, limitKey('failures of a caller', group), failures, windowS)) === 0) return;
  const key = limitKey('tries of a tired caller', `${group} ${email}`);
  refuseLimited(await takeLimited(database, key, triesOfAddress, windowS));
}

/** Counts a failed attempt with a password, code, link or handoff. */
export async function noteFailure(context: IdentityContext, caller: Caller): Promise<void> {
  const key = context.limitKey('failures of a caller', addressGroup(caller.ip));
  await takeLimited(context.database, key, callerPolicy.failures, callerPolicy.windowS);
}

/**
 * Counts one more email to an address requested by a caller. A device from which the user has signed in has an
 * allowance of its own, which requests of others do not use up.
 * @throws AppError('too_many_requests') for known and unknown addresses alike
 */
export async function takeEmailAllowance(context: IdentityContext, email: string, caller: Caller): Promise<void> {
  const { database, limitKey } = context;
  const device = hashToken(caller.device);
  if (await isKnownDevice(database, email, device)) {
    const key = limitKey('emails from a device', `${device.toString('hex')} ${email}`);
    refuseLimited(await takeLimited(database, key, codePolicy.sendsAnHour, hourS));
    return;
  }
  const ofCaller = limitKey('emails of a caller', addressGroup(caller.ip));
  refuseLimited(await takeLimited(database, ofCaller, codePolicy.sendsAnHourFromOne, hourS));
  refuseLimited(await takeLimited(database, limitKey('emails to an address', email), codePolicy.sendsAnHour, hourS));
}

/** @throws AppError('too_many_requests') unless there is nothing to wait for */
export function refuseLimited(waitS: number): void {
  if (waitS === 0) return;
  const minutes = Math.ceil(waitS / 60);
  const message =
    minutes === 1 ? 'Too many attempts. Try again in a minute.' : `Too many attempts. Try again in ${minutes} minutes.`;
  throw new AppError('too_many_requests', { message, retryAfterS: waitS });
}

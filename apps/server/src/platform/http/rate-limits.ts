import type { KeyActor, UserActor } from '../auth/actor.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/** Calls per second, averaged over `burstS` seconds; 0 is no limit. */
export type RateLimits = {
  /** Of one session or one API key. */
  perCaller: number;
  /** Of all sessions and keys of an account together. */
  perAccount: number;
};

/** The operator's settings. */
export function rateLimitsOf(config: Config): RateLimits {
  return { perCaller: config.CALLS_PER_SECOND, perAccount: config.ACCOUNT_CALLS_PER_SECOND };
}

/** How many calls a caller may make at once, how many are left, and the seconds until all are there again. */
export type Quota = { most: number; left: number; fullInS: number };

export type RateLimiter = {
  /**
   * Counts a call.
   * @returns what the caller has left; null without a limit
   * @throws AppError('too_many_requests') with the seconds until the next is accepted
   */
  take(actor: UserActor | KeyActor): Quota | null;
};

/** Unused calls accumulate for this long: pages send many requests at once and then none. */
const burstS = 10;
const forgetEveryMs = 60_000;

type Bucket = { calls: number; atMs: number };

/** Rates of calls in this process, or of bytes or milliseconds, by a key of the caller. */
export type CallRates = {
  /**
   * Counts a call, or as much of something else as `amount` says: what begins is counted whole.
   * @returns the seconds until it would be accepted; 0: it is
   */
  wait(key: string, perS: number, amount?: number): number;
  /** @returns null without a limit */
  quota(key: string, perS: number): Quota | null;
};

export function createCallRates(clock = () => performance.now()): CallRates {
  const buckets = new Map<string, Bucket>();
  let forgetAtMs = clock() + forgetEveryMs;

  /** A full bucket equals none. */
  function forget(now: number): void {
    if (now < forgetAtMs) return;
    forgetAtMs = now + forgetEveryMs;
    for (const [key, { atMs }] of buckets) if (now - atMs > burstS * 1_000) buckets.delete(key);
  }

  function wait(key: string, perS: number, amount = 1): number {
    if (perS === 0) return 0;
    const now = clock();
    forget(now);
    const most = perS * burstS;
    const bucket = buckets.get(key) ?? { calls: most, atMs: now };
    bucket.calls = Math.min(most, bucket.calls + ((now - bucket.atMs) / 1_000) * perS);
    bucket.atMs = now;
    buckets.set(key, bucket);
    if (bucket.calls < 1) return Math.max(1, Math.ceil((1 - bucket.calls) / perS));
    bucket.calls -= amount;
    return 0;
  }

  function quota(key: string, perS: number): Quota | null {
    if (perS === 0) return null;
    const most = perS * burstS;
    const calls = buckets.get(key)?.calls ?? most;
    return { most, left: Math.floor(calls), fullInS: Math.ceil((most - calls) / perS) };
  }

  return { wait, quota };
}

/** Limits the rate of calls per caller and per account in this process, so that the others are served too. */
export function createRateLimiter({ perCaller, perAccount }: RateLimits, clock = () => performance.now()): RateLimiter {
  const rates = createCallRates(clock);
  return {
    take(actor) {
      const caller = actor.kind === 'key' ? actor.keyId : actor.sid;
      // A caller over its own limit takes nothing from its account's.
      const ofCaller = rates.wait(caller, perCaller);
      if (ofCaller > 0) {
        const ofKey = `This API key may make ${perCaller} calls a second.`;
        const ofSession = `This session may make ${perCaller} calls a second.`;
        throw tooMany(actor.kind === 'key' ? ofKey : ofSession, ofCaller);
      }
      const quota = rates.quota(caller, perCaller);
      if (actor.clientId === null) return quota;
      const ofAccount = rates.wait(actor.clientId, perAccount);
      if (ofAccount > 0) throw tooMany(`This account may make ${perAccount} calls a second.`, ofAccount);
      return quota;
    },
  };
}

function tooMany(limit: string, retryAfterS: number): AppError {
  return new AppError('too_many_requests', { message: `${limit} Try again in a moment.`, retryAfterS });
}

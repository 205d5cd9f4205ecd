import { ApiError, NetworkError } from '../../../platform/errors.ts';
import { backoffMs } from './backoff.ts';
import type { Refusal } from './outgoing.ts';

/**
 * First and maximum wait between attempts, milliseconds (the maximum as in the specification's retry of its own
 * clients).
 */
export const outboxWaitMs = { first: 1_000, longest: 60_000 } as const;

export type SendFailure =
  /** The outcome is unknown or the server is busy: repeat the call later. */
  | { kind: 'again'; afterMs: number }
  /** The session can no longer send; the message stays. */
  | { kind: 'session' }
  /** The server refuses it: the user decides. */
  | { kind: 'refused'; refusal: Refusal };

/**
 * The next step after a failed send. Calls contain the message's own id, so repeating one never sends twice.
 * @param failures failed attempts in a row, including this one
 */
export function decideSendFailure(error: unknown, failures: number): SendFailure {
  const afterMs = backoffMs(failures, outboxWaitMs.first, outboxWaitMs.longest);
  if (error instanceof NetworkError) return { kind: 'again', afterMs };
  if (!(error instanceof ApiError)) return { kind: 'again', afterMs };
  if (error.status === 401) return { kind: 'session' };
  if (error.status >= 500 || error.status === 429 || error.status === 408 || error.code === 'unreadable') {
    return { kind: 'again', afterMs: Math.max(afterMs, (error.retryAfterSeconds ?? 0) * 1000) };
  }
  const newest = error.data.find((entry) => entry.id !== undefined)?.id;
  return {
    kind: 'refused',
    refusal: {
      code: error.code,
      message: error.data[0]?.msg ?? error.message,
      ...(newest === undefined ? {} : { newest_id: newest }),
    },
  };
}

/** Whether later messages of the same thread wait until the user has decided about this refusal. */
export function refusalHoldsThread(refusal: Refusal): boolean {
  return refusal.code === 'thread_changed';
}

import { ApiError, NetworkError } from '../../platform/errors.ts';
import { backoffMs } from './backoff.ts';
import type { Refusal } from './outbox-entry.ts';

/** First wait and longest wait between tries, milliseconds (the longest as the specification's retry of its own clients). */
export const outboxWaitMs = { first: 1_000, longest: 60_000 } as const;

export type SendFailure =
  /** Nothing is known or the server is busy: the same call again, later. */
  | { kind: 'again'; afterMs: number }
  /** This session may not send any more; the message stays. */
  | { kind: 'session' }
  /** The server will not take it as it is: a person decides. */
  | { kind: 'refused'; refusal: Refusal };

/**
 * What a failed send means. Calls carry the message's own id, so the same call again can never send twice.
 * @param failures tries in a row that failed, this one counted
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

/** Whether what was written later in the same thread waits until a person has decided about this refusal. */
export function refusalHoldsThread(refusal: Refusal): boolean {
  return refusal.code === 'thread_changed';
}

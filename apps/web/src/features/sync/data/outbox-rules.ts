import { ApiError, NetworkError } from '../../../platform/errors.ts';
import { backoffMs } from './backoff.ts';
import type { AnyEntry, OperationEntry, Refusal } from './outgoing.ts';

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
  return refusal.code === 'thread_changed' || refusal.code === 'assigned_to_other';
}

/**
 * Whether an entry waits for others of its thread where only assignees may write: messages leave after the thread is
 * the member's, and before the member gives it away.
 * @param acts queued changes of the thread, oldest first @param messages of the thread, likewise
 */
export function waitsForAssignment(
  entry: AnyEntry,
  uid: string,
  acts: readonly AnyEntry[],
  messages: readonly AnyEntry[],
): boolean {
  if (entry.kind === undefined) {
    const next = acts.map(assigneeIn).find((to) => to !== undefined);
    return next === null || next === uid;
  }
  const to = assigneeIn(entry);
  if (to === undefined || to === null || to === uid) return false;
  return messages.some(({ state, order }) => state === 'queued' && order < entry.order);
}

/** Undefined: it changes no assignee. */
function assigneeIn(entry: AnyEntry): string | null | undefined {
  return entry.kind === 'act' ? entry.body.assignee_id : undefined;
}

/** Fields of a change that have an effect on each other, under one name; a field without one has its own. */
const together: Readonly<Record<string, string>> = {
  add_label_ids: 'labels',
  remove_label_ids: 'labels',
  assignee_group_id: 'assignee_id',
  snoozed_until: 'state',
  stage_id: 'state',
  unread: 'state',
};

/**
 * How many changes of a conversation may leave in one call: as long as each is about something else. Repeated because
 * the answer was lost, they write nothing then, while done and active again would be done and active once more.
 * @param acts oldest first
 */
export function independentOf(acts: readonly OperationEntry[]): number {
  const seen = new Set<string>();
  const again = acts.findIndex(({ body }) => {
    const touched = new Set(Object.keys(body).map((field) => together[field] ?? field));
    const isAgain = [...touched].some((name) => seen.has(name));
    for (const name of touched) seen.add(name);
    return isAgain;
  });
  return again === -1 ? acts.length : again;
}

import type { Thread } from '@parley/contract/types';

/** A server-side query of threads; `{}` is all of them. */
export type ThreadQuery = {
  state?: 'ACTIVE' | 'DONE';
  /** `me`, a user's id, or `none`: assigned neither to a member nor to a group. */
  assignee?: string;
  /** A group's id. */
  assignee_group?: string;
  channel_id?: string;
};

/** The read progress of a query, newest first. */
export type QueryProgress = {
  /** The last thread read; null before the first page. */
  horizon: ThreadPosition | null;
  nextCursor: string | null;
  complete: boolean;
};

/** The position of a thread in the list: latest activity first. */
export type ThreadPosition = { at: string; id: string };

export function threadPosition(thread: Thread): ThreadPosition {
  return { at: thread.last_message_at ?? '', id: thread.id };
}

/** Latest activity first, threads without any last; ids only make the order total. Like `GET /api/threads`. */
export function comparePositions(a: ThreadPosition, b: ThreadPosition): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

/** A stable name for a query. */
export function queryKey(query: ThreadQuery): string {
  const { state, assignee, assignee_group: group, channel_id: channel } = query;
  return JSON.stringify([state ?? null, assignee ?? null, channel ?? null, ...(group === undefined ? [] : [group])]);
}

/** Whether a thread matches a query, for the user `uid`. */
export function matchesQuery(query: ThreadQuery, thread: Thread, uid: string): boolean {
  if (query.state !== undefined && thread.state !== query.state) return false;
  if (query.channel_id !== undefined && thread.channel_id !== query.channel_id) return false;
  if (query.assignee_group !== undefined && thread.assignee_group_id !== query.assignee_group) return false;
  if (query.assignee === undefined) return true;
  if (query.assignee === 'none') return thread.assignee_id === null && thread.assignee_group_id === null;
  return thread.assignee_id === (query.assignee === 'me' ? uid : query.assignee);
}

/** Whether reading `wide` also reads everything of `inner`. */
export function coversQuery(wide: ThreadQuery, inner: ThreadQuery): boolean {
  return (
    (wide.state === undefined || wide.state === inner.state) &&
    (wide.assignee === undefined || wide.assignee === inner.assignee) &&
    (wide.assignee_group === undefined || wide.assignee_group === inner.assignee_group) &&
    (wide.channel_id === undefined || wide.channel_id === inner.channel_id)
  );
}

/** The combined progress of all queries for one of them: complete, or down to a position, or none yet. */
export function combinedProgress(
  query: ThreadQuery,
  progress: Iterable<{ query: ThreadQuery; progress: QueryProgress }>,
): { complete: boolean; horizon: ThreadPosition | null } {
  let horizon: ThreadPosition | null = null;
  for (const entry of progress) {
    if (!coversQuery(entry.query, query)) continue;
    if (entry.progress.complete) return { complete: true, horizon: null };
    const reached = entry.progress.horizon;
    if (reached !== null && (horizon === null || comparePositions(reached, horizon) > 0)) horizon = reached;
  }
  return { complete: false, horizon };
}

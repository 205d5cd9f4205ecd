import type { Thread } from '@parley/contract/types';

/**
 * How long until the reply or the resolution is due, whichever is first, or how long it has been overdue, in the largest
 * unit, at least one minute.
 */
export type ReplyDue = {
  what: 'reply' | 'resolution';
  kind: 'later' | 'soon' | 'overdue';
  unit: 'minutes' | 'hours' | 'days';
  count: number;
};

/** @param nowMs the channel's time @param warnMinutes how long before it is due it is soon */
export function replyDueOf(
  { reply_due_at: reply, resolve_due_at: resolution, state }: Pick<Thread, 'reply_due_at' | 'resolve_due_at' | 'state'>,
  nowMs: number,
  warnMinutes: number,
): ReplyDue | null {
  const [replyMs, resolutionMs] = [msOf(reply), msOf(resolution)];
  const left = Math.min(replyMs, resolutionMs) - nowMs;
  if (state === 'DONE' || left === Number.POSITIVE_INFINITY) return null;
  const what = replyMs <= resolutionMs ? 'reply' : 'resolution';
  const minutes = Math.max(1, Math.floor(Math.abs(left) / 60_000));
  const kind = left <= 0 ? 'overdue' : left < warnMinutes * 60_000 ? 'soon' : 'later';
  if (minutes < 60) return { what, kind, unit: 'minutes', count: minutes };
  if (minutes < 48 * 60) return { what, kind, unit: 'hours', count: Math.floor(minutes / 60) };
  return { what, kind, unit: 'days', count: Math.floor(minutes / 1_440) };
}

const msOf = (at: string | null | undefined) => (at == null ? Number.POSITIVE_INFINITY : Date.parse(at));

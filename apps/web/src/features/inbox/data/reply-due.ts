import type { Thread } from '@parley/contract/types';

/** How long until a reply is due, or how long it has been overdue, in the largest unit, at least one minute. */
export type ReplyDue = { kind: 'later' | 'soon' | 'overdue'; unit: 'minutes' | 'hours' | 'days'; count: number };

/** @param nowMs the channel's time @param warnMinutes how long before it is due it is soon */
export function replyDueOf(
  { reply_due_at: at, state }: Pick<Thread, 'reply_due_at' | 'state'>,
  nowMs: number,
  warnMinutes: number,
): ReplyDue | null {
  if (at == null || state === 'DONE') return null;
  const left = Date.parse(at) - nowMs;
  const minutes = Math.max(1, Math.floor(Math.abs(left) / 60_000));
  const kind = left <= 0 ? 'overdue' : left < warnMinutes * 60_000 ? 'soon' : 'later';
  if (minutes < 60) return { kind, unit: 'minutes', count: minutes };
  if (minutes < 48 * 60) return { kind, unit: 'hours', count: Math.floor(minutes / 60) };
  return { kind, unit: 'days', count: Math.floor(minutes / 1_440) };
}

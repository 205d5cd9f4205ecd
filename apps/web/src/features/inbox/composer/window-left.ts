import type { Thread } from '@parley/contract/types';
import { hoursAndMinutes, replyWindowAt } from '../../../ui/reply-window.ts';

/** Shown in a list row instead of the time: a contact waits and the reply window is closing. */
export type UrgentLeft = { kind: 'soon' | 'last'; hours: number; minutes: number };

/** Whether the last message is the contact’s and unanswered. */
export function isUnanswered(thread: Pick<Thread, 'last_message'>): boolean {
  return thread.last_message?.direction === 'INCOMING';
}

/** Under 6 hours and unanswered, the time left replaces the time of the last message. */
export function urgentLeftOf(
  thread: Pick<Thread, 'last_message' | 'window_expires_at'>,
  nowMs: number,
): UrgentLeft | null {
  if (!isUnanswered(thread)) return null;
  const left = replyWindowAt(thread.window_expires_at, nowMs);
  if (left.kind === 'closed' || left.kind === 'open') return null;
  return { kind: left.kind, ...hoursAndMinutes(left.leftMs) };
}

/** How long ago a window closed, in the largest unit; null when none was ever open. */
export function closedSince(
  expiresAt: string | null,
  nowMs: number,
): { unit: 'minutes' | 'hours' | 'days'; count: number } | null {
  if (expiresAt === null) return null;
  const minutes = Math.max(1, Math.floor((nowMs - Date.parse(expiresAt)) / 60_000));
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  if (minutes < 48 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
}

import type { CampaignSchedule } from '@parley/contract/types';

/** Whether a moment lies in the hours in which a broadcast may send. @param timeZone IANA name */
export function isInWindow(window: CampaignSchedule['window'], timeZone: string, at: Date): boolean {
  if (window === undefined || window === null || window.from === window.to) return true;
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  const { from, to } = window;
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** What was not used for so long is not made up for: after a pause or a night it goes on as evenly as before. */
const mostCatchUpMs = 2_000;

/**
 * How many of a broadcast that is spread over hours may go now.
 * @param since up to when its pace was given out; null: nothing was yet
 * @param room how many at most
 * @returns how many, and up to when the pace is given out then
 */
export function spreadAllowance(
  perSecond: number,
  since: Date | null,
  now: Date,
  room: number,
): { count: number; at: Date } {
  if (perSecond <= 0) return { count: 0, at: now };
  if (since === null) return { count: Math.min(1, room), at: now };
  const gapMs = 1_000 / perSecond;
  const from = Math.max(since.getTime(), now.getTime() - mostCatchUpMs - gapMs);
  const count = Math.min(room, Math.floor((now.getTime() - from) / gapMs));
  return { count, at: new Date(from + count * gapMs) };
}

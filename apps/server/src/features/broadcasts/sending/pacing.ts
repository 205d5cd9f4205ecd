import { dayAfter, dayTimeIn, momentIn } from '@parley/contract/local-time';
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

/** When sending hours that are closed at a moment open next. */
export function nextOpening(window: NonNullable<CampaignSchedule['window']>, timeZone: string, now: Date): Date {
  const today = dayTimeIn(timeZone, now.getTime()).day;
  for (const day of [today, dayAfter(today)]) {
    const at = momentIn(timeZone, { day, time: window.from });
    if (at !== null && at > now.getTime()) return new Date(at);
  }
  return new Date(now.getTime() + 3_600_000);
}

const dayMs = 24 * 3_600_000;

/** The day that a broadcast with a limit per day is in; it begins with its first recipient. */
export type SendingDay = { from: Date; count: number };

/** The day at a moment, with nothing counted when a new one begins. */
export function sendingDayAt(from: Date | null, count: number, at: Date): SendingDay {
  const ageMs = from === null ? dayMs : at.getTime() - from.getTime();
  // The clock of a sandbox can be set back.
  return from === null || ageMs < 0 || ageMs >= dayMs ? { from: at, count: 0 } : { from, count };
}

/** Unused allowance older than this is lost: after a pause or a night the pace stays even. */
const mostCatchUpMs = 2_000;

/**
 * How many of a broadcast that is spread over hours may go now.
 * @param since up to when its pace was given out; null: nothing was yet
 * @param capacity how many at most
 * @returns how many, and up to when the pace is given out then
 */
export function spreadAllowance(
  perSecond: number,
  since: Date | null,
  now: Date,
  capacity: number,
): { count: number; at: Date } {
  if (perSecond <= 0) return { count: 0, at: now };
  if (since === null) return { count: Math.min(1, capacity), at: now };
  const gapMs = 1_000 / perSecond;
  const from = Math.max(since.getTime(), now.getTime() - mostCatchUpMs - gapMs);
  const count = Math.min(capacity, Math.floor((now.getTime() - from) / gapMs));
  return { count, at: new Date(from + count * gapMs) };
}

import { type DayTime, dayAfter, dayTimeIn, momentIn } from '../core/local-time.ts';
import type { CampaignRepeat } from './schema.ts';

/** A due time of a recurring broadcast. */
export type Occurrence = { local: DayTime; at: string };

/** No two due times of a series are further apart. */
const mostDays = 62;

/** The first due time after a moment; a local time that a clock change skips becomes the next one. */
export function nextOccurrence(repeat: CampaignRepeat, zone: string, afterMs: number): Occurrence | null {
  const { day: today } = dayTimeIn(zone, afterMs);
  for (let days = 0; days <= mostDays; days += 1) {
    const local = { day: dayAfter(today, days), time: repeat.time };
    if (!isDue(repeat, local.day)) continue;
    const at = momentIn(zone, local);
    if (at !== null && at > afterMs) return { local, at: new Date(at).toISOString() };
  }
  return null;
}

/** All due times between two moments, at most `limit`. */
export function occurrencesBetween(
  repeat: CampaignRepeat,
  zone: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  limit = 100,
): Occurrence[] {
  const found: Occurrence[] = [];
  for (let afterMs = fromMs - 1; found.length < limit; ) {
    const next = nextOccurrence(repeat, zone, afterMs);
    if (next === null || Date.parse(next.at) >= toMs) break;
    found.push(next);
    afterMs = Date.parse(next.at);
  }
  return found;
}

function isDue(repeat: CampaignRepeat, day: string): boolean {
  switch (repeat.every) {
    case 'week':
      return repeat.days.includes(weekdayOf(day));
    case 'month':
      return Number(day.slice(8)) === Math.min(repeat.day, daysInMonth(day));
    case 'date':
      return true;
  }
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay() || 7;
}

function daysInMonth(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}

/** The months and days that a day stands for: in years without 29 February, 28 February stands for both. */
export function anniversariesOn(day: string): string[] {
  const own = day.slice(5);
  return own === '02-28' && daysInMonth(day) === 28 ? [own, '02-29'] : [own];
}

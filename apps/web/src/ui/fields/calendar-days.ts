import type { Day } from './typed-date.ts';

/** A day as a moment at midnight UTC, so that arithmetic meets no summer time. */
export function utcDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayAt(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  const date = utcDate(day);
  return dayAt(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + count);
}

/** The same date in another month; its last day where the month is shorter. */
export function addMonths(day: Day, count: number): Day {
  const date = utcDate(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const lastDate = utcDate(dayAt(year, month + 1, 0)).getUTCDate();
  return dayAt(year, month, Math.min(date.getUTCDate(), lastDate));
}

/** The weeks that a month has a part in, each with its seven days. @param firstWeekday 0 is Sunday */
export function weeksOfMonth(month: Day, firstWeekday: number): Day[][] {
  const first = `${month.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  let start = addDays(first, -((utcDate(first).getUTCDay() - firstWeekday + 7) % 7));
  const weeks: Day[][] = [];
  while (start <= last) {
    const monday = start;
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
    start = addDays(start, 7);
  }
  return weeks;
}

/** The nearest day within both limits. */
export function clampDay(day: Day, min: Day | undefined, max: Day | undefined): Day {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}

export function isAllowed(day: Day, min: Day | undefined, max: Day | undefined): boolean {
  return clampDay(day, min, max) === day;
}

import { longestReport, type ReportPeriod } from '@parley/contract/reports';

/** Days are dates of the account's time zone: `2026-11-02`. */
export type Days = { from: string; to: string };
export type Step = 'day' | 'week' | 'month';

const dayMs = 86_400_000;
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date) => date.toISOString().slice(0, 10);

export function addDays(day: string, count: number): string {
  return asDay(new Date(asDate(day).getTime() + count * dayMs));
}

export function countDays({ from, to }: Days): number {
  return (asDate(to).getTime() - asDate(from).getTime()) / dayMs + 1;
}

/** 0: Monday. */
export function weekdayOf(day: string): number {
  return (asDate(day).getUTCDay() + 6) % 7;
}

const lengths = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;

export function daysOf(period: ReportPeriod, today: string): Days {
  if (period !== '12m') return { from: addDays(today, 1 - lengths[period]), to: today };
  const yearAgo = asDate(today);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  return { from: addDays(asDay(yearAgo), 1), to: today };
}

/** As many days, just before. */
export function daysBefore(days: Days): Days {
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) };
}

export function stepOf(days: Days): Step {
  const count = countDays(days);
  if (count <= 62) return 'day';
  return count <= 200 ? 'week' : 'month';
}

/** The first day of a day's week or month; the period's own first day where that begins before it. */
export function startOf(day: string, step: Step, { from }: Days): string {
  const start = step === 'month' ? `${day.slice(0, 8)}01` : step === 'week' ? addDays(day, -weekdayOf(day)) : day;
  return start < from ? from : start;
}

export function startsOf(days: Days, step: Step): string[] {
  const starts = new Set<string>();
  const count = Math.min(countDays(days), longestReport);
  for (let n = 0; n < count; n++) starts.add(startOf(addDays(days.from, n), step, days));
  return [...starts];
}

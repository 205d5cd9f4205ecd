import { openingAt, type WorkingHours, weekdays } from '../core/opening.ts';

/** When a member works: days 1 (Monday) to 7; `to` before `from` ends the next day. */
type Span = { day: number; from: string; to: string };

/** Whether a member works at a moment; always without working hours. @param timeZone of the account */
export function isWorking(spans: readonly Span[], timeZone: string, atMs: number): boolean {
  if (spans.length === 0) return true;
  const days = Object.fromEntries(
    weekdays.map((name, at) => [name, spans.filter(({ day }) => day === at + 1)]),
  ) as unknown as WorkingHours['days'];
  return openingAt({ time_zone: timeZone, days, holidays: [] }, atMs).open;
}

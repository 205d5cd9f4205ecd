import { openingAt, type WorkingHours, weekdays } from '../core/opening.ts';

/** When a member works: days 1 (Monday) to 7; `to` before `from` ends the next day. */
type Span = { day: number; from: string; to: string };

/** Whether a member works at a moment; always without working hours. @param timeZone of the account */
export function isWorking(spans: readonly Span[], timeZone: string, atMs: number): boolean {
  if (spans.length === 0) return true;
  const days = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as WorkingHours['days'];
  const add = (day: number, from: string, to: string) => {
    const name = weekdays[(day - 1) % 7];
    if (name !== undefined && from !== to) days[name].push({ from, to });
  };
  for (const { day, from, to } of spans) {
    if (from < to) add(day, from, to);
    else {
      add(day, from, '24:00');
      add(day + 1, '00:00', to);
    }
  }
  return openingAt({ time_zone: timeZone, days, holidays: [] }, atMs).open;
}

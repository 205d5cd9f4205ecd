import { minutesOf, weekdays, zoneOf } from '@parley/contract/opening';
import type { ImportSchedule } from '@parley/contract/types';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** A week and the day after it, in case the clock skips the time of one. */
const daysAhead = 8;

/**
 * When a schedule is next due after a moment. Times that passed while no server ran are not repeated.
 * @param last when it was due before, or was set; hours are counted from there
 */
export function nextDueAt(schedule: ImportSchedule, timeZone: string, last: Date, after: Date): Date {
  if (schedule.every === 'hours') {
    const step = schedule.hours * hourMs;
    const steps = Math.floor((after.getTime() - last.getTime()) / step) + 1;
    return new Date(last.getTime() + Math.max(steps, 1) * step);
  }
  const zone = zoneOf(timeZone);
  const today = zone.dateOf(after.getTime());
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = today + ahead * dayMs;
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7];
    const at = zone.at(date, minutesOf(schedule.at));
    if (at > after.getTime() && (schedule.every === 'day' || schedule.day === weekday)) return new Date(at);
  }
  throw new Error('a schedule without a next time');
}

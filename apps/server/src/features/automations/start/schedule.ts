import { minutesOf, weekdays, zoneOf } from '@parley/contract/opening';
import type { FlowTrigger } from '@parley/contract/types';

const dayMs = 86_400_000;

/** When a schedule is next due after a moment; null for other triggers. */
export function nextScheduleAt(trigger: FlowTrigger, after: Date): Date | null {
  if (trigger.kind !== 'schedule') return null;
  const zone = zoneOf(trigger.time_zone);
  const today = zone.dateOf(after.getTime());
  for (let ahead = 0; ahead <= 8; ahead++) {
    const date = today + ahead * dayMs;
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7];
    const at = zone.at(date, minutesOf(trigger.at));
    if (weekday !== undefined && trigger.days.includes(weekday) && at > after.getTime()) return new Date(at);
  }
  return null;
}

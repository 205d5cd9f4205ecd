import { isOvernight } from '@parley/contract/opening';
import type { OpeningRange, WorkingHours } from '@parley/contract/types';

const nineToFive = [{ from: '09:00', to: '17:00' }];

/** Common hours as a default. */
export function usualHours(timeZone: string): WorkingHours {
  return {
    time_zone: timeZone,
    days: { mon: nineToFive, tue: nineToFive, wed: nineToFive, thu: nineToFive, fri: nineToFive, sat: [], sun: [] },
    holidays: [],
  };
}

/** The next span of a day: after the last one, or the default. */
export function nextRange(ranges: readonly OpeningRange[]): OpeningRange {
  const last = ranges.at(-1);
  if (last === undefined) return { from: '09:00', to: '17:00' };
  const hour = Number(last.to.slice(0, 2)) + 1;
  return hour > 22 || isOvernight(last)
    ? { from: '', to: '' }
    : { from: clock(hour), to: clock(Math.min(hour + 4, 24)) };
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

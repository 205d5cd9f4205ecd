import { dayOf } from './date-format.ts';

/** The day of a time in the user's time zone: `2026-11-20`. */
export function dayKey(at: string): string {
  return dayOf(new Date(at));
}

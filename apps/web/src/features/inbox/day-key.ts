import { dayOf } from '../../platform/date-format.ts';

/** The day a moment falls on for the person looking: `2026-11-20`. */
export function dayKey(at: string): string {
  return dayOf(new Date(at));
}

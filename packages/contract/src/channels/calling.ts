import { z } from 'zod';
import { weekdays } from '../core/opening.ts';
import { workingHours } from '../core/working-hours.ts';

/** WhatsApp's own limit. */
export const mostCallRanges = 2;

const hours = workingHours.omit({ holidays: true });

/** When customers can call. WhatsApp takes two times a day, and none that goes past midnight. */
const callHours = hours.superRefine(({ days }, context) => {
  const add = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: ['days', ...path], message });
  if (weekdays.every((day) => days[day].length === 0)) {
    add(['mon'], 'Add hours on at least one day, or turn calling off.');
  }
  for (const day of weekdays) {
    days[day].forEach(({ from, to }, index) => {
      if (index >= mostCallRanges) add([day, index, 'from'], 'WhatsApp takes at most two times a day.');
      if (to < from) add([day, index, 'to'], 'Call hours end on the same day, at 24:00 at the latest.');
    });
  }
});

/** How customers can call a number, as WhatsApp has it; null where it did not say. */
export const callSettings = z.strictObject({
  enabled: z.boolean().nullable(),
  /** Whether customers see the button that calls. */
  icon_shown: z.boolean().nullable(),
  /** Whether customers who call are asked to allow calls of the business. */
  asks_callback: z.boolean().nullable(),
  /** Null: at any time. */
  hours: z.strictObject({ time_zone: z.string(), days: hours.shape.days }).nullable(),
  /** Days from today with other hours, which are set in WhatsApp Manager. */
  exceptions: z.int(),
});
export type CallSettings = z.output<typeof callSettings>;

export const callSettingsBody = z.strictObject({
  enabled: z.boolean().optional(),
  icon_shown: z.boolean().optional(),
  asks_callback: z.boolean().optional(),
  hours: callHours.nullable().optional(),
});
export type CallSettingsBody = z.output<typeof callSettingsBody>;

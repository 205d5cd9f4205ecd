import { z } from 'zod';
import { type BusinessHours, minutesOf, type OpeningRange, type WorkingHours, weekdays } from './opening.ts';
import { shortText, timeZone } from './primitives.ts';

const clock = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/, 'Write a time as 09:00.');

/** Ranges of one day, at most six, in order, without overlaps. */
const ranges = z
  .array(z.strictObject({ from: clock, to: clock }))
  .max(6, 'At most six times a day.')
  .superRefine((list: readonly OpeningRange[], context) => {
    list.forEach(({ from, to }, index) => {
      const before = list[index - 1];
      if (minutesOf(to) <= minutesOf(from)) {
        context.addIssue({ code: 'custom', path: [index, 'to'], message: 'The end must be after the start.' });
      } else if (before !== undefined && minutesOf(from) < minutesOf(before.to)) {
        context.addIssue({ code: 'custom', path: [index, 'from'], message: 'It starts before the previous one ends.' });
      }
    });
  });

/** When the team is available: one shape for channels, businesses and automations. */
export const workingHours = z.strictObject({
  time_zone: timeZone,
  days: z.strictObject(
    Object.fromEntries(weekdays.map((day) => [day, ranges])) as Record<(typeof weekdays)[number], typeof ranges>,
  ),
  holidays: z
    .array(
      z.strictObject({
        date: z.iso.date('Write a date as 2026-12-25.'),
        name: z.union([z.literal(''), shortText]),
      }),
    )
    .max(100, 'At most a hundred days.')
    .superRefine((list, context) => {
      list.forEach(({ date }, index) => {
        if (list.findIndex((other) => other.date === date) === index) return;
        context.addIssue({ code: 'custom', path: [index, 'date'], message: 'This day is already added.' });
      });
    }),
}) satisfies z.ZodType<WorkingHours>;

/** The same on the clock of the account. */
export const businessHours = workingHours.omit({ time_zone: true }) satisfies z.ZodType<BusinessHours>;

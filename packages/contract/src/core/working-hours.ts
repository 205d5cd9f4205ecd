import { z } from 'zod';
import {
  type BusinessHours,
  isOvernight,
  minutesOf,
  type OpeningRange,
  type WorkingHours,
  weekdays,
} from './opening.ts';
import { nameText, timeZone } from './primitives.ts';

const begin = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'Write a time as 09:00.');
const end = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/, 'Write a time as 09:00.');

/** Ranges of one day, at most six, in order, without overlaps; the last may end on the next day. */
const ranges = z
  .array(z.strictObject({ from: begin, to: end }))
  .max(6, 'At most six times a day.')
  .superRefine((list: readonly OpeningRange[], context) => {
    list.forEach((range, index) => {
      const before = list[index - 1];
      if (range.to === range.from) {
        const message = 'The start and end are the same. For a whole day, use 00:00 to 24:00.';
        context.addIssue({ code: 'custom', path: [index, 'to'], message });
      } else if (before !== undefined && (isOvernight(before) || minutesOf(range.from) < minutesOf(before.to))) {
        context.addIssue({ code: 'custom', path: [index, 'from'], message: overlaps });
      }
    });
  });

const overlaps = 'It starts before the previous one ends.';

const days = z
  .strictObject(
    Object.fromEntries(weekdays.map((day) => [day, ranges])) as Record<(typeof weekdays)[number], typeof ranges>,
  )
  .superRefine((week: WorkingHours['days'], context) => {
    weekdays.forEach((day, at) => {
      const night = week[weekdays[(at + 6) % 7] ?? day].at(-1);
      const first = week[day][0];
      if (night === undefined || first === undefined || !isOvernight(night)) return;
      if (minutesOf(first.from) >= minutesOf(night.to)) return;
      context.addIssue({ code: 'custom', path: [day, 0, 'from'], message: overlaps });
    });
  });

/** When the team is available: one shape for channels, businesses and automations. */
export const workingHours = z.strictObject({
  time_zone: timeZone,
  days,
  holidays: z
    .array(
      z.strictObject({
        date: z.iso.date('Write a date as 2026-12-25.'),
        name: z.union([z.literal(''), nameText]),
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

import { z } from 'zod';

export const hourFormats = ['12', '24'] as const;
export const weekStarts = ['mon', 'sat', 'sun'] as const;

/** How dates, times and numbers are written for a user, on all devices. Null: as the browser, or as the region, does. */
export const formats = z.strictObject({
  /** A country (ISO 3166-1 alpha-2); null: that of the browser's language. */
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a region.')
    .nullable(),
  hour_format: z.enum(hourFormats).nullable(),
  /** The first day of the week. */
  week_start: z.enum(weekStarts).nullable(),
});
export type Formats = z.output<typeof formats>;

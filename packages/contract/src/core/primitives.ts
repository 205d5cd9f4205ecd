import { z } from 'zod';
import { cleanName, nameLength } from './names.ts';
import { isVisible } from './visible-text.ts';

/**
 * Any UUID is valid input, and is lowercased: ids are compared as text in feeds, notifications and queues. Rows
 * created here have UUIDv7.
 */
export const id = z.guid().toLowerCase().meta({ description: 'UUID' });

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A URL with an invalid UUID is an unknown id, so the look-up rejects it, not the validation. */
export const pathId = z
  .string()
  .min(1)
  .max(200)
  .overwrite((text) => (uuidShape.test(text) ? text.toLowerCase() : text));

/** RFC 3339, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** E.164 digits without plus, as stored and returned. */
export const phoneDigits = z.string().regex(/^[1-9][0-9]{5,14}$/);

/** A phone number as users type it; the server stores the E.164 digits. */
export const phoneInput = z.string().trim().min(5).max(40);

export const version = z.number().int().nonnegative();

/** Positions in the change feed: decimal strings without gaps per account. */
export const cursor = z.string().regex(/^[0-9]{1,19}$/);

/** A name that may be left empty, but is not emptied by what nobody sees. @param most characters */
export function optionalName(most: number) {
  return z
    .string()
    .refine((name) => name === '' || isVisible(name), 'Use at least one character that can be seen.')
    .overwrite(cleanName)
    .refine((name) => nameLength(name) <= most, `At most ${most} characters.`)
    .meta({ maxLength: most });
}

/** What people call something, as `cleanName` saves it. @param most characters */
export function nameOf(most: number) {
  return optionalName(most).min(1);
}

export const nameText = nameOf(200);

/** ISO 4217, of the currencies that are in use or were. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'A code of ISO 4217, such as EUR.')
  .refine((code) => currencies().has(code), 'This is no currency. Use a code of ISO 4217, such as EUR.');

const currencies = () => new Set(Intl.supportedValuesOf('currency'));

/** A name of the IANA table. */
export const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }, 'This is not a time zone.');

/** A time of the day, `HH:MM`. */
export const clockTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Write hours and minutes like 09:00.');

export const pageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** A cursor-paged list; `next_cursor` is null on the last page. */
export function page<T extends z.ZodType>(row: T) {
  return z.strictObject({ data: z.array(row), next_cursor: z.string().nullable() });
}

export const empty = z.strictObject({});

import { z } from 'zod';

/**
 * Any UUID is well formed on input, and goes on in small letters: ids are compared as text in feeds, hints and queues.
 * Rows made here carry UUIDv7.
 */
export const id = z.guid().toLowerCase().meta({ description: 'UUID' });

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** In an address whatever is no UUID is simply an id that does not exist, so it is checked by the look-up, not the shape. */
export const pathId = z
  .string()
  .min(1)
  .max(200)
  .overwrite((text) => (uuidShape.test(text) ? text.toLowerCase() : text));

/** RFC 3339, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** E.164 digits without plus, as stored and answered. */
export const phoneDigits = z.string().regex(/^[1-9][0-9]{5,14}$/);

/** A phone number as people type it; the server keeps the E.164 digits. */
export const phoneInput = z.string().trim().min(5).max(40);

export const version = z.number().int().nonnegative();

/** Positions in the change feed: decimal strings, dense per account. */
export const cursor = z.string().regex(/^[0-9]{1,19}$/);

/** Text that PostgreSQL can hold: no NUL and no half of a surrogate pair. */
export const storableText = z
  .string()
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'Contains characters that cannot be stored.');

export const shortText = storableText.trim().min(1, 'This is needed.').max(200, 'At most 200 characters.');

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

export const pageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** A cursor-paged list; `next_cursor` is null on the last page. */
export function page<T extends z.ZodType>(row: T) {
  return z.strictObject({ data: z.array(row), next_cursor: z.string().nullable() });
}

export const empty = z.strictObject({});

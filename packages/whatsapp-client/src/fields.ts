/** Readers of single fields of parsed JSON with an unverified shape. None of these throws. */

export type JsonObject = Record<string, unknown>;

/** Provider ids are assumed to have at most 255 characters; ours are indexed at that length. */
const MAX_ID_LENGTH = 255;

/** A phone number's digits: E.164 has at most 15; odd test numbers may have more. */
const PHONE_DIGITS = /^\d{5,20}$/;

/**
 * Business-scoped user id: country, then whatever WhatsApp chose, without blanks. Documented are letters and digits; ids
 * that look otherwise have been seen, and one that is refused would lose the customer.
 */
const USER_ID = /^[A-Za-z]{2}\.[!-~]{1,252}$/;

/** 2008 to 2100 in seconds: any other time is invalid, and its partition would not exist. */
const MIN_TIME_S = 1_199_145_600;
const MAX_TIME_S = 4_102_444_800;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readObject(parent: JsonObject, key: string): JsonObject | null {
  const value = parent[key];
  return isObject(value) ? value : null;
}

export function readList(parent: JsonObject, key: string): unknown[] {
  const value = parent[key];
  return Array.isArray(value) ? value : [];
}

/** A string, or a number as decimal text; null for anything else and for the empty string. */
export function readText(parent: JsonObject, key: string): string | null {
  const value = parent[key];
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** Like `readText`, but without its first and last blanks and cut to `maxLength` UTF-16 units, never inside a pair. */
export function readName(parent: JsonObject, key: string, maxLength: number): string | null {
  const text = readText(parent, key)?.trim();
  if (text === undefined || text === '') return null;
  return text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}

/** An id of WhatsApp: 1 to 255 characters without blanks or U+FFFD (which replaces an invalid character). */
export function readId(parent: JsonObject, key: string): string | null {
  const id = readText(parent, key);
  return id !== null && id.length <= MAX_ID_LENGTH && !/[\s\0\ufffd]/.test(id) && id.isWellFormed() ? id : null;
}

/** Digits without plus, or null when the value is no phone number. */
export function readPhone(parent: JsonObject, key: string): string | null {
  const text = readText(parent, key);
  if (text === null) return null;
  if (PHONE_DIGITS.test(text)) return text;
  const digits = text.replace(/[\s+()-]/g, '');
  return PHONE_DIGITS.test(digits) ? digits : null;
}

export function readUserId(parent: JsonObject, key: string): string | null {
  const id = readText(parent, key);
  return id !== null && USER_ID.test(id) ? id : null;
}

/** WhatsApp's times are strings of seconds; milliseconds, or null when missing or absurd. */
export function readTimeMs(parent: JsonObject, key: string): number | null {
  const value = parent[key];
  const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= MIN_TIME_S && seconds <= MAX_TIME_S)) return null;
  return Math.floor(seconds * 1000);
}

/** A finite number, also when written as a decimal string. */
export function readNumber(parent: JsonObject, key: string): number | null {
  const value = parent[key];
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

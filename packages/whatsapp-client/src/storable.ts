/** Deeper than any documented payload (about 12); beyond it JSON.stringify and our own recursion would be at risk. */
const MAX_DEPTH = 64;

/** Escapes that may encode a NUL or half of a surrogate pair; plain text that never shows them needs no cleaning. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

export type Storable = { value: unknown; sanitized: boolean; truncated: boolean };

/** Whether JSON text may have a string that PostgreSQL cannot store. Cheap; true for every escaped emoji. */
export function mayNeedCleaning(text: string): boolean {
  return SUSPICIOUS_ESCAPE.test(text) || text.includes('\ufffd') || text.includes('\0');
}

/**
 * Makes a parsed JSON value fit for PostgreSQL's text and jsonb: NUL and lone surrogates become U+FFFD in strings and
 * keys, structures deeper than 64 levels become null. Text that arrived as broken UTF-8 has U+FFFD already and is
 * reported as sanitized too.
 * @returns the same value when nothing had to change, else a copy
 */
export function toStorable(value: unknown): Storable {
  const found = { sanitized: false, truncated: false };
  const cleaned = clean(value, 0, found);
  return { value: cleaned, ...found };
}

function clean(value: unknown, depth: number, found: { sanitized: boolean; truncated: boolean }): unknown {
  if (typeof value === 'string') return cleanText(value, found);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) {
    found.truncated = true;
    return null;
  }
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null;
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      const cleaned = clean(item, depth + 1, found);
      if (cleaned !== item) {
        copy ??= value.slice();
        copy[index] = cleaned;
      }
    }
    return copy ?? value;
  }
  return cleanObject(value as Record<string, unknown>, depth, found);
}

function cleanObject(
  value: Record<string, unknown>,
  depth: number,
  found: { sanitized: boolean; truncated: boolean },
): Record<string, unknown> {
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const cleanKey = cleanText(key, found);
    const cleanItem = clean(item, depth + 1, found);
    if (cleanKey !== key || cleanItem !== item) changed = true;
    return [cleanKey, cleanItem];
  });
  // fromEntries defines properties, so a key `__proto__` stays data.
  return changed ? Object.fromEntries(entries) : value;
}

function cleanText(text: string, found: { sanitized: boolean }): string {
  if (text.includes('\ufffd')) found.sanitized = true;
  if (text.isWellFormed() && !text.includes('\0')) return text;
  found.sanitized = true;
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** An integer of 16 digits or more outside a string, where a plain parse could lose digits. May also match inside one. */
const LONG_INTEGER = /[:,[\s]-?\d{16,}/;
const INTEGER = /^-?\d+$/;

type ReviverWithSource = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Parses JSON so that ids above 2^53, which Meta sends as bare integers, keep every digit: they come back as strings.
 * The reviver costs several times the parse, so it runs only when the text shows a long integer.
 * @throws SyntaxError on unreadable text, RangeError on nesting deeper than the engine's stack
 */
export function parseJsonKeepingIds(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  const revive: ReviverWithSource = (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context.source;
    return source !== undefined && INTEGER.test(source) ? source : value;
  };
  // The context argument is in Node 24 but not yet in the compiler's library types.
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

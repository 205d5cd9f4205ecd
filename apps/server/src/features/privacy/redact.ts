/** Whether a text contains one of the numbers or ids. Digits within longer digits do not count. */
export function mentions(text: string, subjects: readonly string[]): boolean {
  return subjects.some((subject) => {
    const digits = /^\d+$/.test(subject);
    for (let at = text.indexOf(subject); at !== -1; at = text.indexOf(subject, at + 1)) {
      if (!digits) return true;
      const [before, behind] = [text[at - 1] ?? '', text[at + subject.length] ?? ''];
      if (!/\d/.test(before) && !/\d/.test(behind)) return true;
    }
    return false;
  });
}

/**
 * A raw delivery without the parts that name a contact: matching items are removed from lists, other matching values
 * entirely. Invalid JSON is emptied.
 */
export function redact(body: Buffer, subjects: readonly string[]): Buffer {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return Buffer.from('{}');
  }
  return Buffer.from(JSON.stringify(without(value, subjects) ?? {}));
}

/** @returns undefined for a value about the contact that cannot be divided further */
function without(value: unknown, subjects: readonly string[]): unknown {
  if (!mentions(JSON.stringify(value) ?? '', subjects)) return value;
  if (Array.isArray(value)) return value.map((item) => without(item, subjects)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Object.values(value).some((part) => Array.isArray(part) || isEnvelope(part));
  // A message or status is indivisible: without its sender it would still be the contact's data.
  if (!isList || isItem(value)) return undefined;
  const kept = Object.entries(value).map(([name, part]) => [name, without(part, subjects)] as const);
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined));
}

function isEnvelope(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).some(Array.isArray);
}

/** It has an id or a time of its own and is not an account's entry: one message, status, contact or preference. */
function isItem(value: object): boolean {
  if ('changes' in value || 'entry' in value || 'metadata' in value) return false;
  return 'timestamp' in value || 'wa_id' in value || 'from' in value || 'recipient_id' in value || 'status' in value;
}

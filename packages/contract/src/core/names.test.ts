import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routes } from '../routes.ts';
import { cleanName, cutName, nameKey } from './names.ts';
import { nameOf, optionalName } from './primitives.ts';
import type { RouteDefinition } from './route.ts';

describe('a name as it is saved', () => {
  it.each([
    ['  VIP  ', 'VIP'],
    ['Gold\u200bVIP\u2060', 'GoldVIP'],
    ['Gold\u00a0\u3000 VIP', 'Gold VIP'],
    ['Gold\r\n\tVIP', 'Gold VIP'],
    ['\u202eGold\u202c \u200fVIP\u200e', 'Gold VIP'],
    ['Go\ufeffld\u0007', 'Gold'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['G\u200dold', 'Gold'],
    ['Gold\ufe0e', 'Gold'],
    ['\u200b\u3164', ''],
  ])('of %j is %j', (typed, saved) => {
    expect(cleanName(typed)).toBe(saved);
  });

  // Unicode: UTS #51 (emoji sequences), UAX #31 (joiners), UTS #37 (variants of ideographs).
  it.each([
    '👩‍🔧',
    '👨‍👩‍👧‍👦',
    '❤️‍🔥',
    '👋🏽',
    '🏳️‍🌈',
    '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'می‌خواهم',
    'क्‍ष',
    'ශ්‍රී',
    '葛󠄀',
    'ＶＩＰ',
    'O’Brien',
    'Zoë',
  ])('of %s stays as it is', (name) => {
    expect(cleanName(name)).toBe(name);
  });

  it('is clean after once', () => {
    const text = fc.array(
      fc.constantFrom(
        ...'aé 字👩🔧م',
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\u0301',
        '\u202e',
        '\t',
        '\ufeff',
        '🏴',
        '\u{e0067}',
        '\u{e007f}',
      ),
    );
    fc.assert(
      fc.property(text, (parts) => {
        const once = cleanName(parts.join(''));
        expect(cleanName(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is counted in characters, as JSON Schema and PostgreSQL count them', () => {
    expect(nameOf(3).safeParse('🦊🦊🦊').success).toBe(true);
    expect(nameOf(3).safeParse('🦊🦊🦊🦊').error?.issues[0]?.message).toBe('At most 3 characters.');
    expect(z.toJSONSchema(nameOf(3))).toMatchObject({ type: 'string', minLength: 1, maxLength: 3 });
    expect(cutName('🦊🦊🦊🦊', 3)).toBe('🦊🦊🦊');
  });

  it('is not emptied by what nobody sees', () => {
    expect(optionalName(9).parse('')).toBe('');
    expect(optionalName(9).safeParse('\u200b').error?.issues[0]?.message).toBe(
      'Use at least one character that can be seen.',
    );
  });
});

describe('two names', () => {
  it.each([
    ['VIP', 'vip'],
    ['VIP', 'ＶＩＰ'],
    ['VIP', 'V\u200bIP'],
    ['VIP 2', 'VIP\u00a02'],
    ['Café', 'Cafe\u0301'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['office', 'oﬃce'],
  ])('%j and %j are the same', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });
  it.each([
    ['Café', 'Cafe'],
    ['VIP', 'VIP 2'],
    ['が', 'か'],
  ])('%j and %j differ', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });
});

type Field = { path: string; schema: z.core.$ZodType };
const isName = /^(?:name|title|label|folder|shortcut|displayName)$|_(?:name|title|label)$/;

/** The texts of a body that are called a name, through everything that wraps them. */
function* namesIn(schema: z.core.$ZodType, path: string, seen: ReadonlySet<z.core.$ZodType>): Generator<Field> {
  if (seen.has(schema)) return;
  const now = new Set([...seen, schema]);
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string };
  if (def.type === 'string' && def['format'] === undefined && isName.test(path.slice(path.lastIndexOf('.') + 1)))
    yield { path, schema };
  const shape = def.type === 'object' ? (schema._zod.def as z.core.$ZodObjectDef).shape : {};
  for (const [field, inner] of Object.entries(shape)) yield* namesIn(inner, `${path}.${field}`, now);
  const parts = ['innerType', 'element', 'valueType', 'in', 'left', 'right'].flatMap((part) => def[part] ?? []);
  const options = Array.isArray(def['options']) ? def['options'] : [];
  for (const inner of [...parts, ...options]) yield* namesIn(inner as z.core.$ZodType, path, now);
  if (def.type === 'lazy') yield* namesIn((schema._zod.def as z.core.$ZodLazyDef).getter(), path, now);
}

/** Names of what exists elsewhere, as it is written there, or typed to confirm. */
const notGiven =
  /headers\.name$|ads\.title$|location\.name$|conversation\.contact\.name$|account_name$|only\.name$|client\/close\.name$/;

describe('every name that the API takes', () => {
  const fields = Object.entries<RouteDefinition>(routes).flatMap(([key, { body }]) =>
    body === undefined ? [] : [...namesIn(body, key, new Set())],
  );
  it.each(fields.filter(({ path }) => !notGiven.test(path)))('$path is cleaned', ({ schema }) => {
    const typed = ' Gold\u200b\tVIP\u202e ';
    const { success, data } = z.safeParse(schema, typed);
    // Those of a narrower form, such as the names of templates, refuse it.
    if (success) expect(cleanName(data as string)).toBe(data);
    else expect(z.safeParse(schema, 'gold_vip').success).toBe(true);
  });
  it('are found', () => {
    expect(fields.length).toBeGreaterThan(100);
  });
});

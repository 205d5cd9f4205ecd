import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldName, issueText, toldIssues } from './issue-text.ts';

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueText }).error?.issues.map(({ message }) => message);
const inField = (field: z.ZodType, value: unknown) => said(z.object({ send_at: field }), { send_at: value });

describe('refused input is told in words, with the field named', () => {
  test.each([
    [z.string(), undefined, 'Send at is required.'],
    [z.string(), null, 'Send at must be a text.'],
    [z.number(), 'x', 'Send at must be a number.'],
    [z.number(), Number.NaN, 'Send at must be a number.'],
    [z.int(), 1.5, 'Send at must be a whole number.'],
    [z.int(), 1e30, 'Send at is too large a number.'],
    [z.int(), -1e30, 'Send at is too small a number.'],
    [z.boolean(), 'yes', 'Send at must be true or false.'],
    [z.array(z.string()), {}, 'Send at must be a list.'],
    [z.object({}), [], 'Send at must be an object.'],
    [z.record(z.string(), z.string()), 1, 'Send at must be an object.'],
    [z.literal('on'), 'off', 'Send at must be on.'],
    [z.enum(['always', 'working']), 'never', 'Send at must be one of: always, working.'],
    [z.enum(['always', 'working']), undefined, 'Send at must be one of: always, working.'],
    [z.string().min(1), '', 'Send at is required.'],
    [z.string().min(5), 'ab', 'Send at must have at least 5 characters.'],
    [z.string().max(1), 'ab', 'Send at must have at most 1 character.'],
    [z.string().max(2_000), 'a'.repeat(2_001), 'Send at must have at most 2,000 characters.'],
    [z.string().length(6), 'ab', 'Send at must have exactly 6 characters.'],
    [z.string().length(1), 'ab', 'Send at must have exactly 1 character.'],
    [z.array(z.string()).min(1), [], 'Send at is required.'],
    [z.array(z.string()).min(2), ['a'], 'Send at must have at least 2 items.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Send at must have at most 1 item.'],
    [z.number().min(1), 0, 'Send at must be at least 1.'],
    [z.number().max(10_080), 20_000, 'Send at must be at most 10,080.'],
    [z.number().positive(), 0, 'Send at must be more than 0.'],
    [z.number().lt(5), 5, 'Send at must be less than 5.'],
    [z.number().multipleOf(5), 7, 'Send at must be a multiple of 5.'],
    [z.guid(), 'x', 'Send at must be an ID, such as 0190c2a4-8f3e-7cc1-9b1a-2f6d5e4c3b2a.'],
    [z.email(), 'x', 'Send at must be an email address.'],
    [z.url(), 'x', 'Send at must be a web address that begins with https://.'],
    [z.iso.datetime(), 'x', 'Send at must be a time, such as 2026-11-29T14:00:00Z.'],
    [z.iso.date(), 'x', 'Send at must be a day, such as 2026-11-29.'],
    [z.string().regex(/^a$/), 'b', 'Send at is not in a form that is accepted here.'],
    [z.string().startsWith('https://'), 'x', 'Send at must begin with https://.'],
    [z.string().endsWith('.csv'), 'x', 'Send at must end with .csv.'],
    [z.string().includes('@'), 'x', 'Send at must contain @.'],
    [z.union([z.string(), z.array(z.string())]), 1, 'Send at is not in a form that is accepted here.'],
    [z.string().refine(() => false), 'x', 'Send at is not accepted.'],
    [z.string().refine(() => false, 'A number needs digits.'), 'x', 'A number needs digits.'],
    [z.strictObject({}), { a: 1 }, 'Send at has no field “a”.'],
  ])('%#', (schema, value, words) => {
    expect(inField(schema, value)).toEqual([words]);
  });

  test('of several limits, the lowest alone is told', () => {
    const told = (schema: z.ZodType, value: unknown) =>
      toldIssues(schema.safeParse(value, { error: issueText }).error?.issues ?? []).map(({ message }) => message);
    expect(told(z.object({ limit: z.int().max(200) }), { limit: 1e30 })).toEqual(['Limit must be at most 200.']);
    expect(told(z.object({ name: z.string().max(200).max(80) }), { name: 'a'.repeat(201) })).toEqual([
      'Name must have at most 80 characters.',
    ]);
  });

  test('in a list, the field of the item; of an object told apart by a field, that field', () => {
    const two = z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), body: z.string() }),
      z.object({ type: z.literal('image'), media_id: z.string() }),
    ]);
    expect(said(z.array(two), [{ type: 'text' }])).toEqual(['Body is required.']);
    expect(said(z.array(two), [{ type: 'sound' }])).toEqual(['Type must be one of: text, image.']);
    expect(said(z.object({ ids: z.array(z.number()) }), { ids: ['x'] })).toEqual(['Ids must be a number.']);
    expect(said(z.object({}), 1)).toEqual(['The request must be an object.']);
  });

  test('no words of the library are left', () => {
    expect(fieldName(['contacts', 2, 'phone_number'])).toBe('Phone number');
    for (const schema of [
      z.date(),
      z.map(z.string(), z.string()),
      z.tuple([z.string()]),
      z.nan(),
      z.never(),
      z.ipv4(),
    ]) {
      for (const value of [undefined, null, 'x', {}]) {
        for (const words of inField(schema, value) ?? []) expect(words).toMatch(/^Send at (is|must be) [^:]+\.$/);
      }
    }
  });
});

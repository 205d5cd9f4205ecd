import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { arrayLiteral } from './array-parameters.ts';
import { statement } from './sql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const texts = statement('test_lists_texts', 'select $1::text[] as list');
const numbers = statement('test_lists_numbers', 'select $1::float8[] as list');
const flags = statement('test_lists_flags', 'select $1::boolean[] as list');
const documents = statement('test_lists_documents', 'select $1::jsonb[] as list');

async function roundTrip(which: typeof texts, list: unknown[]): Promise<unknown> {
  const [row] = await database.platform.db.system.statements('maintenance').rows<{ list: unknown }>(which, [list]);
  return row?.list;
}

test('texts of any kind are unchanged after a round trip', async () => {
  // Well formed and without NUL: PostgreSQL cannot store anything else, and input is validated before.
  const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed() && !value.includes('\0'));
  const odd = fc.constantFrom('', 'NULL', 'null', '{}', '{a,b}', '"', '\\', '\\"', ' ', '\n', ',', "'", '🙂', '\u2028');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.oneof(text, odd)), { maxLength: 20 }), async (list) => {
      expect(await roundTrip(texts, list)).toEqual(list);
    }),
    { numRuns: 150 },
  );
});

test('numbers, flags and documents too', async () => {
  expect(await roundTrip(numbers, [0, -1.5, 1e21, null, 2 ** 53])).toEqual([0, -1.5, 1e21, null, 2 ** 53]);
  expect(await roundTrip(flags, [true, false, null])).toEqual([true, false, null]);
  const list = [{ a: 'x"y\\z' }, null, [1, 'NULL', { b: '{}' }]];
  expect(
    await roundTrip(
      documents,
      list.map((value) => (value === null ? null : JSON.stringify(value))),
    ),
  ).toEqual(list);
});

test('other values are left to the driver', async () => {
  expect(arrayLiteral([Buffer.from('x')])).toBeNull();
  expect(arrayLiteral([['a']])).toBeNull();
  expect(arrayLiteral([new Date()])).toBeNull();
});

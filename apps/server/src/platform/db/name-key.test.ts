import { cleanName, nameKey } from '@parley/contract/names';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Letters of Unicode 17, which have no case yet in the tables of PostgreSQL. */
const newLetters = /[\ua7ce\ua7d2\ua7d4\ua7f1\u{16ea0}-\u{16eb8}]/u;

/** The names whose key in the database is another than that of the contract. */
async function differing(names: readonly string[]): Promise<string[]> {
  const rows = await queryAsOwner<{ key: string }>(
    server.owner,
    'select name_key(t) as key from unnest($1::text[]) with ordinality u(t, n) order by n',
    [names],
  );
  return names.filter((name, index) => rows[index]?.key !== nameKey(name));
}

test('the database and the contract have one key for every character, saved as a name or as it stands', async () => {
  const all = Array.from({ length: 0x11_00_00 - 1 }, (_, index) => index + 1)
    .filter((code) => (code < 0xd8_00 || code > 0xdf_ff) && !newLetters.test(String.fromCodePoint(code)))
    .map((code) => `a${String.fromCodePoint(code)}b`);
  for (let at = 0; at < all.length; at += 100_000) {
    const codes = (await differing(all.slice(at, at + 100_000))).map((name) => name.codePointAt(1)?.toString(16));
    expect(codes, 'codes of the characters that differ').toEqual([]);
  }
});

test('random names have one key, and saving a name twice or in another case does not change it', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  const names = fc.sample(text, 3_000).map(cleanName);
  expect(await differing(names)).toEqual([]);
  expect(names.filter((name) => nameKey(nameKey(name)) !== nameKey(name))).toEqual([]);
});

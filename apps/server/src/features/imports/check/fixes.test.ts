import type { Contact, ContactImport, ImportFix, ImportPreviewRow } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  imports = await importsOf(server, team);
});
afterAll(() => server.close());

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object) =>
  team.call<B>(team.owner, method, path, payload);
const byPhone = async (...numbers: string[]) =>
  (await call<Contact[]>('GET', `/contacts/multi?${numbers.map((number) => `phone_number=${number}`).join('&')}`)).body;
const fixes = async (id: string) => (await call<{ data: ImportFix[] }>('GET', `/imports/${id}/fixes`)).body.data;
const applyFix = async (id: string, fix: string) =>
  (await call<{ fixed: number; more: boolean }>('POST', `/imports/${id}/fixes`, { fix })).body;
const rowsOf = async (id: string, query = '') =>
  (await call<{ data: ImportPreviewRow[]; next_cursor: string | null }>('GET', `/imports/${id}/rows${query}`)).body;
async function checkAgain(row: ContactImport): Promise<ContactImport> {
  await call('PUT', `/imports/${row.id}/mapping`, { mapping: row.mapping, rules: row.rules });
  return imports.settled(row.id);
}

describe('interpretations of a number', () => {
  test('show the resulting cell, and fix all rows that share them', async () => {
    const row = await imports.check(`Phone,Name
+33639981255,Camille
0639984107,Leila
0639984108,Amadou
07700 9OO183,Ngozi
call 07700 900185 after 5pm,Theo
07700 900592 / 593,Ewa
4.47701E+11,Ravi
,Siobhan
07700900186,Fine
`);
    expect(row.check).toMatchObject({ new: 2, invalid: 7 });
    expect((await imports.problems(row.id)).map(({ row: number, suggestion }) => [number, suggestion])).toEqual([
      [2, '+33639984107'],
      [3, '+33639984108'],
      [4, '+447700900183'],
      [5, '+447700900185'],
      [6, '+447700900592'],
      [7, null],
      [8, null],
    ]);
    expect(await fixes(row.id)).toEqual([
      { fix: 'country:FR', rows: 2 },
      { fix: 'first', rows: 1 },
      { fix: 'letters', rows: 1 },
      { fix: 'words', rows: 1 },
    ]);
    for (const fix of ['country:FR', 'first', 'letters', 'words'])
      expect(await applyFix(row.id, fix)).toMatchObject({ fixed: fix === 'country:FR' ? 2 : 1, more: false });
    // A second click fixes nothing twice.
    expect(await applyFix(row.id, 'letters')).toMatchObject({ fixed: 0 });
    expect((await call('POST', `/imports/${row.id}/start`)).code).toBe('import_not_ready');
    const again = await checkAgain(row);
    expect(again.check).toMatchObject({ new: 7, invalid: 2 });
    await call('POST', `/imports/${row.id}/start`);
    expect((await imports.settled(row.id)).result).toMatchObject({ added: 7, rejected: 2 });
    expect((await byPhone('33639984107', '447700900592')).map(({ name }) => name).sort()).toEqual(['Ewa', 'Leila']);
  });

  test('duplicates become one contact with the values of both rows', async () => {
    const row = await imports.check(`Phone,Name,Town,Lists
+447700900201,Ada,,One
07700 900201,,Hull,Two
+447700900202,Ben,,
+447700900201,Other,Leeds,
`);
    expect(row.check).toMatchObject({ new: 2, duplicates: 2 });
    expect(await fixes(row.id)).toEqual([{ fix: 'merge', rows: 2 }]);
    expect(await applyFix(row.id, 'merge')).toMatchObject({ fixed: 2 });
    const again = await checkAgain(row);
    expect(again.check).toMatchObject({ new: 2, duplicates: 2, invalid: 0 });
    expect((await imports.problems(row.id)).map(({ code, msg }) => [code, msg])).toEqual([
      ['merged', 'This row was added to row 1.'],
      ['merged', 'This row was added to row 1.'],
    ]);
    expect(await fixes(row.id)).toEqual([]);
    await call('POST', `/imports/${row.id}/start`);
    await imports.settled(row.id);
    const [ada] = await byPhone('447700900201');
    expect(ada).toMatchObject({ name: 'Ada', custom_fields: { Town: 'Hull' } });
    expect(ada?.contact_list_ids).toHaveLength(2);
  });

  test('a bare number that begins with its country’s own code is that number', async () => {
    const done = await imports.run('Phone,Name\n9112345678,Asha\n', { country: 'IN' });
    expect(done.result.added).toBe(1);
    expect(await byPhone('919112345678')).toHaveLength(1);
  });
});

describe('rows of a file', () => {
  test('are shown unchanged, and after a check by their outcome', async () => {
    await call('POST', '/contacts', { phone_number: '447700900301', name: 'Same' });
    await call('POST', '/contacts', { phone_number: '447700900302', name: 'Old' });
    const file = `Phone,Name\n+447700900301,Same\n+447700900302,New\nnobody,x\n+447700900303,Fresh\n`;
    const read = await imports.upload(file);
    expect((await rowsOf(read.id, '?limit=2')).data.map(({ values }) => values[1])).toEqual(['Same', 'New']);
    expect((await call('GET', `/imports/${read.id}/rows?outcome=NEW`)).code).toBe('import_not_ready');
    const row = await imports.check(file);
    const of = async (outcome: string) =>
      (await rowsOf(row.id, `?outcome=${outcome}`)).data.map(({ row: number }) => number);
    expect([await of('NEW'), await of('MODIFIED'), await of('UNCHANGED')]).toEqual([[4], [2], [1]]);
  });

  test('are paged completely', async () => {
    const lines = Array.from({ length: 2_500 }, (_none, n) => `+4477${20_000_000 + n},Person ${n}`);
    const row = await imports.check(`Phone,Name\n${lines.join('\n')}\n`);
    const numbers: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await rowsOf(row.id, `?outcome=NEW&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`);
      numbers.push(...page.data.map((one) => one.row));
      cursor = page.next_cursor;
    }
    expect(numbers).toEqual(Array.from({ length: 2_500 }, (_none, n) => n + 1));
  });
});

describe('agreement', () => {
  test('a column with yes, no or a date has the opt-ins, and their source is set once', async () => {
    const row = await imports.upload(
      `Phone,GDPR ok\n+447700900401,yes\n+447700900402,no\n+447700900403,2026-02-03\n+447700900404,\n`,
    );
    expect(row.columns[1]?.suggestion).toEqual({ target: 'opted_in_at' });
    await imports.map(row, { opt_in_source: 'Web shop' });
    await imports.settled(row.id);
    await call('POST', `/imports/${row.id}/start`);
    await imports.settled(row.id);
    const imported = await byPhone('447700900401', '447700900402', '447700900403', '447700900404');
    const agreed = Object.fromEntries(
      imported.map((one) => [one.phone_number, [one.opted_in_at?.slice(0, 4) ?? null, one.opt_in_source]]),
    );
    expect(agreed).toEqual({
      447700900401: [expect.stringMatching(/^20/), 'Web shop'],
      447700900402: [null, null],
      447700900403: ['2026', 'Web shop'],
      447700900404: [null, null],
    });
  });

  test('a column of that name with other contents is a field', async () => {
    const row = await imports.upload('Phone,Consent\n+447700900405,by post\n');
    expect(row.columns[1]?.suggestion).toEqual({ target: 'field', field: 'Consent' });
  });
});

test('an address book larger than one part of an upload', async () => {
  const card = (n: number) =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Person ${n}\r\nTEL;TYPE=CELL:+4477${30_000_000 + n}\r\nNOTE:${'x'.repeat(900)}\r\nEND:VCARD\r\n`;
  const row = await imports.upload(Array.from({ length: 10_000 }, (_none, n) => card(n)).join(''));
  expect(row, row.error ?? '').toMatchObject({ state: 'mapping', format: 'vcard', rows: 10_000 });
});

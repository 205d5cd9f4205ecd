// @module-tag data
import type { Contact, Suppression } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Imports, importsOf } from '../../testing/imports.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { exportFile } from '../../testing/spreadsheet-contacts.ts';
import { createTeam, type Team } from '../../testing/team.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  imports = await importsOf(server, team);
});
afterAll(() => server.close());

async function contactOf(phone: string, of: Team = team): Promise<Contact> {
  const found = await of.call<{ data: Contact[] }>(of.owner, 'GET', `/contacts?limit=100`);
  const contact = found.body.data.find(({ phone_number }) => phone_number === phone);
  if (contact === undefined) throw new Error(`nobody has ${phone}`);
  return contact;
}
const reasonsOf = async ({ id }: Contact, of: Team = team) =>
  (await of.call<{ data: Suppression[] }>(of.owner, 'GET', `/contacts/${id}/suppressions`)).body.data;
async function create(phone_number: string, more: object = {}): Promise<Contact> {
  const made = await team.call<Contact>(team.owner, 'POST', '/contacts', { phone_number, name: 'Ada', ...more });
  expect(made.status).toBe(201);
  return made.body;
}
const optOut = ({ id }: Contact) => team.call(team.owner, 'PUT', `/contacts/${id}/suppression`, {});
const allow = ({ id }: Contact) => team.call(team.owner, 'DELETE', `/contacts/${id}/suppression`);

describe('an opt-out of our own export', () => {
  test.each([['csv'], ['xlsx']])('comes in again from %s, with its moment', async (format) => {
    const phone = format === 'csv' ? '447700900601' : '447700900602';
    await optOut(await create(phone, { opted_in_at: '2026-01-02T03:04:05.000Z', opt_in_source: 'Web shop' }));
    const before = await contactOf(phone);
    const other = await createTeam(server);
    const done = await (await importsOf(server, other)).run(await exportFile(server, team, { format }));
    expect(done.result).toMatchObject({ rejected: 0 });
    const after = await contactOf(phone, other);
    expect([after.opted_out_at, after.opted_in_at]).toEqual([before.opted_out_at, before.opted_in_at]);
    expect(await reasonsOf(after, other)).toMatchObject([
      { source: 'import', scope: 'marketing', since: before.opted_out_at },
    ]);
    const columns = done.columns.map(({ name, suggestion }) => [name, suggestion.target]);
    expect(columns).toContainEqual(['Opted out at', 'opted_out_at']);
  });
});

describe('a column with opt-outs', () => {
  test.each(
    [
      ['yes', true],
      ['2026-02-03', true],
      ['Unsubscribed', true],
      ['2999-01-01', true],
      ['no', false],
      ['Subscribed', false],
      ['', false],
    ].map(([cell, isOut], index) => ({ cell: String(cell), isOut, phone: `44770090070${index}` })),
  )('$cell of a new contact', async ({ cell, isOut, phone }) => {
    await imports.run(`Phone,Name,Opted out\n+${phone},Ada,${cell}\n`);
    const { opted_out_at } = await contactOf(phone);
    expect(opted_out_at !== null).toBe(isOut);
    if (opted_out_at !== null) expect(Date.parse(opted_out_at)).toBeLessThanOrEqual(Date.now());
  });

  test('with something else is a problem of its row', async () => {
    const row = await imports.upload('Phone,Opted out\n+447700900720,no\n+447700900721,yes\n');
    const id = await imports.send('Phone,Opted out\n+447700900720,by post\n');
    await team.call(team.owner, 'POST', `/imports/${id}/read`, {});
    const other = await imports.settled(id);
    await imports.map({ ...other, columns: row.columns });
    await imports.settled(id);
    expect(await imports.problems(id)).toMatchObject([
      { code: 'value', field: 'opted_out_at', msg: '“by post” is not yes, no or a date like 2027-03-31.' },
    ]);
  });

  test('is one by its name although a cell says something else, and that row is a problem', async () => {
    const row = await imports.check('Phone,Unsubscribed\n+447700900724,yes\n+447700900725,maybe\n');
    expect(row.columns[1]?.suggestion).toEqual({ target: 'opted_out_at' });
    expect(await imports.problems(row.id)).toMatchObject([{ row: 2, code: 'value', field: 'opted_out_at' }]);
  });

  test('wins over the opt-in of all rows and over one of its own row', async () => {
    await imports.run('Phone,Opted out\n+447700900722,yes\n', { opt_in_source: 'Web shop' });
    expect(await contactOf('447700900722')).toMatchObject({ opted_in_at: null, opted_out_at: expect.any(String) });
    await imports.run('Phone,Opted in,Opted out\n+447700900723,2026-03-01,2026-02-01\n');
    expect(await contactOf('447700900723')).toMatchObject({
      opted_in_at: '2026-03-01T00:00:00.000Z',
      opted_out_at: '2026-02-01T00:00:00.000Z',
    });
  });

  test('opts a known contact out in every way of treating values that differ, and never in again', async () => {
    for (const [index, conflict] of (['keep', 'fill', 'overwrite'] as const).entries()) {
      const phone = `44770090073${index}`;
      await create(phone);
      const row = await imports.run(`Phone,Opted out\n+${phone},2026-02-03\n`, { conflict, blanks: 'clear' });
      expect(row.result).toMatchObject({ updated: 1 });
      const out = { opted_out_at: '2026-02-03T00:00:00.000Z' };
      expect(await contactOf(phone)).toMatchObject(out);
      const again = await imports.run(`Phone,Opted out\n+${phone},no\n`, { conflict, blanks: 'clear' });
      expect(again.result).toMatchObject({ unchanged: 1 });
      expect(await contactOf(phone)).toMatchObject(out);
    }
  });

  test('yields to a contact that opted in again after its date, not before it', async () => {
    const contact = await create('447700900740');
    await optOut(contact);
    await allow(contact);
    const checked = await imports.check('Phone,Opted out\n+447700900740,2026-02-03\n');
    expect(checked.check).toMatchObject({ unchanged: 1, updated: 0 });
    await imports.run('Phone,Opted out\n+447700900740,2026-02-03\n');
    expect(await contactOf('447700900740')).toMatchObject({ opted_out_at: null });
    await imports.run('Phone,Opted out\n+447700900740,yes\n');
    expect(await contactOf('447700900740')).toMatchObject({ opted_out_at: expect.any(String) });
  });

  test('keeps the opt-out of a contact that comes back from the trash', async () => {
    const contact = await create('447700900741');
    await optOut(contact);
    const { opted_out_at } = await contactOf('447700900741');
    const deleted = await team.call(team.owner, 'DELETE', `/contacts/${contact.id}`);
    expect(deleted.status).toBeLessThan(300);
    await imports.run('Phone,Name\n+447700900741,Grace\n');
    expect(await contactOf('447700900741')).toMatchObject({ id: contact.id, name: 'Grace', opted_out_at });
  });

  test('is undone with its import, and the opt-outs that were there stay', async () => {
    const [mine, theirs] = [await create('447700900750'), await create('447700900751')];
    await optOut(theirs);
    const { opted_out_at } = await contactOf('447700900751');
    const row = await imports.run('Phone,Name,Opted out\n+447700900750,Eve,yes\n+447700900751,Eve,2026-01-01\n');
    expect(await reasonsOf(mine)).toMatchObject([{ source: 'import' }]);
    expect((await team.call(team.owner, 'POST', `/imports/${row.id}/undo`)).status).toBeLessThan(300);
    await imports.settled(row.id);
    expect(await contactOf('447700900750')).toMatchObject({ name: 'Ada', opted_out_at: null });
    expect(await reasonsOf(mine)).toEqual([]);
    expect(await contactOf('447700900751')).toMatchObject({ name: 'Ada', opted_out_at });
    expect(await reasonsOf(theirs)).toMatchObject([{ source: 'manual' }]);
  });

  test('can be lifted by the team', async () => {
    await imports.run('Phone,Opted out\n+447700900760,yes\n');
    const contact = await contactOf('447700900760');
    await allow(contact);
    expect(await contactOf('447700900760')).toMatchObject({ opted_out_at: null });
  });
});

test('a text that is too long for a contact is a problem with a fix, never cut in silence', async () => {
  const file = `Phone,Name,Notes\n+447700900770,${'n'.repeat(300)},short\n+447700900771,Ada,${'😀'.repeat(1_001)}\n`;
  const row = await imports.check(file);
  expect(await imports.problems(row.id)).toMatchObject([
    { row: 1, code: 'value', field: 'name', msg: 'Name: at most 200 characters.' },
    { row: 2, code: 'value', field: 'Notes', msg: 'Notes: at most 2,000 characters.' },
  ]);
  const fixed = await team.call(team.owner, 'POST', `/imports/${row.id}/fixes`, { fix: 'shorten' });
  expect(fixed.status, JSON.stringify(fixed.body)).toBeLessThan(300);
  await team.call(team.owner, 'PUT', `/imports/${row.id}/mapping`, { mapping: row.mapping, rules: row.rules });
  await imports.settled(row.id);
  await team.call(team.owner, 'POST', `/imports/${row.id}/start`);
  expect((await imports.settled(row.id)).result).toMatchObject({ added: 2, rejected: 0 });
  expect((await contactOf('447700900770')).name).toBe('n'.repeat(200));
  expect((await contactOf('447700900771')).custom_fields['Notes']).toBe('😀'.repeat(1_000));
});

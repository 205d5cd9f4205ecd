// @module-tag data
import type { Contact, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* One customer has one contact and one conversation, however the number is written and wherever it is given. */

/** A number by which WhatsApp or an older file knows a customer, and what people write for it. */
const people = [
  ['Mexico', '5215512345678', ['+52 55 1234 5678', '+521 55 1234 5678', '5215512345678', '52 1 55 1234 5678']],
  ['Ivory Coast', '22507123456', ['+225 07 07 12 34 56', '+225 07 12 34 56', '22507123456']],
  ['Brazil', '551187654321', ['+55 011 98765-4321', '+55 (0)11 8765-4321', '+55 11 98765 4321']],
  [
    'Great Britain',
    '447700900831',
    ['+44 (0)7700 900831', '000 44 7700 900831', '٠٧٧٠٠ ٩٠٠٨٣١', '\u202a+44 7700\u00a0900831\u202c'],
  ],
  ['Argentina', '5491123456789', ['+54 9 11 2345-6789', '+54 011 15 2345-6789', '+54 9 011 2345 6789']],
] as const;
const cases = people.flatMap(([country, known, written]) => written.map((typed) => [country, known, typed] as const));

describe('contacts', () => {
  let server: TestServer;
  let team: Team;
  let imports: Imports;
  beforeAll(async () => {
    server = await testServer();
    team = await createTeam(server);
    imports = await importsOf(server, team);
    for (const [name, phone_number] of people) {
      expect((await call('POST', '/contacts', { phone_number: `+${phone_number}`, name })).status).toBe(201);
    }
  });
  afterAll(() => server.close());

  const call = <B>(method: string, path: string, payload?: object) => team.call<B>(team.owner, method, path, payload);
  const named = async (path: string) =>
    (await call<{ data: Contact[] }>('GET', path)).body.data.map(({ name }) => name);

  test.each(cases)('of %s (%s) exist already as %j', async (name, _known, phone_number) => {
    expect(await call('POST', '/contacts', { phone_number })).toMatchObject({ status: 409, code: 'contact_exists' });
    const query = new URLSearchParams({ phone_number });
    expect((await call<Contact[]>('GET', `/contacts/multi?${query}`)).body.map((one) => one.name)).toEqual([name]);
  });

  test.each(cases)('of %s (%s) are found by %j', async (name, _known, search) => {
    expect(await named(`/contacts?${new URLSearchParams({ search })}`)).toEqual([name]);
  });

  test.each([
    ['Mexico', 'is', '+52 1 55 1234 5678'],
    ['Great Britain', 'begins_with', '0044 7700 900831'],
    ['Great Britain', 'contains', '٧٧٠٠ ٩٠٠٨٣١'],
  ])('of %s are found where the number %s %s', async (name, op, value) => {
    const filter = JSON.stringify({ all: [{ field: 'phone_number', op, value }] });
    expect(await named(`/contacts?${new URLSearchParams({ filter })}`)).toEqual([name]);
  });

  test('of all these are the same in a file, which adds nobody', async () => {
    const rows = cases.map(([name, , typed]) => `"${typed}","${name}"`);
    await imports.run(['Phone,Name', ...rows].join('\n'));
    expect((await named('/contacts')).sort()).toEqual(people.map(([name]) => name).sort());
  });

  test('come in again from an export, as WhatsApp names them', async () => {
    for (const [name, known] of people) {
      await queryAsOwner(server.owner, 'update contacts set phone_number = $1 where name = $2', [known, name]);
    }
    const csv = await imports.exported();
    for (const [, known] of people) expect(csv).toContain(known);
    const { id } = await imports.check(csv);
    expect(await imports.problems(id)).toEqual([]);
    await imports.run(csv);
    expect((await named('/contacts')).sort()).toEqual(people.map(([name]) => name).sort());
  });
});

describe('conversations', () => {
  let world: World;
  beforeAll(async () => {
    world = await testWorld();
  });
  afterAll(() => world.close());

  test.each(people)(
    'with a customer of %s (%s) are found by every spelling of the number, which makes no second contact',
    async (_, known, written) => {
      const thread = await customerWrites(world, known);
      for (const search of written) {
        const found = await world.api('GET /api/threads', { query: { search } });
        expect(
          found.body.data.map(({ id }: Thread) => id),
          search,
        ).toEqual([thread.id]);
      }
      for (const phone_number of [known, ...written]) {
        const again = await world.api('POST /api/contacts', { body: { phone_number: phone_number } });
        expect(again.status, phone_number).toBe(409);
      }
    },
  );
});

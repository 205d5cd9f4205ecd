// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { queryAsOwner, untilBlocked } from '../../../testing/inbox.ts';
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

test('a field whose type changes while a page is written applies to the next page', async () => {
  const takenNumber = '447700800000';
  await call('POST', '/contacts', { phone_number: takenNumber });
  await call('POST', '/custom-fields', { name: 'Size', type: 'text' });
  const lines = Array.from({ length: 1_500 }, (_none, n) => `${447_700_800_000 + n},large`);
  const { id } = await imports.check(`Phone,Size\n${lines.join('\n')}\n`);

  // The first page waits for a contact locked by another transaction.
  await queryAsOwner(server.owner, 'begin');
  await queryAsOwner(server.owner, 'select from contacts where phone_number = $1 for update', [takenNumber]);
  expect((await call('POST', `/imports/${id}/start`)).status).toBe(200);
  await untilBlocked(server.owner);
  expect((await call('PUT', '/custom-fields/Size', { type: 'number' })).status).toBe(200);
  await queryAsOwner(server.owner, 'commit');

  const done = await imports.settled(id);
  expect(done).toMatchObject({ state: 'done', result: { added: 999, updated: 1, rejected: 500 } });
});

test('an import’s undo data is deleted with it', async () => {
  const { id } = await imports.run('Phone\n447700810001\n447700810002\n');
  const notes = () => queryAsOwner(server.owner, 'select from import_changes where import_id = $1', [id]);
  expect(await notes()).toHaveLength(2);
  await queryAsOwner(server.owner, 'delete from imports where id = $1', [id]);
  expect(await notes()).toHaveLength(0);
});

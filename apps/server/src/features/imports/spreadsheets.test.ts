// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importsOf } from '../../testing/imports.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { addSpreadsheetContacts, comparableContacts, exportFile } from '../../testing/spreadsheet-contacts.ts';
import { createTeam, type Team } from '../../testing/team.ts';

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  await addSpreadsheetContacts(team);
});
afterAll(() => server.close());

test.each([
  ['a workbook', { format: 'xlsx' }],
  ['text', {}],
  ['text with semicolons', { delimiter: ';' }],
  ['text with tabs', { delimiter: '\t' }],
  ['text with protected numbers', { protect_numbers: true }],
  ['text with semicolons and protected numbers', { delimiter: ';', protect_numbers: true }],
])('%s of contacts comes in again as it is', async (_what, format) => {
  const file = await exportFile(server, team, format);
  const other = await createTeam(server);
  const done = await (await importsOf(server, other)).run(file);
  expect(done.result, JSON.stringify(done)).toMatchObject({ added: 5, rejected: 0 });
  expect(await comparableContacts(other)).toEqual(await comparableContacts(team));
});

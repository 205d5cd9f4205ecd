// @module-tag data
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importsOf } from '../../testing/imports.ts';
import { type SheetFile, saveInLibreOffice } from '../../testing/libre-office.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { addSpreadsheetContacts, comparableContacts, exportFile } from '../../testing/spreadsheet-contacts.ts';
import { createTeam, type Team } from '../../testing/team.ts';

const delimiters = [',', ';', '\t'] as const;

let server: TestServer;
let team: Team;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spreadsheets-'));
  server = await testServer();
  team = await createTeam(server);
  await addSpreadsheetContacts(team);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** The account that a file was imported into. */
async function imported(file: Buffer): Promise<Team> {
  const other = await createTeam(server);
  const imports = await importsOf(server, other);
  const done = await imports.run(file);
  expect(done.result, JSON.stringify(await imports.problems(done.id))).toMatchObject({ added: 5, rejected: 0 });
  return other;
}

test.each<{ what: string; format: object; from: SheetFile; to: SheetFile }>([
  { what: 'a workbook', format: { format: 'xlsx' }, from: 'xlsx', to: 'xlsx' },
  { what: 'a workbook that it saves as text', format: { format: 'xlsx' }, from: 'xlsx', to: ',' },
  ...delimiters.map((delimiter) => ({
    what: `text with ${JSON.stringify(delimiter)} and protected numbers`,
    format: { delimiter, protect_numbers: true },
    ...{ from: delimiter, to: delimiter },
  })),
  {
    what: 'text with protected numbers that it saves as a workbook',
    format: { protect_numbers: true },
    ...{ from: ',', to: 'xlsx' },
  },
])('$what is imported as it was exported, after LibreOffice', async ({ format, from, to }) => {
  const file = await exportFile(server, team, format);
  const other = await imported(saveInLibreOffice(folder, file, from, to));
  expect(await comparableContacts(other)).toEqual(await comparableContacts(team));
});

test.each(delimiters)(
  'plain text with %j keeps every phone number and every formula, if not all zeros',
  async (delimiter) => {
    const file = await exportFile(server, team, { delimiter });
    const [after, before] = await Promise.all(
      [await imported(saveInLibreOffice(folder, file, delimiter, delimiter)), team].map(comparableContacts),
    );
    expect(after?.map(({ phone_number }) => phone_number)).toEqual(before?.map(({ phone_number }) => phone_number));
    for (const field of ['formula', 'sum', 'minus', 'at', 'wide', 'lines', 'semicolons', 'Arabic', 'emoji']) {
      expect(after?.map(({ custom_fields }) => custom_fields[field])).toEqual(
        before?.map(({ custom_fields }) => custom_fields[field]),
      );
    }
  },
);

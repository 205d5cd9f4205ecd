// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Platform } from '../../../platform/platform.ts';
import { type AccessWorld, createAccessWorld } from '../../../testing/access-world.ts';
import { comparableRows, entriesOf, exportInto, importInto, rowsOf } from '../../../testing/account-export.ts';
import { givenKey, testFolder } from '../../../testing/backup.ts';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { emptyDatabase } from '../../../testing/empty-database.ts';
import { fillTables, type GivenValues } from '../../../testing/fill-tables.ts';
import { png } from '../../../testing/media.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { exportedTables } from './exported-tables-query.ts';

let server: TestServer;
let world: AccessWorld;
let folder: Awaited<ReturnType<typeof testFolder>>;
const closing: Array<() => Promise<unknown>> = [];
beforeAll(async () => {
  server = await testServer();
  world = await createAccessWorld(server);
  const post = async (url: string, payload: Buffer | object, type: object = {}) =>
    server.app.http.inject({
      ...{ method: 'POST', url, payload },
      headers: { ...(await world.headersOf('Owner')), ...type },
    });
  const file = await post('/api/media', png(60, 40, 9), { 'content-type': 'application/octet-stream' });
  // A duplicate is two contacts.
  const contact = await post('/api/contacts', { phone_number: '+15550100077', name: 'Ada' });
  expect([file.statusCode, contact.statusCode]).toEqual([201, 201]);
  folder = await testFolder();
});
afterAll(async () => {
  for (const close of closing) await close();
  await folder.close();
  await server.close();
});

const exported = Object.entries(exportedTables).flatMap(([name, rule]) => (typeof rule === 'string' ? [] : [name]));

/** What patterns, and constraints over several columns, demand. */
const givenFor = (clientId: string): GivenValues => ({
  // What is in progress ends with an import.
  ai_calls: { state: `'done'` },
  answering_messages: { state: `'answered'`, due_at: 'null' },
  thread_notices: { kind: `'channel_paused'`, template_name: 'null' },
  triggers: { state: `'done'` },
  campaign_files: { state: `'ready'` },
  campaign_goals: { label_id: 'null' },
  contact_duplicates: {
    a_id: `(select id from contacts where client_id = '${clientId}' order by id limit 1)`,
    b_id: `(select id from contacts where client_id = '${clientId}' order by id offset 1 limit 1)`,
  },
  history_rows: {
    import_id: `(select id from history_imports where client_id = '${clientId}' and ended_at is not null limit 1)`,
  },
  history_skips: {
    import_id: `(select id from history_imports where client_id = '${clientId}' and ended_at is not null limit 1)`,
  },
  import_changes: {
    import_id: `(select id from imports where client_id = '${clientId}' and ended_at is not null limit 1)`,
  },
  notifications: { campaign_id: 'null', automation_id: 'null' },
  ratings: { scale: '5', skipped: 'null' },
  report_currencies: { currency: `'EUR'` },
  report_durations: { distribution: `int4send(60) || int4send(1)` },
  report_emails: { at: `'08:00'` },
  report_rates: { market: `'GB'` },
  saved_filters: { filters: `'[{"field": "state"}]'` },
  user_avatars: { user_id: `(select user_id from client_users where client_id = '${clientId}' limit 1)` },
});

/** An installation of one account and no server: nothing changes its rows. */
async function importedFrom(file: string): Promise<TestDatabase> {
  const target = await emptyDatabase();
  const dataDir = folder.path(`data-${closing.length}`);
  await importInto(file, { dataDir, databaseUrl: target.url, secretKey: givenKey });
  await target.owner.end(); // A database cannot be copied while it has connections.
  const copy = await testDatabase({ templateUrl: target.url, env: { DATA_DIR: dataDir } });
  closing.push(
    () => copy.close(),
    () => target.close(),
  );
  return copy;
}

async function exportOf(platform: Platform, name: string) {
  const file = folder.path(name);
  await exportInto(platform, world.clientId, file);
  return { file, entries: await entriesOf(file) };
}

test('every exported table has a row, and compares equal after an import', async () => {
  const filled = await importedFrom((await exportOf(server.platform, 'first.tar.gz')).file);
  const begun = (await exportOf(filled.platform, 'begun.tar.gz')).entries;
  const empty = exported.filter((name) => rowsOf(begun, name).length === 0);
  expect(await fillTables(filled.owner, world.clientId, empty, givenFor(world.clientId))).toEqual({});
  const before = await exportOf(filled.platform, 'before.tar.gz');
  expect(exported.filter((name) => rowsOf(before.entries, name).length === 0)).toEqual([]);
  const after = await exportOf((await importedFrom(before.file)).platform, 'after.tar.gz');
  expect(comparableRows(after.entries)).toEqual(comparableRows(before.entries));
});

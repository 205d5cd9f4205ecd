import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldTrash } from '../features/contacts/people/repo.ts';
import { deleteExpiredMessagingRows } from '../features/messaging/maintenance-repo.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { queryAsOwner } from '../testing/inbox.ts';
import { deleteExpiredDefaultRows } from './db/partitions-repo.ts';
import { deleteEndedJobs } from './jobs/queue-repo.ts';
import { runMaintenance, sliceRows } from './maintenance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // The rows of this test belong to no account.
  await database.owner.query("set session_replication_role = 'replica'");
});
afterAll(() => database.close());

const sql = <R extends Record<string, unknown>>(text: string) => queryAsOwner<R>(database.owner, text);
const count = async (table: string) => (await sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

describe('one run of maintenance', () => {
  test('deletes everything that expired, in slices, and nothing else', async () => {
    const rows = 2 * sliceRows + 1_001;
    await sql(`insert into triggers (client_id, id, message_id, channel_id, thread_id, kind, meta_data, payload, created_by, state, done_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'message', '{}', '{}', 'test', 'done',
        now() - case when n <= ${rows} then interval '31 days' else interval '29 days' end
      from generate_series(1, ${rows + 7}) n`);
    await sql(`insert into jobs (client_id, id, kind, key, weight, payload, state, ended_at)
      select gen_random_uuid(), gen_random_uuid(), 'k', 'k', 'light', '{}', 'done', now() - interval '8 days' from generate_series(1, ${rows})`);
    const sizes: number[] = [];
    await runMaintenance(database.platform, {
      messaging: async (tx) => {
        const deleted = await deleteExpiredMessagingRows(tx);
        sizes.push(deleted);
        return deleted;
      },
      jobs: deleteEndedJobs,
    });
    expect(await count('triggers')).toBe(7);
    expect(await count('jobs')).toBe(0);
    expect(Math.max(...sizes)).toBe(sliceRows);
  });

  test('also empties the partitions that are never dropped', async () => {
    await sql(`insert into changes (client_id, pos, collection, row_id, marker, version, created_at)
      select gen_random_uuid(), n, 'threads', 'x', 'NEW', 1, now() - interval '40 days' from generate_series(1, ${sliceRows + 3}) n`);
    await sql(
      `insert into changes (client_id, pos, collection, row_id, marker, version) values (gen_random_uuid(), 1, 'threads', 'x', 'NEW', 1)`,
    );
    await runMaintenance(database.platform, { rest: deleteExpiredDefaultRows });
    expect(await count('changes')).toBe(1);
  });

  test('deletes contacts from the trash although more than a slice of others stays for their conversations', async () => {
    const contact = (from: number, to: number) =>
      `insert into contacts (client_id, id, name, deleted_at, deletion_id)
       select '00000000-0000-4000-8000-000000000001', lpad(n::text, 32, '0')::uuid, 'x', now() - interval '1 year' + n * interval '1 second', gen_random_uuid()
       from generate_series(${from}, ${to}) n`;
    await sql(contact(1, sliceRows + 20));
    await sql(`insert into threads (client_id, id, channel_id, contact_id)
      select client_id, gen_random_uuid(), gen_random_uuid(), id from contacts`);
    await sql(contact(sliceRows + 21, sliceRows + 60));
    await runMaintenance(database.platform, { trash: deleteOldTrash });
    await runMaintenance(database.platform, { trash: deleteOldTrash });
    expect(await count('contacts')).toBe(sliceRows + 20);
    expect(await count(`contacts where name = '' and deletion_id is null`)).toBe(sliceRows + 20);
  });

  test('goes on with the next task when one fails, and ends between slices when it is told to', async () => {
    const ran: string[] = [];
    let stopped = false;
    await runMaintenance(
      database.platform,
      {
        broken: () => Promise.reject(new Error('no such table')),
        endless: async () => {
          ran.push('endless');
          stopped = ran.length === 3;
          return sliceRows;
        },
        never: async () => ran.push('never'),
      },
      () => stopped,
    );
    expect(ran).toEqual(['endless', 'endless', 'endless']);
  });
});

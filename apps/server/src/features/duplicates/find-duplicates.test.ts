import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueJobs, notifyJobs } from '../../platform/jobs/queue.ts';
import { startJobs } from '../../platform/jobs/runner.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { until } from '../../testing/world.ts';
import { duplicatesJob, findDuplicates, findDuplicatesKind } from './find-duplicates.ts';

let database: TestDatabase;
let large: string;
let small: string;
beforeAll(async () => {
  database = await testDatabase();
  const user = await createUser(database.owner);
  large = await createAccount(database.owner, user, 'Large');
  small = await createAccount(database.owner, user, 'Small');
});
afterAll(() => database.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(database.owner, text, values);

/** Contacts of which the first and the last have the same name. */
const addContacts = (clientId: string, count: number) =>
  sql(
    `insert into contacts (client_id, id, name)
     select $1, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid,
       case when n in (1, $2::int) then 'Twin Sister' else 'Contact ' || n end
     from generate_series(1, $2::int) n`,
    [clientId, count],
  );

test('the search of a large account goes on after those of others, and misses no pair', async () => {
  await addContacts(large, 1_700);
  await addContacts(small, 2);
  for (const clientId of [large, small]) {
    await database.platform.db.withTenant(clientId, (tx) => enqueueJobs(tx, [duplicatesJob(clientId)]));
  }
  const order: string[] = [];
  const kind = {
    name: findDuplicatesKind,
    run: (job: Parameters<typeof findDuplicates>[0]) => {
      order.push(job.clientId);
      return findDuplicates(job);
    },
  };
  const runner = startJobs(database.platform, [kind], {
    soleProcess: false,
    concurrency: { heavy: 1, light: 1 },
    sliceMs: 0,
  });
  try {
    notifyJobs(database.platform);
    await until(async () => {
      const open = await sql(`select from jobs where state in ('waiting', 'running')`);
      return open.length === 0 || null;
    }, 60_000);
  } finally {
    await runner.stop();
  }
  expect(order.slice(0, 2).toSorted()).toEqual([large, small].toSorted());
  expect(order.filter((clientId) => clientId === large)).toHaveLength(4);
  const pairs = await sql<{ client_id: string; n: number }>(
    'select client_id, count(*)::int as n from contact_duplicates group by client_id',
  );
  expect(new Map(pairs.map(({ client_id, n }) => [client_id, n]))).toEqual(
    new Map([
      [large, 1],
      [small, 1],
    ]),
  );
});

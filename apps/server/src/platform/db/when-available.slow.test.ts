// @module-tag data
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { openTcpSwitch, type TcpSwitch } from '../../testing/tcp-switch.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { until } from '../../testing/world.ts';
import { enqueueJobs } from '../jobs/queue.ts';
import { startJobs } from '../jobs/runner.ts';
import { enqueueEmail } from '../mail/outbox.ts';
import { startMailWorker } from '../mail/worker.ts';
import type { Platform } from '../platform.ts';
import { openDatabase } from './database.ts';

let database: TestDatabase;
let databaseSwitch: TcpSwitch;
let platform: Platform;
beforeAll(async () => {
  database = await testDatabase();
  const { host, port } = database.owner;
  databaseSwitch = await openTcpSwitch(join(host, `.s.PGSQL.${port}`));
  const place = { host: '127.0.0.1', port: databaseSwitch.port, database: database.owner.database ?? '' };
  const db = openDatabase({
    app: { ...place, user: 'parley_app' },
    system: { ...place, user: 'parley_system' },
    onError: () => undefined, // A lost connection rejects the query that runs on it.
  });
  platform = { ...database.platform, db };
});
afterAll(async () => {
  await platform.db.close();
  await databaseSwitch.close();
  await database.close();
});

async function disconnectForAMoment(): Promise<void> {
  await databaseSwitch.shut();
  setTimeout(() => void databaseSwitch.open(), 4_000);
}

test('a job that ends while the database is away has ended once it is back, and its run counts as none that failed', async () => {
  const clientId = await createAccount(database.owner, await createUser(database.owner), 'Kestrel');
  await platform.db.withTenant(clientId, (tx) => enqueueJobs(tx, [{ clientId, kind: 'test.away', payload: {} }]));
  let runs = 0;
  const kind = {
    name: 'test.away',
    async run() {
      runs++;
      await disconnectForAMoment();
      return undefined;
    },
  };
  const runner = startJobs(platform, [kind], { soleProcess: false });
  // Its lease lasts longer.
  const [job] = await until(async () => {
    const rows = await queryAsOwner<{ state: string; failures: number }>(
      database.owner,
      "select state, failures from jobs where state <> 'running'",
    );
    return rows[0]?.state === 'done' && rows;
  }, 20_000);
  expect(job?.failures).toBe(0);
  expect(runs).toBe(1);
  await runner.stop();
});

test('an email that leaves while the database is away is not sent again', async () => {
  const email = { kind: 'test.away', to: 'ada@example.com', subject: 'Hello', lines: ['Hello Ada'] };
  await platform.db.system.transaction('mail', (tx) => enqueueEmail(tx, platform, email, 600));
  let sends = 0;
  const transport = {
    async send() {
      sends++;
      await disconnectForAMoment();
      return { kind: 'sent' as const };
    },
    close: () => undefined,
  };
  const worker = startMailWorker(platform, transport);
  await until(
    async () => (await queryAsOwner(database.owner, "select from email_outbox where state = 'sent'")).length === 1,
    20_000,
  );
  expect(sends).toBe(1);
  await worker.stop();
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { queryAsOwner } from '../testing/inbox.ts';
import { openTcpSwitch, type TcpSwitch } from '../testing/tcp-switch.ts';
import { until } from '../testing/world.ts';
import type { ConnectionParts } from './db/connection.ts';
import { openDatabase } from './db/database.ts';
import { createLog } from './log.ts';
import { createLocalNotifier, createSharedNotifier, type Notifier } from './notifier.ts';

const log = createLog('silent');
let database: TestDatabase;
let databaseSwitch: TcpSwitch;
let parts: ConnectionParts;
beforeAll(async () => {
  database = await testDatabase();
  const { host, port } = database.owner;
  databaseSwitch = await openTcpSwitch(join(host, `.s.PGSQL.${port}`));
  parts = {
    host: '127.0.0.1',
    port: databaseSwitch.port,
    database: database.owner.database ?? '',
    user: 'parley_system',
  };
});
afterAll(async () => {
  await databaseSwitch.close();
  await database.close();
});

const connections = () =>
  queryAsOwner(
    database.owner,
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'parley notifier'",
  );

function heard(signal: Notifier, topic: Parameters<Notifier['on']>[0]): string[] {
  const keys: string[] = [];
  signal.on(topic, (key) => keys.push(key));
  return keys;
}

describe('notifications inside one process', () => {
  test('reach every listener of their topic immediately, until it unsubscribes', async () => {
    const signal = createLocalNotifier();
    const [one, other] = [heard(signal, 'changes'), heard(signal, 'channels')];
    const left: string[] = [];
    const off = signal.on('changes', (key) => left.push(key));
    signal.notify('changes', 'a');
    off();
    signal.notify('changes', 'b');
    expect([one, other, left]).toEqual([['a', 'b'], [], ['a']]);
    await signal.close();
  });
});

describe('notifications between processes', () => {
  test('reach the others, and the sender once; many at once all arrive, equal ones merged', async () => {
    const [first, second, third] = await Promise.all([
      createSharedNotifier(parts, log),
      createSharedNotifier(parts, log),
      createSharedNotifier(parts, log),
    ]);
    try {
      const own = heard(first, 'triggers');
      const there = [heard(second, 'triggers'), heard(third, 'triggers')];
      const another = heard(second, 'changes');
      const keys = Array.from({ length: 3_000 }, (_, n) => `${crypto.randomUUID()}/${n}`);
      for (const key of keys) first.notify('triggers', key);
      for (let n = 0; n < 100; n++) first.notify('triggers', 'the same');
      await until(async () => there.every((list) => list.length >= keys.length + 1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const list of there) expect([...list].sort()).toEqual([...keys, 'the same'].sort());
      expect(own).toEqual([...keys, ...Array(100).fill('the same')]);
      expect(another).toEqual([]);
    } finally {
      await Promise.all([first.close(), second.close(), third.close()]);
    }
    await until(async () => (await connections()).length === 0);
  });

  test('continue after a database outage, over one connection each', async () => {
    const [first, second] = await Promise.all([createSharedNotifier(parts, log), createSharedNotifier(parts, log)]);
    try {
      const there = heard(second, 'changes');
      await databaseSwitch.shut();
      const before = databaseSwitch.count();
      first.notify('changes', 'while there is no connection');
      const jobs = heard(second, 'jobs');
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await databaseSwitch.open();
      await until(async () => {
        first.notify('changes', 'again');
        return there.includes('again');
      });
      expect(jobs, 'jobs may have been added meanwhile').toEqual(['']);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(await connections()).toHaveLength(2);
      expect(databaseSwitch.count() - before, 'connections made since the database is back').toBe(2);
      const received = there.filter((key) => key === 'once').length;
      first.notify('changes', 'once');
      await until(async () => there.filter((key) => key === 'once').length > received);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(there.filter((key) => key === 'once')).toHaveLength(1);
    } finally {
      await Promise.all([first.close(), second.close()]);
    }
    await until(async () => (await connections()).length === 0);
  });

  test('stopping during a database outage returns', async () => {
    const signal = await createSharedNotifier(parts, log);
    await databaseSwitch.shut();
    await new Promise((resolve) => setTimeout(resolve, 300));
    signal.notify('changes', 'x');
    await signal.close();
    await databaseSwitch.open();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await connections()).toEqual([]);
  });
});

test('every connection requests TLS where it is required', async () => {
  const first: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      first.push(bytes.subarray(0, 8));
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secure = { host: '127.0.0.1', port, database: 'parley', user: 'parley_system', password: 'secret', ssl: true };
  const db = openDatabase({ app: secure, system: secure, onError: () => undefined });
  const signal = createSharedNotifier(secure, log);
  try {
    await Promise.allSettled([
      db.withTenant(crypto.randomUUID(), () => Promise.resolve()),
      db.system.transaction('maintenance', () => Promise.resolve()),
      db.system.connect('ingest'),
    ]);
    await until(async () => first.length >= 4);
    // A client sends the TLS request before anything else: length 8, code 80877103.
    for (const bytes of first) expect(bytes.toString('hex')).toBe('0000000804d2162f');
  } finally {
    server.close();
    await db.close();
    const gone = await Promise.race([signal, new Promise<null>((resolve) => setTimeout(() => resolve(null), 100))]);
    await gone?.close();
  }
});

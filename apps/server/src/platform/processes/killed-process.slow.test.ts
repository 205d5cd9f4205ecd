// @module-tag data
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endServerProcess, startServerProcess } from '../../../../../scripts/server-process.ts';
import { type EmptyDatabase, emptyDatabase } from '../../testing/empty-database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { until } from '../../testing/world.ts';

const secretKey = randomBytes(24).toString('hex');

let database: EmptyDatabase;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-processes-'));
});
afterAll(async () => {
  for (const child of children) await endServerProcess(child, 'SIGKILL');
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}, files = 'data'): Promise<ChildProcess> {
  const { child } = await startServerProcess({
    dataDir: join(folder, files),
    port: '0',
    env: { LOG_LEVEL: 'warn', DATABASE_URL: database.url, SECRET_KEY: secretKey, ROLE: 'worker', ...env },
  });
  children.push(child);
  return child;
}

const registered = async () =>
  (await queryAsOwner<{ id: number; pid: number }>(database.owner, 'select id, pid from server_processes')).map(
    (row) => row.pid,
  );

/** A lease that `pid` has for an hour, as if it were sending a channel's messages. */
async function leaseOf(pid: number | undefined): Promise<void> {
  await database.owner.query(
    `insert into ingest_partitions (holder, lease_until, process_id)
     select gen_random_uuid(), now() + interval '1 hour', id from server_processes where pid = $1`,
    [pid],
  );
}
const leaseEndsInS = async () =>
  (
    await queryAsOwner<{ s: number }>(
      database.owner,
      `select extract(epoch from max(lease_until) - now())::float as s from ingest_partitions`,
    )
  )[0]?.s ?? Number.NaN;

describe('two processes on one database', () => {
  test('know of each other; a killed one is noticed, and its leases expire long before their time', async () => {
    const [first, second] = [await start(), await start()];
    await until(async () => (await registered()).length === 2);
    await leaseOf(first.pid);
    await endServerProcess(first, 'SIGKILL');
    await until(async () => !(await registered()).includes(first.pid ?? 0));
    expect(await leaseEndsInS()).toBeLessThan(60);
    expect(await registered()).toEqual([second.pid]);
  });

  test('one that stops in order releases its leases immediately', async () => {
    const third = await start();
    await until(async () => (await registered()).includes(third.pid ?? 0));
    await leaseOf(third.pid);
    await endServerProcess(third, 'SIGTERM');
    expect(await registered()).not.toContain(third.pid);
    await until(async () => (await leaseEndsInS()) <= 0);
  });

  test('one that only lost its connections keeps its registration', async () => {
    const fourth = await start();
    await until(async () => (await registered()).includes(fourth.pid ?? 0));
    await database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // Its session is a new one, and it is registered again if it was considered dead meanwhile.
    await until(async () => {
      const locks = await queryAsOwner(
        database.owner,
        `select from pg_locks l join server_processes p on l.objid = p.id::oid
         where l.locktype = 'advisory' and l.granted and p.pid = $1
           and l.database = (select oid from pg_database where datname = current_database())`,
        [fourth.pid],
      );
      return locks.length === 1;
    });
  });
});

describe('an incomplete configuration', () => {
  test('without the shared files prevents the start with one sentence', async () => {
    await expect(start({}, 'elsewhere')).rejects.toThrow(
      /^the server ended with 1\nCannot start: DATA_DIR: .*does not hold the files of this installation.*$/,
    );
  });

  test('with ROLE=api and no shared database prevents the start with one sentence', async () => {
    const alone = { DATABASE_URL: '', ROLE: 'api' };
    await expect(start(alone, 'alone')).rejects.toThrow(
      /^the server ended with 1\nCannot start: ROLE=api: needs DATABASE_URL.*$/,
    );
  });

  test('without the shared key prevents the start with one sentence', async () => {
    await expect(start({ SECRET_KEY: '' }, 'elsewhere')).rejects.toThrow(
      /^the server ended with 1\nCannot start: SECRET_KEY: is missing\..*$/,
    );
    await expect(start({ SECRET_KEY: 'another key of at least 32 letters' })).rejects.toThrow(
      /^the server ended with 1\nCannot start: SECRET_KEY: this database belongs to.*$/,
    );
  });

  test('with a database that a newer version upgraded prevents the start with one sentence', async () => {
    await database.owner.query("insert into schema_migrations (name, sha256) values ('209901010000_later.sql', 'x')");
    await expect(start()).rejects.toThrow(
      /^the server ended with 1\nCannot start: The database was upgraded by a newer version.*$/,
    );
  });
});

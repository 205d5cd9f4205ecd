import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backedUpFiles, restoreTasks } from '../../operations.ts';
import { executorOn } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { withOperatorAccess } from '../db/operator.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.ts';
import { resolveEmbeddedPaths } from '../postgres/paths.ts';
import { loadSecrets } from '../secrets.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const folder = mkdtempSync('/tmp/parley-places-');
const systemDir = join(folder, 'system');
const settings = { fsync: 'off', full_page_writes: 'off' };
const silent = () => undefined;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'given'), systemDir, log: silent, settings });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', silent); // The query fails with it.
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const somebody = `insert into users (id, email, display_name) select gen_random_uuid(), n || '@example.com', 'Person'
  from generate_series(1, 50) n`;
const rows = `select (select count(*)::int from users) as people, (select count(*)::int from sessions) as sessions`;

it('a database whose owner has no other rights can be backed up and restored, also with force', async () => {
  await ask(postgres.ownerUrl, 'create role keeper login createrole');
  const place = (name: string) =>
    postgres.ownerUrl.replace('/parley?', `/${name}?`).replace('user=parley_owner', 'user=keeper');
  for (const name of ['one', 'two']) await ask(postgres.ownerUrl, `create database ${name} owner keeper`);
  await migrate({ connectionString: place('one') });
  await ask(
    place('one'),
    `${somebody}; insert into sessions (id, user_id, token_hash, idle_expires_at, absolute_expires_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), now(), now() from users`,
  );
  const secretKey = 'a secret key that was given, of many letters';
  const file = join(folder, 'keeper.parley');
  const client = new pg.Client({ connectionString: place('one') });
  await client.connect();
  const access = { client, database: executorOn(client), secrets: await loadSecrets(folder, secretKey) };
  await createBackup(
    { ...access, dataDir: join(folder, 'none'), isKeyGiven: true },
    { file, passphrase: undefined, backedUpFiles, reserveBytes: 0, say: silent },
  );
  await client.end();
  for (const force of [false, true]) {
    const order = { file, dataDir: join(folder, `files-${force}`), databaseUrl: place('two'), secretKey };
    await restoreBackup({ ...order, passphrase: undefined, force, restoreTasks, backedUpFiles, say: silent });
    expect(await ask(place('two'), rows)).toEqual([{ people: 50, sessions: 50 }]);
  }
  const schemas = await ask(place('two'), `select nspname from pg_namespace where nspname like 'before%'`);
  expect(schemas).toHaveLength(1);
});

// Without root, PostgreSQL runs as the own user in its own folder, as in the other tests.
if (process.getuid?.() === 0) {
  it('below a private home, where the database is stored in another place, a restore replaces it and moves the old one aside', async () => {
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    const dataDir = join(home, 'data');
    const start = () => startEmbeddedPostgres({ dataDir, systemDir, log: silent, settings });
    const before = await start();
    await migrate({ connectionString: before.ownerUrl });
    await ask(before.ownerUrl, somebody);
    await loadSecrets(dataDir, undefined);
    const key = readFileSync(join(dataDir, 'secret-key'), 'utf8');
    const file = join(folder, 'home.parley');
    await withOperatorAccess({ DATA_DIR: dataDir }, folder, (access) =>
      createBackup(access, { file, passphrase: undefined, backedUpFiles, reserveBytes: 0, say: silent }),
    );
    const cluster = resolveEmbeddedPaths(dataDir).clusterDir;
    expect(cluster.startsWith(systemDir)).toBe(true);
    const order = { file, dataDir, databaseUrl: undefined, secretKey: undefined, passphrase: undefined };
    const restore = (force: boolean) =>
      restoreBackup({ ...order, force, restoreTasks, backedUpFiles, say: silent, systemDir });
    await expect(restore(true)).rejects.toThrow('Stop the server first');
    await ask(before.ownerUrl, 'delete from users');
    await before.stop();
    await expect(restore(false)).rejects.toThrow('is not empty');
    const { movedAside } = await restore(true);
    expect(readdirSync(movedAside[0] ?? '')).toEqual(expect.arrayContaining(['postgres', 'secret-key']));
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe(key);
    const after = await start();
    expect(await ask(after.ownerUrl, rows)).toEqual([{ people: 50, sessions: 0 }]);
    await after.stop();
  });
}

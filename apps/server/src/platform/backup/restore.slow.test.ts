// @module-tag data
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, givenKey, restoreInto, testFolder } from '../../testing/backup.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type EmptyDatabase, emptyDatabase } from '../../testing/empty-database.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { openDatabase } from '../db/database.ts';
import { endRestore, migrate, migrateForRestore } from '../db/migrate.ts';
import { readMigrationFiles } from '../db/migration-files.ts';
import { loadSecrets } from '../secrets.ts';

let source: TestDatabase;
let folder: Awaited<ReturnType<typeof testFolder>>;
const closing: EmptyDatabase[] = [];

beforeAll(async () => {
  folder = await testFolder();
  source = await testDatabase({ secrets: await loadSecrets(folder.path(''), givenKey) });
  const account = await createUser(source.owner, oddName);
  await createAccount(source.owner, account, oddName);
});
afterAll(async () => {
  await source.close();
  for (const database of closing) await database.close();
  await folder.close();
});

/** Everything that the text form of rows has to escape. */
const oddName = 'Ädda\\N "x"\t\n\r\\. \u{1f6b2} {a,b}';

async function freshTarget(): Promise<EmptyDatabase> {
  const made = await emptyDatabase();
  closing.push(made);
  return made;
}

let count = 0;
function freshFolder(): string {
  return folder.path(`data-${++count}`);
}

async function rowsOf(client: pg.Client, table: string): Promise<unknown[]> {
  return (await client.query(`select * from ${table} t order by t::text`)).rows;
}

describe('rows of every kind', () => {
  it('are restored unchanged, including old partitions', async () => {
    const [client] = await rowsOf(source.owner, 'clients');
    const clientId = (client as { id: string }).id;
    await source.owner.query(
      `select ensure_partitions('changes', '1 day', date_trunc('day', now()) - interval '5 days', 5)`,
    );
    await source.owner.query(
      `insert into changes (client_id, pos, collection, row_id, marker, version, created_at)
       select $1, n, 'contacts', '*', 'NEW', n, now() - n * interval '1 day' from generate_series(1, 30) n`,
      [clientId],
    );
    await source.owner.query(
      `insert into webhook_events (partition, seq, channel_id, client_id, body) values (1, 1, $1, $1, $2), (1, 2, $1, $1, $3)`,
      [clientId, Buffer.from([0, 1, 10, 13, 92, 255]), Buffer.alloc(0)],
    );
    await source.owner.query(
      `insert into contacts (client_id, id, name, custom_fields)
       select $1, gen_random_uuid(), $2 || n, jsonb_build_object('1', $2::text) from generate_series(1, 500) n`,
      [clientId, oddName],
    );
    await source.owner.query(
      `insert into import_sources (client_id, id, name, url, header_name, header_value_enc, mapping, rules, schedule,
         time_zone, next_at, file_hash, etag, created_by, request_hash)
       values ($1, $1, $2, 'https://shop.example/contacts.csv', 'x-key', $3, '[]', '{}', '{"every": "day"}', 'Europe/Kyiv',
         now(), $3, '"7"', 'x', $3)`,
      [clientId, oddName, Buffer.from([0, 7, 10, 92, 255])],
    );
    await source.owner.query(
      `insert into import_source_runs (client_id, id, source_id, cause, due_at, state, bytes, problem_detail)
       select $1, gen_random_uuid(), $1, 'schedule', now() - n * interval '1 hour', case n when 1 then 'waiting' else 'failed' end,
         n * 5000000000, $2
       from generate_series(1, 5) n`,
      [clientId, oddName],
    );
    await backUp(source, folder.path('odd.parley'));
    const target = await freshTarget();
    const order = { dataDir: freshFolder(), databaseUrl: target.url, secretKey: givenKey };
    await restoreInto(folder.path('odd.parley'), order);
    const tables = ['users', 'clients', 'contacts', 'changes', 'webhook_events', 'client_users'];
    for (const table of [...tables, 'import_sources', 'import_source_runs']) {
      expect(await rowsOf(target.owner, table), table).toEqual(await rowsOf(source.owner, table));
    }
    const partitions = `select relname from pg_class where relispartition and relkind = 'r' order by 1`;
    // After midnight the restored database also has partitions for the next day.
    const kept = (await source.owner.query(partitions)).rows;
    expect((await target.owner.query(partitions)).rows).toEqual(expect.arrayContaining(kept));
    expect(existsSync(join(order.dataDir, 'restore-unfinished'))).toBe(false);
    // The next start has nothing to migrate.
    expect(await migrate({ connectionString: target.url })).toMatchObject({ applied: [] });
  });

  it('are restored with files of the data folder and the key stored there', async () => {
    const { dataDir } = source.platform.config;
    await mkdir(join(dataDir, 'media', 'a', 'bc'), { recursive: true });
    await mkdir(join(dataDir, 'media', 'incoming'), { recursive: true });
    await writeFile(join(dataDir, 'media', 'a', 'bc', 'picture.webp'), Buffer.alloc(300_000, 'x'));
    await writeFile(join(dataDir, 'media', 'a', 'empty'), '');
    await writeFile(join(dataDir, 'media', 'incoming', 'half'), 'half of a pict');
    await writeFile(join(dataDir, 'stray.txt'), 'x');
    const lines = await backUp(source, folder.path('files.parley'));
    // After five seconds it also says how far it is.
    expect(lines.filter((line) => line.startsWith('Not in'))).toEqual([
      `Not in the backup: ${join(dataDir, 'stray.txt')}`,
    ]);
    const target = await freshTarget();
    const order = { dataDir: freshFolder(), databaseUrl: target.url, secretKey: givenKey };
    expect(await restoreInto(folder.path('files.parley'), order)).toMatchObject({ files: 2, movedAside: [] });
    expect(readFileSync(join(order.dataDir, 'media', 'a', 'bc', 'picture.webp'), 'utf8')).toBe('x'.repeat(300_000));
    expect(readdirSync(order.dataDir)).toEqual(['media']);
    expect(readdirSync(join(order.dataDir, 'media', 'a')).sort()).toEqual(['bc', 'empty']);
  });
});

describe('a restore refuses and changes nothing', () => {
  let file: string;
  beforeAll(async () => {
    file = folder.path('refused.parley');
    await backUp(source, file);
  });

  it('without the key that sealed the rows, or with another', async () => {
    const target = await freshTarget();
    const order = { dataDir: freshFolder(), databaseUrl: target.url };
    await expect(restoreInto(file, order)).rejects.toThrow('made with SECRET_KEY');
    const other = { ...order, secretKey: 'another secret key of many many letters' };
    await expect(restoreInto(file, other)).rejects.toThrow('not the one');
    await expectUntouched(target, order.dataDir);
  });

  it('with migrations that this version does not have', async () => {
    const newer = await testDatabase({ secrets: source.platform.secrets });
    await newer.owner.query(`insert into schema_migrations (name, sha256) values ('209901010000_later.sql', 'x')`);
    await backUp(newer, folder.path('newer.parley'));
    const target = await freshTarget();
    const order = { dataDir: freshFolder(), databaseUrl: target.url, secretKey: givenKey };
    await expect(restoreInto(folder.path('newer.parley'), order)).rejects.toThrow('209901010000_later.sql');
    await newer.close();
    await expectUntouched(target, order.dataDir);
  });

  it('for a database or folder that is not empty, unless forced: then existing data is moved aside', async () => {
    const target = await freshTarget();
    const order = { dataDir: freshFolder(), databaseUrl: target.url, secretKey: givenKey };
    await restoreInto(file, order);
    const again = { ...order, dataDir: freshFolder() };
    await target.owner.query(`update users set display_name = 'Since then'`);
    await expect(restoreInto(file, again)).rejects.toThrow('The database is not empty');
    await mkdir(join(order.dataDir, 'media'), { recursive: true });
    await writeFile(join(order.dataDir, 'media', 'mine'), 'x');
    await expect(restoreInto(file, order)).rejects.toThrow('is not empty. Set DATA_DIR');

    const { movedAside } = await restoreInto(file, { ...order, force: true });
    expect(movedAside).toEqual([
      expect.stringContaining(`${order.dataDir}/before-restore-`),
      expect.stringMatching(/^the schema/),
    ]);
    expect(readFileSync(join(movedAside[0] ?? '', 'media', 'mine'), 'utf8')).toBe('x');
    const schema = (movedAside[1] ?? '').replace('the schema ', '');
    expect(await rowsOf(target.owner, `${schema}.users`)).toMatchObject([{ display_name: 'Since then' }]);
    expect(await rowsOf(target.owner, 'users')).toEqual(await rowsOf(source.owner, 'users'));
  });

  it('for a database that a server uses', async () => {
    const target = await freshTarget();
    const { roles } = await migrate({ connectionString: target.url });
    const { host, port, database = '' } = target.owner;
    const parts = { host, port, database };
    const db = openDatabase({
      app: { ...parts, user: roles.app },
      system: { ...parts, user: roles.system },
      onError: () => undefined, // The connection is only open.
    });
    await db.system.transaction('maintenance', () => Promise.resolve());
    const order = { dataDir: freshFolder(), databaseUrl: target.url, secretKey: givenKey, force: true };
    await expect(restoreInto(file, order)).rejects.toThrow('Stop the server first');
    await db.close();
  });

  it('for a file in the folder itself, and a missing one', async () => {
    const dataDir = dirname(file);
    await expect(restoreInto(file, { dataDir, secretKey: givenKey, force: true })).rejects.toThrow('move it elsewhere');
    await expect(restoreInto(folder.path('none'), { dataDir: freshFolder() })).rejects.toThrow('cannot be read');
  });

  async function expectUntouched(target: EmptyDatabase, dataDir: string): Promise<void> {
    const { rows } = await target.owner.query(
      `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
    );
    expect([rows, existsSync(dataDir)]).toEqual([[{ n: 0 }], false]);
  }
});

it.each([
  ['of an older version', false],
  ['of a database that was upgraded to this version', true],
])('a backup %s is migrated to this version', async (what, isUpgraded) => {
  const older = await freshTarget();
  const owner = { connectionString: older.url };
  const names = (await readMigrationFiles()).map(({ name }) => name);
  await migrateForRestore(owner, names.slice(0, -2));
  await endRestore(older.owner);
  if (isUpgraded) await migrate(owner);
  await createUser(older.owner, oddName);
  const file = folder.path(`${what}.parley`);
  await backUp({ ...source, ownerUrl: older.url }, file);
  const target = await freshTarget();
  await restoreInto(file, { dataDir: freshFolder(), databaseUrl: target.url, secretKey: givenKey });
  const users = 'select id, email, display_name from users';
  expect((await target.owner.query(users)).rows).toEqual((await older.owner.query(users)).rows);
  expect(await migrate({ connectionString: target.url })).toMatchObject({ applied: [] });
  const { rows } = await target.owner.query('select count(*)::int as emails from email_outbox');
  expect(rows).toEqual([{ emails: 0 }]);
});

describe('a restore that fails halfway', () => {
  it('prevents servers from starting until it is repeated', async () => {
    const file = folder.path('half.parley');
    await backUp(source, file);
    const target = await freshTarget();
    const order = { dataDir: freshFolder(), databaseUrl: target.url, secretKey: givenKey };
    // Data that violates a key, as if the backup had been made from a damaged database.
    await target.owner.query(`create function refuse() returns event_trigger language plpgsql as $$
      begin if tg_tag = 'ALTER TABLE' and current_query() like '%add constraint%FOREIGN KEY%' then raise 'no more room'; end if; end $$`);
    await target.owner.query('create event trigger refuse on ddl_command_end execute function refuse()');
    await expect(restoreInto(file, order)).rejects.toThrow('did not finish (no more room)');
    await target.owner.query('drop event trigger refuse');
    await expect(migrate({ connectionString: target.url })).rejects.toThrow('did not finish');
    expect(existsSync(join(order.dataDir, 'restore-unfinished'))).toBe(true);
    await expect(restoreInto(file, order)).rejects.toThrow('did not finish. Say --force');
    await expect(restoreInto(file, { ...order, dataDir: freshFolder() })).rejects.toThrow(
      'did not finish. Say --force',
    );
    await restoreInto(file, { ...order, force: true });
    expect(await rowsOf(target.owner, 'users')).toEqual(await rowsOf(source.owner, 'users'));
    expect(await migrate({ connectionString: target.url })).toMatchObject({ applied: [] });
  });
});

describe('a backup', () => {
  it('never replaces a file, requires its folder, and leaves no incomplete file', async () => {
    await writeFile(folder.path('taken'), 'x');
    await expect(backUp(source, folder.path('taken'))).rejects.toThrow('is there already');
    await expect(backUp(source, folder.path('no/folder/file'))).rejects.toThrow('There is no folder');
    expect(readFileSync(folder.path('taken'), 'utf8')).toBe('x');
    expect(readdirSync(folder.path('')).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('delays partition maintenance while it reads, and blocks no one else with that', async () => {
    const holder = new pg.Client({ connectionString: source.ownerUrl });
    await holder.connect();
    await holder.query('select pg_advisory_lock(7261553003)');
    await source.owner.query('select maintain_partitions() where pg_try_advisory_xact_lock(7261553003)');
    const { maintainPartitions } = await import('../db/partitions-repo.ts');
    expect(await source.platform.db.system.transaction('maintenance', maintainPartitions)).toBe(0);
    await holder.end();
    expect(await source.platform.db.system.transaction('maintenance', maintainPartitions)).toBe(1);
  });
});

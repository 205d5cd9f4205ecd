import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { describeSchema } from '../../testing/database-schema.ts';
import { type EmptyDatabase, emptyDatabase } from '../../testing/empty-database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { secretsFrom } from '../secrets.ts';
import { endRestore, findPending, migrate, migrateForRestore } from './migrate.ts';
import { readMigrationFiles } from './migration-files.ts';
import { roleNamesOf } from './roles-repo.ts';

const opened: EmptyDatabase[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
});
async function fresh(): Promise<EmptyDatabase> {
  const database = await emptyDatabase();
  opened.push(database);
  return database;
}

const ours = secretsFrom(randomBytes(32));
const theirs = secretsFrom(randomBytes(32));
const passwordHashes = (database: EmptyDatabase, roles: string[]) =>
  queryAsOwner(database.owner, 'select rolname, rolpassword from pg_authid where rolname = any ($1) order by 1', [
    roles,
  ]);

describe('a database', () => {
  /** What one of this version has, but for its last migrations. */
  async function olderBy(count: number): Promise<EmptyDatabase> {
    const database = await fresh();
    const names = (await readMigrationFiles()).map(({ name }) => name);
    await migrateForRestore({ connectionString: database.url }, names.slice(0, names.length - count));
    await endRestore(database.owner);
    return database;
  }
  const migrationsOf = (database: EmptyDatabase) =>
    queryAsOwner<{ name: string; sha256: string }>(database.owner, 'select name, sha256 from schema_migrations');

  it('of an earlier version gets what it lacks, and the schema of a new one', async () => {
    const [begun, upgraded] = [await fresh(), await olderBy(2)];
    await migrate({ connectionString: begun.url });
    const pending = await findPending(await migrationsOf(upgraded));
    expect(pending).toHaveLength(2);
    expect((await migrate({ connectionString: upgraded.url })).applied).toEqual(pending);
    expect(await describeSchema(upgraded.owner)).toEqual(await describeSchema(begun.owner));
    expect(await migrate({ connectionString: upgraded.url })).toMatchObject({ applied: [] });
  });

  it.each([
    ['from before the first release', `update schema_migrations set sha256 = 'x' where name = '08_contacts.sql'`],
    [
      'from before its tables stood in files of features',
      `delete from schema_migrations; insert into schema_migrations values ('202611201440_platform_roles.sql', 'x')`,
    ],
  ])('%s is refused in one sentence and stays as it is', async (_which, change) => {
    const database = await olderBy(1);
    await database.owner.query(change);
    const before = [await migrationsOf(database), await describeSchema(database.owner)];
    await expect(migrate({ connectionString: database.url })).rejects.toThrow(
      /^This data is from before version 0\.1\.0 of Parley, .* nothing was changed\./,
    );
    expect([await migrationsOf(database), await describeSchema(database.owner)]).toEqual(before);
  });

  it('of a newer version is refused with the name of its last migration', async () => {
    const database = await olderBy(0);
    await database.owner.query(`insert into schema_migrations values ('209901010000_contacts_later.sql', 'x')`);
    await expect(migrate({ connectionString: database.url })).rejects.toThrow(
      'The database was upgraded by a newer version of Parley (209901010000_contacts_later.sql).',
    );
  });
});

describe('a database and its key', () => {
  it('rejects another key before it changes a password or a table', async () => {
    const database = await fresh();
    const owner = { connectionString: database.url };
    const { roles } = await migrate(owner, { secrets: ours, passwords: true });
    const before = await passwordHashes(database, Object.values(roles));
    expect(before).toHaveLength(2);
    await expect(migrate(owner, { secrets: theirs, passwords: true })).rejects.toThrow(/^SECRET_KEY: /);
    expect(await passwordHashes(database, Object.values(roles))).toEqual(before);
    await expect(migrate(owner, { secrets: ours, passwords: true })).resolves.toMatchObject({ applied: [] });
  });

  it('changes when the previous key is named, and not back', async () => {
    const database = await fresh();
    const owner = { connectionString: database.url };
    const [first, second] = [randomBytes(32), randomBytes(32)];
    await migrate(owner, { secrets: secretsFrom(first) });
    await expect(migrate(owner, { secrets: secretsFrom(second) })).rejects.toThrow(/^SECRET_KEY: /);
    await migrate(owner, { secrets: secretsFrom(second, [first]) });
    await migrate(owner, { secrets: secretsFrom(second) });
    await expect(migrate(owner, { secrets: secretsFrom(first) })).rejects.toThrow(/^SECRET_KEY: /);
  });

  it('belongs to one of two processes that start at once with different keys', async () => {
    const database = await fresh();
    const owner = { connectionString: database.url };
    const results = await Promise.allSettled([migrate(owner, { secrets: ours }), migrate(owner, { secrets: theirs })]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the login roles', () => {
  it('belong to one database: another installation in the cluster keeps its passwords and sees nothing', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const first = await migrate({ connectionString: one.url }, { secrets: ours, passwords: true });
    const before = await passwordHashes(one, Object.values(first.roles));
    const second = await migrate({ connectionString: two.url }, { secrets: theirs, passwords: true });
    expect(Object.values(second.roles)).not.toEqual(Object.values(first.roles));
    expect(await passwordHashes(one, Object.values(first.roles))).toEqual(before);
    const client = new pg.Client({ ...placeOf(two), user: first.roles.system });
    await client.connect();
    await expect(client.query('select from users')).rejects.toThrow('permission denied');
    await client.end();
  });

  it('keep the names that the database began with', async () => {
    const database = await fresh();
    const owner = { connectionString: database.url };
    const { roles } = await migrate(owner);
    const renamed = `${database.url.match(/\/(\w+)\?/)?.[1]}_renamed`;
    const other = new pg.Client({ connectionString: database.url.replace(/\/\w+\?/, '/postgres?') });
    await database.owner.end();
    await other.connect();
    await other.query(`alter database ${database.url.match(/\/(\w+)\?/)?.[1]} rename to ${renamed}`);
    expect((await migrate({ connectionString: database.url.replace(/\/\w+\?/, `/${renamed}?`) })).roles).toEqual(roles);
    await other.query(`drop database ${renamed}`);
    await other.end();
    opened.splice(opened.indexOf(database), 1);
  });

  it('are named after the database, within PostgreSQL’s limits', () => {
    expect(roleNamesOf('parley')).toEqual({ app: 'parley_app', system: 'parley_system' });
    for (const name of ['Shop', 'shop-2', '2shops', 'x'.repeat(63), 'größe', 'a"b']) {
      const { app, system } = roleNamesOf(name);
      expect(app).toMatch(/^[a-z_][a-z0-9_]{0,62}$/);
      expect(system).toMatch(/^[a-z_][a-z0-9_]{0,62}$/);
    }
    expect(roleNamesOf('Shop')).not.toEqual(roleNamesOf('shop'));
  });
});

function placeOf(database: EmptyDatabase): pg.ClientConfig {
  const { host, port, database: name } = database.owner;
  return { host, port, database: name };
}

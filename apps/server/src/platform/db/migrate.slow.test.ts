import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '../../testing/empty-database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { secretsFrom } from '../secrets.ts';
import { migrate, migrateForRestore } from './migrate.ts';
import { beforeBaselineDir } from './migration-files.ts';
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

  it('is recognized by the signing key of an installation older than the key table', async () => {
    const database = await fresh();
    const owner = { connectionString: database.url };
    await migrateForRestore(
      owner,
      readdirSync(beforeBaselineDir).filter((name) => name < '202611230000'),
    );
    await database.owner.query("delete from schema_migrations where sha256 = ''");
    await database.owner.query(
      `insert into signing_keys (kid, alg, public_jwk, private_enc) values ('a', 'ES256', '{}', $1)`,
      [ours.seal('{}', 'signing_keys.private_enc.a')],
    );
    await expect(migrate(owner, { secrets: theirs })).rejects.toThrow(/^SECRET_KEY: /);
    expect(await queryAsOwner(database.owner, "select to_regclass('installation') as made")).toEqual([{ made: null }]);
    await migrate(owner, { secrets: ours });
    await expect(migrate(owner, { secrets: theirs })).rejects.toThrow(/^SECRET_KEY: /);
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

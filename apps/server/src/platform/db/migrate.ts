import pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Secrets } from '../secrets.ts';
import { checkKey, claimKey } from './key-repo.ts';
import {
  isBeforeFirstRelease,
  isKnown,
  type Migration,
  type MigrationFile,
  readMigrationFiles,
} from './migration-files.ts';
import { findRoleNames, type RoleNames, withRoleNames } from './roles-repo.ts';

/** An arbitrary number that no other advisory lock in this database uses. */
const migrationLock = 7_261_553_001;
const keyLock = 7_261_553_004;

/** Recorded among the migrations while a restore writes into the database. */
const unfinishedRestore = 'restore unfinished';

/** Tested versions of PostgreSQL: older ones cannot run some of our statements. */
const supported = { from: 15, to: 18 };

export type MigrateOptions = {
  /** The installation's secrets: a database of another key is rejected before anything changes. */
  secrets?: Secrets;
  /** Sets passwords of the two login roles, derived from the secrets, for databases that require them. */
  passwords?: boolean;
};
export type MigrateResult = { applied: string[]; roles: RoleNames };

/**
 * Migrates the database to the newest schema. Safe for servers that start together: one migrates, the others wait and
 * find nothing to do. Each file is one transaction; a file that changed after it was applied is an error.
 * @throws ConfigError for a PostgreSQL that is too old, a schema of a newer version or from before the first release, and a
 * database of another key
 */
export async function migrate(owner: pg.ClientConfig, options: MigrateOptions = {}): Promise<MigrateResult> {
  const { secrets, passwords = false } = options;
  const client = await connect(owner);
  try {
    await requireVersion(client);
    if (secrets !== undefined) await checkKey(client, secrets);
    const files = await readMigrationFiles();
    let applied: string[] = [];
    // A running backup has the lock for its whole duration; a start without migrations need not wait for it.
    if (!(await isCurrent(client, files))) {
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      await client.query(createTable);
      applied = await applyPending(client, files);
    }
    const roles = await findRoleNames(client);
    if (secrets !== undefined) {
      await client.query('select pg_advisory_lock($1)', [keyLock]);
      await claimKey(client, secrets);
      if (passwords) for (const role of Object.values(roles)) await setPassword(client, role, secrets);
    }
    return { applied, roles };
  } finally {
    await client.end();
  }
}

/** Derived from the installation's key, so that all its processes know it. */
export function rolePassword(secrets: Secrets, role: string): string {
  return secrets.derive(`database role ${role}`);
}

async function setPassword(client: pg.Client, role: string, secrets: Secrets): Promise<void> {
  await client.query(`alter role ${role} with password ${pg.escapeLiteral(rolePassword(secrets, role))}`);
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  const { number = 0, version = '' } = rows[0] ?? {};
  if (number >= supported.from * 10_000) return;
  throw new ConfigError(
    `DATABASE_URL: PostgreSQL ${version} is too old. Parley supports versions ${supported.from} to ${supported.to}.`,
  );
}

/**
 * Migrates an empty database to exactly the migrations of a backup. No server starts on it until `endRestore`, on any
 * machine.
 * @param names migrations that are not in `findUnknown`
 */
export async function migrateForRestore(owner: pg.ClientConfig, names: readonly string[]): Promise<void> {
  const files = await readMigrationFiles();
  const client = await connect(owner);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(createTable);
    await client.query('delete from schema_migrations where name = $1', [unfinishedRestore]);
    await applyPending(
      client,
      files.filter(({ name }) => names.includes(name)),
    );
    await client.query(`insert into schema_migrations (name, sha256) values ($1, '')`, [unfinishedRestore]);
  } finally {
    await client.end();
  }
}

/** Applies later migrations to a database with a backup's rows. */
export async function migrateRestored(owner: pg.ClientConfig): Promise<void> {
  const client = await connect(owner);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const done = await readApplied(client);
    await applyFiles(client, await readMigrationFiles(), done);
  } finally {
    await client.end();
  }
}

/** Allows servers to start again. Call it in the transaction that writes the final rows. */
export async function endRestore(client: pg.ClientBase): Promise<void> {
  await client.query('delete from schema_migrations where name = $1', [unfinishedRestore]);
}

export function isUnfinishedRestore(migration: string): boolean {
  return migration === unfinishedRestore;
}

/** Migrations that this version does not have, or has with other content. */
export async function findUnknown(migrations: readonly Migration[]): Promise<string[]> {
  const files = await readMigrationFiles();
  return migrations.filter((migration) => !isKnown(files, migration)).map(({ name }) => name);
}

/** Migrations of this version that a database does not have yet. */
export async function findPending(applied: readonly Migration[]): Promise<string[]> {
  const done = new Set(applied.map(({ name }) => name));
  return (await readMigrationFiles()).map(({ name }) => name).filter((name) => !done.has(name));
}

/** Prevents schema changes until the session ends; several sessions may do so at once. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
}

async function isCurrent(client: pg.Client, files: readonly MigrationFile[]): Promise<boolean> {
  const found = await client.query<{ found: boolean }>(`select to_regclass('schema_migrations') is not null as found`);
  if (found.rows[0]?.found !== true) return false;
  const done = await readApplied(client);
  if (done.has(unfinishedRestore)) return false;
  return files.length === done.size && files.every(({ name, sha256 }) => done.get(name) === sha256);
}

const createTable =
  'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())';

async function connect(owner: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...owner, application_name: 'parley migrate' });
  client.on('error', () => undefined); // A lost connection rejects the running query anyway.
  await client.connect();
  return client;
}

async function applyPending(client: pg.Client, files: readonly MigrationFile[]): Promise<string[]> {
  const done = await readApplied(client);
  if (done.has(unfinishedRestore)) {
    throw new Error('a restore into this database did not finish: run "npm run restore -- FILE --force"');
  }
  if (isBeforeFirstRelease(files, done)) {
    throw new ConfigError(
      'This data is from before version 0.1.0 of Parley, which cannot read it; nothing was changed. Choose another DATA_DIR or DATABASE_URL, or start the version it was made with.',
    );
  }
  const known = new Set(files.map(({ name }) => name));
  const newer = [...done.keys()].filter((name) => !known.has(name)).sort();
  if (newer.length > 0) {
    throw new ConfigError(
      `The database was upgraded by a newer version of Parley (${newer.at(-1)}). Start that version, or restore a backup made before the upgrade.`,
    );
  }
  return applyFiles(client, files, done);
}

/** The hashes of a database's migrations, by name. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<Migration>('select name, sha256 from schema_migrations');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

async function applyFiles(
  client: pg.Client,
  files: readonly MigrationFile[],
  done: ReadonlyMap<string, string>,
): Promise<string[]> {
  const applied: string[] = [];
  const roles = await findRoleNames(client);
  for (const { name, text, sha256 } of files) {
    const before = done.get(name);
    if (before === sha256) continue;
    if (before !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
    await client.query('begin');
    try {
      await client.query(withRoleNames(text, roles));
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
    applied.push(name);
  }
  return applied;
}

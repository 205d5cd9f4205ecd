import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export const migrationsDir = join(import.meta.dirname, '..', '..', '..', 'migrations');

/** Any number that no other use of advisory locks in this database takes. */
const migrationLock = 7_261_553_001;
const passwordLock = 7_261_553_004;

/** Stands among the migrations while a restore writes into the database. */
const unfinishedRestore = 'restore unfinished';

export type MigrateResult = { applied: string[] };

/**
 * Brings the database to the newest schema. Servers that start together are safe: one applies, the others wait and
 * find nothing to do. Each file is one transaction; a file that changed after it was applied is an error.
 * @param rolePasswords set for the two login roles, for databases that ask for passwords
 */
export async function migrate(
  owner: pg.ClientConfig,
  rolePasswords?: Record<'parley_app' | 'parley_system', string>,
): Promise<MigrateResult> {
  const client = await connect(owner);
  try {
    const files = await listFiles();
    let applied: string[] = [];
    // A backup that runs holds the lock for as long as it takes; a start with nothing to do need not wait for it.
    if (!(await isCurrent(client, files))) {
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      await client.query(createTable);
      applied = await applyPending(client, files);
    }
    if (rolePasswords !== undefined) await client.query('select pg_advisory_lock($1)', [passwordLock]);
    for (const [role, password] of Object.entries(rolePasswords ?? {})) {
      await client.query(`alter role ${role} with password ${pg.escapeLiteral(password)}`);
    }
    return { applied };
  } finally {
    await client.end();
  }
}

/**
 * Brings an empty database to the migrations of a backup and no further. No server starts on it until `endRestore`,
 * wherever it runs.
 * @param names migrations that `findUnknown` knows
 */
export async function migrateForRestore(owner: pg.ClientConfig, names: readonly string[]): Promise<void> {
  const client = await connect(owner);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(createTable);
    await client.query('delete from schema_migrations where name = $1', [unfinishedRestore]);
    await applyPending(client, [...names].sort());
    await client.query(`insert into schema_migrations (name, sha256) values ($1, '')`, [unfinishedRestore]);
  } finally {
    await client.end();
  }
}

/** Applies what has come since to a database that holds a backup's rows now. */
export async function migrateRestored(owner: pg.ClientConfig): Promise<void> {
  const client = await connect(owner);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await applyFiles(client, await listFiles(), await readApplied(client));
  } finally {
    await client.end();
  }
}

/** Lets servers in again. Belongs into the transaction that wrote what they are to find. */
export async function endRestore(client: pg.ClientBase): Promise<void> {
  await client.query('delete from schema_migrations where name = $1', [unfinishedRestore]);
}

export function isUnfinishedRestore(migration: string): boolean {
  return migration === unfinishedRestore;
}

/** Migrations that this version does not have, or has with another content. */
export async function findUnknown(migrations: readonly Migration[]): Promise<string[]> {
  const files = new Set(await listFiles());
  const unknown: string[] = [];
  for (const { name, sha256 } of migrations) {
    if (!files.has(name) || hashOf(await readText(name)) !== sha256) unknown.push(name);
  }
  return unknown;
}

/** Migrations of this version that a database does not have yet. */
export async function findPending(applied: readonly Migration[]): Promise<string[]> {
  const done = new Set(applied.map(({ name }) => name));
  return (await listFiles()).filter((name) => !done.has(name));
}

/** Keeps the schema as it is until the session ends; several may do so at once. */
export async function holdMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
}

async function isCurrent(client: pg.Client, files: readonly string[]): Promise<boolean> {
  const found = await client.query<{ found: boolean }>(`select to_regclass('schema_migrations') is not null as found`);
  if (found.rows[0]?.found !== true) return false;
  const done = await readApplied(client);
  if (done.has(unfinishedRestore)) return false;
  for (const name of files) if (done.get(name) !== hashOf(await readText(name))) return false;
  return true;
}

export type Migration = { name: string; sha256: string };

const createTable =
  'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())';

async function connect(owner: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...owner, application_name: 'parley migrate' });
  client.on('error', () => undefined); // a lost connection already rejects the running query
  await client.connect();
  return client;
}

async function listFiles(): Promise<string[]> {
  return (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).sort();
}

function readText(name: string): Promise<string> {
  return readFile(join(migrationsDir, name), 'utf8');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function applyPending(client: pg.Client, files: readonly string[]): Promise<string[]> {
  const done = await readApplied(client);
  if (done.has(unfinishedRestore)) {
    throw new Error('a restore into this database did not finish: run "npm run restore -- FILE --force"');
  }
  return applyFiles(client, files, done);
}

/** The hashes of what a database has, by name. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<Migration>('select name, sha256 from schema_migrations');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

async function applyFiles(
  client: pg.Client,
  files: readonly string[],
  done: ReadonlyMap<string, string>,
): Promise<string[]> {
  const applied: string[] = [];
  for (const name of files) {
    const text = await readText(name);
    const sha256 = hashOf(text);
    const before = done.get(name);
    if (before === sha256) continue;
    if (before !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
    await client.query('begin');
    try {
      await client.query(text);
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

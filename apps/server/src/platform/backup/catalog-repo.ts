import type pg from 'pg';
import { findRoleNames } from '../db/roles-repo.ts';
import { backedUpSchemas, type PartitionOfBackup, type SequenceOfBackup, type TableOfBackup } from './manifest.ts';

/** The structure of one of our databases, read from its catalog. Run as the owner, who sees all rows. */

const schemas = [...backedUpSchemas];

/** The migrations write this table themselves. */
export const migrationsTable = 'schema_migrations';

/** A name quoted for SQL. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Makes the text form of values the same on every server, and disables timeouts. */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`set client_encoding to 'UTF8'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
    set extra_float_digits to 3; set bytea_output to 'hex'; set timezone to 'UTC'; set row_security to off;
    set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`);
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  if ((rows[0]?.version ?? 0) >= 170_000) await client.query('set transaction_timeout to 0');
}

/** Tables by name, without partitions and extension tables, with their stored columns. */
export async function listTables(client: pg.ClientBase): Promise<TableOfBackup[]> {
  const { rows } = await client.query<TableOfBackup>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
       and not (n.nspname = 'public' and c.relname = $2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     order by array_position($1, n.nspname::text), c.relname`,
    [schemas, migrationsTable],
  );
  return rows;
}

/** Range partitions; the default ones exist in every database. */
export async function listPartitions(client: pg.ClientBase): Promise<PartitionOfBackup[]> {
  const { rows } = await client.query<PartitionOfBackup>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     join pg_namespace n on n.oid = p.relnamespace
     where n.nspname = 'public' and c.relispartition and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
     order by p.relname, c.relname`,
  );
  return rows;
}

/** Read after the rows, so that a sequence is never behind them. */
export async function listSequences(client: pg.ClientBase): Promise<SequenceOfBackup[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by 1, 2`,
    [schemas],
  );
  const sequences: SequenceOfBackup[] = [];
  for (const { schema, name } of rows) {
    const values = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoteIdentifier(schema)}.${quoteIdentifier(name)}`,
    );
    const [value] = values.rows;
    if (value !== undefined) sequences.push({ schema, name, lastValue: value.last, isCalled: value.called });
  }
  return sequences;
}

/** @returns whether the sequence exists */
export async function setSequence(client: pg.ClientBase, sequence: SequenceOfBackup): Promise<boolean> {
  const { schema, name, lastValue, isCalled } = sequence;
  const { rows } = await client.query<{ value: unknown }>(
    `select setval(to_regclass($1), $2::bigint, $3) as value where to_regclass($1) is not null`,
    [`${quoteIdentifier(schema)}.${quoteIdentifier(name)}`, lastValue, isCalled],
  );
  return rows.length === 1;
}

/** Schemas with tables that are not part of a backup. */
export async function listOtherSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname <> all($1) and n.nspname <> 'information_schema'
       and n.nspname not like 'pg\\_%' and n.nspname not like 'before\\_restore\\_%' order by 1`,
    [schemas],
  );
  return rows.map((row) => row.name);
}

export type AppliedMigration = { name: string; sha256: string };

/** @returns null in a database without migrations */
export async function listMigrations(client: pg.ClientBase): Promise<AppliedMigration[] | null> {
  const found = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as found`,
  );
  if (found.rows[0]?.found !== true) return null;
  const { rows } = await client.query<AppliedMigration>('select name, sha256 from schema_migrations order by name');
  return rows;
}

/** Whether any table has rows. */
export async function hasRows(client: pg.ClientBase): Promise<boolean> {
  for (const { schema, name } of await listTables(client)) {
    const { rows } = await client.query(`select true from ${quoteIdentifier(schema)}.${quoteIdentifier(name)} limit 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Whether a server uses the database: its roles are connected while it runs. */
export async function isDatabaseInUse(client: pg.ClientBase): Promise<boolean> {
  const { app, system } = await findRoleNames(client);
  const { rows } = await client.query(
    'select from pg_stat_activity where datname = current_database() and usename = any ($1) limit 1',
    [[app, system]],
  );
  return rows.length > 0;
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Drops the foreign keys and disables the tables' own triggers, so that rows may be inserted in any order; requires
 * only ownership of the tables.
 * @returns the keys for `restoreForeignKeys`
 */
export async function dropForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conrelid::regclass::text as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1) order by k.oid`,
    [schemas],
  );
  for (const key of rows) await client.query(`alter table ${key.table} drop constraint ${quoteIdentifier(key.name)}`);
  await switchTriggers(client, 'disable');
  return rows;
}

/** Restores the keys dropped by `dropForeignKeys`; rows that violate one make it fail. */
export async function restoreForeignKeys(client: pg.ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  await switchTriggers(client, 'enable');
  for (const key of keys) {
    await client.query(`alter table ${key.table} add constraint ${quoteIdentifier(key.name)} ${key.definition}`);
  }
}

async function switchTriggers(client: pg.ClientBase, how: 'enable' | 'disable'): Promise<void> {
  for (const { schema, name } of await listTables(client)) {
    await client.query(`alter table ${quoteIdentifier(schema)}.${quoteIdentifier(name)} ${how} trigger user`);
  }
}

/**
 * Creates a partition of the backup. One that overlaps an existing partition (created by a server in another time
 * zone) is skipped: its rows go to the existing ones.
 */
export async function createPartition(client: pg.ClientBase, partition: PartitionOfBackup): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass($1) is not null or to_regclass($2) is null as there`,
    [quoteIdentifier(partition.name), quoteIdentifier(partition.parent)],
  );
  if (rows[0]?.there !== false) return;
  if (!/^FOR VALUES FROM \('[^']*'\) TO \('[^']*'\)$/.test(partition.bound)) return;
  await client.query('savepoint partition');
  try {
    await client.query(
      `create table ${quoteIdentifier(partition.name)} partition of ${quoteIdentifier(partition.parent)} ${partition.bound}`,
    );
    await client.query('release partition');
  } catch (error) {
    if ((error as { code?: string }).code !== '42P17') throw error;
    await client.query('rollback to partition');
  }
}

/**
 * Moves all tables, functions and sequences of a database into another schema. A plain owner cannot move an
 * extension's functions, so the extension is dropped, with the indexes of the old tables that use it, and created
 * again by the migrations.
 */
export async function renameSchema(client: pg.ClientBase, aside: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select extname as name from pg_extension where extnamespace = 'public'::regnamespace`,
  );
  await client.query('begin');
  await client.query(`alter schema public rename to ${quoteIdentifier(aside)}`);
  await client.query('create schema public');
  for (const { name } of rows) await moveExtension(client, name);
  await client.query('commit');
}

async function moveExtension(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('savepoint extension');
  try {
    await client.query(`alter extension ${quoteIdentifier(name)} set schema public`);
    await client.query('release extension');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    await client.query('rollback to extension');
    await client.query(`drop extension ${quoteIdentifier(name)} cascade`);
  }
}

/** Collects statistics, so that the first queries after a restore get good plans. */
export async function analyze(client: pg.ClientBase): Promise<void> {
  await client.query('analyze');
}

export function copyOutText({ schema, name, columns }: TableOfBackup): string {
  // A partitioned table can only be copied as a query.
  const list = columns.map(quoteIdentifier).join(', ');
  return `copy (select ${list} from ${quoteIdentifier(schema)}.${quoteIdentifier(name)}) to stdout`;
}

export function copyInText({ schema, name, columns }: TableOfBackup): string {
  return `copy ${quoteIdentifier(schema)}.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`;
}

/**
 * The number of rows and a sum of their hashes, the same in every order and on every version; the session's text forms
 * must be those of `prepareSession`.
 */
export async function digestTable(
  client: pg.ClientBase,
  { schema, name, columns }: TableOfBackup,
): Promise<{ rows: string; digest: string }> {
  const list = columns.map(quoteIdentifier).join(', ');
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as digest
     from (select ${list} from ${quoteIdentifier(schema)}.${quoteIdentifier(name)}) t`,
  );
  return rows[0] ?? { rows: '0', digest: '0' };
}

/**
 * Allows one backup at a time, and no creating or dropping of partitions meanwhile: both would wait for the
 * snapshot's end and block everyone else.
 */
export async function takeBackupLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(7261553003) as taken');
  return rows[0]?.taken === true;
}

export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
}

/** For the operator's question how old the newest backup is. */
export async function noteBackup(owner: pg.ClientBase): Promise<void> {
  await owner.query('update installation set last_backup_at = now()');
}

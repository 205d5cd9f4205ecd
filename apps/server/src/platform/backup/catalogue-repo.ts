import type pg from 'pg';
import { backedUpSchemas, type PartitionOfBackup, type SequenceOfBackup, type TableOfBackup } from './manifest.ts';

/** What a database of ours consists of, read from its catalogue. Run as the owner, who sees all rows. */

const schemas = [...backedUpSchemas];

/** Bookkeeping of the migrations is written by the migrations themselves. */
export const migrationsTable = 'schema_migrations';

/** A name as SQL takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Makes text of values the same on every server, and lets nothing end a session that takes long.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`set client_encoding to 'UTF8'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
    set extra_float_digits to 3; set bytea_output to 'hex'; set timezone to 'UTC'; set row_security to off;
    set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`);
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  if ((rows[0]?.version ?? 0) >= 170_000) await client.query('set transaction_timeout to 0');
}

/** Tables without their partitions and without those of extensions, by name; columns that hold something of their own. */
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

/** Partitions of ranges; the default ones are there in every database of ours. */
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

/** Read after the rows: a sequence is then never behind what they hold. */
export async function listSequences(client: pg.ClientBase): Promise<SequenceOfBackup[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by 1, 2`,
    [schemas],
  );
  const sequences: SequenceOfBackup[] = [];
  for (const { schema, name } of rows) {
    const values = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(schema)}.${quoted(name)}`,
    );
    const [value] = values.rows;
    if (value !== undefined) sequences.push({ schema, name, lastValue: value.last, isCalled: value.called });
  }
  return sequences;
}

/** @returns whether there is such a sequence to set */
export async function setSequence(client: pg.ClientBase, sequence: SequenceOfBackup): Promise<boolean> {
  const { schema, name, lastValue, isCalled } = sequence;
  const { rows } = await client.query<{ value: unknown }>(
    `select setval(to_regclass($1), $2::bigint, $3) as value where to_regclass($1) is not null`,
    [`${quoted(schema)}.${quoted(name)}`, lastValue, isCalled],
  );
  return rows.length === 1;
}

/** Schemas with tables in them that are no part of a backup. */
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

/** @returns null in a database that never had a migration */
export async function listMigrations(client: pg.ClientBase): Promise<AppliedMigration[] | null> {
  const found = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as found`,
  );
  if (found.rows[0]?.found !== true) return null;
  const { rows } = await client.query<AppliedMigration>('select name, sha256 from schema_migrations order by name');
  return rows;
}

/** Whether any table holds a row. */
export async function holdsRows(client: pg.ClientBase): Promise<boolean> {
  for (const { schema, name } of await listTables(client)) {
    const { rows } = await client.query(`select true from ${quoted(schema)}.${quoted(name)} limit 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Whether a server uses the database: its roles have connections there as long as it runs. */
export async function isServed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and usename in ('parley_app', 'parley_system') limit 1`,
  );
  return rows.length > 0;
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Takes the foreign keys away and stops the tables' own triggers, so that rows may come in any order; needs no more
 * than to own the tables.
 * @returns what `closeTables` puts back
 */
export async function openTables(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conrelid::regclass::text as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1) order by k.oid`,
    [schemas],
  );
  for (const key of rows) await client.query(`alter table ${key.table} drop constraint ${quoted(key.name)}`);
  await switchTriggers(client, 'disable');
  return rows;
}

/** Puts back what `openTables` took away; a key that rows do not keep fails here. */
export async function closeTables(client: pg.ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  await switchTriggers(client, 'enable');
  for (const key of keys) {
    await client.query(`alter table ${key.table} add constraint ${quoted(key.name)} ${key.definition}`);
  }
}

async function switchTriggers(client: pg.ClientBase, how: 'enable' | 'disable'): Promise<void> {
  for (const { schema, name } of await listTables(client)) {
    await client.query(`alter table ${quoted(schema)}.${quoted(name)} ${how} trigger user`);
  }
}

/**
 * Makes a partition as it was. One whose range lies across another's (a server of another time zone made those here) is
 * left out: its rows find their places by themselves.
 */
export async function makePartition(client: pg.ClientBase, partition: PartitionOfBackup): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass($1) is not null or to_regclass($2) is null as there`,
    [quoted(partition.name), quoted(partition.parent)],
  );
  if (rows[0]?.there !== false) return;
  if (!/^FOR VALUES FROM \('[^']*'\) TO \('[^']*'\)$/.test(partition.bound)) return;
  await client.query('savepoint partition');
  try {
    await client.query(
      `create table ${quoted(partition.name)} partition of ${quoted(partition.parent)} ${partition.bound}`,
    );
    await client.query('release partition');
  } catch (error) {
    if ((error as { code?: string }).code !== '42P17') throw error;
    await client.query('rollback to partition');
  }
}

/**
 * Moves all of a database's tables, functions and sequences out of the way, under another schema's name. An extension's
 * functions belong to whoever may install such things, so a plain owner cannot move them: the extension goes, with the
 * indexes of the old tables that use it, and comes back with the migrations.
 */
export async function setSchemaAside(client: pg.ClientBase, aside: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select extname as name from pg_extension where extnamespace = 'public'::regnamespace`,
  );
  await client.query('begin');
  await client.query(`alter schema public rename to ${quoted(aside)}`);
  await client.query('create schema public');
  for (const { name } of rows) await moveExtension(client, name);
  await client.query('commit');
}

async function moveExtension(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('savepoint extension');
  try {
    await client.query(`alter extension ${quoted(name)} set schema public`);
    await client.query('release extension');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    await client.query('rollback to extension');
    await client.query(`drop extension ${quoted(name)} cascade`);
  }
}

/** Statistics, so that the first questions after a restore are planned as later ones. */
export async function analyze(client: pg.ClientBase): Promise<void> {
  await client.query('analyze');
}

export function copyOutText({ schema, name, columns }: TableOfBackup): string {
  // A partitioned table can only be copied as the answer of a query.
  const list = columns.map(quoted).join(', ');
  return `copy (select ${list} from ${quoted(schema)}.${quoted(name)}) to stdout`;
}

export function copyInText({ schema, name, columns }: TableOfBackup): string {
  return `copy ${quoted(schema)}.${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;
}

/**
 * One backup at a time, and no partition made or dropped meanwhile: both would wait for the snapshot's end, and
 * everybody else behind them.
 */
export async function takeBackupLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(7261553003) as taken');
  return rows[0]?.taken === true;
}

export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
}

import type { FileHandle } from 'node:fs/promises';
import pg from 'pg';
import { executorOn } from '../db/connection.ts';
import { endRestore, findUnknown, isUnfinishedRestore, migrateForRestore, migrateRestored } from '../db/migrate.ts';
import { OperatorError } from '../db/operator.ts';
import type { Executor } from '../db/sql.ts';
import { damagedBackup, readArchive } from './archive-reader.ts';
import {
  analyze,
  createPartition,
  dropForeignKeys,
  hasRows,
  isDatabaseInUse,
  listMigrations,
  listTables,
  prepareSession,
  renameSchema,
  restoreForeignKeys,
  setSequence,
} from './catalog-repo.ts';
import { copyIn } from './copy-tables.ts';
import type { End, Manifest, TableOfBackup } from './manifest.ts';
import { createProgress, formatSize, type PrintLine } from './progress.ts';

/** Updates rows that were true at the moment of a backup and may not be so any more; by feature. */
export type RestoreTasks = Record<string, (tx: Executor) => Promise<unknown>>;

/** @throws OperatorError when this version does not support a database or backup with these migrations */
export async function requireKnownMigrations(migrations: Manifest['migrations']): Promise<void> {
  const unknown = await findUnknown(migrations);
  if (unknown.length === 0) return;
  throw new OperatorError(
    `This version of Parley does not know its migration ${unknown[0]}. Use the version that made it, or a newer one.`,
  );
}

export async function connectOwner(owner: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...owner, application_name: 'parley restore' });
  client.on('error', () => undefined); // A lost connection rejects the running query anyway.
  await client.connect();
  return client;
}

/**
 * @returns whether the database has tables already
 * @throws OperatorError when a server uses it, or when it is not empty and `force` is not set
 */
export async function requireFreeDatabase(client: pg.Client, force: boolean): Promise<boolean> {
  if (await isDatabaseInUse(client)) throw new OperatorError('Stop the server first: it is using the database.');
  const migrations = await listMigrations(client);
  if (!force && migrations?.some(({ name }) => isUnfinishedRestore(name))) {
    throw new OperatorError('An earlier restore into this database did not finish. Say --force to begin again.');
  }
  if (!force && (await hasRows(client))) {
    throw new OperatorError(
      'The database is not empty. Name an empty one, or say --force: what is there is moved into a schema of its own.',
    );
  }
  return migrations !== null || (await listTables(client)).length > 0;
}

/**
 * Moves the contents of a database into a new schema.
 * @param moment part of its name
 * @returns its name
 */
export async function moveDatabaseAside(client: pg.Client, moment: string): Promise<string> {
  const aside = `before_restore_${moment}`;
  await renameSchema(client, aside);
  return aside;
}

export type LoadOptions = {
  owner: pg.ClientConfig;
  file: FileHandle;
  passphrase: string | undefined;
  manifest: Manifest;
  end: End;
  restoreTasks: RestoreTasks;
  /** Handles the entries that are not rows. */
  other(name: string, sizeBytes: number, content: AsyncIterable<Buffer>): Promise<void>;
  inspect?: InspectDatabase;
  say: PrintLine;
};

/** Looks at the rows as the backup has them; what it throws ends the load. */
export type InspectDatabase = {
  /** In the tables of the backup's version. */
  loaded(client: pg.Client): Promise<void>;
  /** In the tables of this version, before the restore tasks. */
  migrated(client: pg.Client): Promise<void>;
};

/**
 * Loads the rows of a backup into an empty database in one transaction; then runs this version's later migrations and
 * the features' restore tasks. No server starts on it before all of that is done.
 */
export async function loadDatabase(order: LoadOptions): Promise<void> {
  const { manifest, owner, say } = order;
  await fillDatabase(owner, manifest, say, async (client) => {
    await loadRows(client, order);
    await order.inspect?.loaded(client);
  });
  await migrateRestored(owner);
  await inTransaction(owner, async (client) => {
    await order.inspect?.migrated(client);
    // They use the tables of this version, not those of the backup's.
    for (const work of Object.values(order.restoreTasks)) await work(executorOn(client));
    await endRestore(client);
    await analyze(client);
  });
}

/**
 * Migrates an empty database to exactly these migrations and writes rows into it, in any order and in one transaction.
 * No server starts on it until `endRestore`.
 */
export async function fillDatabase(
  owner: pg.ClientConfig,
  { migrations, partitions, sequences }: Pick<Manifest, 'migrations' | 'partitions' | 'sequences'>,
  say: PrintLine,
  writeRows: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await migrateForRestore(
    owner,
    migrations.map(({ name }) => name),
  );
  await inTransaction(owner, async (client) => {
    const keys = await dropForeignKeys(client);
    for (const partition of partitions) await createPartition(client, partition);
    await writeRows(client);
    say('Checking how the rows belong together');
    await restoreForeignKeys(client, keys);
    for (const sequence of sequences) await setSequence(client, sequence);
  });
}

export async function inTransaction<T>(owner: pg.ClientConfig, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOwner(owner);
  try {
    await prepareSession(client);
    await client.query('begin');
    const result = await fn(client);
    await client.query('commit');
    return result;
  } finally {
    // Without a commit the transaction ends with the connection.
    await client.end();
  }
}

async function loadRows(client: pg.Client, order: LoadOptions): Promise<void> {
  const { manifest, say } = order;
  const known = keepKnownTables(manifest.tables, await listTables(client), say);
  const here = new Set(known.map(nameOf));
  const tables = new Map(manifest.tables.map((table) => [nameOf(table), table]));
  const rows: Record<string, number> = Object.fromEntries([...tables.keys()].map((name) => [name, 0]));
  const progress = createProgress(say);
  let loadedBytes = 0;
  const { end } = await readArchive(order.file, order.passphrase, {
    manifest: async (again) => {
      if (again.madeAt !== manifest.madeAt) throw new OperatorError('The file was changed while it was read.');
    },
    async entry(name, sizeBytes, content) {
      const [, of] = /^tables\/(.+)\/\d{8}$/.exec(name) ?? [];
      if (of === undefined) return order.other(name, sizeBytes, content);
      const table = tables.get(of);
      if (table === undefined) throw new OperatorError(damagedBackup);
      if (!here.has(of)) return drain(content);
      rows[of] = (rows[of] ?? 0) + (await copyIn(client, table, content));
      loadedBytes += sizeBytes;
      progress(`${formatSize(loadedBytes)} restored, now ${table.name}`);
    },
  });
  if (end.chain !== order.end.chain) throw new OperatorError('The file was changed while it was read.');
  for (const [name, count] of Object.entries(rows)) {
    if (here.has(name) && end.rows[name] !== count) throw new OperatorError(damagedBackup);
  }
}

/**
 * Leaves out manually added tables, because the migrations do not create them.
 * @param here tables that the migrations created
 * @throws OperatorError for a table with columns that they do not create
 */
export function keepKnownTables(
  tables: readonly TableOfBackup[],
  here: readonly TableOfBackup[],
  say: PrintLine,
): TableOfBackup[] {
  const columnsHere = new Map(here.map((table) => [nameOf(table), table.columns]));
  return tables.filter((table) => {
    const columns = columnsHere.get(nameOf(table));
    if (columns === undefined) {
      say(`Not copied, because it is no table of Parley: ${nameOf(table)}`);
      return false;
    }
    const missing = table.columns.filter((column) => !columns.includes(column));
    if (missing.length === 0) return true;
    throw new OperatorError(`The table ${nameOf(table)} has columns that Parley does not know: ${missing.join(', ')}`);
  });
}

function nameOf({ schema, name }: TableOfBackup): string {
  return `${schema}.${name}`;
}

async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) void chunk;
}

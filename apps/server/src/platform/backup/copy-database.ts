import { Readable } from 'node:stream';
import type pg from 'pg';
import { endRestore, isUnfinishedRestore } from '../db/migrate.ts';
import { OperatorError } from '../db/operator.ts';
import {
  analyze,
  beginSnapshot,
  digestTable,
  listMigrations,
  listOtherSchemas,
  listPartitions,
  listSequences,
  listTables,
  prepareSession,
} from './catalog-repo.ts';
import { copyIn, copyOut } from './copy-tables.ts';
import type { Manifest, TableOfBackup } from './manifest.ts';
import { createProgress, formatSize, type PrintLine } from './progress.ts';
import {
  connectOwner,
  fillDatabase,
  inTransaction,
  keepKnownTables,
  requireKnownMigrations,
} from './restore-database.ts';

type Contents = Pick<Manifest, 'migrations' | 'tables' | 'partitions' | 'sequences'>;

/**
 * Copies an installation's database, which nobody else may use meanwhile, into an empty one with the same migrations,
 * and compares every table. Unlike a restored backup it is not older than what users saw last: nobody is signed out,
 * and waiting messages go on waiting.
 * @throws OperatorError when this version does not know the schema, or a table differs
 */
export async function copyDatabase(from: pg.ClientConfig, to: pg.ClientConfig, say: PrintLine): Promise<void> {
  const source = await connectOwner(from);
  try {
    await prepareSession(source);
    await beginSnapshot(source);
    const contents = await readContents(source, say);
    if (contents === null) return;
    let tables: TableOfBackup[] = [];
    await fillDatabase(to, contents, say, async (target) => {
      tables = keepKnownTables(contents.tables, await listTables(target), say);
      await copyTables(source, target, tables, say);
    });
    say(`Comparing ${tables.length} tables`);
    const rows = await inTransaction(to, async (target) => {
      const counted = await compareTables(source, target, tables);
      await endRestore(target);
      await analyze(target);
      return counted;
    });
    say(`${rows} rows in ${tables.length} tables are the same in both`);
  } finally {
    await source.end();
  }
}

/** @returns null for a database in which no Parley was started yet */
async function readContents(source: pg.Client, say: PrintLine): Promise<Contents | null> {
  const migrations = await listMigrations(source);
  if (migrations === null) return null;
  if (migrations.some(({ name }) => isUnfinishedRestore(name))) {
    throw new OperatorError('a restore into it did not finish');
  }
  await requireKnownMigrations(migrations);
  for (const schema of await listOtherSchemas(source)) say(`Only in the old database: the schema ${schema}`);
  return {
    migrations,
    tables: await listTables(source),
    partitions: await listPartitions(source),
    sequences: await listSequences(source),
  };
}

async function copyTables(
  source: pg.Client,
  target: pg.Client,
  tables: readonly TableOfBackup[],
  say: PrintLine,
): Promise<void> {
  const progress = createProgress(say);
  let copiedBytes = 0;
  for (const [index, table] of tables.entries()) {
    await copyOut(source, table, async (part) => {
      await copyIn(target, table, Readable.from([part]));
      copiedBytes += part.length;
      progress(`${formatSize(copiedBytes)} copied, now ${table.name} (table ${index + 1} of ${tables.length})`);
    });
  }
}

/** @returns the number of rows */
async function compareTables(source: pg.Client, target: pg.Client, tables: readonly TableOfBackup[]): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const [before, after] = await Promise.all([digestTable(source, table), digestTable(target, table)]);
    if (before.rows !== after.rows || before.digest !== after.digest) {
      throw new OperatorError(`the table ${table.name} has ${before.rows} rows, its copy ${after.rows} or other ones`);
    }
    rows += Number(before.rows);
  }
  return rows;
}

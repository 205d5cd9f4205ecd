import type { FileHandle } from 'node:fs/promises';
import type pg from 'pg';
import { openArchive, readArchiveOf } from '../backup/archive-reader.ts';
import { analyze, dropForeignKeys, prepareSession, restoreForeignKeys } from '../backup/catalog-repo.ts';
import { changeOwner, dataDirectoryState, requireStopped } from '../backup/data-directory.ts';
import type { End } from '../backup/manifest.ts';
import { createProgress, formatSize, type PrintLine } from '../backup/progress.ts';
import { connectOwner, type RestoreTasks, requireFreeDatabase } from '../backup/restore-database.ts';
import type { Config } from '../config.ts';
import { prepareDataDir } from '../data-dir.ts';
import { executorOn } from '../db/connection.ts';
import { findPending, findUnknown, migrate } from '../db/migrate.ts';
import { OperatorError } from '../db/operator.ts';
import type { Executor } from '../db/sql.ts';
import { type DatabaseTarget, embeddedTarget, externalTarget } from '../db/target.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';
import type { ExportedTables, FileLoader, NumberedColumns } from './exported-table.ts';
import { damagedExport, type ExportManifest, exportFormat, exportNames } from './format.ts';
import { advanceSequences, hasAccounts } from './insert-rows-repo.ts';
import { loadRows } from './load-rows.ts';
import { listCollections } from './rows-repo.ts';

/** What features do with the rows of an imported account; by feature. */
export type ImportTasks = Record<
  string,
  (tx: Executor, secrets: Secrets) => Promise<(() => Promise<void>) | undefined>
>;

export type ImportOrder = {
  /** Path of the file. */
  file: string;
  config: Config;
  tables: ExportedTables;
  numberedColumns: NumberedColumns;
  files: FileLoader;
  importTasks: ImportTasks;
  restoreTasks: RestoreTasks;
  say: PrintLine;
  /** Where a start as root stores data that its PostgreSQL user cannot reach; for tests. */
  systemDir?: string;
};

export type ImportReport = { account: ExportManifest['account']; exportedAt: string; rows: number; files: number };

type Checked = { manifest: ExportManifest; end: End };

/**
 * Imports the export of an account into an installation without any. The file is read to its end and compared with its
 * digest before anything is changed; all rows come in one transaction, with the files before its end.
 * @throws OperatorError with a message for the operator
 */
export async function importAccount(order: ImportOrder): Promise<ImportReport> {
  const { file, config, say } = order;
  const handle = await openArchive(file, 'the export of an account');
  try {
    say(`Checking ${file}`);
    const checked = await check(handle, config.EXPORT_PASSWORD);
    await requireStopped(config.dataDir);
    if (dataDirectoryState(config.dataDir) === 'unfinished') {
      throw new OperatorError(`A restore into ${config.dataDir} did not finish. Finish it, or use another DATA_DIR.`);
    }
    prepareDataDir(config.dataDir);
    const secrets = await loadSecrets(config.dataDir, config.SECRET_KEY, config.SECRET_KEY_PREVIOUS);
    const report = await onDatabase(order, secrets, (target) => load(order, { handle, checked, secrets, target }));
    changeOwner(config.dataDir);
    return report;
  } finally {
    await handle.close();
  }
}

async function check(handle: FileHandle, password: string | undefined): Promise<Checked> {
  return readArchiveOf(handle, password, exportFormat, {
    async manifest({ migrations }) {
      // Rows of another schema cannot be converted: only migrations could, and they change whole databases.
      const isSame = (await findUnknown(migrations)).length === 0 && (await findPending(migrations)).length === 0;
      if (!isSame) {
        throw new OperatorError(
          'Another version of Parley wrote this file. Import it with that version, then upgrade.',
        );
      }
    },
    async entry(_name, _sizeBytes, content) {
      for await (const chunk of content) void chunk;
    },
  });
}

async function onDatabase<T>(
  { config, say, systemDir }: ImportOrder,
  secrets: Secrets,
  fn: (target: DatabaseTarget) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL !== undefined) return fn(externalTarget(config.DATABASE_URL, secrets));
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say, systemDir });
  try {
    return await fn(embeddedTarget(postgres));
  } finally {
    await postgres.stop();
  }
}

type Load = { handle: FileHandle; checked: Checked; secrets: Secrets; target: DatabaseTarget };

async function load(order: ImportOrder, { handle, checked, secrets, target }: Load): Promise<ImportReport> {
  const client = await connectOwner(target.owner);
  try {
    if (await isInUse(client)) throw new OperatorError('Stop the server first: it is using the database.');
    await migrate(target.owner, { secrets, passwords: target.needsPasswords });
    if (await hasAccounts(client)) {
      throw new OperatorError('This installation has an account or a user already. Import into an empty one.');
    }
    await prepareSession(client);
    await client.query('begin');
    await insertAll(order, { handle, checked, secrets, client });
    await client.query('commit');
    await analyze(client);
  } catch (error) {
    await order.files.removeAll();
    throw error;
  } finally {
    // Without a commit the transaction ends with the connection.
    await client.end();
  }
  const { account, exported_at: exportedAt } = checked.manifest;
  const rows = Object.values(checked.end.rows).reduce((sum, count) => sum + count, 0);
  return { account, exportedAt, rows, files: order.files.count() };
}

async function isInUse(client: pg.Client): Promise<boolean> {
  try {
    await requireFreeDatabase(client, true);
    return false;
  } catch (error) {
    if (error instanceof OperatorError) return true;
    throw error;
  }
}

type Insert = { handle: FileHandle; checked: Checked; secrets: Secrets; client: pg.Client };

async function insertAll(order: ImportOrder, { handle, checked, secrets, client }: Insert): Promise<void> {
  const tx = executorOn(client);
  const collections = new Map(
    (await listCollections(tx, order.tables)).map((each) => [exportNames.rows(each.name), each]),
  );
  const keys = await dropForeignKeys(client);
  const rows: Record<string, number> = {};
  const progress = createProgress(order.say);
  let readBytes = 0;
  const { end } = await readArchiveOf(handle, order.config.EXPORT_PASSWORD, exportFormat, {
    manifest: async () => undefined,
    async entry(name, sizeBytes, content) {
      const collection = collections.get(name);
      if (collection !== undefined) rows[collection.name] = await loadRows(client, collection, content);
      else await order.files.load(checked.manifest.account.id, name, content);
      readBytes += sizeBytes;
      progress(`${formatSize(readBytes)} imported, now ${name}`);
    },
  });
  if (end.chain !== checked.end.chain) throw new OperatorError('The file was changed while it was read.');
  if ([...collections.values()].some(({ name }) => rows[name] !== end.rows[name])) {
    throw new OperatorError(damagedExport);
  }
  const left: Array<() => Promise<void>> = [];
  for (const work of Object.values(order.importTasks)) left.push((await work(tx, secrets)) ?? (async () => undefined));
  order.say('Checking how the rows belong together');
  await restoreForeignKeys(client, keys);
  await advanceSequences(client, order.numberedColumns);
  for (const work of Object.values(order.restoreTasks)) await work(tx);
  for (const work of left) await work();
}

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { executorOn } from '../db/connection.ts';
import { OperatorError } from '../db/operator.ts';
import type { Executor } from '../db/sql.ts';
import { diskOf, fullBelowBytes } from '../disk.ts';
import { openArchive } from './archive-reader.ts';
import { listTables } from './catalog-repo.ts';
import type { BackedUpFiles } from './data-directory.ts';
import { createFileRecorder, type FileRecorder, type FilesOfBackup } from './files-of-backup.ts';
import type { End, Manifest } from './manifest.ts';
import { formatSize, type PrintLine } from './progress.ts';
import { type CheckedBackup, checkBackup } from './restore-backup.ts';
import { loadDatabase, type RestoreTasks } from './restore-database.ts';
import { createTemporaryDatabase } from './temporary-database.ts';
import { countRows } from './verify-repo.ts';

/** What the features find in the rows of a backup, in parts of a sentence. */
export type BackupProofs = ReadonlyArray<(database: Executor, files: FilesOfBackup) => Promise<string[]>>;

export type VerifyOptions = {
  /** Path of the backup. */
  file: string;
  /** Existing folder for the temporary database. */
  tempDir: string;
  config: Config;
  restoreTasks: RestoreTasks;
  backedUpFiles: BackedUpFiles;
  backupProofs: BackupProofs;
  say: PrintLine;
  /** Stops it; the temporary database is removed then too. */
  signal?: AbortSignal;
};

export type VerifyReport = { madeAt: string; sizeBytes: number; rows: number; tables: number; proofs: string[] };

/** An empty database with its log. */
const emptyDatabaseBytes = 350_000_000;
/** Rows with their indexes, compared with their text. An estimate. */
const databasePerRowByte = 2.5;

/**
 * Proves that a backup can be restored: restores it into a temporary database, counts the rows of every table, runs the
 * restore tasks, and compares every media file with its row. Nothing of the installation is read or changed.
 * @throws OperatorError with a message for the operator
 */
export async function verifyBackup(order: VerifyOptions): Promise<VerifyReport> {
  const { file, config, tempDir, signal, say } = order;
  const handle = await openArchive(file, 'a backup');
  try {
    say(`Reading ${file}`);
    const { SECRET_KEY: secretKey, BACKUP_PASSPHRASE: passphrase } = config;
    const { backedUpFiles } = order;
    const checked = await checkBackup(handle, { dataDir: tempDir, secretKey, passphrase, backedUpFiles, signal });
    requireRoomFor(checked, tempDir);
    say(`Restoring what was there at ${checked.manifest.madeAt} into a temporary database`);
    const { tables, proofs } = await restoreBesides(handle, order, checked);
    const { madeAt } = checked.manifest;
    const rows = Object.values(checked.end.rows).reduce((sum, count) => sum + count, 0);
    return { madeAt, sizeBytes: (await handle.stat()).size, rows, tables, proofs };
  } catch (error) {
    if (signal?.aborted) throw new OperatorError('Stopped.', { cause: error });
    throw error;
  } finally {
    await handle.close();
  }
}

function requireRoomFor({ rowBytes }: CheckedBackup, tempDir: string): void {
  const needed = emptyDatabaseBytes + rowBytes * databasePerRowByte;
  const free = diskOf(tempDir)?.free_bytes ?? Number.POSITIVE_INFINITY;
  if (free >= needed) return;
  throw new OperatorError(
    `${tempDir} has ${formatSize(free)} free, and the temporary database needs about ${formatSize(needed)}. Set TMPDIR to a folder with more room.`,
  );
}

async function restoreBesides(
  handle: FileHandle,
  order: VerifyOptions,
  checked: CheckedBackup,
): Promise<{ tables: number; proofs: string[] }> {
  const { tempDir, signal, say } = order;
  const temporary = await createTemporaryDatabase(tempDir, say);
  const stop = () => void temporary.remove();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    const postgres = await temporary.start().catch((error: Error) => {
      const why = `The temporary database in ${tempDir} did not start (${error.message}).`;
      throw new OperatorError(`${why} Set TMPDIR to a folder that other users may pass through.`, { cause: error });
    });
    return await prove(handle, order, checked, postgres.connection('parley_owner'));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const free = diskOf(tempDir)?.free_bytes ?? Number.POSITIVE_INFINITY;
    if (free < fullBelowBytes || (error as { code?: string }).code === '53100') {
      throw new OperatorError(`There is no room left in ${tempDir}. Set TMPDIR to a folder with more room.`, {
        cause: error,
      });
    }
    throw new OperatorError(`The backup cannot be restored: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await temporary.remove();
  }
}

async function prove(
  handle: FileHandle,
  order: VerifyOptions,
  { manifest, end }: CheckedBackup,
  owner: pg.ClientConfig,
): Promise<{ tables: number; proofs: string[] }> {
  const { config, say, restoreTasks, backupProofs } = order;
  const files = await createFileRecorder(owner, manifest.leftOut);
  const proofs: string[] = [];
  let tables = 0;
  try {
    await loadDatabase({
      owner,
      file: handle,
      passphrase: config.BACKUP_PASSPHRASE,
      manifest,
      end,
      restoreTasks,
      say,
      other: (name, sizeBytes, content) => record(files, name, sizeBytes, content),
      inspect: {
        async loaded(client) {
          tables = await compareCounts(client, manifest, end);
        },
        async migrated(client) {
          for (const proof of backupProofs) proofs.push(...(await proof(executorOn(client), files)));
        },
      },
    });
    return { tables, proofs };
  } finally {
    await files.close();
  }
}

async function record(
  files: FileRecorder,
  name: string,
  sizeBytes: number,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  if (!name.startsWith('files/')) return;
  await files.add({ path: name.slice('files/'.length), sizeBytes, sha256: hash.digest() });
}

/** @returns the number of tables @throws OperatorError for one that has another number of rows than when it was read */
async function compareCounts(client: pg.Client, manifest: Manifest, end: End): Promise<number> {
  const here = new Set((await listTables(client)).map(({ schema, name }) => `${schema}.${name}`));
  const tables = manifest.tables.filter(({ schema, name }) => here.has(`${schema}.${name}`));
  for (const table of tables) {
    const [found, wanted] = [await countRows(client, table), end.rows[`${table.schema}.${table.name}`]];
    if (found === wanted) continue;
    throw new OperatorError(`The table ${table.name} has ${found} rows, and had ${wanted} when it was backed up.`);
  }
  return tables.length;
}

import { existsSync } from 'node:fs';
import { type FileHandle, link, mkdtemp, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { faultReasonOf } from '../db/faults.ts';
import { isUnfinishedRestore, lockMigrations } from '../db/migrate.ts';
import { type OperatorAccess, OperatorError } from '../db/operator.ts';
import { isDatabaseUnavailable } from '../errors.ts';
import { syncFolder } from '../postgres/placement.ts';
import type { Secrets } from '../secrets.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { noRoom, requireBackupRoom } from './backup-room.ts';
import {
  beginSnapshot,
  listMigrations,
  listOtherSchemas,
  listPartitions,
  listSequences,
  listTables,
  noteBackup,
  prepareSession,
  takeBackupLock,
} from './catalog-repo.ts';
import { copySqlite, DamagedDatabase } from './copy-sqlite.ts';
import { copyOut } from './copy-tables.ts';
import { type BackedUpFiles, type DataFile, listDataFiles, unknownEntries } from './data-directory.ts';
import { bytesOf } from './file-bytes.ts';
import { entryNames, formatNumber, type Manifest } from './manifest.ts';
import { createProgress, formatSize, type PrintLine } from './progress.ts';

const lockWaitMs = 30_000;

export type BackupOptions = {
  /** Must not exist; its folder must. */
  file: string;
  /** Without one the file is not encrypted. */
  passphrase: string | undefined;
  backedUpFiles: BackedUpFiles;
  /** Free space that the data’s disk keeps, when the backup is on the same one. */
  reserveBytes: number;
  /** Looks at the written file before it gets its name and counts as a backup. */
  check?: (partial: string) => Promise<void>;
  say: PrintLine;
};

export type BackupReport = { sizeBytes: number; tables: number; rows: number; files: number };

/** The file name of an incomplete backup. */
export function partialName(file: string): string {
  return `${file}.partial`;
}

/** Identifies a key without revealing it. */
export function keyCheckValue(secrets: Secrets): string {
  return secrets.derive('backup key check').slice(0, 16);
}

/**
 * Writes a consistent backup of a running installation into one file.
 * @throws OperatorError with a message for the operator; no file is left under that name then
 */
export async function createBackup(access: OperatorAccess, order: BackupOptions): Promise<BackupReport> {
  const { file, passphrase } = order;
  if (existsSync(file)) throw new OperatorError(`${file} is there already. Name another file.`);
  if (!existsSync(dirname(file))) throw new OperatorError(`There is no folder ${dirname(file)}.`);
  await takeBackupTurn(access.client);
  await lockMigrations(access.client);
  const watchRoom = await requireBackupRoom(access, order);
  const partial = partialName(file);
  const handle = await open(partial, 'w', 0o600).catch((error: Error) => {
    throw new OperatorError(`${partial} cannot be written (${error.message})`, { cause: error });
  });
  const writer = createArchiveWriter(handle, passphrase);
  try {
    const report = await write(access, writer, order, watchRoom);
    const { size } = await handle.stat();
    await handle.close();
    await order.check?.(partial);
    await publish(partial, file);
    await noteBackup(access.client);
    return { ...report, sizeBytes: size };
  } catch (error) {
    writer.abort();
    await discard(handle, partial);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw noRoom(dirname(file), error);
    }
    if (isDatabaseUnavailable(error)) {
      throw new OperatorError('The database went away while it was read. Start the server and try again.', {
        cause: error,
      });
    }
    throw error;
  }
}

async function takeBackupTurn(client: pg.Client): Promise<void> {
  const deadline = performance.now() + lockWaitMs;
  while (!(await takeBackupLock(client))) {
    if (performance.now() > deadline) throw new OperatorError('Another backup is running.');
    await delay(250);
  }
}

async function write(
  access: OperatorAccess,
  writer: ArchiveWriter,
  { backedUpFiles, say }: BackupOptions,
  watchRoom: () => void,
): Promise<Omit<BackupReport, 'sizeBytes'>> {
  const { client, dataDir } = access;
  await prepareSession(client);
  await beginSnapshot(client);
  const manifest = await describe(access, backedUpFiles.leftOut ?? [], say);
  await writer.add(entryNames.manifest, Buffer.from(JSON.stringify(manifest)));
  if (manifest.key === 'inside') await writer.add(entryNames.secretKey, await readFile(join(dataDir, 'secret-key')));
  const progress = createProgress(say);
  const rows: Record<string, number> = {};
  for (const table of manifest.tables) {
    const name = `${table.schema}.${table.name}`;
    let part = 0;
    rows[name] = await copyOut(client, table, async (bytes) => {
      part++;
      watchRoom();
      await writer.add(entryNames.table(table.schema, table.name, part), bytes);
      progress(`${table.name}: ${formatSize(bytes.length * part)} so far`);
    }).catch((error: unknown) => {
      if (faultReasonOf(error) !== 'storage_damaged') throw error;
      throw new OperatorError(
        `The table ${name} is damaged (${(error as Error).message}). Restore the newest backup, or repair the table.`,
        { cause: error },
      );
    });
  }
  await client.query('commit');
  let files = 0;
  for (const path of backedUpFiles.databases) files += await addDatabase(writer, dataDir, path, say);
  for await (const found of listDataFiles(dataDir, backedUpFiles)) {
    watchRoom();
    if (await addFile(writer, found)) files++;
    progress(`${files} files`);
  }
  for (const { folder, list } of backedUpFiles.elsewhere ?? []) {
    if (backedUpFiles.leftOut?.includes(folder)) continue;
    for await (const { path, open: openIt } of list(access.database)) {
      watchRoom();
      const found = await openIt();
      if (found === null) continue;
      await writer.addStream(entryNames.file(path), found.sizeBytes, found.content);
      files++;
      progress(`${files} files`);
    }
  }
  for (const folder of backedUpFiles.leftOut ?? []) say(`Not in the backup: ${folder}`);
  for (const name of unknownEntries(dataDir, backedUpFiles)) say(`Not in the backup: ${join(dataDir, name)}`);
  await writer.finish(rows);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { tables: manifest.tables.length, rows: total, files };
}

async function describe(
  { client, secrets, isKeyGiven }: OperatorAccess,
  leftOut: readonly string[],
  say: PrintLine,
): Promise<Manifest> {
  const migrations = await listMigrations(client);
  if (migrations === null) throw new OperatorError('This database holds no Parley. Start the server once.');
  if (migrations.some(({ name }) => isUnfinishedRestore(name))) {
    throw new OperatorError('A restore into this database did not finish; there is nothing to back up.');
  }
  for (const schema of await listOtherSchemas(client)) say(`Not in the backup: the schema ${schema}`);
  return {
    product: 'parley',
    format: formatNumber,
    madeAt: new Date().toISOString(),
    migrations,
    tables: await listTables(client),
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
    leftOut: [...leftOut],
    key: isKeyGiven ? 'given' : 'inside',
    keyCheck: keyCheckValue(secrets),
  };
}

/** A damaged file is named and left out: it must not keep the rest from being saved. @returns the number of files written */
async function addDatabase(writer: ArchiveWriter, dataDir: string, path: string, say: PrintLine): Promise<number> {
  const absolute = join(dataDir, path);
  if (!existsSync(absolute)) return 0;
  const folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  try {
    const copy = join(folder, basename(path));
    await copySqlite(absolute, copy);
    await addFile(writer, { path, absolute: copy });
    return 1;
  } catch (error) {
    if (!(error instanceof DamagedDatabase)) throw error;
    say(
      `Not in the backup: ${absolute} is damaged. Stop the server and move it aside; the next start creates it again, empty.`,
    );
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns false for a file that was removed meanwhile */
async function addFile(writer: ArchiveWriter, { path, absolute }: DataFile): Promise<boolean> {
  const handle = await open(absolute).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    // A file that grows meanwhile is copied up to its initial size.
    await writer.addStream(entryNames.file(path), size, bytesOf(handle, size));
    return true;
  } finally {
    await handle.close();
  }
}

/** Renames the file without ever replacing one that appeared meanwhile. */
async function publish(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
    await unlink(partial);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new OperatorError(`${file} appeared meanwhile. Name another file.`, { cause: error });
    // For file systems without hard links.
    await rename(partial, file);
  }
  syncFolder(dirname(file));
}

async function discard(handle: FileHandle, partial: string): Promise<void> {
  await handle.close().catch(() => undefined); // It may be closed already.
  await rm(partial, { force: true });
}

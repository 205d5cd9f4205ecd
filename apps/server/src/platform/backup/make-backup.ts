import { existsSync } from 'node:fs';
import { type FileHandle, link, mkdtemp, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { holdMigrations, isUnfinishedRestore } from '../db/migrate.ts';
import { type OperatorAccess, OperatorError } from '../db/operator.ts';
import { isDatabaseGone } from '../errors.ts';
import { syncFolder } from '../postgres/placement.ts';
import type { Secrets } from '../secrets.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import {
  beginSnapshot,
  listMigrations,
  listOtherSchemas,
  listPartitions,
  listSequences,
  listTables,
  prepareSession,
  takeBackupLock,
} from './catalogue-repo.ts';
import { copyBooks } from './copy-books.ts';
import { copyOut } from './copy-tables.ts';
import { backedUpBooks, type DataFile, listDataFiles, unknownEntries } from './data-folder.ts';
import { bytesOf } from './file-bytes.ts';
import { entryNames, formatNumber, type Manifest } from './manifest.ts';
import { createProgress, inWords, type Say } from './progress.ts';

const lockWaitMs = 30_000;

export type BackupReport = { sizeBytes: number; tables: number; rows: number; files: number };

/** Where a backup stands until it is whole. */
export function partialName(file: string): string {
  return `${file}.partial`;
}

/** Tells keys apart without giving them away. */
export function keyCheckOf(secrets: Secrets): string {
  return secrets.derive('backup key check').slice(0, 16);
}

/**
 * Writes everything an installation holds into one file, as it was at one moment, while it runs.
 * @param file must not exist; its folder must
 * @param passphrase undefined leaves it readable for whoever has the file
 * @throws OperatorError in words for the operator; nothing stands under the file's name then
 */
export async function makeBackup(
  access: OperatorAccess,
  file: string,
  passphrase: string | undefined,
  say: Say,
): Promise<BackupReport> {
  if (existsSync(file)) throw new OperatorError(`${file} is there already. Name another file.`);
  if (!existsSync(dirname(file))) throw new OperatorError(`There is no folder ${dirname(file)}.`);
  await takeTurn(access.client);
  await holdMigrations(access.client);
  const partial = partialName(file);
  const handle = await open(partial, 'w', 0o600).catch((error: Error) => {
    throw new OperatorError(`${partial} cannot be written (${error.message})`, { cause: error });
  });
  const writer = createArchiveWriter(handle, passphrase);
  try {
    const report = await write(access, writer, say);
    const { size } = await handle.stat();
    await handle.close();
    await publish(partial, file);
    return { ...report, sizeBytes: size };
  } catch (error) {
    writer.abort();
    await discard(handle, partial);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new OperatorError(`There is no room left in ${dirname(file)}.`, { cause: error });
    }
    if (isDatabaseGone(error)) {
      throw new OperatorError('The database went away while it was read. Start the server and try again.', {
        cause: error,
      });
    }
    throw error;
  }
}

async function takeTurn(client: pg.Client): Promise<void> {
  const deadline = performance.now() + lockWaitMs;
  while (!(await takeBackupLock(client))) {
    if (performance.now() > deadline) throw new OperatorError('Another backup is running.');
    await delay(250);
  }
}

async function write(
  access: OperatorAccess,
  writer: ArchiveWriter,
  say: Say,
): Promise<Omit<BackupReport, 'sizeBytes'>> {
  const { client, dataDir } = access;
  await prepareSession(client);
  await beginSnapshot(client);
  const manifest = await describe(access, say);
  await writer.add(entryNames.manifest, Buffer.from(JSON.stringify(manifest)));
  if (manifest.key === 'inside') await writer.add(entryNames.secretKey, await readFile(join(dataDir, 'secret-key')));
  const progress = createProgress(say);
  const rows: Record<string, number> = {};
  for (const table of manifest.tables) {
    const name = `${table.schema}.${table.name}`;
    let part = 0;
    rows[name] = await copyOut(client, table, async (bytes) => {
      part++;
      await writer.add(entryNames.table(table.schema, table.name, part), bytes);
      progress(`${table.name}: ${inWords(bytes.length * part)} so far`);
    });
  }
  await client.query('commit');
  let files = 0;
  for (const books of backedUpBooks) files += await addBooks(writer, dataDir, books);
  for await (const found of listDataFiles(dataDir)) {
    if (await addFile(writer, found)) files++;
    progress(`${files} files`);
  }
  for (const name of unknownEntries(dataDir)) say(`Not in the backup: ${join(dataDir, name)}`);
  await writer.finish(rows);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { tables: manifest.tables.length, rows: total, files };
}

async function describe({ client, secrets, isKeyGiven }: OperatorAccess, say: Say): Promise<Manifest> {
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
    key: isKeyGiven ? 'given' : 'inside',
    keyCheck: keyCheckOf(secrets),
  };
}

/** @returns how many files that made */
async function addBooks(writer: ArchiveWriter, dataDir: string, path: string): Promise<number> {
  const absolute = join(dataDir, path);
  if (!existsSync(absolute)) return 0;
  const folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  try {
    const copy = join(folder, basename(path));
    await copyBooks(absolute, copy);
    await addFile(writer, { path, absolute: copy });
    return 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns false for a file that was removed since it was listed */
async function addFile(writer: ArchiveWriter, { path, absolute }: DataFile): Promise<boolean> {
  const handle = await open(absolute).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    // A file that grows meanwhile is taken as long as it was.
    await writer.addStream(entryNames.file(path), size, bytesOf(handle, size));
    return true;
  } finally {
    await handle.close();
  }
}

/** Gives the file its name without ever replacing one that appeared meanwhile. */
async function publish(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
    await unlink(partial);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new OperatorError(`${file} appeared meanwhile. Name another file.`, { cause: error });
    // File systems without links.
    await rename(partial, file);
  }
  syncFolder(dirname(file));
}

async function discard(handle: FileHandle, partial: string): Promise<void> {
  await handle.close().catch(() => undefined); // it may be closed already
  await rm(partial, { force: true });
}

import { chmodSync, existsSync } from 'node:fs';
import { type FileHandle, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type pg from 'pg';
import { prepareDataDir } from '../data-dir.ts';
import { OperatorError } from '../db/operator.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { syncFolder } from '../postgres/placement.ts';
import { loadSecrets, type Secrets, secretsOfKeyFile } from '../secrets.ts';
import { openArchive, readArchive, readWhole } from './archive-reader.ts';
import { keyCheckValue } from './create-backup.ts';
import {
  type BackedUpFiles,
  beginRestore,
  changeOwner,
  dataDirectoryState,
  endRestore,
  moveDataAside,
  requireBackupPath,
  requireStopped,
} from './data-directory.ts';
import { type End, entryNames, type Manifest } from './manifest.ts';
import type { PrintLine } from './progress.ts';
import {
  connectOwner,
  loadDatabase,
  moveDatabaseAside,
  type RestoreTasks,
  requireFreeDatabase,
  requireKnownMigrations,
} from './restore-database.ts';

export type RestoreOptions = {
  /** Path of the backup. */
  file: string;
  dataDir: string;
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  passphrase: string | undefined;
  /** Moves existing data aside. */
  force: boolean;
  restoreTasks: RestoreTasks;
  backedUpFiles: BackedUpFiles;
  say: PrintLine;
  /** Where a start as root stores data that its PostgreSQL user cannot reach; for tests. */
  systemDir?: string;
};

export type RestoreReport = { madeAt: string; rows: number; files: number; movedAside: string[] };

const keyLimitBytes = 1_024;

/**
 * Restores a backup. The file is verified completely before anything is changed; then no server starts on the folder
 * or the database until everything is restored.
 * @throws OperatorError with a message for the operator
 */
export async function restoreBackup(order: RestoreOptions): Promise<RestoreReport> {
  const { file, dataDir, say } = order;
  if (!relative(dataDir, file).startsWith('..')) {
    throw new OperatorError(`${file} lies in the folder that is to be restored: move it elsewhere.`);
  }
  const handle = await openArchive(file, 'a backup');
  try {
    await requireRoom(order);
    say(`Checking ${file}`);
    const checked = await checkBackup(handle, order);
    const moment = new Date()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '')
      .toLowerCase();
    const aside = await makeRoom(order, moment);
    say(`Restoring what was there at ${checked.manifest.madeAt}`);
    const files = await restore(handle, order, checked).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new OperatorError(`The restore did not finish (${why}). Begin again with --force.`, { cause: error });
    });
    const rows = Object.values(checked.end.rows).reduce((sum, count) => sum + count, 0);
    return { madeAt: checked.manifest.madeAt, rows, files, movedAside: aside };
  } finally {
    await handle.close();
  }
}

export type CheckedBackup = { manifest: Manifest; end: End; key: Buffer | null; rowBytes: number };
export type CheckOptions = Pick<RestoreOptions, 'dataDir' | 'secretKey' | 'passphrase' | 'backedUpFiles'> & {
  signal?: AbortSignal;
};

/**
 * Reads the whole file.
 * @throws OperatorError for a damaged file, one of a newer version, and one of another key
 */
export async function checkBackup(handle: FileHandle, order: CheckOptions): Promise<CheckedBackup> {
  let key: Buffer | null = null;
  let rowBytes = 0;
  const { manifest, end } = await readArchive(handle, order.passphrase, {
    // As early as possible: the remaining file may be long.
    manifest: ({ migrations }) => requireKnownMigrations(migrations),
    async entry(name, sizeBytes, content) {
      if (name === entryNames.secretKey) key = await readWhole(content, keyLimitBytes);
      else if (name.startsWith('files/')) requireBackupPath(name.slice('files/'.length), order.backedUpFiles);
      else rowBytes += sizeBytes;
      for await (const chunk of content) {
        void chunk;
        order.signal?.throwIfAborted();
      }
    },
  });
  await requireKey(order, manifest, key);
  return { manifest, end, key, rowBytes };
}

/** @throws OperatorError when the server would not have the key that sealed these rows */
async function requireKey({ secretKey, dataDir }: CheckOptions, manifest: Manifest, key: Buffer | null): Promise<void> {
  let secrets: Secrets;
  if (secretKey !== undefined) secrets = await loadSecrets(dataDir, secretKey);
  else if (key !== null) secrets = secretsOfKeyFile(String(key), 'the key in the backup');
  else throw new OperatorError('This backup was made with SECRET_KEY. Set SECRET_KEY to the same.');
  if (keyCheckValue(secrets) === manifest.keyCheck) return;
  throw new OperatorError(
    manifest.key === 'given'
      ? 'SECRET_KEY is not the one this backup was made with.'
      : 'This backup brings its own key. Restore and run it without SECRET_KEY.',
  );
}

/** @throws OperatorError when data exists and `force` is not set */
async function requireRoom({ dataDir, databaseUrl, force }: RestoreOptions): Promise<void> {
  await requireStopped(dataDir);
  const state = dataDirectoryState(dataDir);
  if (state !== 'empty' && !force) {
    throw new OperatorError(
      state === 'unfinished'
        ? `An earlier restore into ${dataDir} did not finish. Say --force to begin again.`
        : `${dataDir} is not empty. Set DATA_DIR to another folder, or say --force: what is there is moved aside.`,
    );
  }
  if (databaseUrl !== undefined) await onGiven(databaseUrl, (client) => requireFreeDatabase(client, force));
}

/** @returns where the existing data is now */
async function makeRoom(order: RestoreOptions, moment: string): Promise<string[]> {
  const { dataDir, databaseUrl } = order;
  // Again: verifying the file may have taken hours.
  await requireRoom(order);
  prepareDataDir(dataDir);
  await beginRestore(dataDir);
  const folder = await moveDataAside(dataDir, moment);
  const places = folder === null ? [] : [folder];
  if (databaseUrl !== undefined) {
    await onGiven(databaseUrl, async (client) => {
      if (!(await requireFreeDatabase(client, true))) return;
      places.push(`the schema ${await moveDatabaseAside(client, moment)}`);
    });
  }
  return places;
}

/** Runs on the database that the operator configured. */
async function onGiven<T>(databaseUrl: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOwner({ connectionString: databaseUrl }).catch((error: Error) => {
    throw new OperatorError(`DATABASE_URL: the database cannot be reached (${error.message})`, { cause: error });
  });
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

/** @returns the number of files besides the database */
async function restore(handle: FileHandle, order: RestoreOptions, checked: CheckedBackup): Promise<number> {
  const { dataDir, databaseUrl, say } = order;
  let files = 0;
  const load = (owner: pg.ClientConfig) =>
    loadDatabase({
      owner,
      file: handle,
      passphrase: order.passphrase,
      manifest: checked.manifest,
      end: checked.end,
      restoreTasks: order.restoreTasks,
      say,
      async other(name, _sizeBytes, content) {
        if (name.startsWith('files/')) {
          await writeDataFile(order, name.slice('files/'.length), content);
          files++;
        } else for await (const chunk of content) void chunk;
      },
    });
  if (databaseUrl !== undefined) await load({ connectionString: databaseUrl });
  else {
    const postgres = await startEmbeddedPostgres({ dataDir, log: say, systemDir: order.systemDir });
    try {
      await load(postgres.connection('parley_owner'));
    } finally {
      await postgres.stop();
    }
  }
  if (checked.key !== null) await writeFile(join(dataDir, 'secret-key'), checked.key, { mode: 0o600, flush: true });
  changeOwner(dataDir);
  await endRestore(dataDir);
  return files;
}

async function writeDataFile(
  { dataDir, backedUpFiles }: RestoreOptions,
  path: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  requireBackupPath(path, backedUpFiles);
  const elsewhere = backedUpFiles.elsewhere?.find(({ folder }) => path.startsWith(`${folder}/`));
  if (elsewhere !== undefined) return elsewhere.put(path, content);
  const target = join(dataDir, path);
  const folder = dirname(target);
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  }
  await writeFile(target, content, { mode: 0o600, flush: true });
  syncFolder(folder);
}

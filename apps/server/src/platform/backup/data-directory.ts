import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinishedRestore } from '../data-dir.ts';
import { OperatorError } from '../db/operator.ts';
import { EmbeddedPostgresError } from '../postgres/embedded-error.ts';
import { takeFolderLock } from '../postgres/folder-lock.ts';
import { syncFolder } from '../postgres/placement.ts';
import type { FilesElsewhere } from './files-elsewhere.ts';

/** Files that features have in DATA_DIR, and that a backup contains; paths below DATA_DIR. */
export type BackedUpFiles = {
  /** Folders that are copied file by file. Their files are written once and never changed. */
  folders: readonly string[];
  /** Folders in those whose files are not finished yet, and are left out. */
  unfinished: readonly string[];
  /** SQLite databases. */
  databases: readonly string[];
  /** Folders of those whose files are not copied. */
  leftOut?: readonly string[];
  /** Folders of those whose files are not in DATA_DIR. */
  elsewhere?: readonly FilesElsewhere[];
};

/** Other known entries of DATA_DIR: recreated, or contained in a backup in another form. */
const knownEntries = ['cache', 'log', 'lost+found', 'postgres', 'secret-key', 'setup-url'];
/** Entries of a folder that still counts as empty. */
const harmlessEntries = ['cache', 'log', 'lost+found'];
const asidePrefix = 'before-restore-';

/** Unknown entries of DATA_DIR, which a backup does not contain. */
export function unknownEntries(dataDir: string, { folders, databases }: BackedUpFiles): string[] {
  if (!existsSync(dataDir)) return [];
  const known = new Set([...knownEntries, ...[...folders, ...databases].map((path) => path.split('/')[0])]);
  return readdirSync(dataDir).filter(
    (name) => !known.has(name) && !name.startsWith(asidePrefix) && name !== unfinishedRestore,
  );
}

export type DataFile = { path: string; absolute: string };

/** The files of DATA_DIR in a backup as paths below it, streamed however many there are. */
export async function* listDataFiles(
  dataDir: string,
  { folders, unfinished, leftOut = [], elsewhere = [] }: BackedUpFiles,
): AsyncGenerator<DataFile> {
  const others = new Set([...leftOut, ...elsewhere.map(({ folder }) => folder)]);
  for (const folder of folders) if (!others.has(folder)) yield* listBelow(dataDir, folder, unfinished);
}

async function* listBelow(dataDir: string, folder: string, unfinished: readonly string[]): AsyncGenerator<DataFile> {
  if (unfinished.includes(folder) || !existsSync(join(dataDir, folder))) return;
  for await (const entry of await opendir(join(dataDir, folder))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listBelow(dataDir, path, unfinished);
    else if (entry.isFile()) yield { path, absolute: join(dataDir, path) };
  }
}

/** @throws OperatorError for a path outside the folders that a restore may write to */
export function requireBackupPath(path: string, { folders, databases }: BackedUpFiles): void {
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  const isOurs = parts.length > 1 && folders.some((folder) => path.startsWith(`${folder}/`));
  if (isPlain && (isOurs || databases.includes(path))) return;
  throw new OperatorError(`The backup holds a file that has no place here: ${JSON.stringify(path.slice(0, 200))}`);
}

export type DataDirectoryState = 'empty' | 'unfinished' | 'used';

export function dataDirectoryState(dataDir: string): DataDirectoryState {
  if (!existsSync(dataDir)) return 'empty';
  const entries = readdirSync(dataDir);
  if (entries.includes(unfinishedRestore)) return 'unfinished';
  return entries.every((name) => harmlessEntries.includes(name) || name.startsWith(asidePrefix)) ? 'empty' : 'used';
}

/** @throws OperatorError while a server uses the folder */
export async function requireStopped(dataDir: string): Promise<void> {
  const home = join(dataDir, 'postgres');
  if (!existsSync(home)) return;
  try {
    const lock = await takeFolderLock(home, dataDir, 2_000);
    lock.release();
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new OperatorError(`Stop the server first: ${error.message}`, { cause: error });
  }
}

/**
 * Moves the contents of a folder into a new subfolder, because renaming always works there.
 * @param moment part of the subfolder's name
 * @returns its path, null when the folder was empty
 */
export async function moveDataAside(dataDir: string, moment: string): Promise<string | null> {
  const entries = readdirSync(dataDir).filter(
    (name) => !name.startsWith(asidePrefix) && name !== 'lost+found' && name !== unfinishedRestore,
  );
  if (entries.every((name) => harmlessEntries.includes(name))) return null;
  const aside = join(dataDir, `${asidePrefix}${moment}`);
  await mkdir(aside, { mode: 0o711 });
  for (const name of entries) await rename(join(dataDir, name), join(aside, name));
  syncFolder(dataDir);
  return aside;
}

/** Until `endRestore` no server starts on the folder. */
export async function beginRestore(dataDir: string): Promise<void> {
  const text = 'A restore into this folder did not finish. Run npm run restore -- FILE --force.\n';
  await writeFile(join(dataDir, unfinishedRestore), text, { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

export async function endRestore(dataDir: string): Promise<void> {
  syncFolder(dataDir);
  await rm(join(dataDir, unfinishedRestore));
  syncFolder(dataDir);
}

/** Gives files that root restored to the owner of the folder, so that either may start the server. */
export function changeOwner(dataDir: string): void {
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(asidePrefix) && name !== 'lost+found') give(join(dataDir, name), uid, gid);
  }
}

function give(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) give(join(path, name), uid, gid);
}

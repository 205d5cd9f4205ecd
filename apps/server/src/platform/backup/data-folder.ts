import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinishedRestore } from '../data-dir.ts';
import { OperatorError } from '../db/operator.ts';
import { EmbeddedPostgresError } from '../postgres/embedded-error.ts';
import { takeFolderLock } from '../postgres/folder-lock.ts';
import { syncFolder } from '../postgres/placement.ts';

/** Folders of DATA_DIR that a backup holds file by file. Their files are written once and never changed. */
export const backedUpFolders = ['media'] as const;
/** Uploads that are still arriving. */
const arriving = join('media', 'incoming');
/** SQLite databases of DATA_DIR that a backup holds. */
export const backedUpBooks = [join('simulator', 'books.sqlite')] as const;

/** What DATA_DIR may hold besides: made anew, or held by a backup in another way. */
const knownEntries = ['cache', 'log', 'lost+found', 'media', 'postgres', 'secret-key', 'setup-url', 'simulator'];
/** What a folder may hold that still counts as empty. */
const harmlessEntries = ['cache', 'log', 'lost+found'];
const asidePrefix = 'before-restore-';

/** Things in DATA_DIR that no backup holds and nobody here knows. */
export function unknownEntries(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir).filter(
    (name) => !knownEntries.includes(name) && !name.startsWith(asidePrefix) && name !== unfinishedRestore,
  );
}

export type DataFile = { path: string; absolute: string };

/** The files of the folders a backup holds, paths from DATA_DIR, one at a time however many there are. */
export async function* listDataFiles(dataDir: string): AsyncGenerator<DataFile> {
  for (const folder of backedUpFolders) yield* listBelow(dataDir, folder);
}

async function* listBelow(dataDir: string, folder: string): AsyncGenerator<DataFile> {
  if (folder === arriving || !existsSync(join(dataDir, folder))) return;
  for await (const entry of await opendir(join(dataDir, folder))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listBelow(dataDir, path);
    else if (entry.isFile()) yield { path, absolute: join(dataDir, path) };
  }
}

/** @throws OperatorError for a path that leads out of the places a backup may write to */
export function requireOwnPath(path: string): void {
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  const isOurs = parts.length > 1 && backedUpFolders.some((folder) => folder === parts[0]);
  if (isPlain && (isOurs || backedUpBooks.some((book) => book === path))) return;
  throw new OperatorError(`The backup holds a file that has no place here: ${JSON.stringify(path.slice(0, 200))}`);
}

export type FolderState = 'empty' | 'unfinished' | 'used';

export function folderState(dataDir: string): FolderState {
  if (!existsSync(dataDir)) return 'empty';
  const entries = readdirSync(dataDir);
  if (entries.includes(unfinishedRestore)) return 'unfinished';
  return entries.every((name) => harmlessEntries.includes(name) || name.startsWith(asidePrefix)) ? 'empty' : 'used';
}

/** @throws OperatorError while a server runs on the folder */
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
 * Moves what a folder holds into a folder of its own inside it, where renaming always works.
 * @param moment names that folder
 * @returns where it is now, null when there was nothing
 */
export async function setFolderAside(dataDir: string, moment: string): Promise<string | null> {
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

/** From here on until `endRestore` no server starts on the folder. */
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

/** What root restored for somebody else's folder belongs to them, so that either may start the server. */
export function giveToOwner(dataDir: string): void {
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

import { existsSync } from 'node:fs';
import { copyFile, open, rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../db/operator.ts';

const tries = 30;
const againMs = 200;
/** Two writes within one tick of the file system's clock carry the same time. */
const tickMs = 20;
const walHeaderBytes = 32;

/** A quiet file whose copies were inconsistent this often is damaged itself. */
const damagedAfter = 3;

/** The file itself is damaged, not just a copy of it taken at a bad moment. */
export class DamagedDatabase extends Error {}

/**
 * Copies an SQLite database in write-ahead mode while its owner, who has it locked exclusively, keeps writing.
 * Commits only append to the log; the file itself changes only at checkpoints. So both are copied, and the pair is
 * consistent when the file and the log's header are unchanged afterwards; an unfinished commit at the end of the log
 * is ignored by SQLite.
 * @throws DamagedDatabase
 */
export async function copySqlite(file: string, copy: string): Promise<void> {
  let inconsistent = 0;
  for (let attempt = 1; attempt <= tries; attempt++) {
    const result = await copyOnce(file, copy);
    if (result === 'copied') return;
    if (result === 'inconsistent') inconsistent++;
    if (inconsistent >= damagedAfter) throw new DamagedDatabase(`${file} is damaged`);
    await delay(againMs);
  }
  throw new OperatorError(`${file} changes too fast to be copied. Try again when the server is less busy.`);
}

async function copyOnce(file: string, copy: string): Promise<'copied' | 'changed' | 'inconsistent'> {
  const before = await stateOf(file);
  if (before === null) return 'changed';
  await rm(`${copy}-wal`, { force: true });
  await copyFile(file, copy);
  if (existsSync(`${file}-wal`)) {
    await copyFile(`${file}-wal`, `${copy}-wal`).catch((error: NodeJS.ErrnoException) => {
      // Its owner closed it meanwhile and merged the log into the file, which the file shows.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  if ((await stateOf(file)) !== before) return 'changed';
  return mergeLog(copy) ? 'copied' : 'inconsistent';
}

/** The state that a checkpoint changes; null when one may be in progress. */
async function stateOf(file: string): Promise<string | null> {
  const { mtimeNs, mtimeMs, size, ino } = await stat(file, { bigint: true });
  if (Date.now() - Number(mtimeMs) < tickMs) return null;
  return `${ino} ${size} ${mtimeNs} ${await walHeader(`${file}-wal`)}`;
}

async function walHeader(file: string): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(walHeaderBytes), 0, walHeaderBytes, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await handle.close();
  }
}

/** Merges the copied log into the copied file. @returns whether the result is consistent */
function mergeLog(copy: string): boolean {
  const db = new DatabaseSync(copy);
  try {
    db.exec('pragma journal_mode = delete');
    return db.prepare('pragma quick_check').get()?.['quick_check'] === 'ok';
  } catch {
    // The copy is inconsistent; the next attempt takes a new one.
    return false;
  } finally {
    db.close();
  }
}

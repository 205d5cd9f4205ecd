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

/**
 * Copies an SQLite database in write-ahead mode while its owner, who locks it against everybody else, goes on writing.
 * Commits only append to the log; the file itself changes at checkpoints alone. So both are copied, and the pair is
 * good when the file and the log's header are afterwards as they were before; an unfinished commit at the log's end is
 * dropped by SQLite itself.
 * @param copy path of the copy, one file without a log
 * @throws OperatorError when its owner writes too much for that
 */
export async function copyBooks(file: string, copy: string): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    if (await copyOnce(file, copy)) return;
    await delay(againMs);
  }
  throw new OperatorError(`${file} changes too fast to be copied. Try again when the sandbox is quieter.`);
}

async function copyOnce(file: string, copy: string): Promise<boolean> {
  const before = await stateOf(file);
  if (before === null) return false;
  await rm(`${copy}-wal`, { force: true });
  await copyFile(file, copy);
  if (existsSync(`${file}-wal`)) {
    await copyFile(`${file}-wal`, `${copy}-wal`).catch((error: NodeJS.ErrnoException) => {
      // Its owner ended meanwhile and folded the log into the file, which shows in the file.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  return (await stateOf(file)) === before && fold(copy);
}

/** What a checkpoint changes; null when one may be under way just now. */
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

/** Folds the copied log into the copied file. @returns whether the outcome is sound */
function fold(copy: string): boolean {
  const db = new DatabaseSync(copy);
  try {
    db.exec('pragma journal_mode = delete');
    return db.prepare('pragma quick_check').get()?.['quick_check'] === 'ok';
  } catch {
    // Not a database in this moment: the next try finds another one.
    return false;
  } finally {
    db.close();
  }
}

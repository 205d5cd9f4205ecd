// One server per DATA_DIR, enforced by the kernel: SQLite's file lock ends with its process however that dies, cannot
// go stale, and is seen across containers that share the folder. A pid file has none of these properties.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-error.ts';

export type FolderLock = { release(): void };

const sqliteBusy = 5;
const retryMs = 50;

/**
 * Takes the exclusive right to run a server on a folder.
 * @param homeDir existing, writable folder that receives `server.lock` and `server.pid`
 * @param dataDir folder to name in errors
 * @param waitMs milliseconds to wait for a holder that may be stopping
 * @throws EmbeddedPostgresError when another process still has the lock, naming its pid
 */
export async function takeFolderLock(homeDir: string, dataDir: string, waitMs: number): Promise<FolderLock> {
  const pidFile = join(homeDir, 'server.pid');
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = tryLock(join(homeDir, 'server.lock'), dataDir);
    if (lock) {
      writeFileSync(pidFile, `${process.pid}\n`);
      return { release: () => lock.close() };
    }
    if (performance.now() >= deadline) {
      throw new EmbeddedPostgresError(`another Parley server is using ${dataDir}${describeHolder(pidFile)}`);
    }
    await delay(retryMs);
  }
}

function tryLock(file: string, dataDir: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // Without a journal the file stays empty and has no companion files.
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw new EmbeddedPostgresError(
      `cannot lock ${dataDir} (${error instanceof Error ? error.message : String(error)}): is the folder writable for this user?`,
      { cause: error },
    );
  }
}

function describeHolder(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    // The holder has the lock but has not written its pid yet: the message omits it.
    return '';
  }
}

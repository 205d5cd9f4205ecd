import { chmodSync, lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.ts';
import type { PrintLine } from './progress.ts';

/** A PostgreSQL in a folder of its own, which nobody else reaches and which ends with this process. */
export type TemporaryDatabase = {
  readonly folder: string;
  start(): Promise<EmbeddedPostgres>;
  /** Stops it and removes its folder; may be called at any time, repeatedly. */
  remove(): Promise<void>;
};

const prefix = 'parley-verify-';

/** Also removes what processes left in `parent` that were killed. @param parent existing folder */
export async function createTemporaryDatabase(parent: string, say: PrintLine): Promise<TemporaryDatabase> {
  await removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // Started as root, PostgreSQL runs as another user, who has to pass through.
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  let starting: Promise<EmbeddedPostgres> | undefined;
  let removing: Promise<void> | undefined;
  return {
    folder,
    start() {
      // Its files need not survive anything.
      const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '256MB' };
      const order = { dataDir: join(folder, 'data'), systemDir: join(folder, 'system'), settings };
      starting ??= startEmbeddedPostgres({ ...order, log: (line) => isNews(line) && say(line) });
      return starting;
    },
    remove() {
      removing ??= (async () => {
        const postgres = await starting?.catch(() => undefined);
        await postgres?.stop();
        await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      })();
      return removing;
    },
  };
}

function isNews(line: string): boolean {
  return !line.startsWith('created the database') && !line.startsWith('PostgreSQL runs as');
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(parent, name);
    if (lstatSync(path).uid === process.getuid?.()) await rm(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

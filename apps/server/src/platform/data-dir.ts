import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';

/** Stands in DATA_DIR while a restore writes into it. */
export const unfinishedRestore = 'restore-unfinished';

/** @throws ConfigError for a folder that holds a part of a backup only */
export function requireWholeData(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedRestore))) return;
  throw new ConfigError(
    `a restore into ${dataDir} did not finish. Run "npm run restore -- FILE --force", then start again.`,
  );
}

/**
 * Makes DATA_DIR when it is not there. Started by root, other users may pass through it: PostgreSQL runs as one.
 * @throws ConfigError when it cannot be made or written
 */
export function prepareDataDir(dataDir: string): void {
  try {
    if (makeFolder(dataDir)) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: cannot use ${dataDir} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** One folder after the other: below /proc, Node's own recursive mkdir goes on for ever (24.21). */
function makeFolder(dir: string): boolean {
  try {
    mkdirSync(dir);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(dir).isDirectory()) return false;
    if (code !== 'ENOENT' || existsSync(dirname(dir))) throw error;
  }
  makeFolder(dirname(dir));
  return makeFolder(dir);
}

import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';

/** A marker in DATA_DIR while a restore writes into it. */
export const unfinishedRestore = 'restore-unfinished';

/** @throws ConfigError for a folder with an incomplete restore */
export function requireNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedRestore))) return;
  throw new ConfigError(
    `a restore into ${dataDir} did not finish. Run "npm run restore -- FILE --force", then start again.`,
  );
}

/**
 * Creates DATA_DIR when it is missing. When started by root, other users may pass through it, because PostgreSQL runs
 * as one.
 * @throws ConfigError when it cannot be created or written
 */
export function prepareDataDir(dataDir: string): void {
  try {
    if (makeFolder(dataDir)) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: cannot use ${dataDir} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** One folder at a time: below /proc, Node's own recursive mkdir never returns (24.21). */
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

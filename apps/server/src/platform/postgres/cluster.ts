// Creates a cluster so that an incomplete one never has the real name, and changes the owner of an existing one.
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { embeddedMajor, readMajor } from './major.ts';
import { ownerRole } from './paths.ts';
import { syncFolder } from './placement.ts';
import { spawnSupervised } from './postmaster.ts';
import { type RunAs, requirePasswdEntry } from './run-as.ts';
import { endInterruptedInit } from './server-processes.ts';

/** The trigram index asks libc what a letter is: in the locale C it finds none in Cyrillic, Arabic, Devanagari or Han. */
const letters = ['--lc-ctype=C.UTF-8'];

/**
 * Creates the cluster unless it exists. Remains of an interrupted attempt are stopped and removed first.
 * @param logHandle open file that receives initdb's output
 * @param isSynced false when the caller makes the cluster durable later
 * @returns true when it was created now
 * @throws EmbeddedPostgresError when initdb fails or the user cannot own a cluster
 */
export async function createClusterIfMissing(
  clusterDir: string,
  initdb: string,
  runAs: RunAs | null,
  logHandle: number,
  isSynced = true,
): Promise<boolean> {
  const initDir = `${clusterDir}.init`;
  if (existsSync(initDir)) {
    await endInterruptedInit(initDir);
    rmSync(initDir, { recursive: true, force: true, maxRetries: 5 });
  }
  const major = readMajor(clusterDir);
  if (major !== null) {
    requireMajor(clusterDir, major);
    return false;
  }
  if (existsSync(clusterDir) && readdirSync(clusterDir).length > 0) {
    throw new EmbeddedPostgresError(`${clusterDir} holds files but no database: move them away, then start again`);
  }
  requirePasswdEntry(runAs);
  // A host without the locale creates its cluster without it: searches for such words read more rows there.
  const ended = (await runInitdb(letters)) === 0 ? 0 : await runInitdb([]);
  if (ended !== 0) {
    throw new EmbeddedPostgresError(`PostgreSQL could not create its database folder (initdb: ${ended})`);
  }
  rmSync(clusterDir, { recursive: true, force: true });
  renameSync(initDir, clusterDir);
  syncFolder(dirname(clusterDir));
  return true;

  /** @returns its exit code or signal */
  async function runInitdb(more: readonly string[]): Promise<number | string | null> {
    rmSync(initDir, { recursive: true, force: true });
    mkdirSync(initDir, { mode: 0o700 });
    if (runAs) chownSync(initDir, runAs.uid, runAs.gid);
    const command = [
      initdb,
      ...['-D', initDir, '-U', ownerRole, '--auth=trust', '--encoding=UTF8'],
      // The sort order must depend neither on the host's libc nor on the bundled ICU, or indexes break on another host.
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', ...more],
      ...(isSynced ? [] : ['--no-sync']),
    ];
    const { code, signal } = await (await spawnSupervised(command, runAs, logHandle)).exited;
    if (code !== 0) rmSync(initDir, { recursive: true, force: true, maxRetries: 5 });
    return signal ?? code;
  }
}

/** @throws EmbeddedPostgresError for the files of another major version, which this PostgreSQL cannot read */
function requireMajor(clusterDir: string, major: number): void {
  if (major === embeddedMajor) return;
  throw new EmbeddedPostgresError(
    major > embeddedMajor
      ? `the database in ${clusterDir} is of PostgreSQL ${major}, newer than PostgreSQL ${embeddedMajor} of this version of Parley: start the version that you used last`
      : `the database in ${clusterDir} is of PostgreSQL ${major}: start the server once, which copies it for PostgreSQL ${embeddedMajor}`,
  );
}

/**
 * Gives an existing cluster the mode that PostgreSQL requires and, for a root start, its user as owner of all files:
 * a copy or a backup restored by root belongs to root.
 */
export function handOverCluster(clusterDir: string, runAs: RunAs | null): void {
  chmodSync(clusterDir, 0o700);
  if (!runAs) return;
  const top = [clusterDir, ...readdirSync(clusterDir).map((name) => join(clusterDir, name))];
  if (top.every((path) => lstatSync(path).uid === runAs.uid)) return;
  giveTree(clusterDir, runAs);
}

function giveTree(path: string, runAs: RunAs): void {
  // Links themselves, never their targets: a table space may point anywhere.
  lchownSync(path, runAs.uid, runAs.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTree(join(path, name), runAs);
}

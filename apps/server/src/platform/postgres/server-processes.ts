// Finds remains of an earlier server on a cluster. Pids in lock files prove nothing: they are reused, and under an
// init that does not reap, a dead postmaster stays a zombie that still answers signal 0.
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-error.ts';
import { shortHash, socketPort } from './paths.ts';

export type ServerProcess = { pid: number; isPostmaster: boolean };

const pollMs = 20;

/** PostgreSQL's `cluster_name`: every process of the server shows it in its title, which anyone may read. */
export function clusterName(clusterDir: string): string {
  return `parley-${shortHash(clusterDir)}`;
}

/**
 * Finds the running PostgreSQL processes of a cluster by their working directory or, where that is unreadable (root
 * without ptrace rights in a container), by the cluster's name in their title. Zombies do not count.
 */
export function findServerProcesses(clusterDir: string): ServerProcess[] {
  const name = clusterName(clusterDir);
  return listProcesses().flatMap(({ pid, command }) => {
    if (command !== 'postgres') return [];
    const { cwd, commandLine } = readProcessInfo(pid);
    if (cwd !== clusterDir && cwd !== `${clusterDir} (deleted)` && !commandLine.includes(name)) return [];
    // Only the postmaster keeps its arguments; the others replace them by a title.
    return [{ pid, isPostmaster: commandLine.includes('\0-D\0') }];
  });
}

/**
 * Stops the processes of an earlier run on a cluster, then removes its lock files. Call it only while holding the
 * folder lock: processes that still run then have no owner any more.
 * @param graceMs milliseconds for an orphaned postmaster's clean shutdown before it is killed
 * @throws EmbeddedPostgresError when a process survives even SIGKILL
 */
export async function clearLeftovers(
  clusterDir: string,
  socketDir: string,
  graceMs: number,
  port = socketPort,
): Promise<void> {
  const postmasters = findServerProcesses(clusterDir).filter((found) => found.isPostmaster);
  if (postmasters.length > 0) {
    signalAll(postmasters, 'SIGINT');
    await waitUntilGone(clusterDir, graceMs);
  }
  // Without a postmaster there is no orderly shutdown: the remaining processes are killed, and recovery follows
  // anyway.
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    signalAll(findServerProcesses(clusterDir), signal);
    await waitUntilGone(clusterDir, 2_500);
  }
  const remaining = findServerProcesses(clusterDir)[0];
  if (remaining) {
    throw new EmbeddedPostgresError(
      `an earlier PostgreSQL (pid ${remaining.pid}) still uses ${clusterDir} and does not end: end it, then start again`,
    );
  }
  for (const file of [
    join(clusterDir, 'postmaster.pid'),
    join(socketDir, `.s.PGSQL.${port}`),
    join(socketDir, `.s.PGSQL.${port}.lock`),
  ]) {
    rmSync(file, { force: true });
  }
}

/**
 * Stops every process of an unfinished cluster: initdb, which names it in its arguments, and the PostgreSQL that it
 * runs in single-user mode inside it.
 */
export async function endInterruptedInit(initDir: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const leftovers = listProcesses().filter(({ pid, command }) => {
      if (!['initdb', 'postgres', 'sh'].includes(command)) return false;
      const { cwd, commandLine } = readProcessInfo(pid);
      return cwd === initDir || commandLine.split('\0').includes(initDir);
    });
    if (leftovers.length === 0) return;
    signalAll(leftovers, 'SIGKILL');
    await delay(pollMs);
  }
}

async function waitUntilGone(clusterDir: string, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (findServerProcesses(clusterDir).length > 0 && performance.now() < deadline) await delay(pollMs);
}

function signalAll(processes: { pid: number }[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // A process that ended meanwhile is fine; one that may not be signaled shows as still running.
      if (!['ESRCH', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error;
    }
  }
}

function readProcessInfo(pid: number): { cwd: string; commandLine: string } {
  return {
    cwd: readOr(() => readlinkSync(`/proc/${pid}/cwd`), ''),
    commandLine: readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), ''),
  };
}

function listProcesses(): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    const stat = readOr(() => readFileSync(`/proc/${entry}/stat`, 'latin1'), '');
    // proc(5): pid (command) state … The command itself may contain spaces and brackets.
    const match = /^\d+ \((.*)\) (\S) /s.exec(stat);
    if (!match?.[1] || !match[2] || 'ZX'.includes(match[2])) return [];
    return [{ pid: Number(entry), command: match[1] }];
  });
}

// A process may end between listing and reading, and other users' entries may be unreadable: both count as absent.
function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

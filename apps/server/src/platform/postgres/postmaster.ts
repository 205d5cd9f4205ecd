// One run of the PostgreSQL server: started so that it cannot outlive Node, watched until it is ready, and stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-error.ts';
import type { RunAs } from './run-as.ts';

export type ExitInfo = { code: number | null; signal: string | null };

export type Postmaster = { pid: number; startedAt: number; exited: Promise<ExitInfo>; hasExited(): boolean };

// The shell becomes PostgreSQL (exec), so that Node's child is the postmaster itself and its end is seen at once. The
// watcher is forked twice, or PostgreSQL would find a child it does not know. It waits on a pipe from Node: a line means
// "not needed any more", the end of the pipe means that Node is gone, however it died. It keeps no other file open and
// stands in "/", or it would look like a user of the cluster.
const launchScript = `
( ( trap '' INT TERM HUP QUIT; exec </dev/null >/dev/null 2>&1; read -r word <&3 || kill -INT $$ ) & )
exec 3<&-
exec "$@"
`;

const pollMs = 5;
const slowPollMs = 50;

// The system's clock may be set between our start time and PostgreSQL's, most likely right after boot.
const clockStepSeconds = 300;

/**
 * Starts a program that must not outlive this process.
 * @param logHandle open file that receives its output
 * @throws EmbeddedPostgresError when it cannot be started at all
 */
export async function spawnSupervised(command: string[], runAs: RunAs | null, logHandle: number): Promise<Postmaster> {
  const startedAt = Date.now();
  const child = spawn('/bin/sh', ['-c', launchScript, 'sh', ...command], {
    cwd: '/',
    // PG* variables of the operator's shell must not reach the server.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', logHandle, logHandle, 'pipe'],
    // A separate session: Ctrl-C in the terminal reaches only Node, which then stops PostgreSQL in order.
    detached: true,
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
  });
  const pipe = watcherPipe(child);
  let isOver = false;
  const exited = new Promise<ExitInfo>((resolve) => {
    child.once('exit', (code, signal) => {
      isOver = true;
      pipe.end('done\n');
      resolve({ code, signal });
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(
        new EmbeddedPostgresError(
          `cannot start ${command[0]}${runAs ? ` as ${runAs.name}` : ''} (${systemErrorCode(error)}): start as another user, or set DATABASE_URL`,
          { cause: error },
        ),
      ),
    );
  });
  if (child.pid === undefined) throw new EmbeddedPostgresError(`cannot start ${command[0]}`);
  return { pid: child.pid, startedAt, exited, hasExited: () => isOver };
}

/**
 * Waits until the server accepts connections. Connecting is not enough (it succeeds during recovery), nor is the word
 * `ready` alone (a file left by a killed server has it too): pid and start time must be this server's.
 * @returns false when the server ended instead
 */
export async function waitUntilReady(postmaster: Postmaster, clusterDir: string): Promise<boolean> {
  const file = join(clusterDir, 'postmaster.pid');
  while (!postmaster.hasExited()) {
    if (isReady(file, postmaster)) return true;
    // Recovery can take long; a warm start takes some twenty polls.
    await delay(Date.now() - postmaster.startedAt < 2_000 ? pollMs : slowPollMs);
  }
  return false;
}

/**
 * Stops the server: fast shutdown, and when that takes too long the immediate one, after which the next start
 * recovers from the log. Nothing committed is lost either way.
 * @param graceMs milliseconds for the fast shutdown
 */
export async function endPostmaster(postmaster: Postmaster, graceMs: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', graceMs],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ];
  for (const [signal, waitMs] of steps) {
    if (postmaster.hasExited()) return;
    signalOne(postmaster.pid, signal);
    const timer = new AbortController();
    await Promise.race([postmaster.exited, delay(waitMs, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  }
}

function isReady(file: string, postmaster: Postmaster): boolean {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
  // Lines: 1 process, 2 data folder, 3 start in seconds, 4 port, 5 socket folder, 6 address, 7 memory, 8 state.
  const startedAtSeconds = Number(lines[2]);
  return (
    Number(lines[0]) === postmaster.pid &&
    startedAtSeconds >= postmaster.startedAt / 1000 - clockStepSeconds &&
    lines[7]?.trim() === 'ready'
  );
}

function watcherPipe(child: ChildProcess): Writable {
  const pipe = child.stdio[3];
  if (!pipe || !('write' in pipe)) throw new EmbeddedPostgresError('cannot open a pipe to the PostgreSQL watcher');
  // The watcher may be killed separately; then writing to it fails, which does no harm.
  pipe.on('error', () => {});
  return pipe;
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

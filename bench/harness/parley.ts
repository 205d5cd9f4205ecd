import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveEmbeddedPaths } from '../../apps/server/src/platform/postgres/embedded.ts';
import type { BenchOptions } from './bench.ts';
import { temporaryFolder } from './folder.ts';
import { processTree } from './processes.ts';
import { preloadStatistics, printStatistics } from './statistics.ts';
import { wallMs } from './worker.ts';

export const projectDir = join(import.meta.dirname, '..', '..');
const entry = join('apps', 'server', 'src', 'entrypoints', 'main.ts');
const launcher = join('scripts', 'start.mjs');

/** A server of the product in its own process with its own embedded PostgreSQL. */
export type Parley = {
  /** The server itself; its launcher is its parent, PostgreSQL its child. */
  pid: number;
  /** The process started here. */
  launchedPid: number;
  url: string;
  dataDir: string;
  /** The owner's URL of the database. */
  ownerUrl: string;
  /** From the start of the first process until the server reports ready. */
  readyMs: number;
  setupToken(): Promise<string>;
  /** Stops it and keeps its folder. */
  stop(): Promise<void>;
  /** Kills the server's own process, like kill -9; a start on the same folder recovers. */
  kill(): Promise<void>;
  /** Stops it and removes its folder, if it was created here. */
  remove(): Promise<void>;
};

export type ParleyOptions = {
  /** An existing folder to reuse; default a new one. */
  dataDir?: string;
  /** Further settings. By default nothing is sent from this machine. */
  env?: Record<string, string>;
  /** The folder of the sources; default this checkout. */
  cwd?: string;
  /**
   * `npm`: the command that users type. `launcher`: the program it runs, with the product's flags and without npm's
   * own time.
   */
  through?: 'npm' | 'launcher';
};

type LaunchSettings = Pick<BenchOptions, 'nodeFlags' | 'profile' | 'say'>;

/** @param bench flags and profiling of the command line */
export async function startParley(bench: LaunchSettings, options: ParleyOptions = {}): Promise<Parley> {
  if (bench.profile === undefined) return launch(bench, options);
  const folder = options.dataDir === undefined ? await temporaryFolder('parley') : null;
  const settled = { ...options, dataDir: options.dataDir ?? folder?.path ?? '' };
  const first = await launch(bench, settled);
  await preloadStatistics(first.ownerUrl);
  await first.stop();
  const flags = ['--cpu-prof', `--cpu-prof-dir=${bench.profile}`, ...(bench.nodeFlags ?? [])];
  const parley = await launch({ ...bench, nodeFlags: flags }, settled);
  return {
    ...parley,
    async remove() {
      await printStatistics(parley.ownerUrl, bench.say);
      await parley.stop();
      await folder?.remove();
    },
  };
}

async function launch(bench: Pick<LaunchSettings, 'nodeFlags'>, options: ParleyOptions): Promise<Parley> {
  const cwd = options.cwd ?? projectDir;
  const folder = options.dataDir === undefined ? await temporaryFolder('parley') : null;
  const dataDir = options.dataDir ?? folder?.path ?? '';
  const began = wallMs();
  const [command, args] = commandOf(cwd, options.through ?? 'launcher', bench.nodeFlags);
  const child = spawn(command, args, {
    cwd,
    env: {
      ...cleanEnvironment(),
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      GRAPH_BASE_URL: 'http://127.0.0.1:9',
      // One session makes the calls of a whole team.
      CALLS_PER_SECOND: '0',
      ACCOUNT_CALLS_PER_SECOND: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGTERM');
  process.once('exit', endWithUs); // A failing benchmark must not leave a server behind.
  child.once('exit', () => process.off('exit', endWithUs));
  const url = await whenReady(child);
  const readyMs = wallMs() - began;
  const launchedPid = child.pid ?? 0;
  const stop = () => endServer(child, launchedPid);
  return {
    pid: findServer(launchedPid),
    launchedPid,
    url,
    dataDir,
    ownerUrl: resolveEmbeddedPaths(dataDir).ownerUrl,
    readyMs,
    async setupToken() {
      const address = (await readFile(join(dataDir, 'setup-url'), 'utf8')).trim();
      return new URL(address).searchParams.get('setup') ?? '';
    },
    stop,
    async kill() {
      const ended = once(child, 'exit');
      process.kill(findServer(launchedPid), 'SIGKILL');
      await ended;
    },
    async remove() {
      await stop();
      await folder?.remove();
    },
  };
}

function commandOf(cwd: string, through: 'npm' | 'launcher', flags: string[] | undefined): [string, string[]] {
  // Flags of an experiment replace the launcher's, so the server is started without it.
  if (flags !== undefined || !existsSync(join(cwd, launcher))) return [process.execPath, [...(flags ?? []), entry]];
  return through === 'npm' ? ['npm', ['start']] : [process.execPath, [launcher]];
}

/** Settings of the shell must not reach the measured server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

/** Waits for the line with the server's URL. @throws with its whole output when it ends before */
function whenReady(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        // Read to the end, so that the server never blocks; only the last part is stored.
        said = `${said}${chunk.toString()}`.slice(-20_000);
        const url = /Parley is ready at (\S+)/.exec(said)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the server ended (${signal ?? code}): ${said}`)));
  });
}

function findServer(launchedPid: number): number {
  const found = processTree(launchedPid).find(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry);
    } catch {
      return false; // It ended between the two checks.
    }
  });
  if (found === undefined) throw new Error('the server’s process was not found');
  return found.pid;
}

/**
 * Stops the started process; npm forwards a signal only to its own child, so the server's end is awaited separately.
 */
async function endServer(child: ChildProcess, launchedPid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const server = findServer(launchedPid);
  const ended = once(child, 'exit');
  process.kill(server, 'SIGTERM');
  await ended;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveEmbeddedPaths } from '../../apps/server/src/platform/postgres/embedded.ts';
import type { BenchOptions } from './bench.ts';
import { temporaryFolder } from './folder.ts';
import { processTree } from './processes.ts';
import { preloadStatistics, sayStatistics } from './statistics.ts';
import { wallMs } from './worker.ts';

export const projectDir = join(import.meta.dirname, '..', '..');
const entry = join('apps', 'server', 'src', 'entrypoints', 'main.ts');
const launcher = join('scripts', 'start.mjs');

/** A server of the product in its own process with its own embedded PostgreSQL. */
export type Parley = {
  /** The server itself; what launched it is above, PostgreSQL below. */
  pid: number;
  /** The process that was started here. */
  launchedPid: number;
  url: string;
  dataDir: string;
  /** Address of the database for its owner. */
  ownerUrl: string;
  /** From the start of the first process to the server's own word that it is ready. */
  readyMs: number;
  setupToken(): Promise<string>;
  /** Ends it and keeps its folder. */
  stop(): Promise<void>;
  /** Ends the server's own process at once, as kill -9 does; a start on the same folder takes over what is left. */
  kill(): Promise<void>;
  /** Ends it and removes its folder, if it was made here. */
  remove(): Promise<void>;
};

export type ParleyOptions = {
  /** An existing folder to start on again; default a fresh one. */
  dataDir?: string;
  /** Settings besides. By default nothing leaves this machine. */
  env?: Record<string, string>;
  /** Where the sources are; default this checkout. */
  cwd?: string;
  /** `npm`: the command people type. `launcher`: what it runs, with the product's flags and without npm's own time. */
  through?: 'npm' | 'launcher';
};

type Wishes = Pick<BenchOptions, 'nodeFlags' | 'profile' | 'say'>;

/** @param bench flags and profiling as the command line asks for them */
export async function startParley(bench: Wishes, options: ParleyOptions = {}): Promise<Parley> {
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
      await sayStatistics(parley.ownerUrl, bench.say);
      await parley.stop();
      await folder?.remove();
    },
  };
}

async function launch(bench: Pick<Wishes, 'nodeFlags'>, options: ParleyOptions): Promise<Parley> {
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
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGTERM');
  process.once('exit', endWithUs); // a bench that fails leaves no server behind
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

/** Settings of the shell that runs the bench must not reach the server that is measured. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

/** Waits for the line that says where the server is. @throws with everything it said when it ends before */
function whenReady(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        // Read to the end, so that the server never waits for us; kept only as far as a reader wants it.
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
      return false; // ended between the two looks
    }
  });
  if (found === undefined) throw new Error('the server’s process was not found');
  return found.pid;
}

/** Ends what was started; npm passes a signal on only to what it started itself, so its end is waited for by name. */
async function endServer(child: ChildProcess, launchedPid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const server = findServer(launchedPid);
  const ended = once(child, 'exit');
  process.kill(server, 'SIGTERM');
  await ended;
}

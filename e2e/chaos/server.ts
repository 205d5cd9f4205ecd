import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveEmbeddedPaths } from '../../apps/server/src/platform/postgres/paths.ts';
import { call } from './http.ts';
import { type ProcessEntry, processTree, readProcess } from './processes.ts';
import { until } from './wait-until.ts';

export const projectDir = join(import.meta.dirname, '..', '..');
export const serverEntry = join(projectDir, 'apps', 'server', 'src', 'entrypoints', 'main.ts');

/** The maximum recovery time of a server whose database was killed (interfaces), and of a start after any kill. */
export const readyWithinMs = 15_000;

export type ServerSettings = {
  dataDir: string;
  port: number;
  /** Receives the server's output, of all its runs. */
  logFile: string;
  env?: Record<string, string>;
  /** Script to run instead of the server's entry. */
  entry?: string;
  /** Its database when that is not the embedded one. */
  database?: { url: string; clusterDir: string } | undefined;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** The real server in its own process, started again after each kill. */
export class Server {
  readonly url: string;
  readonly #settings: ServerSettings;
  #child: ChildProcess | undefined;
  #exit: Exit | undefined;
  #exited: Promise<Exit> = Promise.resolve({ code: null, signal: null });

  constructor(settings: ServerSettings) {
    this.#settings = settings;
    this.url = `http://127.0.0.1:${settings.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** How the current run ended; undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  get exited(): Promise<Exit> {
    return this.#exited;
  }

  start(): void {
    const { dataDir, port, logFile, env, entry } = this.#settings;
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry ?? serverEntry], {
      cwd: projectDir,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: join(dataDir, 'cache', 'v8'),
        DATA_DIR: dataDir,
        PORT: String(port),
        ...env,
      },
      // The channel ends with this process, however that ends, and the server with the channel.
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child = child;
    this.#exit = undefined;
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        if (this.#child === child) this.#exit = { code, signal };
        resolve({ code, signal });
      });
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** SIGKILL, without waiting. @returns when the kernel has ended it */
  kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.#exited;
  }

  /**
   * Waits until it is ready, checked from outside.
   * @returns false when it ended instead
   * @throws Error when it is not ready in time
   */
  async ready(withinMs = readyWithinMs): Promise<boolean> {
    let last = 'no answer';
    const state = await until('the server is ready', withinMs, async () => {
      if (this.#exit !== undefined) return 'ended';
      const answer = await call('GET', `${this.url}/readyz`, { timeoutMs: 2_000 }).catch(() => null);
      last = answer === null ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body)}`;
      return answer?.status === 200 ? 'ready' : null;
    }).catch((error: Error) => {
      throw new Error(`${error.message}; ${this.url} answered last: ${last}`, { cause: error });
    });
    return state === 'ready';
  }

  /** All its running processes, including itself. */
  tree(): ProcessEntry[] {
    return processTree(this.pid);
  }

  get clusterDir(): string {
    return this.#settings.database?.clusterDir ?? resolveEmbeddedPaths(this.#settings.dataDir).clusterDir;
  }

  get ownerUrl(): string {
    return this.#settings.database?.url ?? resolveEmbeddedPaths(this.#settings.dataDir).ownerUrl;
  }

  /** The database's first process, only when its arguments name this server's cluster; null while there is none. */
  postmasterPid(): number | null {
    let pid: number;
    try {
      pid = Number(readFileSync(join(this.clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return null; // It was not started yet, or has just ended.
    }
    return readProcess(pid)?.commandLine.includes(` -D ${this.clusterDir} `) === true ? pid : null;
  }

  /** Pids of the database's processes that serve connections of the application. */
  backendPids(): number[] {
    const postmaster = this.postmasterPid();
    if (postmaster === null) return [];
    return processTree(postmaster)
      .filter((entry) => / (parley_app|parley_system) parley /.test(entry.commandLine))
      .map((entry) => entry.pid);
  }
}

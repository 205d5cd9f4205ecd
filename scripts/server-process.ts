import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from './prepare.mjs';

const entry = join(projectDir, 'apps', 'server', 'src', 'entrypoints', 'main.ts');
const endWithinMs = 20_000;

export type ServerOptions = {
  dataDir: string;
  /** `0` takes a free one. */
  port: string;
  /** Settings besides DATA_DIR and PORT; nothing else of our own environment but PATH and HOME reaches the server. */
  env?: NodeJS.ProcessEnv;
  /** Called with the server's output, which is stored for errors in any case. */
  onOutput?: (text: string) => void;
  /** Milliseconds until it must be ready, default 60,000. */
  readyWithinMs?: number;
};

/** The product's server as a child of ours: it ends when we do, however that happens. */
export type ServerProcess = {
  /** Base address without a slash at the end. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Ends it by a signal and waits until it is gone. PostgreSQL and the simulator end with it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** Starts the server and waits until it is ready. @throws Error with what it printed when it is not */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    cwd: projectDir,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: join(projectDir, '.cache', 'v8'),
      ...options.env,
      DATA_DIR: options.dataDir,
      PORT: options.port,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      said.push(data.toString());
      options.onOutput?.(data.toString());
    });
  }
  try {
    const url = await waitUntilReady(child, options.readyWithinMs ?? 60_000);
    return { url, child, end: (signal) => endServerProcess(child, signal) };
  } catch (error) {
    await endServerProcess(child, 'SIGKILL');
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said.join('').trim()}`);
  }
}

function waitUntilReady(child: ChildProcess, withinMs: number): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`the server was not ready within ${withinMs} ms`)), withinMs);
    const settle = (act: () => void) => {
      clearTimeout(timeout);
      act();
    };
    child.on('message', (message) => {
      const { type, url } = message as { type?: string; url?: string };
      if (type === 'ready' && url !== undefined) settle(() => resolve(url));
    });
    child.once('exit', (code, signal) => settle(() => reject(new Error(`the server ended with ${signal ?? code}`))));
    child.once('error', (error) => settle(() => reject(error)));
  });
}

/** Ends it by a signal, in the end by SIGKILL, and waits until it is gone. */
export async function endServerProcess(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await gone;
  clearTimeout(force);
}

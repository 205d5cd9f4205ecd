import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';
import { startServerProcess } from '../../scripts/server-process.ts';
import { recordLog } from './evidence.ts';

/** The product's server in a process of its own, on a data folder that outlives its kills. */
export type ParleyServer = {
  /** Base address; the same after every restart, because a browser keeps sessions by it. */
  readonly url: string;
  readonly dataDir: string;
  /** The one-time link of a new installation. */
  setupUrl(): Promise<string>;
  /** kill -9, and the process is gone. PostgreSQL ends with it. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and address. */
  start(): Promise<void>;
  /** Ends it in order and removes its folder. */
  close(): Promise<void>;
};

/** Names the folder that `prepareDataFolder` made, for the processes of the run. */
const preparedVariable = 'PARLEY_E2E_DATA';

const removeFolder = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

async function makeFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  // Started by root, PostgreSQL runs as another user and must be able to pass through.
  await chmod(dir, 0o711);
  return dir;
}

/**
 * Makes a data folder with an empty, migrated database, once for a run: every server begins with a copy of it.
 * @returns removes it
 */
export async function prepareDataFolder(): Promise<() => Promise<void>> {
  const dataDir = await makeFolder();
  try {
    const server = await startServerProcess({ dataDir, port: '0', env: { LOG_LEVEL: 'warn' } });
    await server.end('SIGTERM');
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  }
  // Where the database had to stand elsewhere, a copy of the folder would be without it.
  if (existsSync(join(dataDir, 'postgres', 'cluster'))) process.env[preparedVariable] = dataDir;
  return () => removeFolder(dataDir);
}

/**
 * Starts a server on a new data folder and a free port.
 * @param env settings besides DATA_DIR and PORT
 * @param data `empty` begins with nothing, like an operator; `prepared` with a migrated database without users
 */
export async function startServer(
  env: Record<string, string> = {},
  data: 'prepared' | 'empty' = 'prepared',
): Promise<ParleyServer> {
  const dataDir = await makeFolder();
  const log = recordLog(dataDir);
  const prepared = process.env[preparedVariable];
  const launch = (port: string) =>
    startServerProcess({ dataDir, port, env: { LOG_LEVEL: 'warn', GALLERY: '1', ...env }, onOutput: log.add });
  let running: Awaited<ReturnType<typeof launch>>;
  try {
    if (data === 'prepared' && prepared !== undefined) {
      // Keeps owners and modes, which PostgreSQL insists on.
      await promisify(execFile)('cp', ['-a', '--reflink=auto', `${prepared}/.`, dataDir]);
    }
    // Not one the kernel chose: while a server is killed, a connection going out somewhere could be given its port.
    running = await launch(String(await freePort()));
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  }
  const { url } = running;
  return {
    url,
    dataDir,
    setupUrl: async () => (await readFile(join(dataDir, 'setup-url'), 'utf8')).trim(),
    async kill() {
      log.add('\nkill -9\n');
      await running.end('SIGKILL');
    },
    async start() {
      running = await launch(new URL(url).port);
    },
    async close() {
      await running.end('SIGTERM');
      await log.end();
      await removeFolder(dataDir);
    },
  };
}

import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../../scripts/server-process.ts';
import { freePort } from '../chaos/free-port.ts';

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

/** Starts a server on a fresh data folder and a free port. @param env settings besides DATA_DIR and PORT */
export async function startServer(env: Record<string, string> = {}): Promise<ParleyServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  // Started by root, PostgreSQL runs as another user and must be able to pass through.
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const launch = (port: string) => startServerProcess({ dataDir, port, env: { LOG_LEVEL: 'warn', ...env } });
  // Not one the kernel chose: while a server is killed, a connection going out somewhere could be given its port.
  let running = await launch(String(await freePort())).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { url } = running;
  return {
    url,
    dataDir,
    setupUrl: async () => (await readFile(join(dataDir, 'setup-url'), 'utf8')).trim(),
    kill: () => running.end('SIGKILL'),
    async start() {
      running = await launch(new URL(url).port);
    },
    async close() {
      await running.end('SIGTERM');
      await remove();
    },
  };
}

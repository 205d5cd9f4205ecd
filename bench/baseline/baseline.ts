import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BaselineDatabase, startBaselineDatabase } from './postgres.ts';

/** The baseline in its own process, with its own PostgreSQL. */
export type Baseline = { pid: number; url: string; secret: string; database: BaselineDatabase; stop(): Promise<void> };

const secret = 'secret-of-the-baseline';

/** @param entry a file of this folder that prints `ready` with its URL */
export async function startBaseline(entry = 'server.ts', env: Record<string, string> = {}): Promise<Baseline> {
  const database = await startBaselineDatabase();
  const child = fork(join(import.meta.dirname, entry), {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.ownerUrl, FLOOR_SECRET: secret, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as { url: string }),
    once(child, 'exit').then(() => null),
  ]);
  if (ready === null) {
    await database.stop();
    throw new Error(`${entry} ended instead of listening`);
  }
  return {
    pid: child.pid ?? 0,
    url: ready.url,
    secret,
    database,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      await database.stop();
    },
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type FloorDatabase, startFloorDatabase } from './postgres.ts';

/** The floor as a process beside a PostgreSQL of its own. */
export type Floor = { pid: number; url: string; secret: string; database: FloorDatabase; stop(): Promise<void> };

const secret = 'secret-of-the-floor';

/** @param entry a file of this folder that says `ready` with its address */
export async function startFloor(entry = 'server.ts', env: Record<string, string> = {}): Promise<Floor> {
  const database = await startFloorDatabase();
  const child = fork(join(import.meta.dirname, entry), {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.ownerUrl, FLOOR_SECRET: secret, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [{ url: string }];
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

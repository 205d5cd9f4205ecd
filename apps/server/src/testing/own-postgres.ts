import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';

/** A PostgreSQL for one test file, which may be killed without affecting the others. */
export type OwnPostgres = {
  /** The owner's URL of its migrated database, for `testServer`. */
  templateUrl: string;
  /** Kills it like kill -9; resolves when its port is closed. */
  kill(): Promise<void>;
  /** Stops it like `pg_ctl stop -m fast`, which ends all connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** @param settings of the server, besides those that make it fast instead of safe against power failures */
export async function ownPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-own-'));
  // When started by root the server runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    systemDir: join(dataDir, 'system'),
    log: () => undefined,
    settings: { fsync: 'off', full_page_writes: 'off', ...settings },
  });
  await migrate({ connectionString: server.ownerUrl });
  let onExit: (() => void) | undefined;
  server.onExit(() => onExit?.());
  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const pid = await postmasterPid(server.ownerUrl);
    const gone = new Promise<void>((resolve) => {
      onExit = resolve;
    });
    process.kill(pid, signal);
    await gone;
  }
  return {
    templateUrl: server.ownerUrl,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    start: () => server.restart(),
    async close() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

async function postmasterPid(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined); // The query fails with it, or none is running.
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return Number((await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  } finally {
    await client.end();
  }
}

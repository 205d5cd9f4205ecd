import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { parseConfig } from '../../apps/server/src/platform/config.ts';
import { resolveEmbeddedPaths } from '../../apps/server/src/platform/postgres/paths.ts';
import { ensureWebBuilt, makeDataDir, projectDir } from '../prepare.mjs';
import { startServerProcess } from '../server-process.ts';

/** The server and the database of a DATA_DIR. */
export type Installation = {
  url: string;
  dataDir: string;
  /** Connections of the database's owner, who sees all rows. */
  owner: pg.Pool;
  /** The one-time setup link's token, null when the installation is set up. */
  setupToken(): string | null;
  /** Ends what was started for us. */
  close(): Promise<void>;
};

/**
 * Finds the server that runs on DATA_DIR, at its PORT, or starts a temporary one.
 * @throws Error with a readable message
 */
export async function openInstallation(say: (line: string) => void): Promise<Installation> {
  const dataDir = resolve(projectDir, process.env['DATA_DIR'] || 'data');
  const running = `http://127.0.0.1:${process.env['PORT'] || '3000'}`;
  if (await isReady(running)) {
    return connectInstallation(dataDir, running, async () => undefined).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`A server answers at ${running}, but ${dataDir} is not its data folder (${why}). Set DATA_DIR.`);
    });
  }
  say('No server answers; one is started for the time being.');
  await ensureWebBuilt();
  makeDataDir();
  const { PORT: _port, ...env } = process.env;
  // One session writes years of a team's work.
  const unlimited = { CALLS_PER_SECOND: '0', ACCOUNT_CALLS_PER_SECOND: '0' };
  const server = await startServerProcess({ dataDir, port: '0', env: { ...env, ...unlimited, LOG_LEVEL: 'warn' } });
  return connectInstallation(dataDir, server.url, () => server.end('SIGTERM')).catch(async (error: unknown) => {
    await server.end('SIGTERM');
    throw error;
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    // No server listens there.
    return false;
  }
}

/** Connects to a server that runs. @param end ends it with the installation */
export async function connectInstallation(
  dataDir: string,
  url: string,
  end: () => Promise<unknown>,
): Promise<Installation> {
  const owner = new pg.Pool({
    connectionString: parseConfig(process.env, projectDir).DATABASE_URL ?? resolveEmbeddedPaths(dataDir).ownerUrl,
    application_name: 'parley seed',
    max: 8,
  });
  owner.on('error', () => undefined); // a lost connection already fails the query that runs on it
  await owner.query('select from users limit 1');
  return {
    url,
    dataDir,
    owner,
    setupToken() {
      const file = join(dataDir, 'setup-url');
      return existsSync(file) ? new URL(readFileSync(file, 'utf8').trim()).searchParams.get('setup') : null;
    },
    async close() {
      await owner.end();
      await end();
    },
  };
}

/** Runs `write` in one transaction on one connection. */
export async function inTransaction(owner: pg.Pool, write: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await write(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

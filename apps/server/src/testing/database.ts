import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { parseConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { type Secrets, secretsFrom } from '../platform/secrets.ts';
import { localSignal } from '../platform/signal.ts';

export type TestDatabase = {
  platform: Platform;
  /** Address of this database for its owner: sees all rows. */
  ownerUrl: string;
  /** A connection of the owner, for what a test arranges or looks at; ended by `close`. */
  owner: pg.Client;
  close(): Promise<void>;
};

/**
 * A fresh, migrated database of its own and a platform on it, with the settings a bare start has.
 * @param options settings by the names of the environment, where log lines go (default nowhere), the owner's address
 *   of the database to copy (default the run's), and the installation's secrets (default of a new key)
 */
export async function testDatabase(
  options: { env?: Record<string, string>; log?: Log; templateUrl?: string; secrets?: Secrets } = {},
): Promise<TestDatabase> {
  const templateUrl = options.templateUrl ?? inject('templateUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(templateUrl, `create database ${name} template ${databaseOf(templateUrl)}`);
  const ownerUrl = withDatabase(templateUrl, name);
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', ignored);
  await owner.connect();
  const { host, port } = owner;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-data-'));
  const config = parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://parley.test', ...options.env }, dataDir);
  const db = openDatabase({
    app: { host, port, database: name, user: 'parley_app' },
    system: { host, port, database: name, user: 'parley_system' },
    onError: ignored,
  });
  const signal = localSignal();
  const platform: Platform = {
    config,
    db,
    log: options.log ?? createLog('silent'),
    secrets: options.secrets ?? secretsFrom(randomBytes(32)),
    signal,
    publicUrl: () => config.PUBLIC_URL ?? '',
    localUrl: () => 'http://127.0.0.1:0',
  };
  return {
    platform,
    ownerUrl,
    owner,
    async close() {
      await signal.close();
      await Promise.all([db.close(), owner.end()]);
      await asAdministrator(templateUrl, `drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function asAdministrator(templateUrl: string, command: string): Promise<void> {
  // Nobody may be connected to a template while it is copied.
  const client = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  client.on('error', ignored);
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function withDatabase(url: string, database: string): string {
  return url.replace(`/${databaseOf(url)}?`, `/${database}?`);
}

/** A lost connection already fails the query that runs on it; without a listener it would end the process. */
function ignored(): void {}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { parseConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { findRoleNames } from '../platform/db/roles-repo.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createLocalNotifier } from '../platform/notifier.ts';
import type { Platform } from '../platform/platform.ts';
import { standaloneProcess } from '../platform/processes/process-monitor.ts';
import { type Secrets, secretsFrom } from '../platform/secrets.ts';

export type TestDatabase = {
  platform: Platform;
  /** The owner's URL of this database: sees all rows. */
  ownerUrl: string;
  /** A connection of the owner, for a test's setup and checks; closed by `close`. */
  owner: pg.Client;
  close(): Promise<void>;
};

/**
 * A new, migrated database and a platform on it, with the default settings.
 * @param options settings by the names of the environment, the target of log lines (default none), the owner's URL of
 * the database to copy (default the run's), and the installation's secrets (default of a new key)
 */
export async function testDatabase(
  options: { env?: Record<string, string>; log?: Log; templateUrl?: string; secrets?: Secrets } = {},
): Promise<TestDatabase> {
  const templateUrl = options.templateUrl ?? inject('templateUrl');
  const name = freshName();
  // Copied as files: the default, through the log, takes PostgreSQL five times the work (0.3 s).
  await asAdministrator(templateUrl, `create database ${name} template ${databaseOf(templateUrl)} strategy file_copy`);
  const ownerUrl = withDatabase(templateUrl, name);
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', ignored);
  await owner.connect();
  const { host, port } = owner;
  // A restored database has roles named after itself.
  const roles = await findRoleNames(owner);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-data-'));
  const config = parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://parley.test', ...options.env }, dataDir);
  const db = openDatabase({
    app: { host, port, database: name, user: roles.app },
    system: { host, port, database: name, user: roles.system },
    onError: ignored,
  });
  const signal = createLocalNotifier();
  const platform: Platform = {
    config,
    db,
    log: options.log ?? createLog('silent'),
    secrets: options.secrets ?? secretsFrom(randomBytes(32)),
    notifier: signal,
    serverProcess: standaloneProcess,
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
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Contains the name of the test file, so that a list of PostgreSQL's processes shows whose they are. */
function freshName(): string {
  const file = basename(expect.getState().testPath ?? '', '.test.ts').replaceAll(/\W/g, '_');
  return `test_${file.slice(0, 40)}_${randomBytes(6).toString('hex')}`;
}

async function asAdministrator(templateUrl: string, command: string): Promise<void> {
  // A template cannot be copied while it has connections.
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

/** A lost connection rejects the query that runs on it anyway; without a listener it would end the process. */
function ignored(): void {}

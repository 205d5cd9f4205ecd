import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { backedUpFiles, restoreTasks } from '../operations.ts';
import { createBackup } from '../platform/backup/create-backup.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { executorOn } from '../platform/db/connection.ts';
import type { OperatorAccess } from '../platform/db/operator.ts';
import type { TestDatabase } from './database.ts';

/** A folder for one test file's backups and data folders. */
export async function testFolder(): Promise<{ path(name: string): string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-backups-'));
  return {
    path: (name) => join(folder, name),
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

export const givenKey = 'a secret key that was given, of many letters';

/** A test database as an operator's command gets it. */
export async function withAccess<T>(database: TestDatabase, fn: (access: OperatorAccess) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  client.on('error', () => undefined); // The query fails with it.
  await client.connect();
  const { platform } = database;
  const { dataDir } = platform.config;
  const isKeyGiven = !existsSync(join(dataDir, 'secret-key'));
  try {
    return await fn({ client, database: executorOn(client), secrets: platform.secrets, dataDir, isKeyGiven });
  } finally {
    await client.end();
  }
}

/** Backs a test database up like the operator's command. @returns the printed lines */
export async function backUp(
  database: TestDatabase,
  file: string,
  passphrase?: string,
  files = backedUpFiles,
): Promise<string[]> {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  await withAccess(database, (access) =>
    createBackup(access, { file, passphrase, backedUpFiles: files, reserveBytes: 0, say }),
  );
  return lines;
}

export type Target = {
  dataDir: string;
  databaseUrl?: string;
  force?: boolean;
  passphrase?: string;
  secretKey?: string;
};

/** Restores like the operator's command. */
export function restoreInto(
  file: string,
  target: Target,
  say: (line: string) => void = () => undefined,
  files = backedUpFiles,
) {
  return restoreBackup({
    file,
    dataDir: target.dataDir,
    databaseUrl: target.databaseUrl,
    secretKey: target.secretKey,
    passphrase: target.passphrase,
    force: target.force === true,
    restoreTasks,
    backedUpFiles: files,
    say,
  });
}

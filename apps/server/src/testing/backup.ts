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

/** Backs a test database up like the operator's command. @returns the printed lines */
export async function backUp(database: TestDatabase, file: string, passphrase?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  client.on('error', () => undefined); // The query fails with it.
  await client.connect();
  const { platform } = database;
  const access: OperatorAccess = {
    client,
    database: executorOn(client),
    secrets: platform.secrets,
    dataDir: platform.config.dataDir,
    isKeyGiven: !existsSync(join(platform.config.dataDir, 'secret-key')),
  };
  const lines: string[] = [];
  try {
    await createBackup(access, { file, passphrase, backedUpFiles, say: (line) => lines.push(line) });
    return lines;
  } finally {
    await client.end();
  }
}

export type Target = {
  dataDir: string;
  databaseUrl?: string;
  force?: boolean;
  passphrase?: string;
  secretKey?: string;
};

/** Restores like the operator's command. */
export function restoreInto(file: string, target: Target, say: (line: string) => void = () => undefined) {
  return restoreBackup({
    file,
    dataDir: target.dataDir,
    databaseUrl: target.databaseUrl,
    secretKey: target.secretKey,
    passphrase: target.passphrase,
    force: target.force === true,
    restoreTasks,
    backedUpFiles,
    say,
  });
}

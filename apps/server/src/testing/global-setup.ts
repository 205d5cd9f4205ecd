import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { startInstalledPostgres } from './installed-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's URL of the migrated database that tests copy. */
    templateUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run, in a temporary folder, without syncing to disk. The embedded one, or that of the
 * programs in TEST_POSTGRES_BIN.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  // When started by root the server runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o755);
  const binDir = process.env['TEST_POSTGRES_BIN'];
  const server = await (binDir ? startInstalledPostgres(binDir, dataDir) : startEmbedded(dataDir)).catch(
    async (error: unknown) => {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      throw error;
    },
  );
  await migrate({ connectionString: server.ownerUrl });
  project.provide('templateUrl', server.ownerUrl);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}

async function startEmbedded(dataDir: string): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  const lines: string[] = [];
  return startEmbeddedPostgres({
    dataDir,
    systemDir: join(dataDir, 'system'),
    log: (line) => lines.push(line),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  }).catch((error: unknown) => {
    throw new Error(`no PostgreSQL for the tests: ${lines.join('; ')}`, { cause: error });
  });
}

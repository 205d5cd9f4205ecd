import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Owner's address of the migrated database that tests copy. */
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run, in a folder of its own, without waiting for the disk; gone at the end. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  // As root the server runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o755);
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    systemDir: join(dataDir, 'system'),
    log: (line) => lines.push(line),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw new Error(`no PostgreSQL for the tests: ${lines.join('; ')}`, { cause: error });
  });
  await migrate({ connectionString: server.ownerUrl });
  project.provide('templateUrl', server.ownerUrl);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveEmbeddedPaths, startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { temporaryFolder } from '../harness/folder.ts';

/** The baseline's PostgreSQL: the product's binaries and settings, without its tables. */
export type BaselineDatabase = { pid: number; ownerUrl: string; stop(): Promise<void> };

export async function startBaselineDatabase(): Promise<BaselineDatabase> {
  const folder = await temporaryFolder('baseline');
  const lines: string[] = [];
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: (line) => lines.push(line) });
    const { clusterDir } = resolveEmbeddedPaths(folder.path);
    const [pid] = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(pid),
      ownerUrl: postgres.ownerUrl,
      async stop() {
        await postgres.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw new Error(`no PostgreSQL for the baseline: ${lines.join('; ')}`, { cause: error });
  }
}

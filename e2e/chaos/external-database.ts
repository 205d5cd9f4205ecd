import { resolveEmbeddedPaths, startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { delay } from './wait-until.ts';

/** A PostgreSQL that the servers only know by its address, restarted when it dies, like a service of the system. */
export type ExternalDatabase = { url: string; clusterDir: string; stop(): Promise<void> };

export async function startExternalDatabase(dataDir: string): Promise<ExternalDatabase> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  let isStopping = false;
  postgres.onExit(() => {
    const again = async (): Promise<void> => {
      if (isStopping) return;
      // It fails while its disk is full.
      await postgres.restart().catch(() => delay(300).then(again));
    };
    void again();
  });
  const { host, port, user, database } = postgres.connection('parley_owner');
  return {
    url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    clusterDir: resolveEmbeddedPaths(dataDir).clusterDir,
    async stop() {
      isStopping = true;
      await postgres.stop();
    },
  };
}

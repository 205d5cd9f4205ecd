import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startInstalledPostgres } from './installed-postgres.ts';

/** A data folder whose embedded cluster is of an earlier major version of PostgreSQL. */
export type OldInstallation = {
  dataDir: string;
  systemDir: string;
  clusterDir: string;
  /** Runs the old server on the cluster, as an earlier version of Parley would. */
  use(work: (ownerUrl: string) => Promise<void>): Promise<void>;
  remove(): void;
};

/**
 * Creates one. Its server is never shut down but ended, as by a loss of power.
 * @param binDir folder of the earlier version's programs
 */
export async function createOldInstallation(
  binDir: string,
  fill: (ownerUrl: string, dataDir: string) => Promise<void>,
): Promise<OldInstallation> {
  const folder = mkdtempSync('/tmp/parley-old-');
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const clusterDir = join(dataDir, 'postgres', 'cluster');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o711 });
  const use: OldInstallation['use'] = async (work) => {
    // Its files are used after it was ended, so every commit is in them.
    const postgres = await startInstalledPostgres(binDir, folder, { synchronous_commit: 'on' });
    try {
      await work(postgres.ownerUrl);
    } finally {
      await postgres.stop();
    }
    renameSync(join(folder, 'cluster'), clusterDir);
  };
  await use((ownerUrl) => fill(ownerUrl, dataDir));
  return {
    dataDir,
    systemDir: join(folder, 'system'),
    clusterDir,
    use: async (work) => {
      renameSync(clusterDir, join(folder, 'cluster'));
      await use(work);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** A digest of every table's rows, the same on every version. */
export async function readAllRows(ownerUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined); // The query fails with it.
  await client.connect();
  try {
    await client.query(`set timezone to 'UTC'`);
    const tables = await client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const rows: Record<string, string> = {};
    for (const { name } of tables.rows) {
      // The time at which a migration was applied is that of the copy.
      const columns = name === 'schema_migrations' ? 'name, sha256' : '*';
      const found = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text collate "C")), '') as digest
         from (select ${columns} from ${name}) t`,
      );
      rows[name] = found.rows[0]?.digest ?? '';
    }
    return rows;
  } finally {
    await client.end();
  }
}

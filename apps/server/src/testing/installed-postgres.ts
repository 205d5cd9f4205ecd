import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseName, ownerRole } from '../platform/postgres/paths.ts';
import { chooseRunAs } from '../platform/postgres/run-as.ts';

/** A PostgreSQL of another version than the embedded one, used through `DATABASE_URL`. */
export type InstalledPostgres = { ownerUrl: string; stop(): Promise<void> };

/**
 * Starts a cluster of its own, created unless it is in the folder, with programs that are installed on this machine, without waiting for the disk.
 * @param binDir folder of initdb and postgres, as /usr/lib/postgresql/15/bin
 * @param dataDir absolute, exists; the caller removes it
 * @param settings of the server, beside those that make it fast instead of safe against loss of power
 */
export async function startInstalledPostgres(
  binDir: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<InstalledPostgres> {
  const runAs = chooseRunAs(null);
  const user = runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid };
  const [cluster, sockets] = [join(dataDir, 'cluster'), join(dataDir, 'sockets')];
  const isNew = !existsSync(cluster);
  for (const folder of [cluster, sockets]) {
    if (existsSync(folder)) continue;
    mkdirSync(folder, { mode: 0o700 });
    if (runAs !== null) chownSync(folder, runAs.uid, runAs.gid);
  }
  if (isNew) {
    const made = spawnSync(
      join(binDir, 'initdb'),
      ['-D', cluster, '-U', ownerRole, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...user, cwd: '/', encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb of ${binDir} failed: ${made.stderr}`);
  }
  const all = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '120', ...settings };
  const server = spawn(
    join(binDir, 'postgres'),
    [
      ...['-D', cluster, '-k', sockets, '-c', 'listen_addresses=', '-c', 'timezone=UTC'],
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...user, cwd: '/', stdio: 'ignore' },
  );
  const urlOf = (database: string) =>
    `postgresql://${ownerRole}@localhost/${database}?host=${encodeURIComponent(sockets)}&port=5432`;
  await createDatabaseIfMissing(server, urlOf('postgres'));
  return { ownerUrl: urlOf(databaseName), stop: () => stop(server) };
}

async function createDatabaseIfMissing(server: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined); // The query fails with it.
    try {
      await client.connect();
      const found = await client.query('select from pg_database where datname = $1', [databaseName]);
      if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
      return;
    } catch (error) {
      // Not listening yet, or still starting up.
      const { code } = error as { code?: string };
      if (!['ENOENT', 'ECONNREFUSED', '57P03'].includes(code ?? '')) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  // Immediate shutdown, which keeps what was committed only where `synchronous_commit` is on.
  server.kill('SIGQUIT');
  await gone;
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOldInstallation, type OldInstallation, readAllRows } from '../../testing/old-installation.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { copyDatabase } from '../backup/copy-database.ts';
import { migrate } from '../db/migrate.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { killAllFixtures, runFixture } from './fixture-process.ts';
import { embeddedMajor } from './major.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
afterEach(killAllFixtures);

describe('refused before anything is touched', () => {
  /** A start on a folder with only what is read before an upgrade. @returns the error */
  async function startOn(version: string, more: { oldBinDir?: string; sparseBytes?: number } = {}): Promise<string> {
    const folder = mkdtempSync('/tmp/parley-major-');
    const cluster = join(folder, 'data', 'postgres', 'cluster');
    try {
      chmodSync(folder, 0o755);
      mkdirSync(cluster, { recursive: true });
      writeFileSync(join(cluster, 'PG_VERSION'), `${version}\n`);
      writeFileSync(join(cluster, 'rows'), '');
      truncateSync(join(cluster, 'rows'), more.sparseBytes ?? 0);
      const order = { dataDir: join(folder, 'data'), systemDir: join(folder, 'system'), copyDatabase, log: () => {} };
      const started = startEmbeddedPostgres({ ...order, oldBinDir: more.oldBinDir });
      const error = await started.then(
        () => 'it started',
        (reason: Error) => reason.message,
      );
      expect(readdirSync(dirname(cluster)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
      expect(readdirSync(cluster).sort()).toEqual(['PG_VERSION', 'rows']);
      return error.replaceAll(folder, '…');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test('a newer version', async () => {
    expect(await startOn('99')).toBe(
      `the database in …/data/postgres/cluster is of PostgreSQL 99, newer than PostgreSQL ${embeddedMajor} of this version of Parley: start the version that you used last`,
    );
  });

  test('an older version without its programs', async () => {
    expect(await startOn('10')).toBe(
      'the database in …/data/postgres/cluster is of PostgreSQL 10, whose programs are needed once to copy it: install them (on Debian: postgresql-10) or set OLD_POSTGRES_BIN to their folder, then start again',
    );
    expect(await startOn('10', { oldBinDir: '/usr/bin' })).toMatch(
      /^OLD_POSTGRES_BIN: \/usr\/bin has no program postgres of PostgreSQL 10 that .* can run/,
    );
  });

  test('a disk without room for a second cluster', async () => {
    const terabyte = 1e12;
    expect(await startOn('10', { sparseBytes: 8 * terabyte })).toMatch(
      /^the database in …\/data\/postgres\/cluster is of PostgreSQL 10 and has to be copied for PostgreSQL 18, which needs 8000\.5 GB free in …\/data\/postgres, where .* GB are free: make room/,
    );
  });
});

// Declared only where it can run: a skipped test counts as a failed one. `npm test -- postgres` runs it.
const oldBinDir = process.env['TEST_POSTGRES_BIN'];
if (oldBinDir) {
  describe('a cluster of an earlier version', () => {
    let old: OldInstallation;
    let rows: Record<string, string>;
    const orderOf = ({ dataDir, systemDir }: OldInstallation) => ({ dataDir, systemDir, oldBinDir });
    const clustersOf = ({ clusterDir }: OldInstallation) =>
      readdirSync(dirname(clusterDir)).filter((name) => name.startsWith('cluster'));

    beforeAll(async () => {
      old = await createOldInstallation(oldBinDir, async (ownerUrl) => {
        await migrate({ connectionString: ownerUrl });
        await fill(ownerUrl);
        rows = await readAllRows(ownerUrl);
      });
    });
    afterAll(() => old.remove());

    /** Starts like the server. @returns what was said, and the rows then */
    async function start(): Promise<{ lines: string[]; rows: Record<string, string>; version: number }> {
      const lines: string[] = [];
      const server = await startEmbeddedPostgres({ ...orderOf(old), copyDatabase, log: (line) => lines.push(line) });
      try {
        const { applied } = await migrate({ connectionString: server.ownerUrl });
        expect(applied).toEqual([]);
        return { lines, rows: await readAllRows(server.ownerUrl), version: await majorOf(server.ownerUrl) };
      } finally {
        await server.stop();
      }
    }

    test('is copied with all its rows after kills in every step, and kept', async () => {
      for (const step of ['copying it', 'Comparing', 'are the same in both']) {
        const process = runFixture({ ...orderOf(old), isUpgrading: true });
        await process.waitFor((report) => report.log?.includes(step) === true);
        await process.kill('SIGKILL');
        expect(clustersOf(old)).toContain('cluster');
      }
      const { lines, rows: now, version } = await start();
      expect(now).toEqual(rows);
      expect(version).toBe(embeddedMajor);
      expect(clustersOf(old)).toEqual(['cluster', 'cluster.postgresql-15']);
      expect(lines.at(-1)).toBe(
        `the database is now of PostgreSQL 18; the old one is kept in ${old.clusterDir}.postgresql-15, remove it when you no longer need it`,
      );
      expect((await start()).lines).toEqual([]);
    });

    test('a kill between the two renames is made good by the next start', async () => {
      const { clusterDir } = old;
      // As after the first rename.
      renameSync(clusterDir, `${clusterDir}.upgrade`);
      const between = await start();
      expect(between.rows).toEqual(rows);
      expect(between.lines).toEqual([expect.stringContaining('the upgrade of the database is finished')]);
      // As before it.
      renameSync(clusterDir, `${clusterDir}.upgrade`);
      renameSync(`${clusterDir}.postgresql-15`, clusterDir);
      expect((await start()).rows).toEqual(rows);
      expect(clustersOf(old)).toEqual(['cluster', 'cluster.postgresql-15']);
    });

    test('a copy that the old version worked on meanwhile is made again', async () => {
      const { clusterDir } = old;
      renameSync(clusterDir, `${clusterDir}.upgrade`);
      renameSync(`${clusterDir}.postgresql-15`, clusterDir);
      let added: Record<string, string> = {};
      await old.use(async (ownerUrl) => {
        await fill(ownerUrl);
        added = await readAllRows(ownerUrl);
      });
      const { rows: now } = await start();
      expect(now).toEqual(added);
      expect(now).not.toEqual(rows);
      expect(existsSync(`${clusterDir}.upgrade`)).toBe(false);
    });
  });
}

/** Rows of every kind: text that has to be escaped, bytes, JSON, identities, partitions of past days. */
async function fill(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const name = 'Ädda\\N "x"\t\n\r\\. \u{1f6b2} {a,b}';
    const clientId = await createAccount(owner, await createUser(owner, name), name);
    await owner.query(`select ensure_partitions('changes', '1 day', date_trunc('day', now()) - interval '5 days', 5)`);
    await owner.query(
      `insert into changes (client_id, pos, collection, row_id, marker, version, created_at)
       select $1, n, 'contacts', '*', 'NEW', n, now() - n * interval '1 hour' from generate_series(1, 120) n`,
      [clientId],
    );
    await owner.query(
      `insert into contacts (client_id, id, name, custom_fields)
       select $1, gen_random_uuid(), $2 || n, jsonb_build_object('1', $2::text) from generate_series(1, 2000) n`,
      [clientId, name],
    );
    await owner.query(
      `insert into webhook_events (partition, seq, channel_id, client_id, body) values (1, $3, $1, $1, $2)`,
      [clientId, Buffer.from([0, 1, 10, 13, 92, 255]), Date.now()],
    );
  } finally {
    await owner.end();
  }
}

async function majorOf(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`);
    return rows[0].major;
  } finally {
    await client.end();
  }
}

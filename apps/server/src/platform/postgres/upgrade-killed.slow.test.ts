// @module-tag data
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { runsLongTests } from '../../testing/long-tests.ts';
import { createOldInstallation, readAllRows } from '../../testing/old-installation.ts';
import { killAllFixtures, runFixture } from './fixture-process.ts';
import { findServerProcesses } from './server-processes.ts';

const projectDir = join(import.meta.dirname, '..', '..', '..', '..', '..');
const oldBinDir = process.env['TEST_POSTGRES_BIN'] || '/usr/lib/postgresql/15/bin';

afterEach(killAllFixtures);

// Declared only where it runs: a skipped test counts as a failed one.
if (runsLongTests && existsSync(join(oldBinDir, 'postgres'))) {
  test('a seeded installation is copied whole, killed again and again a little later', {
    timeout: 3_600_000,
  }, async () => {
    let rows: Record<string, string> = {};
    const old = await createOldInstallation(oldBinDir, async (ownerUrl, dataDir) => {
      const { DATABASE_URL: _url, ...env } = process.env;
      await promisify(execFile)(process.execPath, ['scripts/seed.ts', '--size', 'demo'], {
        cwd: projectDir,
        env: { ...env, DATA_DIR: dataDir, DATABASE_URL: ownerUrl, PORT: '0', NODE_ENV: 'production' },
      });
      rows = await readAllRows(ownerUrl);
    });
    try {
      const { dataDir, systemDir, clusterDir } = old;
      let kills = 0;
      for (let afterMs = 100; ; afterMs *= 1.2) {
        const process = runFixture({ dataDir, systemDir, oldBinDir, isUpgrading: true });
        const isReady = await Promise.race([process.waitForReady().then(() => true), delay(afterMs).then(() => false)]);
        if (isReady) {
          const { url } = await process.waitForReady();
          expect(await readAllRows(url ?? '')).toEqual(rows);
          await process.kill('SIGTERM');
          break;
        }
        kills++;
        await Promise.all([process.kill('SIGKILL'), killServers(kills % 2 === 0 ? clusterDir : null)]);
      }
      console.log(`${kills} kills`);
      expect(kills).toBeGreaterThan(5);
      const clusters = readdirSync(dirname(clusterDir)).filter((name) => name.startsWith('cluster'));
      expect(clusters).toEqual(['cluster', 'cluster.postgresql-15']);
    } finally {
      old.remove();
    }
  });
}

/** Every process of both databases, as a loss of power would; otherwise they end with Node. */
async function killServers(clusterDir: string | null): Promise<void> {
  if (clusterDir === null) return;
  for (const dir of [clusterDir, `${clusterDir}.upgrade`]) {
    for (const { pid } of findServerProcesses(dir)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        // It has just ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
}

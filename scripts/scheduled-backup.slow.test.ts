import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { addDeliveries, ask, runCommand } from './data-commands.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync('/tmp/parley-scheduled-');
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
const backups = join(folder, 'backups');
let server: ServerProcess | undefined;

afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const settings = { BACKUP_DIR: backups, BACKUP_KEEP: '2', BACKUP_PASSPHRASE: 'five gears and a bell' };

async function start(): Promise<void> {
  const env = { ...settings, ROLE: 'worker', LOG_LEVEL: 'error', SANDBOX: 'off' };
  server = await startServerProcess({ dataDir, port: '0', env });
}

const doctor = () => runCommand('doctor.ts', [], { cwd: folder, env: { DATA_DIR: dataDir, ...settings } });
const made = () => readdirSync(backups).filter((name) => name.endsWith('.backup'));
const wait = { timeout: 90_000, interval: 20 };

test('a folder that is missing is a problem that doctor names', async () => {
  await start();
  const { code, out } = await doctor();
  expect([code, out]).toEqual([
    1,
    expect.stringContaining(`PROBLEM  Backup: BACKUP_DIR: there is no folder ${backups}`),
  ]);
  // It is tried, and the reason is stored.
  const failure = 'select backup_failure from installation where backup_failure is not null';
  await vi.waitFor(async () => expect(await ask(dataDir, failure)).toHaveLength(1), wait);
  await server?.end('SIGTERM');
});

test('one that is killed leaves no half file; the next start makes it and removes what was left', async () => {
  mkdirSync(backups);
  const old = ['parley-20200101T030000Z.backup', 'parley-20200102T030000Z.backup', 'parley-20200103T030000Z.backup'];
  for (const name of [...old, 'notes.txt']) writeFileSync(join(backups, name), 'x');
  await start();
  await addDeliveries(dataDir, 150);
  await server?.end('SIGKILL');

  await start();
  await ask(dataDir, 'update installation set backup_failed_at = null, backup_failure = null');
  const partial = () => readdirSync(backups).find((name) => name.endsWith('.partial'));
  await vi.waitFor(() => expect(statSync(join(backups, partial() ?? 'none')).size).toBeGreaterThan(0), wait);
  const left = partial() ?? '';
  await server?.end('SIGKILL');
  expect([made(), existsSync(join(backups, left))]).toEqual([old, true]);

  await start();
  await vi.waitFor(() => expect(made()).toHaveLength(2), wait);
  expect(readdirSync(backups).sort()).toEqual(['notes.txt', old[2], expect.stringMatching(/^parley-20\d{6}T/)]);
  const newest = join(backups, made().find((name) => !old.includes(name)) ?? '');
  expect(statSync(newest).mode & 0o777).toBe(0o600);
  const proof = await runCommand('verify-backup.ts', [newest], { cwd: folder, env: settings });
  expect([proof.code, proof.out]).toEqual([0, expect.stringContaining('can be restored')]);
  expect((await doctor()).out).toContain('ok       Backup: the last one is 0 hours old');
  const noted = 'select from installation where scheduled_backup_for is not null and backup_failure is null';
  expect(await ask(dataDir, noted)).toHaveLength(1);
});

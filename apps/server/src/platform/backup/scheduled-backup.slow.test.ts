import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backedUpFiles } from '../../operations.ts';
import { withAccess } from '../../testing/backup.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { parseConfig } from '../config.ts';
import { createBackupBucket } from './backup-bucket.ts';
import { createBackup } from './create-backup.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-schedule-'));
const due = new Date('2026-11-30T03:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.owner.query(`insert into installation (key_id) values ('00000000') on conflict do nothing`);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function make(when: Date, dir = folder, env: Record<string, string> = {}) {
  const config = parseConfig({ BACKUP_DIR: dir, BACKUP_KEEP: '1', ...env }, '/');
  const bucket = createBackupBucket(config);
  return withAccess(database, (access) => makeScheduledBackup(access, { config, due: when, backedUpFiles, bucket }));
}

it('of several processes one makes it, and none makes it again', async () => {
  const made = await Promise.all([make(due), make(due), make(due)]);
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  expect(await make(due)).toBe(null);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('the old one is removed only after the new one is whole', async () => {
  const old = 'parley-20200101T030000Z.backup';
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(join(folder, old), 'x');
  const next = new Date(due.getTime() + 86_400_000);
  await database.owner.query(`insert into schema_migrations (name, sha256) values ('restore unfinished', '')`);
  await expect(make(next)).rejects.toThrow('nothing to back up');
  expect(readdirSync(folder)).toEqual([old]);
  await database.owner.query(`delete from schema_migrations where name = 'restore unfinished'`);
  const result = await make(next);
  expect(result?.removed).toEqual([old]);
  expect(readdirSync(folder)).toEqual([basename(result?.file ?? '')]);
});

// Declared only where a disk of its own can be mounted: a skipped test counts as a failed one.
const disk = mkdtempSync(join(tmpdir(), 'parley-full-'));
const mount = (size: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0;
if (process.getuid?.() === 0 && mount('64k')) {
  afterAll(() => {
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  it('without room begins nothing, and earlier ones stay', async () => {
    const old = join(disk, 'parley-20200101T030000Z.backup');
    writeFileSync(old, 'x');
    const later = new Date(due.getTime() + 2 * 86_400_000);
    await expect(make(later, disk)).rejects.toThrow(/^\/.* has .* free, and the backup needs about/);
    const file = join(disk, 'by-hand');
    const order = { file, passphrase: undefined, backedUpFiles, reserveBytes: 0, say: () => undefined };
    await expect(withAccess(database, (access) => createBackup(access, order))).rejects.toThrow('Make room');
    expect([readdirSync(disk), readFileSync(old, 'utf8')]).toEqual([['parley-20200101T030000Z.backup'], 'x']);
  });
} else rmSync(disk, { recursive: true });

// @module-tag data
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backedUpFiles } from '../../operations.ts';
import { testFolder, withAccess } from '../../testing/backup.ts';
import { type TestBuckets, testBuckets } from '../../testing/bucket.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { parseConfig } from '../config.ts';
import { createBackupBucket } from './backup-bucket.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';

vi.setConfig({ testTimeout: 120_000 });

const dayMs = 86_400_000;
const due = new Date('2026-11-30T03:00:00Z');
let database: TestDatabase;
let folder: Awaited<ReturnType<typeof testFolder>>;
let buckets: TestBuckets;
beforeAll(async () => {
  folder = await testFolder();
  mkdirSync(folder.path('backups'));
  buckets = await testBuckets('backups');
  database = await testDatabase();
  await database.owner.query(`insert into installation (key_id) values ('00000000') on conflict do nothing`);
});
afterAll(async () => {
  await database.close();
  await buckets.close();
  await folder.close();
});

function settings(env: Record<string, string> = {}) {
  const own = { BACKUP_DIR: folder.path('backups'), BACKUP_BUCKET: 'backups', BACKUP_KEEP: '2' };
  return parseConfig({ ...own, ...buckets.env, ...env }, '/');
}
function bucketOf(env: Record<string, string> = {}) {
  const bucket = createBackupBucket(settings(env));
  if (bucket === null) throw new Error('no bucket');
  return bucket;
}
function make(when: Date, env: Record<string, string> = {}) {
  const order = { config: settings(env), due: when, backedUpFiles, bucket: bucketOf(env) };
  return withAccess(database, (access) => makeScheduledBackup(access, order));
}
const local = () => readdirSync(folder.path('backups')).sort();
const copied = async () => (await bucketOf().list()).map(({ name }) => name);

test('a backup that cannot be copied is not made again: the next try copies it', async () => {
  // Made in the past, as seen from the second test.
  vi.setSystemTime(due.getTime() + 60_000);
  const wrong = { S3_ACCESS_KEY_ID: 'nobody' };
  await expect(make(due, wrong)).rejects.toThrow(/^Reading the bucket backups failed: .*InvalidAccessKeyId/);
  const closed = await testBuckets();
  await closed.close();
  await expect(make(due, closed.env)).rejects.toThrow(/the bucket backups failed: .*ECONNREFUSED/);
  await expect(make(due, { BACKUP_BUCKET: 'none' })).rejects.toThrow(/the bucket none failed: .*NoSuchBucket/);
  const names = local();
  expect(names).toHaveLength(1);

  const made = await make(due);
  expect([basename(made?.file ?? ''), local(), await copied()]).toEqual([names[0], names, names]);
  expect(await make(due)).toBe(null);
});

test('older copies are removed when the bucket has the new one; other objects stay', async () => {
  for (const name of ['parley-20200101T030000Z.backup', 'parley-notes.txt', 'other.backup']) {
    writeFileSync(folder.path(name), 'x');
    await bucketOf().add(folder.path(name));
  }
  for (const days of [1, 2]) {
    vi.setSystemTime(due.getTime() + days * dayMs + 60_000);
    await make(new Date(due.getTime() + days * dayMs));
  }
  expect(local()).toHaveLength(2);
  expect(await copied()).toEqual(local().reverse());
  await bucketOf().download('other.backup', folder.path('still-there'));
});

test('a copy of several parts comes back byte for byte', async () => {
  const name = 'parley-20190101T030000Z.backup';
  const file = folder.path(name);
  writeFileSync(file, '');
  await truncate(file, 40 * 1_048_576);
  writeFileSync(file, 'begin', { flag: 'r+' });
  await bucketOf().add(file);
  await bucketOf().download(name, folder.path('back'));
  expect(readFileSync(folder.path('back')).equals(readFileSync(file))).toBe(true);
  await bucketOf().remove(name);
  await expect(bucketOf().download(name, folder.path('gone'))).rejects.toThrow(
    `There is no backup ${name} in the bucket backups.`,
  );
  expect([existsSync(folder.path('gone')), existsSync(join(folder.path('gone.partial')))]).toEqual([false, false]);
});

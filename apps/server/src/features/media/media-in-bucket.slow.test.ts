// @module-tag data
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backedUpFilesOf } from '../../operations.ts';
import { parseConfig } from '../../platform/config.ts';
import { newId } from '../../platform/ids.ts';
import { loadSecrets } from '../../platform/secrets.ts';
import { backUp, givenKey, restoreInto, testFolder } from '../../testing/backup.ts';
import { type TestBuckets, testBuckets } from '../../testing/bucket.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { emptyDatabase } from '../../testing/empty-database.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { createStorage } from './storage/create-storage.ts';
import { localPath } from './storage/local.ts';
import { type ObjectName, readIfThere } from './storage/storage.ts';

vi.setConfig({ testTimeout: 120_000 });

const film = Buffer.alloc(3_000_000, 'a film of a bicycle ');
const picture = Buffer.from('a small picture of it');
let source: TestDatabase;
let buckets: TestBuckets;
let folder: Awaited<ReturnType<typeof testFolder>>;
let file: ObjectName;
let thumbnail: ObjectName;

beforeAll(async () => {
  folder = await testFolder();
  buckets = await testBuckets('files', 'others');
  source = await testDatabase({ secrets: await loadSecrets(folder.path(''), givenKey) });
  const clientId = await createAccount(source.owner, await createUser(source.owner, 'Ada'), 'Kestrel');
  file = { clientId, fileId: newId(), variant: 'file' };
  thumbnail = { ...file, variant: 'thumbnail' };
  await source.owner.query(
    `insert into media_files (client_id, id, sha256, size_bytes, mime_type, has_thumbnail) values ($1, $2, $3, $4, 'video/mp4', true)`,
    [clientId, file.fileId, hashOf(film), film.length],
  );
  await put(file, film);
  await put(thumbnail, picture);
});
afterAll(async () => {
  await source.close();
  await buckets.close();
  await folder.close();
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const settings = (env: Record<string, string> = {}) =>
  parseConfig({ ...buckets.env, S3_BUCKET: 'files', DATA_DIR: folder.path('data'), ...env }, '/');

async function put(name: ObjectName, bytes: Buffer): Promise<void> {
  const path = folder.path('upload');
  await writeFile(path, bytes);
  const facts = { sizeBytes: bytes.length, sha256: hashOf(bytes), mimeType: 'video/mp4' };
  await createStorage(settings()).put(name, path, facts);
}

async function contentIn(bucket: string, name: ObjectName): Promise<Buffer | null> {
  const content = await readIfThere(createStorage(settings({ S3_BUCKET: bucket })), name);
  return content && Buffer.concat(await content.toArray());
}

/** @returns the folder that it was restored into */
async function restored(backup: string, env: Record<string, string>): Promise<string> {
  const database = await emptyDatabase();
  try {
    const dataDir = folder.path(newId());
    const target = { dataDir, databaseUrl: database.url, secretKey: givenKey };
    const config = parseConfig({ DATA_DIR: dataDir, ...env }, '/');
    await restoreInto(backup, target, () => undefined, backedUpFilesOf(config));
    return dataDir;
  } finally {
    await database.close();
  }
}

test('media in a bucket are in a backup, which is restored into DATA_DIR or another bucket', async () => {
  const backup = folder.path('bucket.parley');
  await backUp(source, backup, undefined, backedUpFilesOf(settings()));

  const local = await restored(backup, {});
  expect(readFileSync(join(local, localPath(file))).equals(film)).toBe(true);
  expect(readFileSync(join(local, localPath(thumbnail)))).toEqual(picture);

  const other = await restored(backup, { ...buckets.env, S3_BUCKET: 'others' });
  expect(existsSync(join(other, localPath(file)))).toBe(false);
  expect((await contentIn('others', file))?.equals(film)).toBe(true);
  expect(await contentIn('others', thumbnail)).toEqual(picture);
});

test('with BACKUP_MEDIA=off they are not, and the backup says so', async () => {
  const files = backedUpFilesOf(settings({ BACKUP_MEDIA: 'off' }));
  const lines = await backUp(source, folder.path('off.parley'), undefined, files);
  expect(lines).toContain('Not in the backup: media');
  const dataDir = await restored(folder.path('off.parley'), {});
  expect(existsSync(join(dataDir, 'media'))).toBe(false);
});

test('a bucket that cannot be reached ends the backup with why', async () => {
  const files = backedUpFilesOf(settings({ S3_ACCESS_KEY_ID: 'nobody' }));
  await expect(backUp(source, folder.path('no.parley'), undefined, files)).rejects.toThrow(
    /in the bucket files cannot be read \(.*403 InvalidAccessKeyId\)\.$/,
  );
});

test('a file of the bucket that is not what its row says ends the backup with its name; a missing one is left out', async () => {
  await put(file, film.subarray(1));
  const order = backedUpFilesOf(settings());
  const path = localPath(file);
  await expect(backUp(source, folder.path('short.parley'), undefined, order)).rejects.toThrow(
    `${path} in the bucket files is not what its row says`,
  );
  await put(file, Buffer.concat([film, picture]));
  await expect(backUp(source, folder.path('long.parley'), undefined, order)).rejects.toThrow(
    'is not what its row says',
  );
  expect((await readdir(folder.path(''))).filter((name) => /short|long/.test(name))).toEqual([]);
  await createStorage(settings()).remove(file);
  await backUp(source, folder.path('missing.parley'), undefined, order);
  await put(file, film);
});

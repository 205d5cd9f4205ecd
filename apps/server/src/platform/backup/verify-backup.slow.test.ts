import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { backedUpFiles, backedUpFilesOf, backupProofs, restoreTasks } from '../../operations.ts';
import { backUp, givenKey, testFolder } from '../../testing/backup.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { parseConfig } from '../config.ts';
import { OperatorError } from '../db/operator.ts';
import { newId } from '../ids.ts';
import { loadSecrets } from '../secrets.ts';
import { damagedBackup } from './archive-reader.ts';
import { verifyBackup } from './verify-backup.ts';

// Each verification starts a PostgreSQL and makes a database.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const passphrase = 'five gears and a bell';
const picture = Buffer.from('a picture of a bicycle');
let source: TestDatabase;
let folder: Awaited<ReturnType<typeof testFolder>>;
let clientId: string;
let good: string;

beforeAll(async () => {
  folder = await testFolder();
  // PostgreSQL's user has to pass through.
  await chmod(folder.path(''), 0o711);
  await mkdir(folder.path('temp'), { mode: 0o755 });
  source = await testDatabase({ secrets: await loadSecrets(folder.path(''), givenKey) });
  const user = await createUser(source.owner, 'Ada');
  clientId = await createAccount(source.owner, user, 'Kestrel');
  await addMedia(picture, picture);
  good = folder.path('good.parley');
  await backUp(source, good);
});
afterAll(async () => {
  await source.close();
  await folder.close();
});
afterEach(() => {
  expect(readdirSync(folder.path('temp'))).toEqual([]);
});

/** A row that names `said`, and a file that holds `kept`, if any. @returns the file's path below DATA_DIR */
async function addMedia(said: Buffer, kept: Buffer | null): Promise<string> {
  const id = newId();
  const path = join('media', clientId, id.slice(-2), id);
  const hash = createHash('sha256').update(said).digest();
  await source.owner.query(
    `insert into media_files (client_id, id, sha256, size_bytes, mime_type) values ($1, $2, $3, $4, 'image/webp')`,
    [clientId, id, hash, said.length],
  );
  if (kept === null) return path;
  const file = join(source.platform.config.dataDir, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, kept);
  return path;
}

const removeMedia = (path: string) =>
  source.owner.query('delete from media_files where id = $1', [path.split('/').at(-1)]);

function verify(file: string, env: Record<string, string> = {}, signal?: AbortSignal, tempDir = folder.path('temp')) {
  const config = parseConfig({ SECRET_KEY: givenKey, ...env }, '/');
  const say = () => undefined;
  return verifyBackup({ file, tempDir, config, restoreTasks, backedUpFiles, backupProofs, say, signal });
}

describe('a whole backup', () => {
  it('is restored into a database of its own, with what its rows and files prove', async () => {
    const users = (await source.owner.query('select count(*)::int as n from users')).rows;
    const { proofs, rows, tables, sizeBytes } = await verify(good);
    expect(proofs).toEqual(['1 accounts', '0 messages', '1 media files (1 kB), each with the checksum of its row']);
    expect(sizeBytes).toBe(readFileSync(good).length);
    expect(tables).toBeGreaterThan(100);
    expect(rows).toBeGreaterThan(2);
    // The installation is as it was.
    expect((await source.owner.query('select count(*)::int as n from users')).rows).toEqual(users);
  });

  it('that is encrypted needs its passphrase, and one with a given key that key', async () => {
    const file = folder.path('encrypted.parley');
    await backUp(source, file, passphrase);
    await expect(verify(file)).rejects.toThrow('Set BACKUP_PASSPHRASE');
    await expect(verify(file, { BACKUP_PASSPHRASE: 'four gears and no bell' })).rejects.toThrow('cannot be decrypted');
    const env = { BACKUP_PASSPHRASE: passphrase };
    await expect(verify(file, { ...env, SECRET_KEY: 'another key of thirty-two letters' })).rejects.toThrow(
      'not the one',
    );
    expect((await verify(file, env)).proofs).toHaveLength(3);
  });
});

describe('a backup that cannot be restored', () => {
  it('because a byte was changed anywhere is found', async () => {
    const bytes = readFileSync(good);
    const file = folder.path('changed.parley');
    for (let part = 0; part < 12; part++) {
      const copy = Buffer.from(bytes);
      const at = Math.min(2 + Math.floor((part * bytes.length) / 11), bytes.length - 1);
      copy[at] = (copy[at] ?? 0) ^ 1;
      await writeFile(file, copy);
      // In the manifest it may also name what this version does not know.
      await expect(verify(file), String(at)).rejects.toThrow(OperatorError);
    }
  });

  it('because it was cut, or is no backup, is found', async () => {
    const bytes = readFileSync(good);
    const file = folder.path('cut.parley');
    for (const length of [bytes.length - 1, bytes.length >> 1, 40]) {
      await writeFile(file, bytes.subarray(0, length));
      await expect(verify(file), String(length)).rejects.toThrow(damagedBackup);
    }
    await expect(verify(folder.path('none'))).rejects.toThrow('cannot be read');
  });

  it('because a media file was damaged or lost before it was made is found', async () => {
    const damaged = await addMedia(Buffer.from('as it was'), Buffer.from('as it is.'));
    const file = folder.path('damaged-media.parley');
    await backUp(source, file);
    await removeMedia(damaged);
    await expect(verify(file)).rejects.toThrow(`The media file ${damaged} is not what its row says`);

    const lost = await addMedia(Buffer.from('gone'), null);
    const another = folder.path('lost-media.parley');
    await backUp(source, another);
    await removeMedia(lost);
    await expect(verify(another)).rejects.toThrow(`1 media files are not in the backup, for example ${lost}`);

    const without = folder.path('without-media.parley');
    await backUp(source, without, undefined, backedUpFilesOf(parseConfig({ BACKUP_MEDIA: 'off' }, '/')));
    expect((await verify(without)).proofs.at(-1)).toBe('1 media files were left out of it (BACKUP_MEDIA=off)');
  });
});

it('a verification that is stopped removes its database', async () => {
  const stopping = new AbortController();
  const running = verify(good, {}, stopping.signal);
  await vi.waitFor(() => expect(readdirSync(folder.path('temp'))).toHaveLength(1), 60_000);
  stopping.abort();
  await expect(running).rejects.toThrow('Stopped.');
});

it('what a killed one left is removed by the next', async () => {
  await mkdir(folder.path('temp/parley-verify-4194304-abc/data'), { recursive: true });
  await verify(good);
});

// Declared only where a disk of its own can be mounted: a skipped test counts as a failed one.
const disk = '/tmp/parley-small-disk';
if (process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', '/mnt']).status === 0) {
  spawnSync('umount', ['/mnt']);
  it('without room for the database begins nothing', async () => {
    await mkdir(disk, { recursive: true });
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]);
    try {
      await expect(verify(good, {}, undefined, disk)).rejects.toThrow(`${disk} has 2`);
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
}

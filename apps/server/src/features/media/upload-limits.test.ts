// @module-tag data
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { queryAsOwner } from '../../testing/inbox.ts';
import { mp4, png, upload } from '../../testing/media.ts';
import { customerSends, withReason } from '../../testing/media-flow.ts';
import { headOf, type RawCall, rawCall } from '../../testing/raw-http.ts';
import { testWorld, until, type World, type WorldOptions } from '../../testing/world.ts';

/* Uploads that never end hold no more of the disk than their account may store, and keep nobody else from uploading. */

let world: World;
const open: RawCall[] = [];
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await world.close();
});
const start = async (options: WorldOptions = {}) => {
  world = await testWorld(options);
};
const megabyte = 1_048_576;

/** An upload of which only a part ever arrives. */
async function unfinished(declared: number | null, arrives: number, token = world.token): Promise<RawCall> {
  const length: Record<string, string> =
    declared === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(declared) };
  const head = headOf('POST /api/media', { authorization: `Bearer ${token}`, 'content-type': 'video/mp4', ...length });
  const bytes = Buffer.alloc(arrives);
  const body =
    declared === null ? Buffer.concat([Buffer.from(`${arrives.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) : bytes;
  const call = await rawCall(world.server.url, head, body);
  open.push(call);
  return call;
}

/** The sizes of the files that are arriving. */
async function arriving(): Promise<number[]> {
  const folder = join(world.server.platform.config.dataDir, 'media', 'incoming');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
}
const untilArriving = (n: number) => until(async () => (await arriving()).filter((size) => size > 0).length === n);
const answered = (call: RawCall) => until(async () => call.status());

describe('the quota of an account', () => {
  test.each([
    ['declare their size', 100 * megabyte],
    ['do not', null],
  ])('is reserved while files arrive that %s: 12 of them hold no more than it has', async (_name, declared) => {
    await start({ env: { MEDIA_QUOTA_MB: '20' } });
    const calls: RawCall[] = [];
    for (let n = 0; n < 3; n++) calls.push(await unfinished(declared, 15 * megabyte));
    await until(async () => calls.filter((call) => call.status() === 409).length === 2);
    expect(calls.find((call) => call.status() === 409)?.answer()).toContain('storage_full');
    await until(async () => (await arriving()).reduce((sum, size) => sum + size, 0) <= 20 * megabyte);
  });

  test('is free again when the sender leaves', async () => {
    await start({ env: { MEDIA_QUOTA_MB: '20' } });
    const call = await unfinished(18 * megabyte, 1_000);
    await untilArriving(1);
    expect((await upload(world, mp4(3 * megabyte), { 'content-type': 'video/mp4' })).status).toBe(409);
    call.socket.destroy();
    await untilArriving(0);
    expect((await upload(world, mp4(3 * megabyte), { 'content-type': 'video/mp4' })).status).toBe(201);
  });

  test('is free again when the file was refused or stored; what is stored counts once', async () => {
    await start({ env: { MEDIA_QUOTA_MB: '20' } });
    for (let n = 0; n < 6; n++) {
      expect((await upload(world, Buffer.alloc(8 * megabyte), { 'content-type': 'video/mp4' })).status).toBe(422);
    }
    const file = mp4(8 * megabyte);
    for (let n = 0; n < 6; n++) expect((await upload(world, file, { 'content-type': 'video/mp4' })).status).toBe(201);
    const other = await unfinished(11 * megabyte, 1_000);
    await untilArriving(1);
    expect(other.status()).toBeUndefined();
  });
});

describe('uploads at once', () => {
  test('are at most 8 of a member; the next is told to wait, another member uploads', async () => {
    await start();
    for (let n = 0; n < 8; n++) await unfinished(megabyte, 1_000);
    await untilArriving(8);
    const ninth = await unfinished(megabyte, 1_000);
    expect(await answered(ninth)).toBe(429);
    expect(ninth.answer()).toContain('At most 8 files can be uploaded at once');
    expect(ninth.answer().toLowerCase()).toContain('retry-after');
    open.shift()?.socket.destroy();
    await untilArriving(7);
    expect((await upload(world, png(20, 20), { 'content-type': 'image/png' })).status).toBe(201);
  });
});

describe('a disk with less room than the operator keeps', () => {
  test('takes no file, with words; everything else goes on', async () => {
    await start({ env: { DISK_RESERVE_MB: '100000000' } });
    const refused = await fetch(`${world.server.url}/api/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.token}`, 'content-type': 'image/png' },
      body: new Uint8Array(png(20, 20)),
    });
    expect(refused.status).toBe(409);
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('storage_full');
    expect(error.message).toBe(
      'The server has too little disk space for files. Nothing can be uploaded until its operator makes room.',
    );
    for (const path of ['/api/auth/photo', '/api/client/logo']) {
      expect([path, await statusOf('PUT', path)]).toEqual([path, 409]);
    }
    expect((await world.api('GET /api/threads')).status).toBe(200);
  });

  test('keeps a customer’s file waiting, with words, and fetches it when there is room', async () => {
    await start({ env: { DISK_RESERVE_MB: '100000000' } });
    const { id } = await customerSends(world, 'image', png(20, 20), 'image/png');
    const { image } = await withReason(world, id);
    expect(image?.media_info).toMatchObject({
      state: 'provider',
      reason: 'The server has too little disk space. The file is fetched when there is room.',
    });
    // The attempt that found no room ends after the words are there.
    await until(async () => {
      const [job] = await queryAsOwner<{ attempts: number }>(
        world.server.owner,
        "select attempts from jobs where kind = 'media.copy' and state = 'waiting'",
      );
      return job?.attempts === 0;
    });
  });
});

async function statusOf(method: string, path: string): Promise<number> {
  const head = headOf(`${method} ${path}`, { authorization: `Bearer ${world.token}`, 'content-length': '10' });
  const call = await rawCall(world.server.url, head, Buffer.alloc(10));
  open.push(call);
  return answered(call);
}

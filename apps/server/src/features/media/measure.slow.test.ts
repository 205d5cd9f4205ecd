import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mp4 } from '../../testing/media.ts';
import { box } from '../../testing/recordings.ts';
import { measureMedia } from './measure.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-measure-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function measured(content: Uint8Array) {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return measureMedia(path);
}

test('files that are made to take memory or time are not measured, and the next ones are', async () => {
  const type = mp4(0).subarray(0, mp4(0).readUInt32BE(0));
  let deep: Buffer = Buffer.alloc(0);
  for (let depth = 0; depth < 20_000; depth++) deep = box('trak', deep);
  const track = box('trak', box('mdia', box('hdlr', Buffer.alloc(24))));
  const tracks = box('moov', Buffer.concat(new Array<Buffer>(200_000).fill(track)));
  const boxes = Buffer.concat(new Array<Buffer>(2_000_000).fill(box('free')));
  const page = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24)]);
  const pages = Buffer.concat(new Array<Buffer>(500_000).fill(page));
  for (const content of [[type, box('moov', deep)], [type, tracks], [type, boxes], [pages], [type]]) {
    expect(await measured(Buffer.concat(content))).toBeNull();
  }
  expect(await measured(mp4(2_000))).toMatchObject({ hasVideoTrack: true });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mp4 } from '../../testing/media.ts';
import { film, voiceNote } from '../../testing/recordings.ts';
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

const upright = { hasVideoTrack: true, width: 360, height: 640, durationMs: 12_500 };

test('a film is measured as it is displayed', async () => {
  expect(await measured(mp4(2_000))).toEqual({ ...upright, width: 640, height: 360 });
  expect(await measured(await film({ rotation: 90 }))).toEqual(upright);
  expect(await measured(await film({ rotation: 90, fragmented: true }))).toEqual(upright);
});

test('sound has a duration and no size', async () => {
  const sound = { hasVideoTrack: false, width: null, height: null };
  expect(await measured(mp4(2_000, 'soun'))).toEqual({ ...sound, durationMs: 12_500 });
  expect(await measured(await voiceNote(3))).toEqual({ ...sound, durationMs: 3_000 });
});

import { crc32, deflateSync } from 'node:zlib';
import type { UploadedMedia } from '@parley/contract/types';
import { box, film, song } from './recordings.ts';
import type { World } from './world.ts';

/** A PNG of one color with noise in it, so that it has the size of a photo. */
export function png(widthPx: number, heightPx: number, noise = 0): Buffer {
  const rows = Buffer.alloc(heightPx * (1 + widthPx * 3), 0x60);
  let state = 1;
  for (let y = 0; y < heightPx; y++) {
    rows[y * (1 + widthPx * 3)] = 0;
    for (let x = 0; x < widthPx * 3 && noise > 0; x++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      rows[y * (1 + widthPx * 3) + 1 + x] = 0x60 + ((state >> 16) % noise);
    }
  }
  return pngOf(widthPx, heightPx, deflateSync(rows));
}

/** A PNG whose header claims any size, whatever its pixels are. */
export function pngOf(widthPx: number, heightPx: number, packed: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 2], 8); // Eight bits per channel, RGB.
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const films = { vide: await film(), soun: await song() };

/** An MP4 with one track of 640 by 360 and 12.5 s, filled up to `bytes`. */
export function mp4(bytes: number, track: 'vide' | 'soun' = 'vide'): Buffer {
  const whole = films[track];
  const rest = Buffer.alloc(Math.max(0, bytes - whole.length - 8));
  for (let at = 0; at < rest.length; at += 4_096) rest.writeUInt32BE(at, at + 4 > rest.length ? 0 : at);
  return Buffer.concat([whole, box('mdat', rest)]);
}

/** Uploads a file like a browser. */
export async function upload(
  world: Pick<World, 'server' | 'token'>,
  content: Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
): Promise<{
  status: number;
  body: UploadedMedia & { error: { code: string; data: { field: string; msg: string }[] } };
}> {
  const response = await fetch(`${world.server.url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}`, ...headers },
    body: content as never,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as never };
}

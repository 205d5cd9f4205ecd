import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** A small PNG with a slope of two colours: enough of a photo to be sent, stored and shown. */
export function createImage(from: Colour, to: Colour, widthPx = 480, heightPx = 360): Buffer {
  const rows = Buffer.alloc(heightPx * (1 + widthPx * 3));
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const share = (x + y) / (widthPx + heightPx);
      const at = y * (1 + widthPx * 3) + 1 + x * 3;
      for (const channel of [0, 1, 2] as const) {
        rows[at + channel] = Math.round(from[channel] + (to[channel] - from[channel]) * share);
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 2], 8); // eight bits a channel, red green blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The content of a message with this picture, as a simulated phone sends it. */
export function createPhoto(from: Colour, to: Colour, caption?: string) {
  const data = createImage(from, to).toString('base64');
  return { data, mime_type: 'image/png', ...(caption === undefined ? {} : { caption }) };
}

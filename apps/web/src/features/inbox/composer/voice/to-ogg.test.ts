import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { NoOpus, toOgg } from './to-ogg.ts';

const packetS = 0.02;

/** Opus packets with a header for 20 ms of one channel, each with its own content. */
const spoken = Array.from({ length: 150 }, (_, n) =>
  Uint8Array.from([0x78, ...Array.from({ length: 20 + (n % 50) }, (__, at) => (n * 7 + at * 13) & 0xff)]),
);

const opusHead = Uint8Array.from([
  ...new TextEncoder().encode('OpusHead'),
  1,
  1,
  0x38,
  0x01,
  0x80,
  0xbb,
  0,
  0,
  0,
  0,
  0,
]);

/** The packets in the format of a browser's recorder. */
async function recording(format: OutputFormat, type: string): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  for (const [n, data] of spoken.entries()) {
    const packet = new EncodedPacket(data, 'key', n * packetS, packetS);
    await source.add(packet, {
      decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: opusHead },
    });
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type });
}

type Page = { granule: bigint; sequence: number; flags: number; packets: Uint8Array[]; open: boolean };

/** Reads an Ogg file by its specification (RFC 3533), with every checksum. */
function pagesOf(file: Uint8Array): Page[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pages: Page[] = [];
  for (let at = 0; at < file.length; ) {
    expect(new TextDecoder().decode(file.subarray(at, at + 4))).toBe('OggS');
    const count = file[at + 26] ?? 0;
    const lacing = file.subarray(at + 27, at + 27 + count);
    const length = 27 + count + lacing.reduce((sum, part) => sum + part, 0);
    const page = file.slice(at, at + length);
    page.fill(0, 22, 26);
    expect(view.getUint32(at + 22, true)).toBe(checksum(page));
    const packets: Uint8Array[] = [];
    let from = at + 27 + count;
    let size = 0;
    for (const part of lacing) {
      size += part;
      if (part === 255) continue;
      packets.push(file.slice(from, from + size));
      from += size;
      size = 0;
    }
    if (size > 0) packets.push(file.slice(from, from + size));
    pages.push({
      granule: view.getBigInt64(at + 6, true),
      sequence: view.getUint32(at + 18, true),
      flags: file[at + 5] ?? 0,
      packets,
      open: size > 0,
    });
    at += length;
  }
  return pages;
}

/** CRC-32 with the polynomial 0x04c11db7, unreflected, from zero. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

describe('a recording converted to an Ogg file', () => {
  it.each([
    ['WebM', new WebMOutputFormat(), 'audio/webm;codecs=opus'],
    ['MP4', new Mp4OutputFormat(), 'audio/mp4;codecs=opus'],
  ])('from %s contains every packet unchanged', async (_name, format, type) => {
    const ogg = await toOgg(await recording(format, type));
    expect(ogg.type).toBe('audio/ogg');
    const pages = pagesOf(new Uint8Array(await ogg.arrayBuffer()));
    expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_page, n) => n));
    expect(pages.every(({ open }) => !open)).toBe(true);
    const packets = pages.flatMap((page) => page.packets);
    const text = (bytes: Uint8Array | undefined) => new TextDecoder('latin1').decode(bytes?.subarray(0, 8));
    expect([text(packets[0]), text(packets[1])]).toEqual(['OpusHead', 'OpusTags']);
    // One channel, 48 kHz, as WhatsApp wants voice messages.
    expect([packets[0]?.[9], new DataView(packets[0]?.buffer ?? new ArrayBuffer(0)).getUint32(12, true)]).toEqual([
      1, 48_000,
    ]);
    expect(packets.slice(2)).toEqual(spoken);
    expect(pages[0]?.flags).toBe(2);
    expect((pages.at(-1)?.flags ?? 0) & 4).toBe(4);
    const playedS = Number(pages.at(-1)?.granule) / 48_000;
    expect(Math.abs(playedS - spoken.length * packetS)).toBeLessThan(0.05);
  });

  it('is rejected when it has no Opus', async () => {
    await expect(toOgg(new Blob([new Uint8Array(500)]))).rejects.toThrow();
    await expect(toOgg(await emptyWebm())).rejects.toThrow(NoOpus);
  });
});

async function emptyWebm(): Promise<Blob> {
  const whole = await recording(new WebMOutputFormat(), 'audio/webm');
  return whole.slice(0, 300);
}

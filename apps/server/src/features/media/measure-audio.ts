import { open } from 'node:fs/promises';
import { readHead } from './detect-type.ts';

/** Ogg pages have at most 65,307 bytes, so the last one begins within this. */
const lastPageBytes = 65_536;
const opusHz = 48_000;

/** The duration of an Ogg file with Opus, from its last page. @returns null when it cannot be read */
export async function measureAudio(path: string): Promise<number | null> {
  const head = await readHead(path, 4_096);
  const intro = head.indexOf('OpusHead');
  if (intro === -1 || head.length < intro + 12) return null;
  const skipped = head.readUInt16LE(intro + 10);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, lastPageBytes);
    const tail = Buffer.alloc(length);
    await file.read(tail, 0, length, size - length);
    const page = tail.lastIndexOf('OggS');
    if (page === -1 || page + 14 > tail.length) return null;
    const samples = Number(tail.readBigInt64LE(page + 6)) - skipped;
    return samples > 0 && samples < opusHz * 86_400 ? Math.round((samples / opusHz) * 1_000) : null;
  } finally {
    await file.close();
  }
}

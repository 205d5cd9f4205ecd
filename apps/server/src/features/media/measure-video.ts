import { type FileHandle, open } from 'node:fs/promises';

export type VideoFacts = { hasVideoTrack: boolean; width?: number; height?: number; durationMs?: number };

/** The metadata of a 16 MB video has some hundred kilobytes; longer metadata is not worth its memory. */
const mostDescriptionBytes = 4 * 1024 * 1024;
/** The most boxes to read before the metadata: an endless sequence of empty ones would take forever. */
const mostBoxes = 200;
const containers = new Set(['trak', 'mdia']);

/**
 * Reads the dimensions and duration of an ISO base media file (MP4, 3GP, M4A) from its metadata.
 * @returns null when it cannot be read
 */
export async function measureVideo(path: string): Promise<VideoFacts | null> {
  const file = await open(path);
  try {
    const description = await findDescription(file);
    if (description === null) return null;
    const video: VideoFacts = { hasVideoTrack: false };
    readBoxes(description, video, { width: 0, height: 0 });
    return video;
  } finally {
    await file.close();
  }
}

async function findDescription(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat();
  let at = 0;
  for (let n = 0; n < mostBoxes && at + 8 <= size; n++) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
    if (bytesRead < 8) return null;
    let length = buffer.readUInt32BE(0);
    let head = 8;
    if (length === 1) {
      if (bytesRead < 16) return null;
      const long = buffer.readBigUInt64BE(8);
      if (long > BigInt(size)) return null;
      length = Number(long);
      head = 16;
    } else if (length === 0) length = size - at;
    if (length < head || at + length > size) return null;
    if (buffer.toString('latin1', 4, 8) === 'moov') {
      if (length > mostDescriptionBytes) return null;
      const content = Buffer.alloc(length - head);
      await file.read(content, 0, content.length, at + head);
      return content;
    }
    at += length;
  }
  return null;
}

type Track = { width: number; height: number };

function readBoxes(boxes: Buffer, video: VideoFacts, track: Track): void {
  let at = 0;
  while (at + 8 <= boxes.length) {
    const length = boxes.readUInt32BE(at);
    if (length < 8 || at + length > boxes.length) return;
    const type = boxes.toString('latin1', at + 4, at + 8);
    const content = boxes.subarray(at + 8, at + length);
    if (containers.has(type)) readBoxes(content, video, type === 'trak' ? { width: 0, height: 0 } : track);
    else readBox(type, content, video, track);
    at += length;
  }
}

function readBox(type: string, content: Buffer, video: VideoFacts, track: Track): void {
  const isLong = content[0] === 1;
  if (type === 'mvhd' && content.length >= (isLong ? 32 : 20)) {
    const scale = content.readUInt32BE(isLong ? 20 : 12);
    const units = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
    const durationMs = Math.round((units / scale) * 1_000);
    if (scale > 0 && durationMs > 0 && durationMs < 2 ** 31) video.durationMs = durationMs;
  } else if (type === 'tkhd' && content.length >= (isLong ? 96 : 84)) {
    // 16.16 fixed point; the matrix before them contains the rotation.
    const tail = content.length - 8;
    const [width, height] = [content.readUInt16BE(tail), content.readUInt16BE(tail + 4)];
    const onItsSide = content.readInt32BE(tail - 36) === 0 && content.readInt32BE(tail - 32) !== 0;
    Object.assign(track, onItsSide ? { width: height, height: width } : { width, height });
  } else if (type === 'hdlr' && content.toString('latin1', 8, 12) === 'vide') {
    video.hasVideoTrack = true;
    if (track.width > 0 && track.height > 0) Object.assign(video, track);
  }
}

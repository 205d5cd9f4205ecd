import type { FileHandle } from 'node:fs/promises';

const readBytes = 256 * 1_024;

/** The first bytes of an open file, by default all. A stream of the handle would close it, or prevent closing it. */
export async function* bytesOf(file: FileHandle, limitBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let position = 0; position < limitBytes; ) {
    const length = Math.min(readBytes, limitBytes - position);
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(length), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';

/** Received bytes in a temporary file, outside the storage. */
export type ReceivedFile = { path: string; sizeBytes: number; sha256: Buffer };

/** The stream is longer than allowed; the temporary file is deleted. */
export class FileTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/**
 * Writes a stream to a temporary file, with no more than one chunk in memory.
 * @param folder existing folder on the file system of the storage
 * @param onBytes called with the number of bytes so far, before they are written; may throw
 * @throws FileTooLarge, or an error of the stream or the disk; the temporary file is deleted then
 */
export async function receiveFile(
  folder: string,
  pieces: AsyncIterable<Uint8Array>,
  mostBytes: number,
  onBytes: (sizeBytes: number) => void = () => undefined,
): Promise<ReceivedFile> {
  const path = join(folder, newId());
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) {
      sizeBytes += piece.length;
      if (sizeBytes > mostBytes) throw new FileTooLarge(mostBytes);
      onBytes(sizeBytes);
      hash.update(piece);
      await file.writeFile(piece);
    }
    // The caller relies on the file after a crash, so it is synced to disk.
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  return { path, sizeBytes, sha256: hash.digest() };
}

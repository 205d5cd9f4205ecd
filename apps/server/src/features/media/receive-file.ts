import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';

/** Bytes of unknown worth in a file of their own, outside of what is kept. */
export type ReceivedFile = { path: string; sizeBytes: number; sha256: Buffer };

/** More came than is allowed; nothing of it is left. */
export class FileTooLarge extends Error {
  readonly mostBytes: number;
  constructor(mostBytes: number) {
    super(`more than ${mostBytes} bytes`);
    this.mostBytes = mostBytes;
  }
}

/**
 * Writes a stream to a temporary file while it comes, holding no more of it than one piece.
 * @param folder existing folder on the file system of the storage
 * @throws FileTooLarge, or what the stream or the disk says; the temporary file is gone then
 */
export async function receiveFile(
  folder: string,
  pieces: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<ReceivedFile> {
  const path = join(folder, newId());
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) {
      sizeBytes += piece.length;
      if (sizeBytes > mostBytes) throw new FileTooLarge(mostBytes);
      hash.update(piece);
      await file.writeFile(piece);
    }
    // What is kept was promised to somebody: it has to be on the disk, not in its cache.
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  return { path, sizeBytes, sha256: hash.digest() };
}

import { createHash } from 'node:crypto';
import { decimalId } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { MediaFile } from '../storage/media.ts';
import type { Core } from './core.ts';

/** Bytes of one stored chunk: the memory of a reader. */
const chunkBytes = 256 * 1024;

/** A file that is being stored; invisible until `finish`. */
export interface MediaWriter {
  /** @returns bytes received so far */
  add(bytes: Buffer): number;
  finish(mimeType: string, filename: string | null): MediaFile;
  /** Deletes the received bytes. */
  abandon(): void;
}

/** Starts a file of this account. */
export function openMediaWriter(core: Core, account: Account): MediaWriter {
  const id = decimalId();
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let sizeBytes = 0;
  let chunks = 0;

  function flush(): void {
    if (waitingBytes === 0) return;
    const bytes = Buffer.concat(waiting);
    core.database.write(() => core.media.addChunk(id, chunks, bytes));
    chunks += 1;
    waiting = [];
    waitingBytes = 0;
  }

  return {
    add(bytes) {
      hash.update(bytes);
      waiting.push(bytes);
      waitingBytes += bytes.length;
      sizeBytes += bytes.length;
      if (waitingBytes >= chunkBytes) flush();
      return sizeBytes;
    },
    finish(mimeType, filename) {
      return core.database.write(() => {
        flush();
        const file: MediaFile = {
          id,
          account: account.key,
          mime_type: mimeType,
          sha256: hash.digest('hex'),
          size_bytes: sizeBytes,
          filename,
          created_ms: clockOf(account),
        };
        core.media.insert(file);
        const { mediaBytes } = core.settings.limits;
        if (mediaBytes !== null) core.media.shrink(account.key, mediaBytes);
        return file;
      });
    },
    abandon() {
      core.database.write(() => core.media.remove(id));
    },
  };
}

/** The bytes of a file, chunk by chunk. */
export function* readMedia(core: Core, file: MediaFile): Generator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const bytes = core.media.readChunk(file.id, number);
    if (!bytes) return;
    yield bytes;
  }
}

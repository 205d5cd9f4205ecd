import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import type { FileStore } from './file-store.ts';
import { FileTooLarge } from './receive-file.ts';
import { notScanned } from './receive-image.ts';
import { FileRefused } from './scan/result.ts';
import type { Scanner } from './scan/scanner.ts';

/**
 * The same bytes, once the malware scanner reports them as clean; without a scanner they pass through. For files that
 * are kept elsewhere than in the storage.
 * @throws AppError payload_too_large, media_refused; unavailable while the scanner does not answer
 */
export type ScanUpload = (body: Readable, maxBytes: number) => Promise<Readable>;

export function createScanUpload(fileStore: FileStore, scanner: Scanner | null): ScanUpload {
  return async (body, maxBytes) => {
    if (scanner === null) return body;
    const received = await fileStore.receive(body, maxBytes, null).catch((error: unknown) => {
      if (error instanceof FileTooLarge) throw new AppError('payload_too_large');
      if (!(error instanceof FileRefused)) throw error;
      throw new AppError('media_refused', { data: [{ field: 'file', msg: error.message }] });
    });
    if (received.scan === 'clean') {
      const clean = createReadStream(received.path);
      clean.once('close', () => void fileStore.discard(received));
      return clean;
    }
    await fileStore.discard(received);
    throw notScanned();
  };
}

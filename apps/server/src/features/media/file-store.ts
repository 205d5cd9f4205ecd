import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureRoom } from '../../platform/disk.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { countStored } from './hours-repo.ts';
import { type FileFacts, inspectFile } from './inspect-file.ts';
import { createQuota, type ForAccount, type Reservation, StorageQuotaExceeded } from './quota.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import { chargeUsage, type FileRow, insertFile, useKnownFile } from './repo.ts';
import { enqueueScan } from './scan/enqueue-scan.ts';
import { FileRefused, ScannerUnavailable } from './scan/result.ts';
import type { Scanner } from './scan/scanner.ts';
import type { MediaStorage } from './storage/storage.ts';

/** Receives and stores files: temporary file, inspection, storage, row. */
export type FileStore = {
  /**
   * Receives a stream, scans it for malware and inspects it. Call `discard` unless it is stored.
   * @param forAccount of a file that is to be stored
   * @throws FileTooLarge, FileRefused, or an error of the stream; before a byte is read StorageQuotaExceeded, NoRoom
   */
  receive(
    pieces: AsyncIterable<Uint8Array>,
    mostBytes: number,
    filename: string | null,
    forAccount?: ForAccount,
  ): Promise<ReceivedUpload>;
  /**
   * Stores a received file, once per account however often it is received.
   * @throws StorageQuotaExceeded
   */
  store(clientId: string, received: ReceivedUpload): Promise<FileRow>;
  discard(received: ReceivedUpload): Promise<void>;
};

export type ReceivedUpload = ReceivedFile & {
  facts: FileFacts;
  /** `waiting`: the malware scanner has not answered yet. */
  scan: FileRow['scan'];
  /** The room for it in its account's quota. */
  reservation: Reservation | null;
};

export function createFileStore(platform: Platform, storage: MediaStorage, scanner: Scanner | null): FileStore {
  const folder = incomingFolder(platform.config.dataDir);
  const { withTenant } = platform.db;
  const quota = createQuota(platform);

  const drop = async ({ path, facts, reservation }: ReceivedUpload) => {
    reservation?.end();
    await rm(path, { force: true });
    if (facts.thumbnailPath !== null) await rm(facts.thumbnailPath, { force: true });
  };

  async function scanned({ path, sizeBytes }: ReceivedFile): Promise<FileRow['scan']> {
    if (scanner === null) return 'clean';
    try {
      const result = await scanner.scan(path, sizeBytes);
      if (!result.clean) throw new FileRefused(result.finding);
      return 'clean';
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      platform.log.warn({ err: error }, 'media: a file waits for the malware scanner');
      return 'waiting';
    }
  }

  async function store(clientId: string, fileId: string, received: ReceivedUpload): Promise<void> {
    const { path, sizeBytes, sha256, facts } = received;
    if (facts.thumbnailPath !== null) {
      const thumbnail = await readFile(facts.thumbnailPath);
      await storage.put({ clientId, fileId, variant: 'thumbnail' }, facts.thumbnailPath, {
        sizeBytes: thumbnail.length,
        sha256: createHash('sha256').update(thumbnail).digest(),
        mimeType: 'image/webp',
      });
    }
    await storage.put({ clientId, fileId, variant: 'file' }, path, { sizeBytes, sha256, mimeType: facts.mimeType });
  }

  return {
    async receive(pieces, most, filename, forAccount) {
      ensureRoom(platform.config, forAccount?.declaredBytes ?? 0);
      const reservation = forAccount === undefined ? null : await quota.reserve(forAccount);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = await receiveFile(folder, pieces, most, (bytes) => reservation?.cover(bytes));
        try {
          const scan = await scanned(file);
          return { ...file, scan, reservation, facts: await inspectFile(file, filename) };
        } catch (error) {
          await rm(file.path, { force: true });
          throw error;
        }
      } catch (error) {
        reservation?.end();
        throw error;
      }
    },

    async store(clientId, received) {
      const { sha256, sizeBytes, facts, scan } = received;
      const useKnown = () => withTenant(clientId, (tx) => useKnownFile(tx, sha256, facts.mimeType, scan));
      const known = await useKnown();
      if (known !== null) {
        await drop(received);
        return known;
      }
      const row: FileRow = {
        id: newId(),
        sha256,
        size_bytes: sizeBytes,
        mime_type: facts.mimeType,
        width: facts.width,
        height: facts.height,
        duration_ms: facts.durationMs,
        animated: facts.animated,
        has_thumbnail: facts.thumbnailPath !== null,
        scan,
      };
      // Bytes before row: a row always has its bytes. Bytes without a row are removed here, or orphaned by a crash,
      // which only costs space.
      try {
        await store(clientId, row.id, received);
      } catch (error) {
        await withTenant(clientId, (tx) => countStored(tx, { stored: 0, failed: 1 }));
        throw error;
      }
      try {
        const written = await withTenant(clientId, async (tx) => {
          if (!(await insertFile(tx, row))) return false;
          if (!(await chargeUsage(tx, sizeBytes, quota.mostBytes))) throw new StorageQuotaExceeded();
          if (scan === 'waiting') await enqueueScan(tx, row.id);
          await countStored(tx, { stored: 1, failed: 0 });
          return true;
        });
        if (written) {
          received.reservation?.end();
          return row;
        }
      } catch (error) {
        await removeObjects(storage, clientId, row.id);
        throw error;
      }
      await removeObjects(storage, clientId, row.id);
      const other = await useKnown();
      received.reservation?.end();
      if (other === null) throw new Error('a file that was there a moment ago is gone');
      return other;
    },

    discard: drop,
  };
}

export const incomingFolder = (dataDir: string): string => join(dataDir, 'media', 'incoming');

/** Deletes the bytes of a file and its thumbnail. */
export async function removeObjects(storage: MediaStorage, clientId: string, fileId: string): Promise<void> {
  await storage.remove({ clientId, fileId, variant: 'file' });
  await storage.remove({ clientId, fileId, variant: 'thumbnail' });
}

/** Age of a temporary file in milliseconds; null when it no longer exists. */
export async function ageOf(path: string, nowMs: number): Promise<number | null> {
  const facts = await stat(path).catch(() => null); // It was removed concurrently.
  return facts === null ? null : nowMs - facts.mtimeMs;
}

import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FileFacts, inspectFile } from './inspect-file.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import { chargeUsage, type FileRow, insertFile, useKnownFile } from './repo.ts';
import type { MediaStorage } from './storage/storage.ts';

/** The account keeps as much as it may. */
export class StorageFull extends Error {}

/** Takes files in: temporary file, a look into it, storage, row. */
export type FileKeeper = {
  /**
   * Receives a stream whole and looks into it. Call `drop` when it is not kept.
   * @throws FileTooLarge, or what the stream says
   */
  receive(pieces: AsyncIterable<Uint8Array>, mostBytes: number, filename: string | null): Promise<Received>;
  /**
   * Keeps what was received, once for an account however often it comes.
   * @throws StorageFull
   */
  keep(clientId: string, received: Received): Promise<FileRow>;
  drop(received: Received): Promise<void>;
};

export type Received = ReceivedFile & { facts: FileFacts };

export function createFileKeeper(platform: Platform, storage: MediaStorage): FileKeeper {
  const folder = incomingFolder(platform.config.dataDir);
  const { withTenant } = platform.db;
  const mostBytes = platform.config.MEDIA_QUOTA_MB * 1_048_576;

  const drop = async ({ path, facts }: Received) => {
    await rm(path, { force: true });
    if (facts.thumbnailPath !== null) await rm(facts.thumbnailPath, { force: true });
  };

  async function store(clientId: string, fileId: string, received: Received): Promise<void> {
    const { path, sizeBytes, sha256, facts } = received;
    if (facts.thumbnailPath !== null) {
      const small = await readFile(facts.thumbnailPath);
      await storage.put({ clientId, fileId, variant: 'thumbnail' }, facts.thumbnailPath, {
        sizeBytes: small.length,
        sha256: createHash('sha256').update(small).digest(),
        mimeType: 'image/webp',
      });
    }
    await storage.put({ clientId, fileId, variant: 'file' }, path, { sizeBytes, sha256, mimeType: facts.mimeType });
  }

  return {
    async receive(pieces, most, filename) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await receiveFile(folder, pieces, most);
      try {
        return { ...file, facts: await inspectFile(file, filename) };
      } catch (error) {
        await rm(file.path, { force: true });
        throw error;
      }
    },

    async keep(clientId, received) {
      const { sha256, sizeBytes, facts } = received;
      const known = await withTenant(clientId, (tx) => useKnownFile(tx, sha256, facts.mimeType));
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
      };
      // Bytes before row: a row that is there always has its bytes. What has no row is removed here, or is an orphan
      // of a crash, which costs space and misleads nobody.
      await store(clientId, row.id, received);
      try {
        const written = await withTenant(clientId, async (tx) => {
          if (!(await insertFile(tx, row))) return false;
          if (!(await chargeUsage(tx, sizeBytes, mostBytes))) throw new StorageFull();
          return true;
        });
        if (written) return row;
      } catch (error) {
        await removeObjects(storage, clientId, row.id);
        throw error;
      }
      await removeObjects(storage, clientId, row.id);
      const other = await withTenant(clientId, (tx) => useKnownFile(tx, sha256, facts.mimeType));
      if (other === null) throw new Error('a file that was there a moment ago is gone');
      return other;
    },

    drop,
  };
}

export const incomingFolder = (dataDir: string): string => join(dataDir, 'media', 'incoming');

/** Removes a file's bytes and its small picture. */
export async function removeObjects(storage: MediaStorage, clientId: string, fileId: string): Promise<void> {
  await storage.remove({ clientId, fileId, variant: 'file' });
  await storage.remove({ clientId, fileId, variant: 'thumbnail' });
}

/** How old a temporary file is, milliseconds; null when it is gone. */
export async function ageOf(path: string, nowMs: number): Promise<number | null> {
  const facts = await stat(path).catch(() => null); // somebody else removed it
  return facts === null ? null : nowMs - facts.mtimeMs;
}

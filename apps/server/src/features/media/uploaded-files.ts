import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Platform } from '../../platform/platform.ts';
import { findMedia } from './repo.ts';
import type { MediaStorage } from './storage/storage.ts';

export type UploadedFile = { filename: string; mimeType: string; content: Buffer };

/** Reads an uploaded file into memory; null when it is gone, not scanned yet or larger than `maxBytes`. */
export type UploadedFiles = (clientId: string, mediaId: string, maxBytes: number) => Promise<UploadedFile | null>;

export function createUploadedFiles(platform: Platform, storage: MediaStorage): UploadedFiles {
  return async (clientId, mediaId, maxBytes) => {
    const row = await platform.db.withTenant(clientId, (tx) => findMedia(tx, mediaId), { readOnly: true });
    if (row === null || row.file_id === null || row.scan !== 'clean' || row.mime_type === null) return null;
    if (row.size_bytes === null || row.size_bytes > maxBytes) return null;
    const stream: Readable = await storage.read({ clientId, fileId: row.file_id, variant: 'file' });
    return { filename: row.filename ?? 'sample', mimeType: row.mime_type, content: await buffer(stream) };
  };
}

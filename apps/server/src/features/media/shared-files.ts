import type { Platform } from '../../platform/platform.ts';
import type { MediaAddresses } from './addresses.ts';
import { findMedia } from './repo.ts';

/** A file under an address that the other side of a channel may read for a quarter of an hour at least. */
export type SharedFile = { url: string; mime_type: string; size_bytes: number; sha256: string };

/** Names files to somebody who fetches them; null when the bytes are not here any more. */
export type SharedFiles = (clientId: string, mediaId: string) => Promise<SharedFile | null>;

export function createSharedFiles(platform: Platform, addresses: MediaAddresses): SharedFiles {
  return async (clientId, mediaId) => {
    const row = await platform.db.withTenant(clientId, (tx) => findMedia(tx, mediaId), { readOnly: true });
    if (row === null || row.file_id === null || row.mime_type === null || row.size_bytes === null) return null;
    return {
      url: `${platform.publicUrl()}${addresses.urlOf(clientId, mediaId, 'file')}`,
      mime_type: row.mime_type,
      size_bytes: row.size_bytes,
      sha256: row.sha256?.toString('hex') ?? '',
    };
  };
}

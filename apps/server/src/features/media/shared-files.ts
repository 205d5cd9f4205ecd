import type { Platform } from '../../platform/platform.ts';
import { findMedia } from './repo.ts';
import type { MediaUrls } from './signed-urls.ts';

/** A file with a URL that a channel's provider may read for at least a quarter of an hour. */
export type SharedFile = { url: string; mime_type: string; size_bytes: number; sha256: string };

/** Makes the reference to a file that a provider fetches; null when the file is deleted. */
export type SharedFiles = (clientId: string, mediaId: string) => Promise<SharedFile | null>;

export function createSharedFiles(platform: Platform, addresses: MediaUrls): SharedFiles {
  return async (clientId, mediaId) => {
    const row = await platform.db.withTenant(clientId, (tx) => findMedia(tx, mediaId), { readOnly: true });
    if (
      row === null ||
      row.file_id === null ||
      row.scan !== 'clean' ||
      row.mime_type === null ||
      row.size_bytes === null
    )
      return null;
    return {
      url: `${platform.publicUrl()}${addresses.urlOf(clientId, mediaId, 'file')}`,
      mime_type: row.mime_type,
      size_bytes: row.size_bytes,
      sha256: row.sha256?.toString('hex') ?? '',
    };
  };
}

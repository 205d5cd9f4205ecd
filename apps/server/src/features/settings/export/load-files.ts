import type { FileLoader } from '../../../platform/export/exported-table.ts';
import { type MediaStorage, type ObjectName, storeStream } from '../../media/public.ts';

const entryName = /^(media|thumbnails)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\w+)?$/;

/** Stores the media files of an export. */
export function createFileLoader(storage: MediaStorage, dataDir: string): FileLoader {
  const stored: ObjectName[] = [];
  return {
    async load(clientId, entry, content) {
      const [, kind, fileId] = entryName.exec(entry) ?? [];
      if (fileId !== undefined) {
        const name: ObjectName = { clientId, fileId, variant: kind === 'media' ? 'file' : 'thumbnail' };
        stored.push(name);
        await storeStream(storage, dataDir, name, content);
      } else for await (const chunk of content) void chunk;
    },
    count: () => stored.length,
    async removeAll() {
      for (const name of stored) await storage.remove(name);
    },
  };
}

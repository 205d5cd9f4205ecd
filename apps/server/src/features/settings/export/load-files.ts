import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileLoader } from '../../../platform/export/exported-table.ts';
import { newId } from '../../../platform/ids.ts';
import { incomingFolder, type MediaStorage, type ObjectName } from '../../media/public.ts';

const entryName = /^(media|thumbnails)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\w+)?$/;

/** Stores the media files of an export. */
export function createFileLoader(storage: MediaStorage, dataDir: string): FileLoader {
  const folder = incomingFolder(dataDir);
  const stored: ObjectName[] = [];

  async function store(name: ObjectName, content: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, newId());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        await file.writeFile(chunk);
      }
      await file.sync();
      await file.close();
      stored.push(name);
      await storage.put(name, path, { sizeBytes, sha256: hash.digest(), mimeType: 'application/octet-stream' });
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }

  return {
    async load(clientId, entry, content) {
      const [, kind, fileId] = entryName.exec(entry) ?? [];
      if (fileId !== undefined) {
        await store({ clientId, fileId, variant: kind === 'media' ? 'file' : 'thumbnail' }, content);
      } else for await (const chunk of content) void chunk;
    },
    count: () => stored.length,
    async removeAll() {
      for (const name of stored) await storage.remove(name);
    },
  };
}

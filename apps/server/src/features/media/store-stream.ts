import { mkdir, rm } from 'node:fs/promises';
import { incomingFolder } from './file-store.ts';
import { receiveFile } from './receive-file.ts';
import type { MediaStorage, ObjectName } from './storage/storage.ts';

/** Stores bytes of unknown length. Resolves when they are durable. */
export async function storeStream(
  storage: MediaStorage,
  dataDir: string,
  name: ObjectName,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const folder = incomingFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { path, ...received } = await receiveFile(folder, content, Number.POSITIVE_INFINITY);
  try {
    await storage.put(name, path, { ...received, mimeType: 'application/octet-stream' });
  } finally {
    await rm(path, { force: true });
  }
}

import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';
import { incomingFolder } from './file-store.ts';
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
    await storage.put(name, path, { sizeBytes, sha256: hash.digest(), mimeType: 'application/octet-stream' });
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

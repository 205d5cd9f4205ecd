import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type MediaStorage, MissingObject, type ObjectName } from './storage.ts';

/** Below DATA_DIR. */
export const mediaFolder = 'media';
const pathForm = /^media\/([0-9a-f-]{36})\/[0-9a-f]{2}\/([0-9a-f-]{36})(\.webp)?$/;

/** The path of an object below DATA_DIR. */
export function localPath({ clientId, fileId, variant }: ObjectName): string {
  // Ids of one day have the same beginning, so folders are named after their end.
  return join(mediaFolder, clientId, fileId.slice(-2), variant === 'file' ? fileId : `${fileId}.webp`);
}

/** @returns null for the path of something else */
export function objectAt(path: string): ObjectName | null {
  const [, clientId, fileId, ending] = pathForm.exec(path) ?? [];
  if (clientId === undefined || fileId === undefined) return null;
  return { clientId, fileId, variant: ending === undefined ? 'file' : 'thumbnail' };
}

/** Files under `<dataDir>/media/<account>/<two letters>/<file id>`, readable by the server alone. */
export function createLocalStorage(dataDir: string): MediaStorage {
  const pathOf = (name: ObjectName) => join(dataDir, localPath(name));
  return {
    async put(name, path) {
      const to = pathOf(name);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await rename(path, to);
      await syncFolder(dirname(to));
    },
    async read(name, range) {
      const file = await open(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new MissingObject(name.fileId);
        throw error;
      });
      return file.createReadStream(range);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}

/** A rename is durable once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

import { buffer } from 'node:stream/consumers';
import type { BackedUpFiles } from '../../platform/backup/data-directory.ts';
import type { FilesElsewhere } from '../../platform/backup/files-elsewhere.ts';
import type { Config } from '../../platform/config.ts';
import { OperatorError } from '../../platform/db/operator.ts';
import { pagesOfFiles } from './backup-query.ts';
import { createBucketStorage } from './storage/create-storage.ts';
import { localPath, mediaFolder, objectAt } from './storage/local.ts';
import { type MediaStorage, MissingObject, type ObjectName } from './storage/storage.ts';
import { storeStream } from './store-stream.ts';

/** How media are backed up: not at all, from and into a bucket, or with DATA_DIR. */
export function placeMedia(config: Config): Pick<BackedUpFiles, 'leftOut' | 'elsewhere'> {
  const storage = createBucketStorage(config);
  return {
    leftOut: config.BACKUP_MEDIA ? [] : [mediaFolder],
    elsewhere: storage === null ? [] : [mediaInBucket(storage, config)],
  };
}

/** In a backup they have the paths that they would have in DATA_DIR, so it can be restored into either. */
function mediaInBucket(storage: MediaStorage, config: Config): FilesElsewhere {
  const fail = (path: string, why: string, cause?: unknown) =>
    new OperatorError(`${path} in the bucket ${config.S3_BUCKET} ${why}`, { cause });

  async function read(name: ObjectName): Promise<AsyncIterable<Buffer> | null> {
    try {
      return await storage.read(name);
    } catch (error) {
      if (error instanceof MissingObject) return null;
      throw fail(localPath(name), `cannot be read (${(error as Error).message}).`, error);
    }
  }

  async function openFile(name: ObjectName, sizeBytes: number) {
    const content = await read(name);
    const damaged = () => fail(localPath(name), `is not what its row says: it has not ${sizeBytes} bytes.`);
    return content && { sizeBytes, content: ofLength(content, sizeBytes, damaged) };
  }

  async function openThumbnail(name: ObjectName) {
    const content = await read(name);
    if (content === null) return null;
    const bytes = await buffer(content);
    return { sizeBytes: bytes.length, content: ofBytes(bytes) };
  }

  return {
    folder: mediaFolder,
    async *list(database) {
      for await (const page of pagesOfFiles(database)) {
        for (const { client_id: clientId, id: fileId, size_bytes: sizeBytes, has_thumbnail: hasThumbnail } of page) {
          const file: ObjectName = { clientId, fileId, variant: 'file' };
          yield { path: localPath(file), sizeBytes, open: () => openFile(file, sizeBytes) };
          if (!hasThumbnail) continue;
          const thumbnail: ObjectName = { ...file, variant: 'thumbnail' };
          yield { path: localPath(thumbnail), sizeBytes: 0, open: () => openThumbnail(thumbnail) };
        }
      }
    },
    async put(path, content) {
      const name = objectAt(path);
      if (name !== null) return storeStream(storage, config.dataDir, name, content);
      // The mark of the folder: a bucket has none.
      for await (const chunk of content) void chunk;
    },
  };
}

async function* ofBytes(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* ofLength(
  content: AsyncIterable<Buffer>,
  sizeBytes: number,
  damaged: () => Error,
): AsyncGenerator<Buffer> {
  let left = sizeBytes;
  for await (const chunk of content) {
    left -= chunk.length;
    if (left < 0) throw damaged();
    yield chunk;
  }
  if (left > 0) throw damaged();
}

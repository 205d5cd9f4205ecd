import type { FilesOfBackup } from '../../platform/backup/files-of-backup.ts';
import type { FileOfBackup } from '../../platform/backup/manifest.ts';
import { formatSize } from '../../platform/backup/progress.ts';
import type { Config } from '../../platform/config.ts';
import { OperatorError } from '../../platform/db/operator.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { listFilesAfter, type StoredFile } from './backup-query.ts';
import { localPath } from './storage/local.ts';

/** Every file that a row names is in the backup, with the checksum of its row. Those in a bucket are not looked at. */
export async function proveMedia(database: Executor, files: FilesOfBackup, config: Config): Promise<string[]> {
  let [found, bytes, missing] = [0, 0, 0];
  let example = '';
  for await (const page of pagesOf(database)) {
    const paths = page.map((row) => localPath({ clientId: row.client_id, fileId: row.id, variant: 'file' }));
    const kept = await files.find(paths);
    for (const [index, row] of page.entries()) {
      const path = paths[index] ?? '';
      const file = kept.get(path);
      if (file === undefined) {
        missing++;
        example ||= path;
        continue;
      }
      requireSame(path, file, row);
      found++;
      bytes += file.sizeBytes;
    }
  }
  const proved = `${found} media files (${formatSize(bytes)}), each with the checksum of its row`;
  if (missing === 0) return [proved];
  if (config.S3_BUCKET !== undefined) {
    return [proved, `${missing} media files are in the bucket ${config.S3_BUCKET}, which is not part of the backup`];
  }
  throw new OperatorError(
    `${missing} media files are not in the backup, for example ${example}. Either they are lost, or they were deleted while the backup was made: make another.`,
  );
}

function requireSame(path: string, file: FileOfBackup, row: StoredFile): void {
  if (file.sizeBytes === row.size_bytes && file.sha256.equals(row.sha256)) return;
  throw new OperatorError(
    `The media file ${path} is not what its row says: it was damaged before the backup was made. Look for it in an older backup.`,
  );
}

async function* pagesOf(database: Executor): AsyncGenerator<StoredFile[]> {
  let last: StoredFile | undefined;
  for (;;) {
    const page = await listFilesAfter(database, last);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}

import type { FilesOfBackup } from '../../platform/backup/files-of-backup.ts';
import type { FileOfBackup } from '../../platform/backup/manifest.ts';
import { formatSize } from '../../platform/backup/progress.ts';
import { OperatorError } from '../../platform/db/operator.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { pagesOfFiles, type StoredFile } from './backup-query.ts';
import { localPath, mediaFolder } from './storage/local.ts';

/** Every file that a row names is in the backup, with the checksum of its row, unless media were left out. */
export async function proveMedia(database: Executor, files: FilesOfBackup): Promise<string[]> {
  let [found, bytes, missing] = [0, 0, 0];
  let example = '';
  for await (const page of pagesOfFiles(database)) {
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
  if (files.leftOut.includes(mediaFolder)) return [`${missing} media files were left out of it (BACKUP_MEDIA=off)`];
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

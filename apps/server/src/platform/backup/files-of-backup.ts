import type pg from 'pg';
import type { FileOfBackup } from './manifest.ts';
import { connectOwner } from './restore-database.ts';
import { addFiles, createFileTable, findFiles } from './verify-repo.ts';

/** What a backup has of DATA_DIR besides the database. */
export type FilesOfBackup = {
  readonly count: number;
  readonly bytes: number;
  /** Folders of which it has no files, because it was made so. */
  readonly leftOut: readonly string[];
  /** @param paths below DATA_DIR @returns those that it has */
  find(paths: readonly string[]): Promise<Map<string, FileOfBackup>>;
};

export type FileRecorder = FilesOfBackup & {
  add(file: FileOfBackup): Promise<void>;
  close(): Promise<void>;
};

const atOnce = 1_000;

/** Remembers any number of files in a schema of its own of a temporary database. */
export async function createFileRecorder(owner: pg.ClientConfig, leftOut: readonly string[]): Promise<FileRecorder> {
  const client = await connectOwner(owner);
  await createFileTable(client);
  let waiting: FileOfBackup[] = [];
  let [count, bytes] = [0, 0];
  async function flush(): Promise<void> {
    if (waiting.length > 0) await addFiles(client, waiting);
    waiting = [];
  }
  return {
    leftOut,
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
    async add(file) {
      count++;
      bytes += file.sizeBytes;
      waiting.push(file);
      if (waiting.length >= atOnce) await flush();
    },
    async find(paths) {
      await flush();
      return new Map((await findFiles(client, paths)).map((file) => [file.path, file]));
    },
    close: () => client.end(),
  };
}

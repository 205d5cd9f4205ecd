import type { Executor } from '../db/sql.ts';

/** A file of a backup that is not in DATA_DIR. */
export type FileElsewhere = {
  /** Below DATA_DIR, where it would be otherwise. */
  path: string;
  /** About; 0 for small ones of which no row knows the size. */
  sizeBytes: number;
  /** @returns null when it was removed meanwhile @throws OperatorError when it cannot be read */
  open(): Promise<{ sizeBytes: number; content: AsyncIterable<Buffer> } | null>;
};

/** A folder of a backup whose files are not in DATA_DIR, for example in a bucket. */
export type FilesElsewhere = {
  folder: string;
  /** All files that rows name. */
  list(database: Executor): AsyncIterable<FileElsewhere>;
  /** Puts a file of a backup there. Resolves when it is durable. */
  put(path: string, content: AsyncIterable<Buffer>): Promise<void>;
};

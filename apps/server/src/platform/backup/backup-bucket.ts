import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import type { Config } from '../config.ts';
import { OperatorError } from '../db/operator.ts';
import { isBackupName } from './backup-schedule.ts';

/** A backup in the bucket. */
export type StoredBackup = { name: string; sizeBytes: number };

/** Copies of backups in a bucket of an S3-compatible service. Everything throws an OperatorError for the operator. */
export type BackupBucket = {
  /** The newest first. */
  list(): Promise<StoredBackup[]>;
  /** Resolves when the bucket has all of the file, under its name. */
  add(file: string): Promise<void>;
  /** @param file must not exist @throws when there is no such backup */
  download(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

/** A service takes at most 10,000 parts. Four of them are in memory at once. */
const mostParts = 9_000;
const leastPartBytes = 16 * 1_048_576;
const partForMs = 600_000;

/** @returns null when none is configured */
export function createBackupBucket(config: Config): BackupBucket | null {
  const { S3_ENDPOINT: endpoint, BACKUP_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = config;
  if (endpoint === undefined || bucket === undefined || id === undefined || secret === undefined) return null;

  const open = async (partBytes = leastPartBytes): Promise<S3mini> => {
    const { S3mini: Client } = await import('s3mini');
    return new Client({
      endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
      accessKeyId: id,
      secretAccessKey: secret,
      region: config.S3_REGION ?? 'us-east-1',
      minPartSize: partBytes,
      requestAbortTimeout: partForMs,
    });
  };

  async function named<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`${what} the bucket ${bucket} failed: ${reasonOf(error)}.`, { cause: error });
    }
  }

  return {
    list: () =>
      named('Reading', async () => {
        const found = (await (await open()).listObjects('/', 'parley-')) ?? [];
        const backups = found.map(({ Key: name, Size: size }) => ({ name, sizeBytes: Number(size) }));
        return backups.filter(({ name }) => isBackupName(name)).sort((a, b) => (a.name < b.name ? 1 : -1));
      }),
    add: (file) =>
      named(`Copying ${basename(file)} into`, async () => {
        const { size } = await stat(file);
        const service = await open(Math.max(leastPartBytes, Math.ceil(size / mostParts)));
        const name = basename(file);
        await service.putAnyObject(name, await openAsBlob(file), 'application/octet-stream');
        const kept = await service.getContentLength(name);
        if (kept !== size) throw new Error(`it has ${kept} of ${size} bytes`);
      }),
    download: (name, file) =>
      named(`Reading ${name} from`, async () => {
        const answer = await (await open()).getObjectResponse(name);
        if (answer?.body == null) throw new OperatorError(`There is no backup ${name} in the bucket ${bucket}.`);
        const partial = `${file}.partial`;
        try {
          const target = createWriteStream(partial, { mode: 0o600, flush: true });
          await pipeline(Readable.fromWeb(answer.body as ReadableStream), target);
          await rename(partial, file);
        } finally {
          await rm(partial, { force: true });
        }
      }),
    remove: (name) =>
      named(`Removing ${name} from`, async () => {
        await (await open()).deleteObject(name);
      }),
  };
}

/** The service's own words, or why it was not reached. */
function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let each = error; each instanceof Error && reasons.length < 5; each = each.cause) reasons.push(each.message);
  return reasons.at(-1) ?? String(error);
}

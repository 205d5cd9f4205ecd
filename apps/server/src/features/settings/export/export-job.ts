import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { encryptFile } from '../../../platform/backup/encrypt-file.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { incomingFolder, type MediaStorage } from '../../media/public.ts';
import { exportContents } from './export-contents.ts';
import { readPassword } from './export-password-repo.ts';
import {
  advanceExport,
  beginExportRun,
  completeExport,
  deleteExport,
  type ExportRow,
  failExport,
  listAccountsWithOldExports,
  listOldExports,
} from './export-repo.ts';
import { exportedTables } from './exported-tables-query.ts';
import { readmeOf } from './readme.ts';

export const exportKind = 'settings.export';
const cleanupKind = 'settings.delete_exports';
const progressMs = 1_000;

/** A contact was erased while the file was written, so it is written again; or it was cancelled. */
class Restarted extends Error {}

/**
 * Writes the file of an export. A run that is killed leaves nothing but temporary files; the next one begins again, and
 * the file is in the storage before its row says so.
 */
export function exportJob(platform: Platform, storage: MediaStorage): JobKind {
  return {
    name: exportKind,
    run: (job) => runExport(platform, storage, job),
    onGiveUp: (tx, payload, reason) => failExport(tx, payload['export_id'] ?? '', reason),
  };
}

async function runExport(platform: Platform, storage: MediaStorage, job: Job): Promise<JobResult> {
  const id = job.payload['export_id'] ?? '';
  const row = await job.transaction((tx) => beginExportRun(tx, id));
  if (row === null) return undefined;
  const folder = incomingFolder(platform.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const plain = join(folder, newId());
  const sealed = join(folder, newId());
  try {
    await writeFile(platform, storage, job, row, { path: plain, folder });
    const passphrase = await job.transaction((tx) => readPassword(tx, platform, id));
    // It was cancelled meanwhile.
    if (row.encrypted && passphrase === null) return undefined;
    if (passphrase !== null) {
      await encryptFile({ from: plain, to: sealed, passphrase }, job.signal);
      await rm(plain);
    }
    const path = passphrase === null ? plain : sealed;
    const { size: sizeBytes } = await stat(path);
    const sha256 = await digestOf(path);
    const name = { clientId: job.clientId, fileId: id, variant: 'file' } as const;
    await storage.put(name, path, { sizeBytes, sha256, mimeType: exportMimeType(row) });
    if (await job.transaction((tx) => completeExport(tx, row, sizeBytes))) return undefined;
    await storage.remove(name);
    return 'again';
  } catch (error) {
    if (error instanceof Restarted) return 'again';
    throw error;
  } finally {
    await rm(plain, { force: true });
    await rm(sealed, { force: true });
  }
}

export const exportMimeType = ({ encrypted }: Pick<ExportRow, 'encrypted'>): string =>
  encrypted ? 'application/octet-stream' : 'application/gzip';

async function writeFile(
  platform: Platform,
  storage: MediaStorage,
  job: Job,
  row: ExportRow,
  { path, folder }: { path: string; folder: string },
): Promise<void> {
  const client = await platform.db.system.connect('settings', { pipeline: false });
  const file = await open(path, 'wx', 0o600);
  let reportedAt = 0;
  try {
    const progress = async (done: number, total: number) => {
      job.signal.throwIfAborted();
      if (performance.now() - reportedAt < progressMs) return;
      reportedAt = performance.now();
      if (!(await job.transaction((tx) => advanceExport(tx, row, done, total)))) throw new Restarted();
    };
    const what = { clientId: job.clientId, tables: exportedTables, extra: exportContents(storage), readmeOf };
    const { writeArchive } = await import('../../../platform/export/write-archive.ts');
    await writeArchive({ ...what, client, file, folder, progress });
  } finally {
    await file.close();
    await client.end();
  }
}

async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}

/** Once an hour: a job for every account with a file whose time is over. */
export async function enqueueExportCleanup(tx: Executor): Promise<void> {
  const accounts = await listAccountsWithOldExports(tx);
  const job = { kind: cleanupKind, key: cleanupKind, weight: 'light', payload: {} } as const;
  await enqueueJobs(
    tx,
    accounts.map((clientId) => ({ ...job, clientId })),
  );
}

/** Deletes bytes first: a row without its file can be deleted again. */
export function exportCleanupJob(storage: MediaStorage): JobKind {
  return {
    name: cleanupKind,
    async run(job) {
      for (const id of await job.transaction(listOldExports)) {
        await storage.remove({ clientId: job.clientId, fileId: id, variant: 'file' });
        await job.transaction((tx) => deleteExport(tx, id));
      }
      return undefined;
    },
  };
}

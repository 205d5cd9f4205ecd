import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Executor } from '../../platform/db/sql.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteUnusedFiles, listAccountsToCleanUp, releaseExpiredMedia } from './cleanup-repo.ts';
import { ageOf, incomingFolder, removeObjects } from './file-store.ts';
import type { MediaStorage } from './storage/storage.ts';

const cleanupJob = 'media.tidy';
const batchRows = 200;
/** Since a byte was written to it: an upload that stalls ends much sooner. */
const temporaryForMs = 3_600_000;

/** Once an hour: a job for every account with expired files. */
export function enqueueCleanup(platform: Platform): (tx: Executor) => Promise<void> {
  return async (tx) => {
    const accounts = await listAccountsToCleanUp(tx, platform.config.MEDIA_KEEP_DAYS ?? null);
    const jobs = accounts.map(({ client_id: clientId }) => ({
      clientId,
      kind: cleanupJob,
      payload: {},
      key: cleanupJob,
    }));
    await enqueueJobs(
      tx,
      jobs.map((job) => ({ ...job, weight: 'light' as const })),
    );
  };
}

/** Deletes rows first and bytes after the commit, so that no row refers to missing bytes. */
export function cleanupMediaJob(platform: Platform, storage: MediaStorage): JobKind {
  const keepDays = platform.config.MEDIA_KEEP_DAYS ?? null;
  return {
    name: cleanupJob,
    async run(job) {
      for (;;) {
        const { released, files } = await job.transaction(async (tx) => ({
          released: await releaseExpiredMedia(tx, keepDays, batchRows),
          files: await deleteUnusedFiles(tx, batchRows),
        }));
        for (const fileId of files) await removeObjects(storage, job.clientId, fileId);
        if (released < batchRows && files.length < batchRows) return undefined;
        if (job.isSliceOver()) return 'again';
      }
    },
  };
}

/** Removes temporary files that a crash left behind. */
export async function removeStaleIncoming(platform: Platform, nowMs: number = Date.now()): Promise<void> {
  const folder = incomingFolder(platform.config.dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    // A missing folder means that nothing has been received yet.
    const age = await ageOf(join(folder, name), nowMs);
    if (age !== null && age > temporaryForMs) await rm(join(folder, name), { force: true });
  }
}

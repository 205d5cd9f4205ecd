import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Executor } from '../../platform/db/sql.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { ageOf, incomingFolder, removeObjects } from './keep-file.ts';
import type { MediaStorage } from './storage/storage.ts';
import { forgetOldMedia, listAccountsToTidy, removeIdleFiles } from './tidy-repo.ts';

const tidyJob = 'media.tidy';
const batch = 200;
const temporaryForMs = 24 * 3_600_000;

/** Once an hour: a job for every account that has files to let go of. */
export function queueTidying(platform: Platform): (tx: Executor) => Promise<void> {
  return async (tx) => {
    const accounts = await listAccountsToTidy(tx, platform.config.MEDIA_KEEP_DAYS ?? null);
    const jobs = accounts.map(({ client_id: clientId }) => ({ clientId, kind: tidyJob, payload: {}, key: tidyJob }));
    await enqueueJobs(
      tx,
      jobs.map((job) => ({ ...job, lane: 'light' as const })),
    );
  };
}

/** Rows first, bytes after their commit: what a message shows is never gone before the row says so. */
export function tidyMediaJob(platform: Platform, storage: MediaStorage): JobKind {
  const keepDays = platform.config.MEDIA_KEEP_DAYS ?? null;
  return {
    name: tidyJob,
    async run(job) {
      for (;;) {
        const { forgotten, files } = await job.transaction(async (tx) => ({
          forgotten: await forgetOldMedia(tx, keepDays, batch),
          files: await removeIdleFiles(tx, batch),
        }));
        for (const fileId of files) await removeObjects(storage, job.clientId, fileId);
        if (forgotten < batch && files.length < batch) return undefined;
        if (job.isSliceOver()) return 'again';
      }
    },
  };
}

/** Removes temporary files that a crash left behind. */
export async function removeStaleIncoming(platform: Platform, nowMs: number = Date.now()): Promise<void> {
  const folder = incomingFolder(platform.config.dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    // no folder: nothing came in yet
    const age = await ageOf(join(folder, name), nowMs);
    if (age !== null && age > temporaryForMs) await rm(join(folder, name), { force: true });
  }
}

import { lateJob } from '../../platform/jobs/late-job.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaServices } from '../media/public.ts';

export const readKind = 'history.read';
export const runKind = 'history.run';
export const undoKind = 'history.undo';

/** Readers of files and tools are many modules, and few installations import twice. */
export function historyJobs(platform: Platform, media: MediaServices): readonly JobKind[] {
  return [
    lateJob({ name: readKind, maxAttempts: 3 }, async () => (await import('./read/read-job.ts')).readHistory),
    lateJob({ name: runKind }, async () => (await import('./run/run-job.ts')).runHistory(platform, media)),
    lateJob({ name: undoKind }, async () => (await import('./undo/undo-job.ts')).undoHistory(media.storage)),
  ];
}

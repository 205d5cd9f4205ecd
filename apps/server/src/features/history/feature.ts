import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaServices } from '../media/public.ts';
import { historyHandlers } from './handlers.ts';
import { deleteOldImportRows } from './import-repo.ts';
import { readHistory } from './read/read-job.ts';
import { runHistory } from './run/run-job.ts';
import { undoHistory } from './undo/undo-job.ts';

export function historyJobs(platform: Platform, media: MediaServices): readonly JobKind[] {
  return [readHistory, runHistory(platform, media), undoHistory(media.storage)];
}

/** Conversations from other tools: read, imported, undone. */
export function createHistoryFeature(platform: Platform, media: MediaServices): Feature {
  return {
    name: 'history',
    handlers: historyHandlers(platform),
    jobs: historyJobs(platform, media),
    rowLimits: { history_imports: { things: 'unfinished imports', fix: 'Finish or cancel one first.' } },
    maintenance: { 'history imports': deleteOldImportRows },
  };
}

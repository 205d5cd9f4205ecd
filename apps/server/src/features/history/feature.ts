import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaServices } from '../media/public.ts';
import { historyHandlers } from './handlers.ts';
import { deleteOldImportRows } from './import-repo.ts';
import { historyJobs } from './jobs.ts';

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

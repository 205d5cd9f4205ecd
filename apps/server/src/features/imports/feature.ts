import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkImport } from './check/check-job.ts';
import { importHandlers } from './handlers.ts';
import { deleteOldImportRows } from './import-repo.ts';
import { readImport } from './read/read-job.ts';
import { runImport } from './run/run-job.ts';
import { undoImport } from './undo/undo-job.ts';

export const importsJobs: readonly JobKind[] = [readImport, checkImport, runImport, undoImport];

/** Contacts from files: read, check, run, undo. */
export function createImportsFeature(platform: Platform): Feature {
  return {
    name: 'imports',
    handlers: importHandlers(platform),
    jobs: importsJobs,
    rowLimits: {
      imports: { things: 'unfinished imports', fix: 'Finish or cancel one first.' },
    },
    maintenance: { imports: deleteOldImportRows },
  };
}

import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkImport } from './check/check-job.ts';
import { importHandlers } from './handlers.ts';
import { deleteOldImportRows } from './import-repo.ts';
import { readImport } from './read/read-job.ts';
import { runImport } from './run/run-job.ts';
import { pauseImportedSources } from './sources/imported-repo.ts';
import { emailAboutPause } from './sources/paused-email.ts';
import { runSource } from './sources/run-job.ts';
import { deleteOldRuns } from './sources/run-repo.ts';
import { sourceHandlers } from './sources/source-handlers.ts';
import { startDueLoop } from './sources/start-due.ts';
import { undoImport } from './undo/undo-job.ts';

export function importsJobs(platform: Platform): readonly JobKind[] {
  return [readImport, checkImport, runImport, undoImport, runSource(platform), emailAboutPause(platform)];
}

/** Contacts from files: read, check, run, undo; and from addresses on a schedule. */
export function createImportsFeature(platform: Platform): Feature {
  return {
    name: 'imports',
    handlers: { ...importHandlers(platform), ...sourceHandlers(platform) },
    jobs: importsJobs(platform),
    rowLimits: {
      imports: { things: 'unfinished imports', fix: 'Finish or cancel one first.' },
      import_sources: { things: 'CSV addresses', fix: 'Remove one first.' },
    },
    maintenance: { imports: deleteOldImportRows, 'import source runs': deleteOldRuns },
    startWorkers: () => [startDueLoop(platform)],
  };
}

export const importsOperations: FeatureOperations = { name: 'imports', imported: pauseImportedSources };

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Sources of all accounts are due, and emails about paused ones have no account. */
    imports: true;
  }
}

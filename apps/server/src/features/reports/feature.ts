import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startCounter } from './counting/counter.ts';
import { mergeCounts, rollUp } from './counts-repo.ts';
import { reportsHandlers } from './handlers.ts';
import { keepImportedFigures } from './imported-query-repo.ts';
import { rateHandlers } from './rate-handlers.ts';
import { targetHandlers } from './target-handlers.ts';

/** Figures of periods, counted from the change feed. */
export function createReportsFeature(platform: Platform): Feature {
  return {
    name: 'reports',
    handlers: { ...reportsHandlers(platform), ...rateHandlers(platform), ...targetHandlers(platform) },
    maintenance: { 'report counts': mergeCounts, 'report days': rollUp },
    growingTables: ['report_charges', 'report_counts', 'report_times'],
    startWorkers: () => [startCounter(platform)],
  };
}

export const reportsOperations: FeatureOperations = { name: 'reports', imported: keepImportedFigures };

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Finds the accounts whose change feed has moved. */
    reports: true;
  }
}

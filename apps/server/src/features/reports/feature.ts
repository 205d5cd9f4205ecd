import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { mergeCounts, rollUp } from './counts-repo.ts';
import { reportsHandlers } from './handlers.ts';

/** Figures of periods. Triggers of its migration count; this reads. */
export function createReportsFeature(platform: Platform): Feature {
  return {
    name: 'reports',
    handlers: reportsHandlers(platform),
    maintenance: { 'report counts': mergeCounts, 'report days': rollUp },
    growingTables: ['report_counts', 'report_times'],
  };
}

import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startCounter } from './counting/counter.ts';
import { mergeCounts, rollUp } from './counts-repo.ts';
import { reportsHandlers } from './handlers.ts';
import { keepImportedFigures } from './imported-query-repo.ts';
import { rateHandlers } from './rate-handlers.ts';
import { startDueEmails } from './saved/due-emails.ts';
import { emailReport } from './saved/email-report.ts';
import { savedReportHandlers } from './saved/saved-report-handlers.ts';
import { targetHandlers } from './target-handlers.ts';

/** Figures of periods, counted from the change feed. */
export function createReportsFeature(platform: Platform): Feature {
  return {
    name: 'reports',
    handlers: {
      ...reportsHandlers(platform),
      ...rateHandlers(platform),
      ...savedReportHandlers(platform),
      ...targetHandlers(platform),
    },
    jobs: [emailReport(platform)],
    rowLimits: {
      saved_reports: { things: 'saved reports', fix: 'Delete one first.' },
      report_emails: { things: 'weekly emails of reports', fix: 'End one first.' },
    },
    maintenance: { 'report counts': mergeCounts, 'report days': rollUp },
    growingTables: ['report_charges', 'report_counts', 'report_times'],
    startWorkers: () => [startCounter(platform), startDueEmails(platform)],
  };
}

export const reportsOperations: FeatureOperations = { name: 'reports', imported: keepImportedFigures };

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Finds the accounts whose change feed has moved, and the emails that are due. */
    reports: true;
  }
}

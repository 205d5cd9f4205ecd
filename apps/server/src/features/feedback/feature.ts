import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliverJob } from './deliver.ts';
import { featureRequestHandlers } from './feature-request-handlers.ts';
import { storeImportedReports } from './imported-repo.ts';
import { reportHandlers } from './report-handlers.ts';
import type { ReceiveScreenshot } from './reports.ts';
import { settleRestoredReports } from './restore-repo.ts';
import { deleteOldScreenshots } from './screenshot-repo.ts';
import { feedbackSettingsHandlers } from './settings-handlers.ts';

/** Bug reports and feature requests of members. */
export function createFeedbackFeature(platform: Platform, receiveScreenshot: ReceiveScreenshot): Feature {
  return {
    name: 'feedback',
    handlers: {
      ...reportHandlers(platform, receiveScreenshot),
      ...featureRequestHandlers(platform),
      ...feedbackSettingsHandlers(platform),
    },
    jobs: [deliverJob(platform)],
    rowLimits: {
      bug_reports: { things: 'bug reports', fix: 'Ask whoever runs this server to delete old ones.' },
      feature_requests: { things: 'feature requests', fix: 'Vote for one that exists.' },
    },
    maintenance: { 'bug report screenshots': deleteOldScreenshots },
  };
}

export const feedbackOperations: FeatureOperations = {
  name: 'feedback',
  restore: settleRestoredReports,
  imported: storeImportedReports,
};

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Emails of reports, and the address of the reporter, belong to no account. */
    feedback: true;
  }
}

import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaStorage } from '../media/public.ts';
import { eraseJob } from './erase.ts';
import { dataExportJob } from './export-job.ts';
import { deleteExpiredExports } from './export-repo.ts';
import { privacyHandlers } from './handlers.ts';
import { enqueueRetention, retentionJob } from './retention-job.ts';

/** A contact's requests about its data, and the retention of messages. */
export function createPrivacyFeature(platform: Platform, storage: MediaStorage): Feature {
  return {
    name: 'privacy',
    handlers: privacyHandlers(platform),
    jobs: [dataExportJob, eraseJob(platform, storage), retentionJob],
    rowLimits: {
      contact_data_exports: { things: 'exports in progress', fix: 'Wait until one has finished.' },
    },
    maintenance: { 'data exports': deleteExpiredExports, retention: enqueueRetention },
  };
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Raw deliveries belong to no account’s role, and a contact is erased from them too. */
    erasure: true;
  }
}

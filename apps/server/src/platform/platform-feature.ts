import { startScheduledBackups } from './backup/start-scheduled-backups.ts';
import { deleteExpiredDefaultRows, maintainPartitions } from './db/partitions-repo.ts';
import type { Feature, FeatureOperations } from './feature.ts';
import { deleteEndedJobs, shortenJobLeases } from './jobs/queue-repo.ts';
import { deleteExpiredEmailHours, deleteExpiredEmails, settleRestoredEmails } from './mail/outbox-repo.ts';
import { createSmtpTransport } from './mail/smtp.ts';
import { startMailWorker } from './mail/worker.ts';
import type { Platform } from './platform.ts';

/** The platform's own tables and workers: jobs, emails, partitions. */
export function createPlatformFeature(platform: Platform): Feature {
  const { BACKUP_DIR, SMTP_URL } = platform.config;
  return {
    name: 'platform',
    maintenance: {
      jobs: deleteEndedJobs,
      mail: deleteExpiredEmails,
      'hours of emails': deleteExpiredEmailHours,
      partitions: maintainPartitions,
      'rows without a partition': deleteExpiredDefaultRows,
    },
    leases: [shortenJobLeases],
    startWorkers() {
      return [
        ...(SMTP_URL === undefined
          ? []
          : [startMailWorker(platform, createSmtpTransport(SMTP_URL, platform.publicUrl()))]),
        ...(BACKUP_DIR === undefined ? [] : [startScheduledBackups(platform)]),
      ];
    },
  };
}

export const platformOperations: FeatureOperations = {
  name: 'mail',
  restore: settleRestoredEmails,
};

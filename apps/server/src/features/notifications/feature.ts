import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { callJob } from './call-job.ts';
import { deleteEndedDevices } from './device-repo.ts';
import { notificationHandlers } from './handlers.ts';
import { notificationJobs } from './jobs.ts';
import { deleteOldNotifications } from './repo.ts';
import { skipRestoredChanges } from './threads-query-repo.ts';
import { startNotifications } from './worker.ts';

/** What members should know: in the application, pushed to their browsers, and by email while they are away. */
export function createNotificationsFeature(platform: Platform): Feature {
  return {
    name: 'notifications',
    handlers: notificationHandlers(platform),
    jobs: [...notificationJobs(platform), callJob(platform)],
    maintenance: {
      notifications: deleteOldNotifications,
      'push devices of ended sessions': deleteEndedDevices,
    },
    startWorkers: () => [startNotifications(platform)],
  };
}

export const notificationsOperations: FeatureOperations = { name: 'notifications', restore: skipRestoredChanges };

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** The notifications of a member changed; `<account> <user>`. */
    notifications: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Change feeds of all accounts are followed, and emails to members belong to no account. */
    notifications: true;
  }
}

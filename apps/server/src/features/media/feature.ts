import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { type FindAvatar, registerAvatars } from './avatar-handlers.ts';
import { cleanupMediaJob, enqueueCleanup, removeStaleIncoming } from './cleanup-media.ts';
import { type CopyMediaOptions, copyMediaJob } from './copy-media.ts';
import { registerMediaDelivery } from './delivery-handlers.ts';
import { mediaHandlers } from './handlers.ts';
import { mediaHealth } from './health.ts';
import { deleteExpiredMediaHours } from './hours-repo.ts';
import { placeMedia } from './media-in-bucket.ts';
import { proveMedia } from './prove-media.ts';
import { scanMediaJob } from './scan/scan-job.ts';
import type { MediaServices } from './services.ts';
import { mediaFolder } from './storage/local.ts';
import { releaseMediaFolder } from './storage/media-folder-repo.ts';

const lookForStaleEveryMs = 600_000;

export type MediaDependencies = Omit<CopyMediaOptions, 'fileStore'> & { findAvatar: FindAvatar };

/** Files of messages, and avatars: uploads, copies from WhatsApp, delivery, malware scan, cleanup. */
export function createMediaFeature(
  platform: Platform,
  { storage, scanner, fileStore, urls }: MediaServices,
  { findAvatar, ...copying }: MediaDependencies,
): Feature {
  return {
    name: 'media',
    handlers: mediaHandlers(platform, fileStore),
    registerRoutes(http) {
      registerAvatars(http, findAvatar);
      registerMediaDelivery(http, platform, storage, urls);
    },
    jobs: [
      copyMediaJob(platform, { fileStore, ...copying }),
      scanMediaJob(platform, storage, scanner),
      cleanupMediaJob(platform, storage),
    ],
    paths: [{ prefix: '/media' }],
    maintenance: { media: enqueueCleanup(platform), 'hours of media': deleteExpiredMediaHours },
    startWorkers: () => [
      startPollLoop(
        {
          log: platform.log,
          failure: 'media: temporary files of a crash were not removed',
          retryMs: lookForStaleEveryMs,
        },
        async () => {
          await removeStaleIncoming(platform);
          return lookForStaleEveryMs;
        },
      ),
    ],
  };
}

export const mediaOperations: FeatureOperations = {
  name: 'media',
  backedUpFiles: { folders: [mediaFolder], unfinished: ['media/incoming'] },
  placesFiles: placeMedia,
  restore: releaseMediaFolder,
  provesBackup: proveMedia,
  healthChecks: (_database, config) => mediaHealth(config),
};

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** One folder has the files of all accounts. */
    media: true;
  }
}

import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { createLinkChecker } from '../media/public.ts';
import { audienceHandlers } from './audience-handlers.ts';
import { chartHandlers } from './chart/chart-handlers.ts';
import { commandHandlers } from './command-handlers.ts';
import { conversionHandlers } from './conversions/conversion-handlers.ts';
import { costHandlers } from './costs/cost-handlers.ts';
import { fileHandlers } from './files/file-handlers.ts';
import { deleteOldFileRows } from './files/file-repo.ts';
import { readFileJob } from './files/read-file-job.ts';
import { campaignHandlers, hydrateCampaigns } from './handlers.ts';
import { linkHandlers } from './links/link-handlers.ts';
import { registerLinkRedirect } from './links/redirect-handlers.ts';
import { recipientHandlers } from './recipient-handlers.ts';
import { startBroadcaster } from './sending/broadcaster.ts';
import { deleteIdleCursors } from './sending/recount-repo.ts';
import { settleRestoredCampaigns } from './sending/restored-repo.ts';
import { tellCreatorJob } from './sending/tell-creator.ts';
import { snapshotJob } from './snapshot/snapshot.ts';

/** Broadcasts: one template to many contacts. */
export function createBroadcastsFeature(platform: Platform): Feature {
  return {
    name: 'broadcasts',
    handlers: broadcastsHandlers(platform),
    jobs: broadcastsJobs(platform),
    registerRoutes: (http) => registerLinkRedirect(http, platform),
    paths: [{ prefix: '/l' }],
    hydrators: { campaigns: hydrateCampaigns },
    rowLimits: {
      campaign_files: { things: 'files of recipients', fix: 'Delete drafts with files you no longer need.' },
      campaigns: { things: 'broadcasts', fix: 'Delete drafts you no longer need.' },
    },
    growingTables: [
      'campaign_ab_counters',
      'campaign_conversions',
      'campaign_costs',
      'campaign_counters',
      'campaign_file_rows',
      'campaign_files',
      'campaign_links',
      'campaign_minutes',
      'campaign_recipients',
      'campaigns',
    ],
    maintenance: { broadcasts: deleteIdleCursors, 'files of recipients': deleteOldFileRows },
    startWorkers: () => [startBroadcaster(platform)],
  };
}

export const broadcastsOperations: FeatureOperations = {
  name: 'broadcasts',
  restore: settleRestoredCampaigns,
};

export function broadcastsHandlers(platform: Platform): Handlers {
  const checkLinks = createLinkChecker(platform.config.ALLOWED_PRIVATE_HOSTS);
  return {
    ...audienceHandlers(platform, checkLinks),
    ...chartHandlers(platform),
    ...campaignHandlers(platform),
    ...recipientHandlers(platform),
    ...commandHandlers(platform, checkLinks),
    ...costHandlers(platform),
    ...linkHandlers(platform),
    ...fileHandlers(platform),
    ...conversionHandlers(platform),
  };
}

export function broadcastsJobs(platform: Platform): JobKind[] {
  return [snapshotJob(platform), tellCreatorJob(platform), readFileJob];
}

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** Something of a campaign is to be sent; the id of the campaign. */
    campaigns: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Finds due and running ones of all accounts. */
    broadcasts: true;
  }
}

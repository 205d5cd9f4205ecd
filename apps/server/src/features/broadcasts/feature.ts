import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { audienceHandlers } from './audience-handlers.ts';
import { commandHandlers } from './command-handlers.ts';
import { campaignHandlers, hydrateCampaigns } from './handlers.ts';
import { recipientHandlers } from './recipient-handlers.ts';
import { startBroadcaster } from './sending/broadcaster.ts';
import { deleteIdleCursors } from './sending/recount-repo.ts';
import { settleRestoredCampaigns } from './sending/restored-repo.ts';
import { tellCreatorJob } from './sending/tell-creator.ts';
import { snapshotJob } from './snapshot.ts';

/** Broadcasts: one template to many contacts. */
export function createBroadcastsFeature(platform: Platform): Feature {
  return {
    name: 'broadcasts',
    handlers: broadcastsHandlers(platform),
    jobs: broadcastsJobs(platform),
    hydrators: { campaigns: hydrateCampaigns },
    rowLimits: {
      campaigns: { things: 'broadcasts', fix: 'Delete drafts you no longer need.' },
    },
    growingTables: ['campaign_counters', 'campaign_recipients', 'campaigns'],
    maintenance: { broadcasts: deleteIdleCursors },
    startWorkers: () => [startBroadcaster(platform)],
  };
}

export const broadcastsOperations: FeatureOperations = {
  name: 'broadcasts',
  restore: settleRestoredCampaigns,
};

export function broadcastsHandlers(platform: Platform): Handlers {
  return {
    ...audienceHandlers(platform),
    ...campaignHandlers(platform),
    ...recipientHandlers(platform),
    ...commandHandlers(platform),
  };
}

export function broadcastsJobs(platform: Platform): JobKind[] {
  return [snapshotJob(platform), tellCreatorJob(platform)];
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

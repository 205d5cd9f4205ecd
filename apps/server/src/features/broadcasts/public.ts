import type { Handlers } from '../../platform/http/routing.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { audienceHandlers } from './audience-handlers.ts';
import { freezeJob } from './freeze.ts';
import { campaignHandlers } from './handlers.ts';
import { recipientHandlers } from './recipient-handlers.ts';
import { runHandlers } from './run-handlers.ts';

export { hydrateCampaigns } from './handlers.ts';
export { startBroadcaster } from './sending/broadcaster.ts';
export { forgetCursors } from './sending/recount-repo.ts';
export { settleRestoredCampaigns } from './sending/restored-repo.ts';

/** Broadcasts: one template to many people. */
export function broadcastsHandlers(platform: Platform): Handlers {
  return {
    ...audienceHandlers(platform),
    ...campaignHandlers(platform),
    ...recipientHandlers(platform),
    ...runHandlers(platform),
  };
}

/** Work that goes on behind the answers. */
export function broadcastsJobs(platform: Platform): JobKind[] {
  return [freezeJob(platform)];
}

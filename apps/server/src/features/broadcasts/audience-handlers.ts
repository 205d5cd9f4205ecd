import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { campaignState } from './campaigns.ts';

/** Who a broadcast would reach. */
export function audienceHandlers(_platform: Platform): Handlers {
  return {
    'POST /api/campaigns/audience': async () => {
      throw campaignState('The people of a broadcast cannot be counted yet.');
    },
    'POST /api/campaigns/audience/people': async () => {
      throw campaignState('The people of a broadcast cannot be shown yet.');
    },
  };
}

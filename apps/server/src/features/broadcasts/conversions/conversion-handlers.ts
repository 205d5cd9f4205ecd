import type { Handlers } from '../../../platform/http/routing.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getVisibleCampaign } from '../campaigns/campaigns.ts';
import { countConversions } from './conversion-repo.ts';

/** How many recipients converted. */
export function conversionHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/campaigns/{id}/conversions': async ({ actor }, { params: { id } }) => ({
      status: 200,
      body: await withTenant(
        actor.clientId,
        async (tx) => countConversions(tx, (await getVisibleCampaign(tx, actor, id)).id),
        { readOnly: true },
      ),
    }),
  };
}

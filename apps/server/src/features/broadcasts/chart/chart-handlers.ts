import type { Handlers } from '../../../platform/http/routing.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getVisibleCampaign } from '../campaigns/campaigns.ts';
import { chartOf } from './chart.ts';

/** The chart over time of a broadcast. */
export function chartHandlers(platform: Platform): Handlers {
  return {
    'GET /api/campaigns/{id}/chart': async ({ actor }, { params: { id }, query }) => ({
      status: 200,
      body: await platform.db.withTenant(
        actor.clientId,
        async (tx) => chartOf(tx, await getVisibleCampaign(tx, actor, id), query.unit ?? null),
        { readOnly: true },
      ),
    }),
  };
}

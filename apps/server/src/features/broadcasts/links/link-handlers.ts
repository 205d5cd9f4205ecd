import type { Handlers } from '../../../platform/http/routing.ts';
import type { Platform } from '../../../platform/platform.ts';
import { visibilityOf } from '../../team/public.ts';
import { getVisibleCampaign } from '../campaigns/campaigns.ts';
import { listLinks } from './link-repo.ts';

/** Taps of a broadcast by link and button. */
export function linkHandlers(platform: Platform): Handlers {
  return {
    'GET /api/campaigns/{id}/links': async ({ actor }, { params: { id } }) => {
      const data = await platform.db.withTenant(
        actor.clientId,
        async (tx) => listLinks(tx, (await getVisibleCampaign(tx, actor, id)).id),
        { readOnly: true },
      );
      // The address of a single recipient may hold their number.
      const { masked } = visibilityOf(actor);
      return { status: 200, body: { data: masked ? data.map((link) => ({ ...link, url: null })) : data } };
    },
  };
}

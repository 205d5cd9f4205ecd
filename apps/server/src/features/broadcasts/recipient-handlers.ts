import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { seenCampaign } from './campaigns.ts';

/** The people of a broadcast, and what became of it for each. */
export function recipientHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/campaigns/{id}/recipients': async ({ actor }, { params: { id } }) => {
      await withTenant(actor.clientId, (tx) => seenCampaign(tx, actor, id), { readOnly: true });
      return { status: 200, body: { data: [], next_cursor: null } };
    },
    'GET /api/campaigns/{id}/recipients/export': async ({ actor }, { params: { id } }) => {
      await withTenant(actor.clientId, (tx) => seenCampaign(tx, actor, id), { readOnly: true });
      return { status: 200, body: 'Name,Phone number,State,Reason\r\n', fileName: 'broadcast.csv' };
    },
    'GET /api/campaigns/{id}/failures': async ({ actor }, { params: { id } }) => {
      await withTenant(actor.clientId, (tx) => seenCampaign(tx, actor, id), { readOnly: true });
      return { status: 200, body: { data: [] } };
    },
  };
}

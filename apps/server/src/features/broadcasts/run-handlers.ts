import type { AccountActor } from '../../platform/auth/actor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { campaignState, seenCampaign } from './campaigns.ts';

/** Starting, and what follows it. */
export function runHandlers(platform: Platform): Handlers {
  const refuse = async (actor: AccountActor, id: string): Promise<never> => {
    const row = await platform.db.withTenant(actor.clientId, (tx) => seenCampaign(tx, actor, id), { readOnly: true });
    throw campaignState(`This server does not send broadcasts yet; this one stays ${row.state}.`);
  };
  return {
    'POST /api/campaigns/{id}/start': ({ actor }, { params: { id } }) => refuse(actor, id),
    'POST /api/campaigns/{id}/pause': ({ actor }, { params: { id } }) => refuse(actor, id),
    'POST /api/campaigns/{id}/resume': ({ actor }, { params: { id } }) => refuse(actor, id),
    'POST /api/campaigns/{id}/cancel': ({ actor }, { params: { id } }) => refuse(actor, id),
    'POST /api/campaigns/{id}/retry': ({ actor }, { params: { id } }) => refuse(actor, id),
  };
}

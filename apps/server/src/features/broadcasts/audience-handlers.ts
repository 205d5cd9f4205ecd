import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkAudience, listAudience } from './audience-check.ts';

/** Checks of an audience before a broadcast exists. */
export function audienceHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const readOnly = { readOnly: true };
  return {
    'POST /api/campaigns/audience': async ({ actor }, { body }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => checkAudience(tx, actor, body), readOnly),
    }),
    'POST /api/campaigns/audience/people': async ({ actor }, { body }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, (tx) => listAudience(tx, actor, body), readOnly) },
    }),
  };
}

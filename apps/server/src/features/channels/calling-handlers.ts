import { changesBetween } from '../../platform/auth/audit.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from './audit.ts';
import { changeCalling, readCalling } from './calling.ts';
import type { ProviderAccess } from './provider-access.ts';
import { reachNumber } from './reach.ts';

/** How customers can call a number: WhatsApp keeps it. */
export function callingHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  return {
    'GET /api/channels/{id}/calling': async ({ actor }, { params }) => ({
      status: 200,
      body: await readCalling(await reachNumber(platform, providers, actor, params.id)),
    }),
    'PUT /api/channels/{id}/calling': async (call, { params, body }) => {
      const reached = await reachNumber(platform, providers, call.actor, params.id);
      const before = await readCalling(reached);
      await changeCalling(reached, body);
      const after = await readCalling(reached);
      await audit(platform, call, 'channels.calling_changed', params.id, { changes: changesBetween(before, after) });
      return { status: 200, body: after };
    },
  };
}

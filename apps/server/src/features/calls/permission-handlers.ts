import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { getVisibleThread } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { askWhatsApp, presentPermission, requireAddress } from './permission.ts';
import { findPermission } from './permission-repo.ts';

/** Whether customers allow calls. */
export function permissionHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/threads/{id}/call-permission': async ({ actor }, { params }) => ({
      status: 200,
      body: await withTenant(
        actor.clientId,
        async (tx) => {
          const thread = await getVisibleThread(tx, params.id, visibilityOf(actor));
          return presentPermission(await findPermission(tx, thread.id));
        },
        { readOnly: true },
      ),
    }),
    async 'POST /api/threads/{id}/call-permission'({ actor }, { params }) {
      const thread = await withTenant(actor.clientId, (tx) => getVisibleThread(tx, params.id, visibilityOf(actor)), {
        readOnly: true,
      });
      requireAddress(thread);
      const found = await askWhatsApp(platform, providers, actor.clientId, thread);
      const known = await withTenant(actor.clientId, (tx) => findPermission(tx, thread.id), { readOnly: true });
      const again = found?.askAgainMs ?? null;
      return {
        status: 200,
        body: {
          ...presentPermission(known),
          // Without an answer WhatsApp decides when it is asked.
          may_ask: found?.mayAsk ?? true,
          ask_again_at: found?.mayAsk === false && again !== null ? new Date(again).toISOString() : null,
        },
      };
    },
  };
}

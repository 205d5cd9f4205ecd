import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess, requireOutcome } from '../channels/public.ts';
import { findTypingTarget, getVisibleThread } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';

/** Later it would say nothing true. */
const timeoutMs = 5_000;

/** Shows the customer that the team types, which marks their messages as read too. */
export function typingHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  return {
    async 'POST /api/threads/{id}/typing'({ actor }, { params }) {
      const { clientId } = actor;
      const { thread, target } = await platform.db.withTenant(
        clientId,
        async (tx) => {
          const thread = await getVisibleThread(tx, params.id, visibilityOf(actor));
          return { thread, target: await findTypingTarget(tx, thread.id) };
        },
        { readOnly: true },
      );
      if (target === null) return { status: 200, body: { shown: false } };
      const { row, client, accessToken } = await getChannelClient(platform, providers, clientId, thread.channel_id);
      if (row.kind !== 'WHATSAPP' || row.state !== 'ACTIVE') return { status: 200, body: { shown: false } };
      const number = { accessToken, phoneNumberId: row.phone_number_id, timeoutMs };
      requireOutcome(await client.markRead({ ...number, providerMessageId: target, typing: true }), 'id');
      return { status: 200, body: { shown: true } };
    },
  };
}

import type { Holder, Thread } from '@parley/contract/types';
import type { ThreadAction } from '@parley/whatsapp-client';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditEventOf, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess, requireOutcome } from '../channels/public.ts';
import {
  getVisibleThread,
  insertThreadEvents,
  lockVisibleThread,
  presentThread,
  setHolder,
  type ThreadRow,
} from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';

/** A member waits for these calls. */
const timeoutMs = 15_000;

/**
 * Taking a conversation from Meta's agent, and giving it back. WhatsApp is asked first: its own release tells nobody, so
 * what it confirmed is stored here.
 */
export function controlHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const { withTenant } = platform.db;

  async function ask(clientId: string, thread: ThreadRow, action: ThreadAction): Promise<void> {
    const { to_phone: phone, to_user_id: userId } = thread;
    const to = phone !== null ? { phone } : userId !== null ? { userId } : null;
    if (thread.group_id !== null) throw invalid('id', 'Nothing automatic answers in WhatsApp groups.');
    if (to === null) {
      const name = thread.contact_name;
      throw invalid(
        'id',
        name === ''
          ? 'This customer has no phone number and no user ID.'
          : `${name} has no phone number and no user ID.`,
      );
    }
    const { row, client, accessToken } = await getChannelClient(platform, providers, clientId, thread.channel_id);
    if (row.kind !== 'WHATSAPP') {
      throw new AppError('validation_failed', { message: 'Only WhatsApp channels have an agent of Meta.' });
    }
    const number = { accessToken, phoneNumberId: row.phone_number_id, timeoutMs };
    requireOutcome(await client.controlThread({ ...number, to, action }), 'action');
  }

  async function store(call: Call<AccountActor>, id: string, holder: Holder): Promise<Thread> {
    const { actor } = call;
    const view = visibilityOf(actor);
    const action = holder === 'us' ? 'inbox.conversation_taken_over' : 'inbox.conversation_handed_back';
    const event = auditEventOf(call, action, id);
    const stored = await withTenant(actor.clientId, async (tx) => {
      const thread = await lockVisibleThread(tx, id, view);
      const version = await setHolder(tx, thread.id, holder);
      if (version !== null) {
        const lines = await insertThreadEvents(tx, thread.id, [{ kind: 'holder', detail: { holder } }], actor.author);
        await addChanges(tx, [{ collection: 'threads', id: thread.id, marker: 'MODIFIED', version }, ...lines]);
        await writeAudit(tx, { ...event, target: thread.contact_id });
      }
      return { row: await getVisibleThread(tx, thread.id, null), isNew: version !== null };
    });
    if (stored.isNew) logAudit(platform.log, event);
    platform.notifier.notify('changes_new', actor.clientId);
    return view.thread(presentThread(stored.row));
  }

  return {
    async 'POST /api/threads/{id}/control'(call, { params, body: { action } }) {
      const { actor } = call;
      const holder = action === 'take' ? 'us' : 'ai_agent';
      const thread = await withTenant(actor.clientId, (tx) => getVisibleThread(tx, params.id, visibilityOf(actor)), {
        readOnly: true,
      });
      if (thread.holder !== holder) await ask(actor.clientId, thread, action);
      return { status: 200, body: await store(call, params.id, holder) };
    },
  };
}

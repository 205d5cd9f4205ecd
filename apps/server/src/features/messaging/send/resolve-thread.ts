import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { SendMessageBody } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ensureContacts, findContacts, identityKey } from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { visibilityOf } from '../../team/public.ts';
import { ensureThreads, threadKey } from '../threads/ensure-threads-repo.ts';
import { updateThread } from '../threads/thread-repo.ts';
import { refusalOfVerdict, sandboxContact } from './acceptance.ts';
import { findSendChannel } from './channel-query.ts';

/**
 * The thread of a channel and a number or business-scoped id; created for the first message.
 * @throws AppError not_found; validation_failed for a sandbox contact on a real channel; window_closed where only a customer's message or a template
 * may start a conversation
 */
export async function resolveThread(
  platform: Platform,
  actor: AccountActor,
  { channel_id: channelId, to = '', type, source }: SendMessageBody,
): Promise<string> {
  const { clientId } = actor;
  const view = visibilityOf(actor);
  return platform.db.withTenant(clientId, async (tx) => {
    const channel = await findSendChannel(tx, channelId);
    if (channel === null) throw new AppError('not_found', { message: 'This channel was not found.' });
    const phone = typeof to === 'string' ? parsePhone(to, channel.country) : null;
    if (typeof to === 'string' && phone === null) throw invalid('to', 'This is not a phone number.');
    const contact = {
      clientId,
      kind: phone === null ? ('user' as const) : ('phone' as const),
      key: phone === null ? (to as { user_id: string }).user_id : phoneMatchKey(phone),
      value: phone ?? (to as { user_id: string }).user_id,
      name: '',
      username: null,
      other: null,
      // A real channel does not reach sandbox contacts, and makes none of them real.
      ...(channel.sandbox && { sandbox: true }),
    };
    const { contactIds, changes } = await ensureContacts(tx, [contact], newId);
    const contactId = contactIds.get(identityKey(contact)) ?? '';
    // Test sends have their own rule: they reach verified test phones.
    if (!channel.sandbox && source !== 'BROADCAST_SANDBOX') {
      const [found] = await findContacts(tx, [contactId]);
      if (found?.sandbox === true) throw invalid('to', sandboxContact);
    }
    const wanted = { clientId, channelId, contactId, toPhone: phone, toUserId: phone === null ? contact.value : null };
    const { threadIds, made } = await ensureThreads(tx, [wanted], newId);
    const threadId = threadIds.get(threadKey(wanted));
    if (threadId === undefined) throw new Error('a thread could not be made');
    if (made.has(threadId) && channel.kind === 'WHATSAPP' && type !== 'template') {
      throw refusalOfVerdict({ verdict: 'window_closed', newest_message_id: null });
    }
    const rows = changes.map((change) => ({
      collection: 'contacts' as const,
      id: change.id,
      marker: change.marker,
      version: change.version,
    }));
    // A member who sees only assigned threads could not see the thread they start.
    const assigned =
      made.has(threadId) && view.assigneeId !== null
        ? await updateThread(tx, threadId, { assigneeId: view.assigneeId })
        : null;
    if (made.has(threadId))
      await addChanges(tx, [...rows, { collection: 'threads', id: threadId, marker: 'NEW', version: assigned ?? 1 }]);
    else if (rows.length > 0) await addChanges(tx, rows);
    return threadId;
  });
}

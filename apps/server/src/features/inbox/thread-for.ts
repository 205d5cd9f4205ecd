import type { SendMessageBody } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { ensurePeople, parsePhone, personKey, phoneMatchKey } from '../contacts/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { findSendChannel, updateThread } from './repo.ts';
import { windowClosed } from './send-verdicts.ts';
import { ensureThreads, threadKey } from './thread-repo.ts';

/**
 * The thread of a channel and a number or business-scoped id; made when it is the first message to them.
 * @throws AppError not_found; window_closed, and nothing is made, where only the customer's word or a template may open a
 *   conversation
 */
export async function threadFor(
  platform: Platform,
  actor: AccountActor,
  { channel_id: channelId, to = '', type }: SendMessageBody,
): Promise<string> {
  const { clientId } = actor;
  const view = visibilityOf(actor);
  return platform.db.withTenant(clientId, async (tx) => {
    const channel = await findSendChannel(tx, channelId);
    if (channel === null) throw new AppError('not_found', { message: 'This channel was not found.' });
    const phone = typeof to === 'string' ? parsePhone(to, channel.country) : null;
    if (typeof to === 'string' && phone === null) throw invalid('to', 'This is not a phone number.');
    const person = {
      clientId,
      kind: phone === null ? ('user' as const) : ('phone' as const),
      key: phone === null ? (to as { user_id: string }).user_id : phoneMatchKey(phone),
      value: phone ?? (to as { user_id: string }).user_id,
      name: '',
      username: null,
      other: null,
    };
    const { contactIds, changes } = await ensurePeople(tx, [person], newId);
    const contactId = contactIds.get(personKey(person)) ?? '';
    const wanted = { clientId, channelId, contactId, toPhone: phone, toUserId: phone === null ? person.value : null };
    const { threadIds, made } = await ensureThreads(tx, [wanted], newId);
    const threadId = threadIds.get(threadKey(wanted));
    if (threadId === undefined) throw new Error('a thread could not be made');
    if (made.has(threadId) && channel.kind === 'WHATSAPP' && type !== 'template') throw windowClosed();
    const rows = changes.map((change) => ({
      collection: 'contacts' as const,
      id: change.id,
      marker: change.marker,
      version: change.version,
    }));
    // Whoever sees only what is assigned to them could not see the conversation they begin.
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

import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { ensureContacts, identityKey } from '../../contacts/public.ts';
import { ensureThreads, handOver, threadKey, type WantedThread } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { distinctContacts } from '../normalize/normalize.ts';
import type { HandoverEvent } from '../normalize/normalized-events.ts';

/**
 * Notes who answers customers from now on. A handover may come before the first message of its conversation, which is
 * begun for it: otherwise an older one would be the newest.
 * @returns the changes, and the conversations that came to us
 */
export async function applyHandovers(
  tx: Executor,
  handovers: readonly HandoverEvent[],
): Promise<{ changes: NewChange[]; clientIds: string[]; threadIds: string[] }> {
  if (handovers.length === 0) return { changes: [], clientIds: [], threadIds: [] };
  const people = distinctContacts(handovers.map(({ contact }) => contact));
  const { contactIds, changes: made } = await ensureContacts(tx, people, newId);
  const wanted = new Map<string, WantedThread>();
  const rows = handovers.flatMap(({ channel: { clientId, channelId }, contact, holder, note, at }) => {
    const contactId = contactIds.get(identityKey(contact));
    if (contactId === undefined) return [];
    const phone = contact.kind === 'phone' ? contact.value : null;
    const user = contact.kind === 'user' ? contact.value : (contact.other?.value ?? null);
    const thread = { clientId, channelId, contactId, toPhone: phone, toUserId: user };
    wanted.set(threadKey(thread), thread);
    const place = { client_id: clientId, channel_id: channelId, contact_id: contactId };
    return [{ ...place, holder, note: withoutNumber(note, phone), at: at.toISOString() }];
  });
  const threads = await ensureThreads(tx, [...wanted.values()], newId);
  const moved = await handOver(tx, rows);
  const changes = [
    ...made.map((change): NewChange => ({ ...change, collection: 'contacts' })),
    ...moved.map(({ client_id: clientId, collection, id, version }): NewChange => {
      const isNew = collection === 'thread_events' || threads.made.has(id);
      return { clientId, collection, id, marker: isNew ? 'NEW' : 'MODIFIED', version };
    }),
  ];
  const came = moved.filter(({ collection }) => collection === 'threads');
  return { changes, clientIds: came.map(({ client_id }) => client_id), threadIds: came.map(({ id }) => id) };
}

/** Everyone who sees the conversation reads the note, also who may not see numbers. */
function withoutNumber(note: string | null, phone: string | null): string | null {
  return note === null || phone === null ? note : note.replaceAll(`+${phone}`, '…').replaceAll(phone, '…');
}

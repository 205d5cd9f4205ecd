import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { addCalls, type EndedCall, endCalls } from '../../calls/public.ts';
import { ensureContacts, identityKey } from '../../contacts/public.ts';
import { ensureThreads, threadKey, type WantedThread } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { distinctContacts } from '../normalize/normalize.ts';
import type { CallOfCustomer, NormalizedMessage } from '../normalize/normalized-events.ts';

/**
 * Ends the calls whose end came, and completes their messages with who took or declined them. Before the messages are
 * written.
 */
export async function noteEndedCalls(tx: Executor, messages: readonly NormalizedMessage[]): Promise<NewChange[]> {
  const ends = messages.flatMap((item) => (item.message.type === 'call' ? [{ item, message: item.message }] : []));
  if (ends.length === 0) return [];
  const keyOf = (client: string, channel: string, id: string) => `${client}/${channel}/${id}`;
  const ended = new Map(
    ends.map(({ item: { channel }, message }): [string, EndedCall] => [
      keyOf(channel.clientId, channel.channelId, message.providerId),
      {
        client_id: channel.clientId,
        channel_id: channel.channelId,
        provider_call_id: message.providerId,
        outcome: message.content.outcome,
      },
    ]),
  );
  const noted = await endCalls(tx, [...ended.values()]);
  for (const { client_id, channel_id, provider_call_id, decided, member_id, page_left } of noted) {
    const by = member_id === null || decided === 'missed' ? {} : { by: member_id };
    for (const { item, message } of ends) {
      const key = keyOf(item.channel.clientId, item.channel.channelId, message.providerId);
      if (key !== keyOf(client_id, channel_id, provider_call_id)) continue;
      const said = page_left ? { page_left: true } : {};
      Object.assign(message.content, { outcome: decided, ...by, ...said });
    }
  }
  return noted.map(
    ({ client_id: clientId, id, version }): NewChange => ({
      clientId,
      collection: 'calls',
      id,
      marker: 'MODIFIED',
      version,
    }),
  );
}

/** Calls that begin: each rings once, in the conversation of its customer, which is begun for it. */
export async function applyCalls(tx: Executor, calls: readonly CallOfCustomer[]): Promise<NewChange[]> {
  if (calls.length === 0) return [];
  const people = distinctContacts(calls.map(({ contact }) => contact));
  const { contactIds, changes: made } = await ensureContacts(tx, people, newId);
  const placed = calls.flatMap((item) => {
    const contactId = contactIds.get(identityKey(item.contact));
    if (contactId === undefined) return [];
    const { clientId, channelId } = item.channel;
    const { phone, userId } = item.call.from;
    return [{ item, thread: { clientId, channelId, contactId, toPhone: phone, toUserId: userId } }];
  });
  const wanted = new Map(placed.map(({ thread }): [string, WantedThread] => [threadKey(thread), thread]));
  const threads = await ensureThreads(tx, [...wanted.values()], newId);
  const begun = await addCalls(
    tx,
    placed.flatMap(({ item: { call, at, channel }, thread }) => {
      const id = threads.threadIds.get(threadKey(thread));
      if (id === undefined) return [];
      return [
        {
          client_id: channel.clientId,
          id: newId(),
          channel_id: channel.channelId,
          thread_id: id,
          provider_call_id: call.providerId,
          from_phone: call.from.phone,
          from_user_id: call.from.userId,
          offer: call.sdp,
          // It rings by the clock of the server, whatever that of a sandbox is.
          rang_at: new Date(at.getTime() - channel.clockOffsetMs).toISOString(),
        },
      ];
    }),
  );
  return [
    ...made.map((change): NewChange => ({ ...change, collection: 'contacts' })),
    ...begun.map(
      ({ client_id: clientId, id, version }): NewChange => ({
        clientId,
        collection: 'calls',
        id,
        marker: 'NEW',
        version,
      }),
    ),
  ];
}

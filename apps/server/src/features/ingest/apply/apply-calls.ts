import type { Sender } from '@parley/whatsapp-client';
import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import {
  addCalls,
  adoptCalls,
  type EndedCall,
  endCalls,
  type NamedCall,
  type ToldCall,
  tellCalls,
} from '../../calls/public.ts';
import type { RoutedChannel } from '../../channels/public.ts';
import { ensureContacts, identityKey } from '../../contacts/public.ts';
import { ensureThreads, threadKey, type WantedThread } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { distinctContacts } from '../normalize/normalize.ts';
import type { CallOfCustomer, NormalizedMessage, ProgressOfCall } from '../normalize/normalized-events.ts';

/**
 * Ends the calls whose end came, and completes their messages with who took or declined them. Before the messages are
 * written.
 */
export async function noteEndedCalls(tx: Executor, messages: readonly NormalizedMessage[]): Promise<NewChange[]> {
  const ends = messages.flatMap((item) => (item.message.type === 'call' ? [{ item, message: item.message }] : []));
  if (ends.length === 0) return [];
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
  await adoptCalls(
    tx,
    ends.flatMap(({ item: { channel }, message: { content, providerId, from } }) =>
      content.ours === undefined ? [] : [namedCall(channel, providerId, from, content.ours.opaque)],
    ),
  );
  const noted = await endCalls(tx, [...ended.values()]);
  for (const { client_id, channel_id, provider_call_id, decided, member_id, page_left, direction } of noted) {
    const by = member_id === null || (direction === 'incoming' && decided === 'missed') ? {} : { by: member_id };
    for (const { item, message } of ends) {
      const key = keyOf(item.channel.clientId, item.channel.channelId, message.providerId);
      if (key !== keyOf(client_id, channel_id, provider_call_id)) continue;
      const said = page_left ? { page_left: true } : {};
      Object.assign(message.content, { outcome: decided, ...by, ...said });
    }
  }
  return changesOf(noted);
}

/** Moves calls of the business on. A delivery may know the call before the answer to the one who placed it. */
export async function applyCallProgress(tx: Executor, all: readonly ProgressOfCall[]): Promise<NewChange[]> {
  if (all.length === 0) return [];
  const named = new Map<string, NamedCall>();
  const told = new Map<string, ToldCall>();
  for (const { channel, progress } of all) {
    const { providerId, to, opaque, sdp, step } = progress;
    const key = keyOf(channel.clientId, channel.channelId, providerId);
    const call = namedCall(channel, providerId, to, opaque);
    named.set(key, { ...call, opaque: opaque ?? named.get(key)?.opaque ?? null });
    const before = told.get(key);
    told.set(key, {
      client_id: call.client_id,
      channel_id: call.channel_id,
      provider_call_id: providerId,
      answer: before?.answer ?? sdp,
      step: Math.max(before?.step ?? 1, step === null ? 1 : rankOf[step]) as ToldCall['step'],
    });
  }
  await adoptCalls(tx, [...named.values()]);
  return changesOf(await tellCalls(tx, [...told.values()]));
}

const rankOf = { ringing: 1, accepted: 2, rejected: 3 } as const;

const keyOf = (client: string, channel: string, id: string) => `${client}/${channel}/${id}`;

function namedCall(
  { clientId, channelId }: RoutedChannel,
  providerId: string,
  { phone, userId }: Sender,
  opaque: string | null,
): NamedCall {
  return {
    client_id: clientId,
    channel_id: channelId,
    provider_call_id: providerId,
    opaque,
    phone,
    user_id: userId,
  };
}

function changesOf(rows: readonly { client_id: string; id: string; version: number }[]): NewChange[] {
  return rows.map(({ client_id: clientId, id, version }) => ({
    clientId,
    collection: 'calls',
    id,
    marker: 'MODIFIED',
    version,
  }));
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
          customer_phone: call.from.phone,
          customer_user_id: call.from.userId,
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

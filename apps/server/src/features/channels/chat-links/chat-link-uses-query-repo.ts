import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { findCode } from './chat-link-text.ts';

/** A received text, by the provider's id of its message. */
export type ReceivedText = { clientId: string; channelId: string; providerMessageId: string; text: string };

// Joined step by step: the input has one row for each message with a reference, which are few.
const recordStatement = statement(
  'channels.record_chat_link_uses',
  `insert into chat_link_uses (client_id, message_id, thread_id, link_id, name, at)
   select s.client_id, m.id, m.thread_id, l.id, l.name, m.sort_at
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as s(client_id, channel_id, provider_id, code)
   cross join lateral (
     select id, name from chat_links
     where client_id = s.client_id and code = s.code and channel_id = s.channel_id offset 0) l
   cross join lateral (
     select id, thread_id, sort_at from channel_messages
     where client_id = s.client_id and channel_id = s.channel_id and provider_message_id = s.provider_id offset 0) m
   on conflict do nothing`,
);

/** Notes which chat links customers used, in the transaction that stores their messages. */
export async function recordChatLinkUses(tx: Executor, received: readonly ReceivedText[]): Promise<void> {
  const used = received.flatMap((one) => {
    const code = findCode(one.text);
    return code === null ? [] : [{ ...one, code }];
  });
  if (used.length === 0) return;
  await tx.run(recordStatement, [
    used.map(({ clientId }) => clientId),
    used.map(({ channelId }) => channelId),
    used.map(({ providerMessageId }) => providerMessageId),
    used.map(({ code }) => code),
  ]);
}

export type OriginRow = { link_id: string; name: string; message_id: string; at: Date };

const originsStatement = statement(
  'channels.list_thread_origins',
  `select link_id, name, message_id, at from chat_link_uses where client_id = $1 and thread_id = $2
   order by at desc limit 5`,
);

/** Chat links that the customer of a conversation used, newest first. */
export function listThreadOrigins(tx: TenantTx, threadId: string): Promise<OriginRow[]> {
  return tx.rows<OriginRow>(originsStatement, [tx.clientId, threadId]);
}

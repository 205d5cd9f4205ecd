import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { heldByOther } from './holder-repo.ts';

const targetStatement = statement(
  'messaging.find_typing_target',
  `select m.provider_message_id from threads t
   join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
   cross join lateral (
     select provider_message_id from messages
     where client_id = t.client_id and thread_id = t.id and direction = 'INCOMING' and provider_message_id is not null
     order by sort_at desc, id desc limit 1
   ) m
   where t.client_id = $1 and t.id = $2 and t.group_id is null and t.blocked_at is null and (${heldByOther}) is not true
     and t.window_expires_at > now() + c.clock_offset_ms * interval '1 millisecond'`,
);

/**
 * The message under which WhatsApp shows that the team types: the customer's newest one, while the team may answer.
 * @returns null while it may not, and in groups, where WhatsApp shows none
 */
export async function findTypingTarget(tx: TenantTx, threadId: string): Promise<string | null> {
  const [row] = await tx.rows<{ provider_message_id: string }>(targetStatement, [tx.clientId, threadId]);
  return row?.provider_message_id ?? null;
}

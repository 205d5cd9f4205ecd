import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { type MessageRow, messageColumns, type StoredReaction } from './rows-query.ts';

const messagesByIdStatement = statement(
  'messaging.find_messages',
  `select ${messageColumns('m')} from messages m where m.client_id = $1 and m.id = any($2)`,
);

export function findMessages(tx: TenantTx, ids: readonly string[]): Promise<MessageRow[]> {
  return tx.rows(messagesByIdStatement, [tx.clientId, ids]);
}

const eventsStatement = statement(
  'messaging.list_message_events',
  `select status, provider_at, received_at, detail -> 'pricing' ->> 'category' as price_category,
     (detail -> 'pricing' ->> 'billable') = 'true' as billable, nullif(participant, '') as participant_id
   from message_events where client_id = $1 and message_id = $2
   order by provider_at, received_at limit 100`,
);

export type MessageEventRow = {
  status: string;
  provider_at: Date;
  received_at: Date;
  /** As WhatsApp names it; null when the status says no price. */
  price_category: string | null;
  billable: boolean | null;
  /** Who of a group it is about. */
  participant_id: string | null;
};

/** What WhatsApp reported of a message, of all its attempts, oldest first. */
export function listMessageEvents(tx: TenantTx, messageId: string): Promise<MessageEventRow[]> {
  return tx.rows(eventsStatement, [tx.clientId, messageId]);
}

const starStatement = statement(
  'messaging.set_star',
  `update messages set version = version + 1,
     extras = nullif(case when $3::jsonb is null then coalesce(extras, '{}'::jsonb) - 'starred'
       else jsonb_set(coalesce(extras, '{}'::jsonb), '{starred}', $3::jsonb) end, '{}'::jsonb)
   where client_id = $1 and id = $2 and (extras->'starred' is null) = ($3::jsonb is not null)
   returning ${messageColumns('messages')}`,
);

/** Marks a message as important, or no longer (null). @returns null when it is so already */
export async function setStar(
  tx: TenantTx,
  messageId: string,
  star: { at: string; by: string } | null,
): Promise<MessageRow | null> {
  const [row] = await tx.rows<MessageRow>(starStatement, [
    tx.clientId,
    messageId,
    star === null ? null : JSON.stringify(star),
  ]);
  return row ?? null;
}

const reactStatement = statement(
  'messaging.set_our_reaction',
  `update messages set version = version + 1,
     reaction = case when $3::jsonb is null then coalesce(reaction, '{}'::jsonb) - 'ours'
                     else jsonb_set(coalesce(reaction, '{}'::jsonb), '{ours}', $3::jsonb) end
   where client_id = $1 and id = $2 returning ${messageColumns('messages')}`,
);

/** Sets our reaction on a message, or removes it (null). */
export async function setOurReaction(
  tx: TenantTx,
  messageId: string,
  mark: StoredReaction['ours'] | null,
): Promise<MessageRow | null> {
  const [row] = await tx.rows<MessageRow>(reactStatement, [
    tx.clientId,
    messageId,
    mark === null ? null : JSON.stringify(mark),
  ]);
  return row ?? null;
}

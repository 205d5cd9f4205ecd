import { statement, type TenantTx } from '../../../platform/db/sql.ts';

// The conversations that began last, by their ids; among them those that began with words of the customer.
const firstMessages = (limits: string) => `select m.id, m.sort_at from (
     select id from shared_threads where client_id = $1 and merged_into is null and ${limits}
     order by id desc limit 1000) t
   cross join lateral (
     select id, sort_at, type, content from shared_messages
     where client_id = $1 and thread_id = t.id and direction = 'INCOMING' order by sort_at, id limit 1) m
   where m.type = 'button' or btrim(concat(m.content->>'body', m.content->>'caption')) <> ''`;

const listStatement = statement(
  'automations.list_first_messages',
  `${firstMessages('(cardinality($2::uuid[]) = 0 or channel_id = any($2))')} order by m.sort_at desc, m.id desc limit $3`,
);
/** The latest first messages of customers that have words. @param channelIds empty: all */
export async function listFirstMessages(tx: TenantTx, channelIds: readonly string[], count: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(listStatement, [tx.clientId, channelIds, count]);
  return rows.map(({ id }) => id);
}

const countStatement = statement(
  'automations.count_first_messages',
  `select count(*)::int as n from (${firstMessages('true')} limit $2) m`,
);
/** @param most is not counted beyond */
export async function countFirstMessages(tx: TenantTx, most: number): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(countStatement, [tx.clientId, most]);
  return row?.n ?? 0;
}

const nameStatement = statement(
  'automations.find_writer_name',
  `select c.name from shared_messages m join shared_contacts c on c.client_id = m.client_id and c.id = m.contact_id
   where m.client_id = $1 and m.id = $2`,
);
/** The name of the contact who wrote a message. */
export async function findWriterName(tx: TenantTx, messageId: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(nameStatement, [tx.clientId, messageId]);
  return row?.name ?? null;
}

import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type Place = { id: string; channel_id: string };

const threadStatement = statement(
  'automations.find_thread_of_contact',
  `select t.id, t.channel_id from shared_threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
   where t.client_id = $1 and t.contact_id = $2 and c.deleted_at is null and ($3::uuid is null or t.channel_id = $3)
   order by t.last_message_at desc nulls last, t.id desc limit 1`,
);
/** The conversation of a contact on a channel, or its most recent one. */
export async function findThreadOfContact(
  tx: TenantTx,
  contactId: string,
  channelId: string | null,
): Promise<Place | null> {
  const [row] = await tx.rows<Place>(threadStatement, [tx.clientId, contactId, channelId]);
  return row ?? null;
}

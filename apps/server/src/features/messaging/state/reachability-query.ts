import { type Executor, statement } from '../../../platform/db/sql.ts';

const deliveredSinceStatement = statement(
  'messaging.is_delivered_since',
  `select exists (
     select from messages a
     join messages d on d.client_id = a.client_id and d.thread_id = a.thread_id and d.direction = 'OUTGOING'
       and d.status >= 2 and d.sort_at > $3::timestamptz - interval '30 days'
     join message_events e on e.client_id = d.client_id and e.message_id = d.id
       and e.status in ('delivered', 'read', 'played') and e.provider_at >= $3
     where a.client_id = $1 and a.id = $2) as delivered`,
);

/** Whether a message of the same thread was delivered at this moment or later. */
export async function isDeliveredSince(tx: Executor, clientId: string, messageId: string, at: Date): Promise<boolean> {
  const [row] = await tx.rows<{ delivered: boolean }>(deliveredSinceStatement, [clientId, messageId, at]);
  return row?.delivered === true;
}

const unreachableStatement = statement(
  'messaging.list_unreachable_recipients',
  `select i.client_id, i.kind, i.key, m."to", m.to_user_id, x.at
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as x(client_id, id, at)
   join messages m on m.client_id = x.client_id and m.id = x.id
   join shared_contact_identities i on i.client_id = m.client_id and i.contact_id = m.contact_id
     and i.unreachable_at is not null and i.unreachable_at <= x.at`,
);

/** A message that reached its customer, and when. */
export type DeliveredMessage = { clientId: string; messageId: string; at: Date };

/** An unreachable identity of a contact to whom something was delivered. */
export type UnreachableRecipient = {
  client_id: string;
  kind: 'phone' | 'user';
  key: string;
  to: string | null;
  to_user_id: string | null;
  at: Date;
};

/** Identities marked as unreachable before these deliveries, of the contacts who got them. */
export function listUnreachableRecipients(
  tx: Executor,
  delivered: readonly DeliveredMessage[],
): Promise<UnreachableRecipient[]> {
  return tx.rows(unreachableStatement, [
    delivered.map(({ clientId }) => clientId),
    delivered.map(({ messageId }) => messageId),
    delivered.map(({ at }) => at.toISOString()),
  ]);
}

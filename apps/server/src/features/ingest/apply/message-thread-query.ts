import { type Executor, statement } from '../../../platform/db/sql.ts';

export type MessageThread = {
  message_id: string;
  thread_id: string;
  contact_id: string;
  direction: 'INCOMING' | 'OUTGOING';
};

const findStatement = statement(
  'ingest.find_message_thread',
  `select id as message_id, thread_id, contact_id, direction from shared_messages
   where client_id = $1 and channel_id = $2 and provider_message_id = $3`,
);
/** Our id, the conversation and the contact of a stored message. */
export async function findMessageThread(
  tx: Executor,
  clientId: string,
  channelId: string,
  providerId: string,
): Promise<MessageThread | null> {
  const [row] = await tx.rows<MessageThread>(findStatement, [clientId, channelId, providerId]);
  return row ?? null;
}

import { type Executor, statement } from '../../../platform/db/sql.ts';

const findStatement = statement(
  'ingest.find_message_thread',
  `select id as message_id, thread_id from messages
   where client_id = $1 and channel_id = $2 and provider_message_id = $3`,
);
/** Our id and the conversation of a customer's message. */
export async function findMessageThread(
  tx: Executor,
  clientId: string,
  channelId: string,
  providerId: string,
): Promise<{ message_id: string; thread_id: string } | null> {
  const [row] = await tx.rows<{ message_id: string; thread_id: string }>(findStatement, [
    clientId,
    channelId,
    providerId,
  ]);
  return row ?? null;
}

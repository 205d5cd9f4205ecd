import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { addChanges } from '../sync/public.ts';

const threadsOf = statement(
  'inbox_sandbox_threads',
  `select t.id, t.version from threads t join channels c on c.client_id = t.client_id and c.id = t.channel_id
   where t.client_id = $1 and t.channel_id = $2 and c.sandbox order by t.id for update of t`,
);
const deleteMessages = statement(
  'inbox_sandbox_delete_messages',
  `delete from messages m using unnest($2::uuid[]) as x(id) where m.client_id = $1 and m.thread_id = x.id`,
);
const deleteThreads = statement(
  'inbox_sandbox_delete_threads',
  `delete from threads t using unnest($2::uuid[]) as x(id) where t.client_id = $1 and t.id = x.id`,
);

/** Deletes the conversations of a sandbox channel with all that was said; of any other channel none. */
export async function deleteConversationsOf(tx: TenantTx, channelId: string): Promise<void> {
  const threads = await tx.rows<{ id: string; version: number }>(threadsOf, [tx.clientId, channelId]);
  if (threads.length === 0) return;
  const ids = threads.map(({ id }) => id);
  await tx.run(deleteMessages, [tx.clientId, ids]);
  await tx.run(deleteThreads, [tx.clientId, ids]);
  await addChanges(
    tx,
    threads.map(({ id, version }) => ({ collection: 'threads', id, marker: 'DELETED', version: version + 1 })),
  );
}

import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { addChanges } from '../../sync/public.ts';

const threadsOf = statement(
  'messaging.lock_sandbox_threads',
  `select t.id, t.version from threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
   where t.client_id = $1 and t.channel_id = $2 and c.sandbox order by t.id for update of t`,
);
const deleteMessages = statement(
  'messaging.delete_sandbox_messages',
  `delete from messages m using unnest($2::uuid[]) as x(id) where m.client_id = $1 and m.thread_id = x.id`,
);
const deleteThreads = statement(
  'messaging.delete_sandbox_threads',
  `delete from threads t using unnest($2::uuid[]) as x(id) where t.client_id = $1 and t.id = x.id`,
);

/** Deletes the threads of a sandbox channel with their messages; does nothing for other channels. */
export async function deleteSandboxThreads(tx: TenantTx, channelId: string): Promise<void> {
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

import { type Executor, statement } from '../../platform/db/sql.ts';

const parkedStatement = statement(
  'messaging.delete_old_parked_statuses',
  `delete from parked_statuses where received_at < now() - interval '30 days'`,
);
const triggersStatement = statement(
  'messaging.delete_old_triggers',
  `delete from triggers where (client_id, id) in (
     select client_id, id from triggers where state = 'done' and done_at < now() - interval '30 days' limit 5000)`,
);
const cancelledStatement = statement(
  'messaging.delete_cancelled_messages',
  `delete from scheduled_messages where cancelled_at < now() - interval '30 days'`,
);

/** Deletes statuses that matched no message, finished triggers and cancelled messages, all after 30 days. */
export async function deleteExpiredMessagingRows(tx: Executor): Promise<void> {
  await Promise.all([tx.run(parkedStatement), tx.run(triggersStatement), tx.run(cancelledStatement)]);
}

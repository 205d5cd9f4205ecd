import { type Executor, statement } from '../../platform/db/sql.ts';
import { runSlice } from '../../platform/maintenance.ts';

const parkedStatement = statement(
  'messaging.delete_old_parked_statuses',
  `delete from parked_statuses where ctid = any(array(
     select ctid from parked_statuses where received_at < now() - interval '30 days' order by received_at limit 5000))`,
);
const triggersStatement = statement(
  'messaging.delete_old_triggers',
  `delete from triggers where ctid = any(array(
     select ctid from triggers where done_at < now() - interval '30 days' order by done_at limit 5000))`,
);
const cancelledStatement = statement(
  'messaging.delete_cancelled_messages',
  `delete from scheduled_messages where cancelled_at < now() - interval '30 days'`,
);

/** Deletes statuses that matched no message, finished triggers and cancelled messages, all after 30 days. */
export function deleteExpiredMessagingRows(tx: Executor): Promise<number> {
  return runSlice(tx.run(parkedStatement), tx.run(triggersStatement), tx.run(cancelledStatement));
}

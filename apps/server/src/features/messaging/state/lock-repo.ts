import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const lockStatement = statement(
  'messaging.lock_open_triggers',
  `select t.id from unnest($2::uuid[]) as x(id) cross join lateral (
     select id, client_id from triggers where client_id = $1 and message_id = x.id and kind = 'message' and state <> 'done' offset 0
   ) w join triggers t on t.client_id = $1 and t.id = w.id order by t.id for update of t`,
);

/**
 * Locks what is still to be sent of messages that a member is about to change: triggers before messages, in the
 * dispatcher's order, so that the first of the two to lock a trigger decides whether it is sent.
 */
export async function lockOpenTriggers(tx: TenantTx, messageIds: readonly string[]): Promise<void> {
  await tx.run(lockStatement, [tx.clientId, messageIds]);
}

import { type Executor, statement } from '../../platform/db/sql.ts';

/* A message that is held until a time still to come has not left; one whose time has passed since may have. */
const sendsStatement = statement(
  'restored_sends',
  `with left_over as materialized (
     update triggers t set state = 'done', done_at = now() from messages m
     where t.state in ('waiting', 'parked', 'started') and m.client_id = t.client_id and m.id = t.message_id
       and not (t.kind = 'message' and m.send_state = 'held' and t.run_at > now())
     returning t.client_id, t.message_id, t.kind
   )
   update messages m set send_state = 'unknown', held_reason = null, waiting_reason = null, version = m.version + 1
   from (select distinct client_id, message_id from left_over where kind = 'message') l
   where m.client_id = l.client_id and m.id = l.message_id and m.send_state in ('waiting', 'started', 'held')`,
);
const channelsStatement = statement('restored_channel_leases', 'update channel_leases set expires_at = now()');
const lanesStatement = statement('restored_intake_lanes', 'update intake_lanes set lease_until = now()');

/**
 * After a restore from a backup: what had not left at its moment may have left since, so it is unknown, as after a
 * crash, and is settled by WhatsApp's statuses or by a person. Who held channels and lanes then is gone.
 */
export async function settleRestoredSends(tx: Executor): Promise<void> {
  await tx.run(sendsStatement);
  await tx.run(channelsStatement);
  await tx.run(lanesStatement);
}

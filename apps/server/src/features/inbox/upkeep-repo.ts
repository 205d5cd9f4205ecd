import { type Executor, statement } from '../../platform/db/sql.ts';

const parkedStatement = statement(
  'upkeep_parked_statuses',
  `delete from parked_statuses where received_at < now() - interval '30 days'`,
);
const triggersStatement = statement(
  'upkeep_triggers',
  `delete from triggers where (client_id, id) in (
     select client_id, id from triggers where state = 'done' and done_at < now() - interval '30 days' limit 5000)`,
);
const lanesStatement = statement(
  'upkeep_lanes',
  `delete from intake_lanes l where l.lease_until < now() - interval '32 days'
     and not exists (select from webhook_events e where e.lane = l.lane and e.seq > l.done)`,
);

/** Removes statuses nobody claimed and triggers settled a month ago, and lanes whose raw rows have aged out. */
export async function deleteSettledInboxRows(tx: Executor): Promise<void> {
  await Promise.all([tx.run(parkedStatement), tx.run(triggersStatement), tx.run(lanesStatement)]);
}

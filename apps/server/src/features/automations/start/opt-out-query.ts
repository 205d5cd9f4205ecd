import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const outStatement = statement(
  'automations.has_opted_out_since',
  `select 1 from shared_threads t
   join shared_contacts c on c.client_id = t.client_id and c.id = t.contact_id and c.opted_out_at is not null
   join shared_suppressions s on s.client_id = c.client_id and s.contact_id = c.id and s.active
     and s.source in ('keyword', 'platform')
   where t.client_id = $1 and t.id = $2
     and s.received_at > greatest($3, (select created_at from shared_messages where client_id = $1 and id = $4))
     and not exists (select from automation_run_steps w
       where w.client_id = $1 and w.run_id = $5 and w.kind = 'opt_out' and w.outcome = 'done')`,
);
/**
 * Whether the customer opted out, in whatever conversation, since the run began and since its last answer. A run that
 * did it itself may say so.
 */
export async function hasOptedOutSince(
  tx: TenantTx,
  run: { id: string; thread_id: string; started_at: Date; message_id: string | null },
): Promise<boolean> {
  const values = [tx.clientId, run.thread_id, run.started_at, run.message_id, run.id];
  return (await tx.rows(outStatement, values)).length > 0;
}

const ofSenders = statement(
  'automations.threads_of_senders',
  `select distinct t.id from shared_messages m join shared_threads t on t.client_id = m.client_id and t.contact_id = m.contact_id
   where m.client_id = $1 and m.id = any($2)`,
);
/** All conversations of the customers who wrote these messages. */
export async function findThreadsOfSenders(tx: TenantTx, messageIds: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(ofSenders, [tx.clientId, messageIds])).map(({ id }) => id);
}

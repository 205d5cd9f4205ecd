import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const outStatement = statement(
  'automations.list_opted_out_since',
  `select r.id from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[]) as r(id, contact_id, started_at, message_id)
   where exists (
     select from shared_suppressions s where s.client_id = $1 and s.contact_id = r.contact_id and s.active
       and s.source in ('keyword', 'platform')
       and s.received_at > greatest(r.started_at, (select created_at from shared_messages where client_id = $1 and id = r.message_id)))
     and not exists (select from automation_run_steps w
       where w.client_id = $1 and w.run_id = r.id and w.kind = 'opt_out' and w.outcome = 'done')`,
);
export type RunOfContact = { id: string; contactId: string; started_at: Date; message_id: string | null };

/**
 * The runs among these whose customer opted out, in whatever conversation, since they began and since their last
 * answer. A run that did it itself may say so.
 */
export async function listOptedOutSince(tx: TenantTx, runs: readonly RunOfContact[]): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(outStatement, [
    tx.clientId,
    runs.map(({ id }) => id),
    runs.map(({ contactId }) => contactId),
    runs.map(({ started_at: at }) => at),
    runs.map(({ message_id: id }) => id),
  ]);
  return new Set(rows.map(({ id }) => id));
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

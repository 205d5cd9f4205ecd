import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { AuditRow } from '../audit-repo.ts';
import type { ForwardingRow } from './forwarding-repo.ts';

const rebaseStatement = statement('settings.rebase_audit_positions', 'select rebase_audit_positions($1)');

/** After a restore into another cluster, whose transactions may have lower numbers. @param writtenBefore the old events */
export async function rebasePositions(system: Executor, writtenBefore: Date | 'infinity'): Promise<void> {
  await system.rows(rebaseStatement, [writtenBefore]);
}

const releaseStatement = statement(
  'settings.release_audit_forwardings',
  'update audit_forwardings set claim_id = null, claimed_until = null where claim_id is not null',
);

/** What a process that is gone had claimed. */
export async function releaseForwardings(system: Executor): Promise<void> {
  await system.run(releaseStatement);
}

export type DueForwarding = { client_id: string; id: string };

const dueStatement = statement(
  'settings.list_due_forwardings',
  `select f.client_id, f.id from audit_forwardings f join shared_clients c on c.id = f.client_id and c.deleted_at is null
   where f.state = 'active' and f.due_at <= now() and coalesce(f.claimed_until < now(), true) and exists (
     select from audit_events e where e.client_id = f.client_id and (e.tx, e.id) > (f.after_tx, f.after_id))`,
);

/** Forwardings of all accounts that something waits for. */
export function listDueForwardings(system: Executor): Promise<DueForwarding[]> {
  return system.rows<DueForwarding>(dueStatement);
}

export type Batch = Pick<ForwardingRow, 'id' | 'kind' | 'address' | 'secret_enc' | 'ca_certificate' | 'failures'> & {
  after_tx: number;
  after_id: string;
};

/*
 * Only events whose transactions are over, and all that began before them too: later ones come after them in the order,
 * so that nothing appears behind the position. A batch that was begun keeps its end.
 */
const claimStatement = statement(
  'settings.claim_audit_batch',
  `with mine as materialized (
     select * from audit_forwardings where client_id = $1 and id = $2 and state = 'active' and due_at <= now()
       and coalesce(claimed_until < now(), true) for update skip locked
   ), batch as (
     select e.tx, e.id from mine cross join lateral (
       select tx, id from audit_events where client_id = $1 and (tx, id) > (mine.after_tx, mine.after_id)
         and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
         and (mine.sending_tx is null or (tx, id) <= (mine.sending_tx, mine.sending_id))
       order by tx, id limit $5) e
   ), ended as (
     select tx, id from batch order by tx desc, id desc limit 1
   )
   update audit_forwardings f set claim_id = $3, claimed_until = now() + make_interval(secs => $4), sending_tx = ended.tx,
     sending_id = ended.id
   from ended where f.client_id = $1 and f.id = $2
   returning f.id, f.kind, f.address, f.secret_enc, f.ca_certificate, f.failures, f.after_tx, f.after_id`,
);

export type Claim = { id: string; claimId: string; leaseS: number; most: number };

/** Takes the next events for this process. @returns null when none wait, or another process has them */
export async function claimBatch(tx: TenantTx, { id, claimId, leaseS, most }: Claim): Promise<Batch | null> {
  const [row] = await tx.rows<Batch>(claimStatement, [tx.clientId, id, claimId, leaseS, most]);
  return row ?? null;
}

const eventsStatement = statement(
  'settings.list_batch_events',
  `select e.id, e.at, e.action, e.actor, e.target, e.ip, e.request_id, e.detail
   from audit_forwardings f join audit_events e on e.client_id = f.client_id
     and (e.tx, e.id) > (f.after_tx, f.after_id) and (e.tx, e.id) <= (f.sending_tx, f.sending_id)
   where f.client_id = $1 and f.id = $2 and f.claim_id = $3 order by e.tx, e.id`,
);

export function listBatchEvents(tx: TenantTx, id: string, claimId: string): Promise<AuditRow[]> {
  return tx.rows<AuditRow>(eventsStatement, [tx.clientId, id, claimId]);
}

const takenStatement = statement(
  'settings.settle_taken_batch',
  `update audit_forwardings set after_tx = sending_tx, after_id = sending_id, sending_tx = null, sending_id = null,
     claim_id = null, claimed_until = null, failures = 0, forwarded = forwarded + $4, last_forwarded_at = now()
   where client_id = $1 and id = $2 and claim_id = $3`,
);

/** The receiver has the batch. */
export async function settleTaken(tx: TenantTx, id: string, claimId: string, events: number): Promise<void> {
  await tx.run(takenStatement, [tx.clientId, id, claimId, events]);
}

const failedStatement = statement(
  'settings.settle_failed_batch',
  `update audit_forwardings set claim_id = null, claimed_until = null, failures = failures + 1, last_error = $4,
     last_error_at = now(), due_at = now() + make_interval(secs => $5)
   where client_id = $1 and id = $2 and claim_id = $3`,
);

/** The same batch is tried again later. */
export async function settleFailed(
  tx: TenantTx,
  id: string,
  { claimId, error, retryS }: { claimId: string; error: string; retryS: number },
): Promise<void> {
  await tx.run(failedStatement, [tx.clientId, id, claimId, error, retryS]);
}

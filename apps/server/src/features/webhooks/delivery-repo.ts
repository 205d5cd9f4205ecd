import type { Collection, Delivery, EventType, Marker } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type DeliveryRow = {
  id: string;
  event_id: string;
  type: EventType;
  collection: Collection | null;
  row_id: string | null;
  marker: Marker | null;
  event_at: Date;
  /** In the format of the Cloud API: what of the message it tells, `status:read`. */
  part: string | null;
  is_test: boolean;
  state: Delivery['state'];
  attempts: number;
  due_at: Date;
  last_status: number | null;
  last_duration_ms: number | null;
  last_error: string | null;
  created_at: Date;
  ended_at: Date | null;
};

/** Of a row as `DeliveryRow`. */
export const deliveryColumns = `id, event_id, type, collection, row_id, marker, event_at, part, is_test, state, attempts, due_at, last_status,
  last_duration_ms, last_error, created_at, ended_at`;

export type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'event_id' | 'type' | 'collection' | 'row_id' | 'marker' | 'event_at' | 'part'
>;

const insertStatement = statement(
  'webhooks.insert_deliveries',
  `insert into webhook_deliveries (client_id, endpoint_id, id, event_id, type, collection, row_id, marker, event_at, part)
   select $1, $2, * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])`,
);

export async function insertDeliveries(tx: TenantTx, endpointId: string, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(insertStatement, [
    tx.clientId,
    endpointId,
    rows.map((row) => row.id),
    rows.map((row) => row.event_id),
    rows.map((row) => row.type),
    rows.map((row) => row.collection),
    rows.map((row) => row.row_id),
    rows.map((row) => row.marker),
    rows.map((row) => row.event_at),
    rows.map((row) => row.part),
  ]);
}

const insertTestStatement = statement(
  'webhooks.insert_test_delivery',
  `insert into webhook_deliveries (client_id, endpoint_id, id, event_id, type, event_at, is_test)
   values ($1, $2, $3, $4, $5, date_trunc('milliseconds', now()), true)`,
);

export async function insertTestDelivery(
  tx: TenantTx,
  endpointId: string,
  row: Pick<NewDelivery, 'id' | 'event_id' | 'type'>,
): Promise<void> {
  await tx.run(insertTestStatement, [tx.clientId, endpointId, row.id, row.event_id, row.type]);
}

const backlogStatement = statement(
  'webhooks.count_waiting_up_to',
  `select count(*)::int as n from (
     select from webhook_deliveries where client_id = $1 and endpoint_id = $2 and state = 'waiting' limit $3) x`,
);

/** How many deliveries of an endpoint wait; counts no further than `most`. */
export async function countWaiting(tx: TenantTx, endpointId: string, most: number): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(backlogStatement, [tx.clientId, endpointId, most]);
  return row?.n ?? 0;
}

const claimStatement = statement(
  'webhooks.claim_deliveries',
  `with due as materialized (
     select id from webhook_deliveries
     where client_id = $1 and endpoint_id = $2 and state = 'waiting' and due_at <= now() and (is_test or not $6)
     order by due_at, id limit $3 for update skip locked
   )
   update webhook_deliveries d set due_at = now() + $4 * interval '1 millisecond', is_claimed = true, process_id = $5
   from due where d.client_id = $1 and d.id = due.id
   returning ${deliveryColumns
     .split(',')
     .map((name) => `d.${name.trim()}`)
     .join(', ')}`,
);

export type ClaimOptions = { limit: number; leaseMs: number; processId: number | null; onlyTests: boolean };

/** Claims due deliveries for one attempt, oldest first. Without an outcome in `leaseMs` they are due again. */
export async function claimDeliveries(
  tx: TenantTx,
  endpointId: string,
  { limit, leaseMs, processId, onlyTests }: ClaimOptions,
): Promise<DeliveryRow[]> {
  const values = [tx.clientId, endpointId, limit, leaseMs, processId, onlyTests];
  return tx.rows<DeliveryRow>(claimStatement, values);
}

/** What an attempt led to. `retryMs`: null when it is the last one. */
export type Outcome = {
  id: string;
  state: Delivery['state'];
  retryMs: number;
  status: number | null;
  durationMs: number;
  error: string | null;
  at: Date;
};

const outcomeStatement = statement(
  'webhooks.settle_deliveries',
  `update webhook_deliveries d set state = o.state, attempts = d.attempts + 1, is_claimed = false, process_id = null,
     due_at = now() + o.retry_ms * interval '1 millisecond', last_status = o.status, last_duration_ms = o.duration_ms,
     last_error = o.error, ended_at = case when o.state = 'waiting' then null else date_trunc('milliseconds', now()) end,
     log = (case when jsonb_array_length(d.log) >= 20 then d.log - 0 else d.log end) || jsonb_build_array(
       jsonb_build_object('at', o.at, 'status', o.status, 'duration_ms', o.duration_ms, 'error', o.error))
   from unnest($2::uuid[], $3::text[], $4::float8[], $5::int[], $6::int[], $7::text[], $8::text[])
     as o(id, state, retry_ms, status, duration_ms, error, at)
   where d.client_id = $1 and d.id = o.id and d.state = 'waiting'`,
);

export async function settleDeliveries(tx: TenantTx, outcomes: readonly Outcome[]): Promise<void> {
  await tx.run(outcomeStatement, [
    tx.clientId,
    outcomes.map((one) => one.id),
    outcomes.map((one) => one.state),
    outcomes.map((one) => one.retryMs),
    outcomes.map((one) => one.status),
    outcomes.map((one) => one.durationMs),
    outcomes.map((one) => one.error),
    outcomes.map((one) => one.at.toISOString()),
  ]);
}

const releaseStatement = statement(
  'webhooks.release_deliveries',
  `update webhook_deliveries set due_at = now(), is_claimed = false, process_id = null
   where client_id = $1 and id = any($2) and is_claimed`,
);

/** Attempts that a shutdown interrupted: due again, and not counted. */
export async function releaseDeliveries(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.run(releaseStatement, [tx.clientId, ids]);
}

const releaseAllStatement = statement(
  'webhooks.release_all_deliveries',
  `update webhook_deliveries set due_at = now(), is_claimed = false, process_id = null where is_claimed`,
);

/** Only when no other process can be running. */
export async function releaseAllDeliveries(system: Executor): Promise<void> {
  await system.run(releaseAllStatement);
}

const shortenStatement = statement(
  'webhooks.shorten_leases',
  `update webhook_deliveries set due_at = least(due_at, now() + $2 * interval '1 millisecond')
   where is_claimed and process_id = any($1)`,
);

export async function shortenDeliveryLeases(
  tx: Executor,
  processIds: readonly number[],
  graceMs: number,
): Promise<void> {
  await tx.run(shortenStatement, [processIds, graceMs]);
}

const resumeStatement = statement(
  'webhooks.requeue_waiting',
  `update webhook_deliveries set due_at = now()
   where client_id = $1 and endpoint_id = $2 and state = 'waiting' and not is_claimed`,
);

/** After a pause nothing waits for its next attempt. */
export async function makeWaitingDue(tx: TenantTx, endpointId: string): Promise<void> {
  await tx.run(resumeStatement, [tx.clientId, endpointId]);
}

const expireStatement = statement(
  'webhooks.delete_old_deliveries',
  `delete from webhook_deliveries where (client_id, id) in (
     select client_id, id from webhook_deliveries where ended_at < now() - interval '7 days'
     order by ended_at limit 5000)`,
);

/** Deliveries are listed for seven days after they ended. */
export function deleteOldDeliveries(tx: Executor): Promise<number> {
  return tx.run(expireStatement);
}

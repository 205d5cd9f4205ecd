import type { Delivery, EventType } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';
import { type DeliveryRow, deliveryColumns } from './delivery-repo.ts';

const pageOf = (name: string, where: string) =>
  statement(
    `webhooks.list_deliveries${name}`,
    `select ${deliveryColumns} from webhook_deliveries
     where client_id = $1 and endpoint_id = $2 and (created_at, id) < ($3, $4::uuid)
       and ($5::text is null or type = $5)${where}
     order by created_at desc, id desc limit $6`,
  );
const pages = {
  all: pageOf('', ''),
  waiting: pageOf('_waiting', " and state = 'waiting'"),
  delivered: pageOf('_delivered', " and state = 'delivered'"),
  failed: pageOf('_failed', " and state = 'failed'"),
};
const searchStatement = statement(
  'webhooks.search_deliveries',
  `select ${deliveryColumns} from webhook_deliveries
   where client_id = $1 and endpoint_id = $2 and (created_at, id) < ($3, $4::uuid)
     and ($5::text is null or type = $5) and row_id = $7 and ($8::text is null or state = $8)
   order by created_at desc, id desc limit $6`,
);

export type DeliveryFilter = { state: Delivery['state'] | null; type: EventType | null; search: string | null };

/** Newest first. */
export function listDeliveries(
  tx: TenantTx,
  endpointId: string,
  { state, type, search }: DeliveryFilter,
  before: TimePosition,
  limit: number,
): Promise<DeliveryRow[]> {
  const values = [tx.clientId, endpointId, before.at, before.id, type, limit];
  if (search !== null) return tx.rows<DeliveryRow>(searchStatement, [...values, search, state]);
  return tx.rows<DeliveryRow>(pages[state ?? 'all'], values);
}

const findStatement = statement(
  'webhooks.find_delivery',
  `select ${deliveryColumns}, log from webhook_deliveries where client_id = $1 and endpoint_id = $2 and id = $3`,
);

export type LogEntry = { at: string; status: number | null; duration_ms: number; error: string | null };

export async function findDelivery(
  tx: TenantTx,
  endpointId: string,
  id: string,
): Promise<(DeliveryRow & { log: LogEntry[] }) | null> {
  const [row] = await tx.rows<DeliveryRow & { log: LogEntry[] }>(findStatement, [tx.clientId, endpointId, id]);
  return row ?? null;
}

const again = `state = 'waiting', attempts = 0, due_at = now(), ended_at = null, is_claimed = false, process_id = null`;
const replayStatement = statement(
  'webhooks.requeue_delivery',
  `update webhook_deliveries set ${again}
   where client_id = $1 and endpoint_id = $2 and id = $3 and (state <> 'waiting' or not is_claimed)`,
);
const replayRangeStatement = statement(
  'webhooks.requeue_deliveries',
  `update webhook_deliveries set ${again}
   where client_id = $1 and endpoint_id = $2 and created_at >= $3 and created_at <= $4 and state = any($5)`,
);

/** Due now, with all attempts before it. */
export async function replayDelivery(tx: TenantTx, endpointId: string, id: string): Promise<void> {
  await tx.run(replayStatement, [tx.clientId, endpointId, id]);
}

export function replayDeliveries(
  tx: TenantTx,
  endpointId: string,
  range: { from: Date; to: Date; states: readonly string[] },
): Promise<number> {
  return tx.run(replayRangeStatement, [tx.clientId, endpointId, range.from, range.to, range.states]);
}

export type EndpointCounts = { endpoint_id: string; delivered: number; failed: number; waiting: number };

const countsStatement = statement(
  'webhooks.count_deliveries',
  `select e.id as endpoint_id, r.delivered, r.failed, w.waiting
   from unnest($2::uuid[]) e(id)
   cross join lateral (
     select count(*) filter (where state = 'delivered')::int as delivered,
       count(*) filter (where state = 'failed')::int as failed
     from webhook_deliveries d
     where d.client_id = $1 and d.endpoint_id = e.id and d.created_at > now() - interval '96 hours'
       and d.ended_at > now() - interval '24 hours') r
   cross join lateral (
     select count(*)::int as waiting from webhook_deliveries d
     where d.client_id = $1 and d.endpoint_id = e.id and d.state = 'waiting') w`,
);

export function countDeliveries(tx: TenantTx, endpointIds: readonly string[]): Promise<EndpointCounts[]> {
  return tx.rows<EndpointCounts>(countsStatement, [tx.clientId, endpointIds]);
}

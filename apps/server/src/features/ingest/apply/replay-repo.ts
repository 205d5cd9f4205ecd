import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { StoredDelivery } from '../raw/raw-store.ts';

/** A part of a delivery that could not be applied. */
export type OpenRefusal = {
  id: string;
  partition: number;
  seq: number;
  part: number;
  received_at: Date;
  reason: string;
  detail: unknown;
};

const listStatement = statement(
  'ingest.list_refusals',
  `select id, partition, seq, part, received_at, reason, detail from webhook_refusals
   where client_id = $1 and channel_id = $2 and not stored and (received_at, id) < ($3, $4)
   order by received_at desc, id desc limit $5`,
);

/** Newest first, before a time and id. */
export function listRefusals(
  tx: TenantTx,
  channelId: string,
  before: { at: Date; id: string },
  limit: number,
): Promise<OpenRefusal[]> {
  return tx.rows(listStatement, [tx.clientId, channelId, before.at, before.id, limit]);
}

const reasonsStatement = statement(
  'ingest.count_refusal_reasons',
  `select reason, count(*)::int as count from (
     select reason from webhook_refusals where client_id = $1 and channel_id = $2 and not stored
     order by received_at desc, id desc limit $3) newest
   group by reason order by count desc, reason`,
);

/** How often each reason occurs among the newest refusals. */
export function countReasons(
  tx: TenantTx,
  channelId: string,
  newest: number,
): Promise<Array<{ reason: string; count: number }>> {
  return tx.rows(reasonsStatement, [tx.clientId, channelId, newest]);
}

const statisticsStatement = statement(
  'ingest.sum_statistics',
  `select coalesce(sum(b.deliveries), 0)::float8 as deliveries, coalesce(sum(b.received), 0)::float8 as received,
     coalesce(sum(b.stored), 0)::float8 as stored, coalesce(sum(b.refused), 0)::float8 as refused,
     coalesce((select c.bad_signatures from webhook_counters c where c.client_id = $1 and c.channel_id = $2), 0)::float8
       as bad_signatures
   from webhook_statistics b where b.client_id = $1 and b.channel_id = $2`,
);

export type WebhookStatistics = {
  deliveries: number;
  received: number;
  stored: number;
  refused: number;
  bad_signatures: number;
};

/** Totals of everything that arrived at a channel's webhook. */
export async function getWebhookStatistics(tx: TenantTx, channelId: string): Promise<WebhookStatistics> {
  const [row] = await tx.rows<WebhookStatistics>(statisticsStatement, [tx.clientId, channelId]);
  if (row === undefined) throw new Error('sums without a row');
  return row;
}

const deliveriesStatement = statement(
  'ingest.find_deliveries',
  `select e.partition, e.seq, e.received_at, e.channel_id, e.client_id, e.body
   from unnest($1::bigint[], $2::bigint[]) as x(partition, seq) join webhook_events e on e.partition = x.partition and e.seq = x.seq
   order by e.partition, e.seq`,
);

type DeliveryRow = {
  partition: number;
  seq: number;
  received_at: Date;
  channel_id: string;
  client_id: string;
  body: Buffer;
};

export type DeliveryPosition = { partition: number; seq: number };

/** Raw deliveries; those that have expired are missing. */
export async function readDeliveriesAt(
  system: Executor,
  positions: readonly DeliveryPosition[],
): Promise<Array<StoredDelivery & { partition: number }>> {
  const rows = await system.rows<DeliveryRow>(deliveriesStatement, [
    positions.map(({ partition }) => partition),
    positions.map(({ seq }) => seq),
  ]);
  return rows.map((row) => ({
    partition: row.partition,
    seq: row.seq,
    receivedAt: row.received_at,
    channelId: row.channel_id,
    clientId: row.client_id,
    body: row.body,
  }));
}

const deleteStatement = statement(
  'ingest.delete_refusals',
  `delete from webhook_refusals where client_id = $1 and channel_id = $2 and partition = $3 and seq = $4 returning stored`,
);

/** Deletes the refusals of a delivery before it is applied again. @returns how many parts were not stored */
export async function deleteRefusals(
  tx: Executor,
  clientId: string,
  channelId: string,
  position: DeliveryPosition,
): Promise<number> {
  const rows = await tx.rows<{ stored: boolean }>(deleteStatement, [
    clientId,
    channelId,
    position.partition,
    position.seq,
  ]);
  return rows.filter((row) => !row.stored).length;
}

import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { StoredDelivery } from '../intake/raw-store.ts';

/** A part of a delivery that was kept but made no rows. */
export type OpenRefusal = {
  id: string;
  lane: number;
  seq: number;
  part: number;
  received_at: Date;
  reason: string;
  detail: unknown;
};

const listStatement = statement(
  'webhook_refusals_list',
  `select id, lane, seq, part, received_at, reason, detail from webhook_refusals
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
  'webhook_refusals_reasons',
  `select reason, count(*)::int as count from (
     select reason from webhook_refusals where client_id = $1 and channel_id = $2 and not stored
     order by received_at desc, id desc limit $3) newest
   group by reason order by count desc, reason`,
);

/** How often each reason stands among the newest refusals. */
export function countReasons(
  tx: TenantTx,
  channelId: string,
  newest: number,
): Promise<Array<{ reason: string; count: number }>> {
  return tx.rows(reasonsStatement, [tx.clientId, channelId, newest]);
}

const booksStatement = statement(
  'webhook_books_sum',
  `select coalesce(sum(b.deliveries), 0)::float8 as deliveries, coalesce(sum(b.received), 0)::float8 as received,
     coalesce(sum(b.stored), 0)::float8 as stored, coalesce(sum(b.refused), 0)::float8 as refused,
     coalesce((select c.bad_signatures from webhook_counters c where c.client_id = $1 and c.channel_id = $2), 0)::float8
       as bad_signatures
   from webhook_books b where b.client_id = $1 and b.channel_id = $2`,
);

export type Books = {
  deliveries: number;
  received: number;
  stored: number;
  refused: number;
  bad_signatures: number;
};

/** All that ever came to a channel's address. */
export async function readBooks(tx: TenantTx, channelId: string): Promise<Books> {
  const [row] = await tx.rows<Books>(booksStatement, [tx.clientId, channelId]);
  if (row === undefined) throw new Error('sums without a row');
  return row;
}

const deliveriesStatement = statement(
  'webhook_events_of_places',
  `select e.lane, e.seq, e.received_at, e.channel_id, e.client_id, e.body
   from unnest($1::bigint[], $2::bigint[]) as x(lane, seq) join webhook_events e on e.lane = x.lane and e.seq = x.seq
   order by e.lane, e.seq`,
);

type DeliveryRow = {
  lane: number;
  seq: number;
  received_at: Date;
  channel_id: string;
  client_id: string;
  body: Buffer;
};

export type Place = { lane: number; seq: number };

/** The raw bytes behind some refusals; those that have aged out are not there. */
export async function readPlaces(
  system: Executor,
  places: readonly Place[],
): Promise<Array<StoredDelivery & { lane: number }>> {
  const rows = await system.rows<DeliveryRow>(deliveriesStatement, [
    places.map(({ lane }) => lane),
    places.map(({ seq }) => seq),
  ]);
  return rows.map((row) => ({
    lane: row.lane,
    seq: row.seq,
    receivedAt: row.received_at,
    channelId: row.channel_id,
    clientId: row.client_id,
    body: row.body,
  }));
}

const takeStatement = statement(
  'webhook_refusals_take',
  `delete from webhook_refusals where client_id = $1 and channel_id = $2 and lane = $3 and seq = $4 returning stored`,
);

/** Takes the refusals of a delivery away, to be written anew. @returns how many of its parts were not stored */
export async function takeRefusals(tx: Executor, clientId: string, channelId: string, place: Place): Promise<number> {
  const rows = await tx.rows<{ stored: boolean }>(takeStatement, [clientId, channelId, place.lane, place.seq]);
  return rows.filter((row) => !row.stored).length;
}

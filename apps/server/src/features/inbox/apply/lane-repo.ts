import { type Executor, statement } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { StoredDelivery } from '../intake/raw-store.ts';
import type { Refusal } from './meaning.ts';

const progressStatement = statement(
  'intake_lanes_progress',
  'update intake_lanes set done = $3 where lane = $1 and done = $2',
);

// An account that is gone has no books to keep it in; its raw row stays until it ages out.
const refusalsStatement = statement(
  'webhook_refusals_insert',
  `insert into webhook_refusals (client_id, id, channel_id, lane, seq, part, received_at, reason, detail, stored)
   select x.client_id, x.id, x.channel_id, $2, x.seq, x.part, x.received_at, x.reason, x.detail, x.stored
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, id uuid, channel_id uuid, seq bigint, part int,
     received_at timestamptz, reason text, detail jsonb, stored boolean)
   where (select true from clients c where c.id = x.client_id)
   on conflict (client_id, lane, seq, part) do nothing`,
);

/** Moves a lane on. @returns false when it is no longer where this applier began */
export async function moveLane(tx: Executor, lane: number, from: number, to: number): Promise<boolean> {
  return (await tx.run(progressStatement, [lane, from, to])) === 1;
}

/** Keeps what was not turned into rows; a part that is kept already stays as it is. */
export async function insertRefusals(tx: Executor, lane: number, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  await tx.run(refusalsStatement, [
    JSON.stringify(
      refusals.map((refusal) => ({
        client_id: refusal.clientId,
        id: newId(),
        channel_id: refusal.channelId,
        seq: refusal.seq,
        part: refusal.part,
        received_at: refusal.receivedAt.toISOString(),
        reason: refusal.reason,
        detail: refusal.detail,
        stored: refusal.stored === true,
      })),
    ),
    lane,
  ]);
}

const readStatement = statement(
  'webhook_events_read',
  `select seq, received_at, channel_id, client_id, body from webhook_events where lane = $1 and seq > $2 order by seq limit $3`,
);

/*
 * Lanes with something left whose keeper is gone, or is this process. `$2` (one process does everything) takes any.
 * A scalar question, lane by lane along the index: as EXISTS the planner reads all raw rows there are and hashes them.
 */
const takeLanesStatement = statement(
  'intake_lanes_take',
  `update intake_lanes l set holder = $1, lease_until = now() + $3 * interval '1 millisecond'
   where l.lane in (
     select k.lane from intake_lanes k
     where (k.lease_until < now() or $2 or k.holder = $1)
       and (select true from webhook_events e where e.lane = k.lane and e.seq > k.done limit 1)
     for update skip locked)
   returning l.lane, l.done`,
);

const keepLaneStatement = statement(
  'intake_lanes_keep',
  `update intake_lanes set holder = $2, lease_until = now() + $3 * interval '1 millisecond' where lane = $1 returning done`,
);

/**
 * Takes over lanes with something left.
 * @param any also lanes whose keeper's lease still runs: only when no other process can be there
 */
export async function takeLanes(system: Executor, holder: string, leaseMs: number, any: boolean): Promise<number[]> {
  const rows = await system.rows<{ lane: number }>(takeLanesStatement, [holder, any, leaseMs]);
  return rows.map((row) => row.lane);
}

/** Renews the lease of a lane. @returns how far it is applied */
export async function keepLane(system: Executor, lane: number, holder: string, leaseMs: number): Promise<number> {
  const [row] = await system.rows<{ done: number }>(keepLaneStatement, [lane, holder, leaseMs]);
  return row?.done ?? 0;
}

type DeliveryRow = { seq: number; received_at: Date; channel_id: string; client_id: string; body: Buffer };

/** Deliveries of a lane after a number, in order. */
export async function readDeliveries(
  system: Executor,
  lane: number,
  after: number,
  limit: number,
): Promise<StoredDelivery[]> {
  const rows = await system.rows<DeliveryRow>(readStatement, [lane, after, limit]);
  return rows.map((row) => ({
    seq: row.seq,
    receivedAt: row.received_at,
    channelId: row.channel_id,
    clientId: row.client_id,
    body: row.body,
  }));
}

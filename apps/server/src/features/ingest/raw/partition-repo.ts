import { type Executor, statement } from '../../../platform/db/sql.ts';
import type { StoredDelivery } from './raw-store.ts';

const progressStatement = statement(
  'ingest.advance_partition',
  'update ingest_partitions set applied_seq = $3 where partition = $1 and applied_seq = $2',
);

/** Moves a partition forward. @returns false when it is no longer at `from` */
export async function advancePartition(tx: Executor, partition: number, from: number, to: number): Promise<boolean> {
  return (await tx.run(progressStatement, [partition, from, to])) === 1;
}

const readStatement = statement(
  'ingest.read_deliveries',
  `select seq, received_at, channel_id, client_id, body from webhook_events where partition = $1 and seq > $2 order by seq limit $3`,
);

/*
 * Partitions with events left whose lease has expired or belongs to this process; with `$2` (a single process) any. A
 * scalar subquery looks into the index once for each partition: with EXISTS the planner reads and hashes all raw
 * events.
 */
const claimStatement = statement(
  'ingest.claim_partitions',
  `update ingest_partitions l set holder = $1, lease_until = now() + $3 * interval '1 millisecond', process_id = $4
   where l.partition in (
     select k.partition from ingest_partitions k
     where (k.lease_until < now() or $2 or k.holder = $1)
       and (select true from webhook_events e where e.partition = k.partition and e.seq > k.applied_seq limit 1)
     for update skip locked)
   returning l.partition, l.applied_seq`,
);

const renewLeaseStatement = statement(
  'ingest.renew_partition_lease',
  `update ingest_partitions set holder = $2, lease_until = now() + $3 * interval '1 millisecond', process_id = $4
   where partition = $1 returning applied_seq`,
);

/** The applier with the lease of a partition, and its process. */
export type PartitionHolder = { holder: string; processId: number | null };

/**
 * Claims partitions with events left to apply.
 * @param any also partitions whose lease has not expired: only when no other process can be running
 */
export async function claimPartitions(
  system: Executor,
  by: PartitionHolder,
  leaseMs: number,
  any: boolean,
): Promise<number[]> {
  const values = [by.holder, any, leaseMs, by.processId];
  const rows = await system.rows<{ partition: number }>(claimStatement, values);
  return rows.map((row) => row.partition);
}

/** Renews the lease of a partition. @returns its progress */
export async function renewPartitionLease(
  system: Executor,
  partition: number,
  by: PartitionHolder,
  leaseMs: number,
): Promise<number> {
  const [row] = await system.rows<{ applied_seq: number }>(renewLeaseStatement, [
    partition,
    by.holder,
    leaseMs,
    by.processId,
  ]);
  return row?.applied_seq ?? 0;
}

const shortenStatement = statement(
  'ingest.shorten_partition_leases',
  `update ingest_partitions set lease_until = least(lease_until, now() + $2 * interval '1 millisecond')
   where process_id = any ($1)`,
);

/** Shortens leases of crashed processes to `graceMs`. */
export async function shortenPartitionLeases(
  tx: Executor,
  processIds: readonly number[],
  graceMs: number,
): Promise<void> {
  await tx.run(shortenStatement, [processIds, graceMs]);
}

type DeliveryRow = { seq: number; received_at: Date; channel_id: string; client_id: string; body: Buffer };

/** Deliveries of a partition after a number, in order. */
export async function readDeliveries(
  system: Executor,
  partition: number,
  after: number,
  limit: number,
): Promise<StoredDelivery[]> {
  const rows = await system.rows<DeliveryRow>(readStatement, [partition, after, limit]);
  return rows.map((row) => ({
    seq: row.seq,
    receivedAt: row.received_at,
    channelId: row.channel_id,
    clientId: row.client_id,
    body: row.body,
  }));
}

import { type Executor, statement } from '../../../platform/db/sql.ts';

const partitions = statement(
  'ingest.list_partitions',
  'select partition, applied_seq from ingest_partitions where partition >= $1 order by partition',
);
export function listPartitions(
  system: Executor,
  from: number,
): Promise<Array<{ partition: number; applied_seq: number }>> {
  return system.rows(partitions, [from]);
}

export type RawEventRow = { partition: number; seq: number; received_at: string; body: Buffer };
const naming = statement(
  'ingest.list_matching_events',
  `select partition, seq, received_at::text as received_at, body from webhook_events
   where partition = $1 and seq > $2 and seq <= $3 and client_id = $4 and received_at <= $5::timestamptz
     and exists (select from unnest($6::bytea[]) n where position(n in body) > 0)
   order by seq`,
);
/** Raw events of an account that contain one of the needles, in a range of a partition that was applied. */
export function listMatchingEvents(
  system: Executor,
  where: { partition: number; after: number; to: number; clientId: string; until: string; needles: readonly Buffer[] },
): Promise<RawEventRow[]> {
  const { partition, after, to, clientId, until, needles } = where;
  return system.rows(naming, [partition, after, to, clientId, until, needles]);
}

const rewrite = statement(
  'ingest.rewrite_event',
  'update webhook_events set body = $4 where partition = $1 and seq = $2 and received_at = $3::timestamptz',
);
const refusals = statement(
  'ingest.clear_refusal_details',
  'update webhook_refusals set detail = null where client_id = $1 and partition = $2 and seq = $3 and detail is not null',
);
/** Replaces the body of a raw event, and clears the details of its refused parts. */
export async function rewriteRawEvent(
  system: Executor,
  clientId: string,
  row: RawEventRow,
  body: Buffer,
): Promise<void> {
  const written = await system.run(rewrite, [row.partition, row.seq, row.received_at, body]);
  if (written !== 1) throw new Error('a raw delivery that was found is not there');
  await system.run(refusals, [clientId, row.partition, row.seq]);
}

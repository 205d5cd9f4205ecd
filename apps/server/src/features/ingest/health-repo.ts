import { type Executor, statement } from '../../platform/db/sql.ts';

const backlogStatement = statement(
  'ingest.count_backlog',
  `select count(*)::int as deliveries from ingest_partitions l cross join lateral (
     select from webhook_events e where e.partition = l.partition and e.seq > l.applied_seq and e.received_at < now() - interval '1 minute'
     order by e.seq limit 1000) late`,
);

/** Deliveries that were stored over a minute ago and are not applied; at most 1,000 of each partition. */
export async function countBacklog(database: Executor): Promise<number> {
  const [row] = await database.rows<{ deliveries: number }>(backlogStatement);
  return row?.deliveries ?? 0;
}

import { type Executor, statement } from '../../platform/db/sql.ts';

const partitionsStatement = statement(
  'ingest.delete_old_partitions',
  `delete from ingest_partitions l where l.lease_until < now() - interval '32 days'
     and not exists (select from webhook_events e where e.partition = l.partition and e.seq > l.applied_seq)`,
);

/** Deletes partitions whose raw events have expired. */
export async function deleteExpiredPartitions(tx: Executor): Promise<void> {
  await tx.run(partitionsStatement);
}

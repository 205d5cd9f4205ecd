import { type Executor, statement } from '../../platform/db/sql.ts';

const partitionsStatement = statement('ingest.end_restored_leases', 'update ingest_partitions set lease_until = now()');

/** After a restore from a backup no process listed in it holds a partition's lease. */
export async function endRestoredPartitionLeases(tx: Executor): Promise<void> {
  await tx.run(partitionsStatement);
}

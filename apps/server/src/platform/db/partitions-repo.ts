import { type Executor, statement } from './sql.ts';

/*
 * A backup holds this lock while it reads: making or dropping a partition would wait for its end, and every writer of
 * the table behind that.
 */
const maintainStatement = statement(
  'maintain_partitions',
  'select maintain_partitions() where pg_try_advisory_xact_lock(7261553003)',
);

/**
 * Makes the coming days' partitions and drops those past their keeping time. While a backup runs it leaves that for the
 * next time; partitions are made days ahead.
 */
export function maintainPartitions(tx: Executor): Promise<number> {
  return tx.run(maintainStatement);
}

import { type Executor, statement } from './sql.ts';

/*
 * A backup has this lock while it reads: creating or dropping a partition would wait for its end, and block every
 * writer of the table.
 */
const maintainStatement = statement(
  'db.maintain_partitions',
  'select maintain_partitions() where pg_try_advisory_xact_lock(7261553003)',
);

/**
 * Creates the coming days' partitions and drops expired ones. Skipped while a backup runs; partitions are created
 * days ahead.
 */
export function maintainPartitions(tx: Executor): Promise<number> {
  return tx.run(maintainStatement);
}

const defaultRowsStatement = statement(
  'db.delete_expired_default_rows',
  'select delete_expired_default_rows(5000) as n',
);

/** Rows that arrived while no partition existed for their day are in no partition that is dropped. @returns their number */
export async function deleteExpiredDefaultRows(tx: Executor): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(defaultRowsStatement);
  return row?.n ?? 0;
}

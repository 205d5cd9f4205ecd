import { type Executor, statement } from '../../platform/db/sql.ts';

const positionsStatement = statement(
  'sync.advance_restored_positions',
  `update change_counters set pos = greatest(pos + 1000000, (extract(epoch from clock_timestamp()) * 100000)::bigint)`,
);

/**
 * After a restore from a backup positions assigned since are lost, but clients may have them. Every account continues
 * from a position that no client can have, the time in units of 10 µs: more than any account ever writes, fifteen
 * digits until the year 2286. For all earlier cursors this is a gap, and a gap is a reset.
 */
export async function advanceRestoredPositions(tx: Executor): Promise<void> {
  await tx.run(positionsStatement);
}

import { type Executor, statement } from '../../platform/db/sql.ts';

const positionsStatement = statement(
  'restored_feed_positions',
  `update change_counters set pos = greatest(pos + 1000000, (extract(epoch from clock_timestamp()) * 100000)::bigint)`,
);

/**
 * After a restore from a backup: positions given since are lost, and readers may hold them. Every account goes on from
 * one that nobody can hold, the time in units of 10 µs: more than any account ever writes, fifteen digits until the year
 * 2286. To all earlier cursors the step is a gap, and a gap is a reset.
 */
export async function leapRestoredPositions(tx: Executor): Promise<void> {
  await tx.run(positionsStatement);
}

import type { Executor } from '../../platform/db/sql.ts';
import { statement } from '../../platform/db/sql.ts';
import { sliceRows } from '../../platform/maintenance.ts';

const mergeStatement = statement(
  'reports.merge_counts',
  "select merge_report_counts(report_quarter(now() - interval '1 hour'), $1) as saved",
);

/** Adds up the rows of batches in the hours before. @returns how many rows it saved */
export async function mergeCounts(tx: Executor): Promise<number> {
  const [row] = await tx.rows<{ saved: number }>(mergeStatement, [sliceRows]);
  return row?.saved ?? 0;
}

/** Days rolled up in one transaction. */
const daysAtOnce = 100;

const rollUpStatement = statement('reports.sum_days', 'select roll_up_reports($1) as days');

/** Adds up whole days and months. @returns a full slice while there is more to do */
export async function rollUp(tx: Executor): Promise<number> {
  const [row] = await tx.rows<{ days: number }>(rollUpStatement, [daysAtOnce]);
  return (row?.days ?? 0) >= daysAtOnce ? sliceRows : 0;
}

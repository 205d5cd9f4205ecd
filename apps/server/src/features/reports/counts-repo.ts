import type { Executor } from '../../platform/db/sql.ts';
import { statement } from '../../platform/db/sql.ts';
import { sliceRows } from '../../platform/maintenance.ts';

const mergeStatement = statement(
  'reports.merge_counts',
  "select merge_report_counts(report_slot(now() - interval '1 hour'), $1) as saved",
);

/** Adds up what the triggers wrote in the hours before. @returns how many rows it saved */
export async function mergeCounts(tx: Executor): Promise<number> {
  const [row] = await tx.rows<{ saved: number }>(mergeStatement, [sliceRows]);
  return row?.saved ?? 0;
}

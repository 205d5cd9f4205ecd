import { type Executor, statement } from '../../platform/db/sql.ts';

const settleStatement = statement(
  'feedback.settle_restored_reports',
  `update bug_reports set delivery = 'failed', version = version + 1,
     delivery_error = 'The server was restored from a backup, and this report may have been sent before.'
   where delivery = 'waiting'`,
);

/** After a restore: reports that were on their way may have arrived. An Admin can send them again. */
export async function settleRestoredReports(tx: Executor): Promise<void> {
  await tx.run(settleStatement);
}

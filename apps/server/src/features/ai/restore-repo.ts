import { type Executor, statement } from '../../platform/db/sql.ts';

const settleStatement = statement(
  'ai.settle_restored_calls',
  `update ai_calls set state = 'failed', failure = 'interrupted', ended_at = now() where state = 'open'`,
);

/** Calls that were under way at the moment of the backup have ended; what they cost is in no backup. */
export async function settleRestoredCalls(tx: Executor): Promise<void> {
  await tx.run(settleStatement);
}

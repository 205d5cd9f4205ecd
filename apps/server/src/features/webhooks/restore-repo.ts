import { type Executor, statement } from '../../platform/db/sql.ts';

const settleStatement = statement(
  'webhooks.settle_restored_deliveries',
  'update webhook_deliveries set is_claimed = false, process_id = null, due_at = now() where is_claimed',
);

/**
 * After a restore: attempts that ran at the moment of the backup are due again. Receivers tell repetitions by
 * `webhook-id`.
 */
export async function releaseRestoredDeliveries(tx: Executor): Promise<void> {
  await tx.run(settleStatement);
}

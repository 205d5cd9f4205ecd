import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const lockStatement = statement('ingest.lock_ingest', 'select lock_ingest()');

/**
 * Stops ingest from applying events until commit, so that no message is added to a contact while it is merged or
 * erased.
 */
export async function lockIngest(tx: TenantTx): Promise<void> {
  await tx.rows(lockStatement);
}

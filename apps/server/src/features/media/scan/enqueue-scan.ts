import type { TenantTx } from '../../../platform/db/sql.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';

export const scanJob = 'media.scan';

/** Enqueues the scan of a file stored while the scanner did not answer, in the transaction that stores it. */
export async function enqueueScan(tx: TenantTx, fileId: string): Promise<void> {
  const key = `scan ${fileId}`;
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: scanJob, payload: { file_id: fileId }, key, weight: 'light' }]);
}

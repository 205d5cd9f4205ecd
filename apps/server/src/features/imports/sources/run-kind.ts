import type { TenantTx } from '../../../platform/db/sql.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';

export const sourceRunKind = 'imports.source_run';

/** Its job, in the transaction that adds the run. */
export async function enqueueRun(tx: TenantTx, { id, source_id }: { id: string; source_id: string }): Promise<void> {
  const { clientId } = tx;
  const key = `import_source:${source_id}`;
  await enqueueJobs(tx, [{ clientId, kind: sourceRunKind, key, weight: 'light', payload: { run_id: id } }]);
}

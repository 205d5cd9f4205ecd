import type { TenantTx } from '../../../platform/db/sql.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Runs a transaction of an account, then notifies the workers and the members who read its changes. */
export async function writeAndNotify<T>(
  platform: Platform,
  clientId: string,
  fn: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  const result = await platform.db.withTenant(clientId, fn);
  platform.notifier.notify('changes_new', clientId);
  notifyJobs(platform);
  return result;
}

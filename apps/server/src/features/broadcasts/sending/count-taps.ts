import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { publishProgress } from '../core/progress-repo.ts';
import { listAccountsWithTaps, updateOpenedRecipients } from '../links/link-repo.ts';

/** Brings opened links to the recipients and figures of their broadcasts. Safe in several processes. */
export async function countOpenedLinks(platform: Platform): Promise<void> {
  for (const clientId of await listAccountsWithTaps(platform.db.system.statements('broadcasts'))) {
    try {
      await platform.db.withTenant(clientId, count);
      platform.notifier.notify('changes_new', clientId);
    } catch (error) {
      platform.log.warn({ err: error }, 'broadcasts: counting opened links failed, retrying');
    }
  }
}

async function count(tx: TenantTx): Promise<void> {
  const ids = await updateOpenedRecipients(tx);
  if (ids.length > 0) await publishProgress(tx, ids);
}

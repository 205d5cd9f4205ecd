import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { listMemberViews } from '../team/public.ts';
import { notify } from './notify.ts';
import { pauseOccasionsOf } from './occasions.ts';

/**
 * Tells Admins and Owners that an automation paused itself, in the transaction given: the same pause again tells nobody
 * twice.
 * @param pause the id of this pause, a UUID
 * @returns wakes who follows the notifications; call it after the commit
 */
export async function tellAutomationPaused(
  platform: Platform,
  tx: TenantTx,
  automationId: string,
  pause: string,
): Promise<() => void> {
  const { clientId } = tx;
  const { changed } = await notify(platform, tx, pauseOccasionsOf(automationId, pause, await listMemberViews(tx)));
  return () => {
    for (const uid of changed) platform.notifier.notify('notifications', `${clientId} ${uid}`);
  };
}

import type { Platform } from '../../../platform/platform.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import { applyStatuses } from './apply-statuses.ts';
import { foldParked } from './fold-parked-statuses.ts';
import { findClaimableStatuses, takeParkedStatuses } from './status-repo.ts';

/**
 * Applies parked statuses whose message is known by now. When a status is parked while its message's outcome is being
 * written, neither transaction sees the other's row; this poll finds it.
 * @param withinMs how long ago they were parked at most
 */
export async function applyParkedStatuses(platform: Platform, withinMs: number): Promise<void> {
  const known = await findClaimableStatuses(platform.db.system.statements('outcomes'), withinMs);
  if (known.length === 0) return;
  const changes: NewChange[] = [];
  await platform.db.system.transaction('outcomes', async (tx) => {
    changes.length = 0;
    changes.push(...(await applyStatuses(tx, foldParked(await takeParkedStatuses(tx, known)))));
    await placeChanges(tx, changes);
  });
  for (const clientId of new Set(changes.map((change) => change.clientId)))
    platform.notifier.notify('changes', clientId);
}

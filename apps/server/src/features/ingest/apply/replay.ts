import type { Platform } from '../../../platform/platform.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import { normalizeDeliveries } from '../normalize/normalize.ts';
import { applyNormalized } from './apply-batch.ts';
import { applyMessages } from './apply-messages.ts';
import { insertRefusals } from './refusal-repo.ts';
import { type DeliveryPosition, deleteRefusals, readDeliveriesAt } from './replay-repo.ts';
import { addWebhookStatistics } from './statistics-repo.ts';

/** The result of a replay. */
export type ReplayResult = {
  /** Deliveries that were applied again. */
  deliveries: number;
  /** Parts that were refused before and are stored now. */
  stored: number;
  /** Parts that are still refused, with their current reason. */
  refused: number;
  /** Deliveries whose raw bytes have expired. */
  gone: number;
};

/**
 * Applies deliveries with refused parts again, for example after an update that supports more fields, or after the
 * number they name was connected. Stored parts stay unchanged.
 */
export async function replayRefused(
  platform: Platform,
  directory: ChannelDirectory,
  owner: { clientId: string; channelId: string },
  positions: readonly DeliveryPosition[],
): Promise<ReplayResult> {
  const deliveries = await readDeliveriesAt(platform.db.system.statements('apply'), positions);
  const result: ReplayResult = {
    deliveries: deliveries.length,
    stored: 0,
    refused: 0,
    gone: positions.length - deliveries.length,
  };
  const { clientId, channelId } = owner;
  for (const delivery of deliveries) {
    const events = await normalizeDeliveries(directory, [delivery]);
    const changes: NewChange[] = [];
    const one = { stored: 0, refused: 0 };
    await platform.db.system.transaction('apply', async (tx) => {
      changes.length = 0;
      const before = await deleteRefusals(tx, clientId, channelId, delivery);
      const followUp = await applyNormalized(tx, events, await applyMessages(tx, events.messages, events.contacts));
      const refusals = [...events.refusals, ...followUp.refusals].filter((refusal) => refusal.clientId === clientId);
      one.refused = refusals.filter((refusal) => refusal.stored !== true).length;
      one.stored = before - one.refused;
      await insertRefusals(tx, delivery.partition, refusals);
      const correction = { deliveries: 0, received: 0, stored: one.stored, refused: -one.stored };
      await addWebhookStatistics(tx, [{ clientId, channelId, ...correction }]);
      changes.push(...followUp.changes);
      await placeChanges(tx, changes);
    });
    for (const changed of new Set(changes.map((change) => change.clientId)))
      platform.notifier.notify('changes', changed);
    result.stored += one.stored;
    result.refused += one.refused;
  }
  return result;
}

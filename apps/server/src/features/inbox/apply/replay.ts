import type { Platform } from '../../../platform/platform.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import { applyRest } from './apply-batch.ts';
import { applyMessages } from './apply-messages.ts';
import { addToBooks } from './book-repo.ts';
import { interpret } from './interpret.ts';
import { insertRefusals } from './lane-repo.ts';
import { type Place, readPlaces, takeRefusals } from './replay-repo.ts';

/** What a replay came to, in parts of deliveries. */
export type Replayed = {
  /** Deliveries that were understood anew. */
  deliveries: number;
  /** Parts that were refused before and made rows now. */
  stored: number;
  /** Parts that are refused still, with the reason they have now. */
  refused: number;
  /** Deliveries whose bytes have aged out. */
  gone: number;
};

/**
 * Understands deliveries of which something was refused once more: after an update that knows more, or when the number
 * they name was connected since. What is there already stays as it is.
 */
export async function replayRefused(
  platform: Platform,
  directory: ChannelDirectory,
  owner: { clientId: string; channelId: string },
  places: readonly Place[],
): Promise<Replayed> {
  const deliveries = await readPlaces(platform.db.system.statements('apply'), places);
  const result: Replayed = {
    deliveries: deliveries.length,
    stored: 0,
    refused: 0,
    gone: places.length - deliveries.length,
  };
  const { clientId, channelId } = owner;
  for (const delivery of deliveries) {
    const meaning = await interpret(directory, [delivery]);
    const changes: NewChange[] = [];
    const one = { stored: 0, refused: 0 };
    await platform.db.system.transaction('apply', async (tx) => {
      changes.length = 0;
      const before = await takeRefusals(tx, clientId, channelId, delivery);
      const rest = await applyRest(tx, meaning, await applyMessages(tx, meaning.inbound, meaning.people));
      const refusals = [...meaning.refusals, ...rest.refusals].filter((refusal) => refusal.clientId === clientId);
      one.refused = refusals.filter((refusal) => refusal.stored !== true).length;
      one.stored = before - one.refused;
      await insertRefusals(tx, delivery.lane, refusals);
      const moved = { deliveries: 0, received: 0, stored: one.stored, refused: -one.stored };
      await addToBooks(tx, [{ clientId, channelId, ...moved }]);
      changes.push(...rest.changes);
      await placeChanges(tx, changes);
    });
    for (const changed of new Set(changes.map((change) => change.clientId))) platform.signal.hint('changes', changed);
    result.stored += one.stored;
    result.refused += one.refused;
  }
  return result;
}

import type { Executor } from '../../../platform/db/sql.ts';
import { hintJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import type { StoredDelivery } from '../intake/raw-store.ts';
import { applyAmendments } from './apply-amendments.ts';
import { applyFailures } from './apply-failures.ts';
import { applyMessages, applyReactions, type Written } from './apply-messages.ts';
import { applyRelinks } from './apply-relinks.ts';
import { applyStatuses } from './apply-statuses.ts';
import { applyPreferences, applyUpdates } from './apply-updates.ts';
import { addToBooks, type BookEntry } from './book-repo.ts';
import { insertRefusals, moveLane } from './lane-repo.ts';
import type { Interpreted, Refusal, Tally } from './meaning.ts';
import { noteTestPhones } from './test-phones.ts';

/** Another applier moved the lane on while this one worked: nothing of this transaction was kept. */
export class LaneTaken extends Error {}

/**
 * Writes all that a run of deliveries means in one transaction, together with the lane's progress. Repeating it changes
 * nothing: messages and events find their rows taken.
 * @param to the last delivery of the run; it begins right behind `from`
 * @throws LaneTaken when the lane's progress is no longer `from`
 */
export async function applyBatch(
  platform: Platform,
  lane: number,
  from: number,
  to: number,
  meaning: Interpreted,
): Promise<void> {
  const changes: NewChange[] = [];
  let queued = false;
  await platform.db.system.transaction('apply', async (tx) => {
    changes.length = 0;
    // Progress first: a second applier of this lane waits here and then finds the lane moved on.
    const [moved, written] = await Promise.all([
      moveLane(tx, lane, from, to),
      applyMessages(tx, meaning.inbound, meaning.people),
    ]);
    if (!moved) throw new LaneTaken(`lane ${lane} is no longer at ${from}`);
    const rest = await applyRest(tx, meaning, written);
    changes.push(...rest.changes);
    queued = written.queued || rest.queued;
    const refusals = [...meaning.refusals, ...rest.refusals];
    await Promise.all([
      insertRefusals(tx, lane, refusals),
      addToBooks(tx, booksOf(meaning.tallies, refusals, rest.refusals)),
    ]);
    await placeChanges(tx, changes);
  });
  for (const clientId of new Set(changes.map((change) => change.clientId))) platform.signal.hint('changes', clientId);
  if (queued) hintJobs(platform);
}

/**
 * All that follows on the messages of a batch.
 * @returns the changes of everything, what turned out to be about messages nobody knows here, and whether jobs wait
 */
export async function applyRest(
  tx: Executor,
  meaning: Interpreted,
  { changes: written, fresh }: Written,
): Promise<{ changes: NewChange[]; refusals: Refusal[]; queued: boolean }> {
  await noteTestPhones(tx, fresh);
  const relinked = await applyRelinks(tx, fresh);
  const changes = [...written, ...relinked.changes];
  const reacted = await applyReactions(tx, meaning.reactions);
  const amended = await applyAmendments(tx, meaning.amendments);
  changes.push(...reacted.changes, ...amended.changes, ...(await applyStatuses(tx, meaning.statuses)));
  changes.push(...(await applyFailures(tx, meaning.statuses)));
  changes.push(...(await applyPreferences(tx, meaning.preferences)), ...(await applyUpdates(tx, meaning.updates)));
  return { changes, refusals: [...reacted.refusals, ...amended.refusals], queued: relinked.queued };
}

/** @param late refusals of parts that were counted as stored before their message was looked for */
function booksOf(tallies: readonly Tally[], refusals: readonly Refusal[], late: readonly Refusal[]): BookEntry[] {
  const countOf = (list: readonly Refusal[], channelId: string) =>
    list.filter((refusal) => refusal.channelId === channelId && refusal.stored !== true).length;
  return tallies.map(({ clientId, channelId, deliveries, received, stored }) => ({
    clientId,
    channelId,
    deliveries,
    received,
    stored: stored - countOf(late, channelId),
    refused: countOf(refusals, channelId),
  }));
}

/** Records a delivery that cannot be applied, so that the lane goes on; the bytes stay for a replay. */
export async function skipDelivery(
  platform: Platform,
  lane: number,
  from: number,
  delivery: StoredDelivery,
  why: string,
): Promise<void> {
  await platform.db.system.transaction('apply', async (tx) => {
    const moved = await moveLane(tx, lane, from, delivery.seq);
    if (!moved) throw new LaneTaken(`lane ${lane} is no longer at ${from}`);
    const { clientId, channelId, seq, receivedAt } = delivery;
    await addToBooks(tx, [{ clientId, channelId, deliveries: 1, received: 1, stored: 0, refused: 1 }]);
    await insertRefusals(tx, lane, [
      { clientId, channelId, seq, part: -1, receivedAt, reason: 'could_not_apply', detail: { why } },
    ]);
  });
}

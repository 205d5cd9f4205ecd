import type { Transaction } from '../../../platform/db/sql.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { applyFailures, applyStatuses } from '../../messaging/public.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import type { DeliveryCounts, NormalizedEvents, Refusal } from '../normalize/normalized-events.ts';
import { advancePartition } from '../raw/partition-repo.ts';
import type { StoredDelivery } from '../raw/raw-store.ts';
import type { Answered } from './answer-opt-out.ts';
import { applyAmendments } from './apply-amendments.ts';
import { applyCallPermissions } from './apply-call-permissions.ts';
import { applyCallProgress, applyCalls, noteEndedCalls } from './apply-calls.ts';
import { applyGroups, nameParticipants } from './apply-groups.ts';
import { applyHandovers } from './apply-handovers.ts';
import { applyIdentityChanges } from './apply-identity-changes.ts';
import { applyMessages, applyReactions, type WrittenMessages } from './apply-messages.ts';
import { applyNoticed } from './apply-noticed.ts';
import { applyOptOutWords } from './apply-opt-out-words.ts';
import { applyOptInPreferences, applyUpdates } from './apply-updates.ts';
import { assignOpened } from './assign-opened.ts';
import { noteChatLinks } from './note-chat-links.ts';
import { insertRefusals } from './refusal-repo.ts';
import { addWebhookStatistics, type StatisticsEntry } from './statistics-repo.ts';
import { verifyTestPhones } from './verify-test-phones.ts';

/** Another applier advanced the partition meanwhile: this transaction was rolled back. */
export class PartitionTaken extends Error {}

/**
 * Applies the events of consecutive deliveries in one transaction, together with the partition's progress. Applying
 * them again changes nothing, because their messages and status events exist.
 * @param to the last delivery of the batch, which begins right after `from`
 * @throws PartitionTaken when the partition's progress is no longer `from`
 */
export async function applyBatch(
  platform: Platform,
  partition: number,
  from: number,
  to: number,
  events: NormalizedEvents,
): Promise<void> {
  const changes: NewChange[] = [];
  let queued = false;
  let answered: Answered[] = [];
  await platform.db.system.transaction('apply', async (tx) => {
    changes.length = 0;
    // What was told of a call before its end may say how it ended.
    changes.push(...(await applyCallProgress(tx, events.progress)), ...(await noteEndedCalls(tx, events.messages)));
    // Progress is written first: a second applier of this partition waits here and then finds it advanced.
    const [moved, written] = await Promise.all([
      advancePartition(tx, partition, from, to),
      applyMessages(tx, events.messages, events.contacts),
    ]);
    if (!moved) throw new PartitionTaken(`partition ${partition} is no longer at ${from}`);
    const followUp = await applyNormalized(tx, events, written);
    changes.push(...followUp.changes);
    queued = written.queued || followUp.queued;
    answered = followUp.answered;
    const refusals = [...events.refusals, ...followUp.refusals];
    await Promise.all([
      insertRefusals(tx, partition, refusals),
      addWebhookStatistics(tx, statisticsOf(events.counts, refusals, followUp.refusals)),
    ]);
    await placeChanges(tx, changes);
  });
  for (const clientId of new Set(changes.map((change) => change.clientId)))
    platform.notifier.notify('changes', clientId);
  for (const { clientId, channelId } of answered) {
    platform.notifier.notify('changes_new', clientId);
    platform.notifier.notify('triggers', `${clientId}/${channelId}`);
  }
  if (queued) notifyJobs(platform);
}

/**
 * Applies everything but the messages themselves.
 * @returns all changes, refusals of events whose message is not stored, whether jobs were enqueued, and channels that
 * have an opt-out to confirm
 */
export async function applyNormalized(
  tx: Transaction,
  events: NormalizedEvents,
  { changes: written, fresh: all, opened }: WrittenMessages,
): Promise<{ changes: NewChange[]; refusals: Refusal[]; queued: boolean; answered: Answered[] }> {
  // What is written to a group is said to everybody in it: it is no code, no opt-out and no number to answer to.
  const fresh = all.filter(({ sender }) => sender === undefined);
  await verifyTestPhones(tx, fresh);
  await noteChatLinks(tx, fresh);
  const identities = await applyIdentityChanges(tx, fresh);
  const handed = await applyHandovers(tx, events.handovers);
  const groups = await applyGroups(tx, events.groups);
  const named = await nameParticipants(tx, events.statuses);
  const begun = {
    clientIds: [...opened.clientIds, ...handed.clientIds],
    threadIds: [...opened.threadIds, ...handed.threadIds],
    eventIds: opened.eventIds,
  };
  const changes = [
    ...written,
    ...identities.changes,
    ...handed.changes,
    ...groups,
    ...named,
    ...(await assignOpened(tx, begun)),
  ];
  const reacted = await applyReactions(tx, events.reactions);
  const amended = await applyAmendments(tx, events.amendments);
  changes.push(...reacted.changes, ...amended.changes, ...(await applyStatuses(tx, events.statuses)));
  changes.push(...(await applyFailures(tx, events.statuses)));
  await applyCallPermissions(tx, fresh);
  changes.push(...(await applyCalls(tx, events.calls)));
  const noticed = await applyNoticed(tx, events.noticed);
  changes.push(...noticed.changes);
  const optOuts = await applyOptOutWords(tx, fresh, events.amendments);
  changes.push(...optOuts.changes);
  changes.push(...(await applyOptInPreferences(tx, events.preferences)), ...(await applyUpdates(tx, events.updates)));
  return {
    changes,
    refusals: [...reacted.refusals, ...amended.refusals, ...noticed.refusals],
    queued: identities.queued,
    answered: optOuts.answered,
  };
}

/** @param delayed refusals of parts that were counted as stored before their message turned out to be missing */
function statisticsOf(
  counts: readonly DeliveryCounts[],
  refusals: readonly Refusal[],
  delayed: readonly Refusal[],
): StatisticsEntry[] {
  const countOf = (list: readonly Refusal[], channelId: string) =>
    list.filter((refusal) => refusal.channelId === channelId && refusal.stored !== true).length;
  return counts.map(({ clientId, channelId, deliveries, received, stored }) => ({
    clientId,
    channelId,
    deliveries,
    received,
    stored: stored - countOf(delayed, channelId),
    refused: countOf(refusals, channelId),
  }));
}

/** Refuses a delivery that cannot be applied, so that the partition continues; its raw bytes stay for a replay. */
export async function skipDelivery(
  platform: Platform,
  partition: number,
  from: number,
  delivery: StoredDelivery,
  why: string,
): Promise<void> {
  await platform.db.system.transaction('apply', async (tx) => {
    const moved = await advancePartition(tx, partition, from, delivery.seq);
    if (!moved) throw new PartitionTaken(`partition ${partition} is no longer at ${from}`);
    const { clientId, channelId, seq, receivedAt } = delivery;
    await addWebhookStatistics(tx, [{ clientId, channelId, deliveries: 1, received: 1, stored: 0, refused: 1 }]);
    await insertRefusals(tx, partition, [
      { clientId, channelId, seq, part: -1, receivedAt, reason: 'could_not_apply', detail: { why } },
    ]);
  });
}

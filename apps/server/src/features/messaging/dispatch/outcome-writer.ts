import type { ClassifiedError } from '@parley/whatsapp-client';
import type { Executor } from '../../../platform/db/sql.ts';
import { isDatabaseUnavailable } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { pauseChannel } from '../../channels/public.ts';
import { addKnownNumber, enqueueAutomaticMerges } from '../../contacts/public.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import { applyFailure } from '../state/apply-failures.ts';
import { applyStatuses } from '../state/apply-statuses.ts';
import { foldParked } from '../state/fold-parked-statuses.ts';
import { type Outcome, settleOutcomes } from '../state/outcome-repo.ts';
import { takeParkedStatuses } from '../state/status-repo.ts';

/** An outcome, and what it says beyond its message: why the channel pauses, an error that may affect more, a number. */
export type Settled = Outcome & {
  pausesChannel?: string;
  cause?: ClassifiedError;
  /** The number that the message was sent to, and the one by which WhatsApp knows its recipient. */
  recipient?: { sentTo: string; knownAs: string };
};

/** Writes the outcomes of all channels in batches: those that arrive during a write go into the next batch. */
export type OutcomeWriter = {
  /** Resolves when the outcome is on disk. Retries until it is written, or until `finish`. */
  write(outcome: Settled): Promise<void>;
  /** From now on, does not wait for a database that does not answer. */
  finish(): void;
  close(): Promise<void>;
};

const batchLimit = 500;
/** After a batch of this many more are about to come: they gather, which halves the transactions of a broadcast. */
const gatherFrom = 4;
const gatherMs = 40;
/** After this many refusals by the database an outcome stays unwritten: its message is unknown at the next start. */
const maxAttempts = 5;

type Waiting = { outcome: Settled; resolve: () => void; refusals: number };

export function createOutcomeWriter(platform: Platform): OutcomeWriter {
  let waiting: Waiting[] = [];
  let inFlight: Promise<void> | undefined;
  let closing = false;
  let gathers = false;

  async function run(): Promise<void> {
    let waitMs = 50;
    while (waiting.length > 0) {
      if (gathers && !closing) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      const batch = takeBatch();
      gathers = batch.length >= gatherFrom;
      const left = await write(batch);
      if (left.length === 0) {
        waitMs = 50;
        continue;
      }
      waiting.push(...left);
      // An outcome that is unwritten at shutdown leaves its message `started`: unknown at the next start, until a
      // status settles it.
      if (closing) break;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs = Math.min(waitMs * 2, 2_000);
    }
    for (const entry of waiting) entry.resolve();
    waiting = [];
    inFlight = undefined;
  }

  /** @returns the entries to retry */
  async function write(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      await writeBatch(
        platform,
        batch.map((entry) => entry.outcome),
      );
    } catch (error) {
      platform.log.warn({ err: error, n: batch.length }, 'dispatcher: outcomes could not be written, trying again');
      if (isDatabaseUnavailable(error)) return batch;
      if (batch.length > 1) return writeEach(batch);
      const [entry] = batch;
      if (entry === undefined || ++entry.refusals < maxAttempts) return batch;
      platform.log.error(
        { err: error, message: entry.outcome.messageId },
        'dispatcher: an outcome could not be written and is lost',
      );
    }
    for (const entry of batch) entry.resolve();
    return [];
  }

  /** An outcome that the database refuses must not fail the others. */
  async function writeEach(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const left: Waiting[] = [];
    for (const entry of batch) left.push(...(await write([entry])));
    return left;
  }

  /** At most one outcome of a message in one statement. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    const messages = new Set<string>();
    for (const entry of waiting) {
      const key = `${entry.outcome.clientId}/${entry.outcome.messageId}`;
      if (batch.length >= batchLimit || messages.has(key)) rest.push(entry);
      else batch.push(entry);
      messages.add(key);
    }
    waiting = rest;
    return batch;
  }

  return {
    write(outcome) {
      return new Promise((resolve) => {
        waiting.push({ outcome, resolve, refusals: 0 });
        inFlight ??= run();
      });
    },
    finish() {
      closing = true;
    },
    async close() {
      closing = true;
      await inFlight;
    },
  };
}

/**
 * WhatsApp may know an account by another number than the one that was dialled, as after a change of the country's
 * numbers: the reply will come from that one. When another contact has it, the two are suggested as duplicates.
 */
async function learnNumbers(tx: Executor, outcomes: readonly Settled[]): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const { clientId, recipient } of outcomes) {
    if (recipient === undefined) continue;
    const learned = await addKnownNumber(tx, clientId, recipient.sentTo, recipient.knownAs);
    if (learned === null) continue;
    if ('changed' in learned)
      changes.push({ clientId, collection: 'contacts', marker: 'MODIFIED', ...learned.changed });
    else await enqueueAutomaticMerges(tx, [{ clientId, ...learned.conflict, cause: 'same_person' }]);
  }
  return changes;
}

async function writeBatch(platform: Platform, outcomes: readonly Settled[]): Promise<void> {
  const changes: NewChange[] = [];
  await platform.db.system.transaction('outcomes', async (tx) => {
    changes.length = 0;
    // Before the messages are locked, as where deliveries are applied.
    changes.push(...(await learnNumbers(tx, outcomes)));
    const accepted = outcomes.flatMap((outcome) =>
      outcome.outcome === 'accepted' && outcome.kind === 'message' ? [outcome] : [],
    );
    const [rows, parked] = await Promise.all([
      settleOutcomes(tx, outcomes),
      accepted.length === 0 ? [] : takeParkedStatuses(tx, accepted),
    ]);
    changes.push(
      ...rows.map(
        (row): NewChange => ({
          clientId: row.client_id,
          collection: 'messages',
          id: row.id,
          marker: 'MODIFIED',
          version: row.version,
        }),
      ),
      ...(await applyStatuses(tx, foldParked(parked))),
    );
    const paused = new Map(
      outcomes.flatMap((outcome) =>
        outcome.pausesChannel === undefined ? [] : [[outcome.channelId, outcome] as const],
      ),
    );
    for (const outcome of paused.values()) {
      const version = await pauseChannel(tx, outcome.clientId, outcome.channelId, outcome.pausesChannel ?? '');
      if (version === null) continue;
      changes.push({
        clientId: outcome.clientId,
        collection: 'channels',
        id: outcome.channelId,
        marker: 'MODIFIED',
        version,
      });
    }
    for (const { clientId, channelId, messageId, cause } of outcomes) {
      if (cause === undefined || cause.effect === null) continue;
      const failure = { clientId, channelId, messageId, providerId: null, error: cause, at: new Date() };
      changes.push(...(await applyFailure(tx, failure)));
    }
    await placeChanges(tx, changes);
  });
  for (const clientId of new Set(changes.map((change) => change.clientId)))
    platform.notifier.notify('changes', clientId);
}

import type { ClassifiedError } from '@parley/whatsapp-client';
import { isDatabaseGone } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import { applyFailure } from '../apply/apply-failures.ts';
import { applyStatuses } from '../apply/apply-statuses.ts';
import { foldParked } from '../apply/parked.ts';
import { takeParkedStatuses } from '../apply/status-repo.ts';
import { type Outcome, pauseChannel, settleOutcomes } from './outcome-repo.ts';

/** An outcome, whether it says that the whole channel cannot send, and the error that may say more than the message. */
export type Settled = Outcome & { pausesChannel?: string; cause?: ClassifiedError };

/** Writes outcomes of all lanes in batches: whatever came while the last batch was written goes into the next. */
export type OutcomeWriter = {
  /** Resolves when the outcome is on disk. Tries until the database takes it, or until `finish`. */
  write(outcome: Settled): Promise<void>;
  /** From now on a database that does not answer is not waited for. */
  finish(): void;
  close(): Promise<void>;
};

const batchLimit = 500;
/** An outcome that the database refuses this often stays unwritten: its message is unknown at the next start. */
const triesAtMost = 5;

type Waiting = { outcome: Settled; resolve: () => void; refusals: number };

export function createOutcomeWriter(platform: Platform): OutcomeWriter {
  let waiting: Waiting[] = [];
  let inFlight: Promise<void> | undefined;
  let closing = false;

  async function run(): Promise<void> {
    let waitMs = 50;
    while (waiting.length > 0) {
      const left = await write(takeBatch());
      if (left.length === 0) {
        waitMs = 50;
        continue;
      }
      waiting.push(...left);
      // At shutdown what is not written stays `started` and becomes unknown at the next start: true, and settled
      // by the statuses.
      if (closing) break;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs = Math.min(waitMs * 2, 2_000);
    }
    for (const entry of waiting) entry.resolve();
    waiting = [];
    inFlight = undefined;
  }

  /** @returns what could not be written and is to be tried again */
  async function write(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      await writeBatch(
        platform,
        batch.map((entry) => entry.outcome),
      );
    } catch (error) {
      platform.log.warn({ err: error, n: batch.length }, 'outcomes could not be written, trying again');
      if (isDatabaseGone(error)) return batch;
      if (batch.length > 1) return writeEach(batch);
      const [entry] = batch;
      if (entry === undefined || ++entry.refusals < triesAtMost) return batch;
      platform.log.error({ err: error, message: entry.outcome.messageId }, 'an outcome was given up');
    }
    for (const entry of batch) entry.resolve();
    return [];
  }

  /** One that the database refuses must not take its neighbours along. */
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

async function writeBatch(platform: Platform, outcomes: readonly Settled[]): Promise<void> {
  const changes: NewChange[] = [];
  await platform.db.system.transaction('outcomes', async (tx) => {
    changes.length = 0;
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
  for (const clientId of new Set(changes.map((change) => change.clientId))) platform.signal.hint('changes', clientId);
}

import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ProviderUploads } from '../../media/public.ts';
import { placeChanges } from '../../sync/public.ts';
import { callTimeoutMs, deliver, type Sender } from './deliver.ts';
import {
  type BusyChannel,
  type ClaimedTrigger,
  claimTriggers,
  endLease,
  keepLease,
  type LaneChannel,
  nextDue,
  readLaneChannel,
  recoverStarted,
  takeLease,
} from './lane-repo.ts';
import { pauseChannel } from './outcome-repo.ts';
import type { OutcomeWriter, Settled } from './outcome-writer.ts';
import { Pace } from './pace.ts';
import { prepareMedia } from './prepare.ts';
import { removeReadMark, takeReadMarks } from './read-mark-repo.ts';

const leaseMs = 45_000;
const keepEveryMs = 10_000;
/** What gathers in this time is marked started in one commit; measured: seven times fewer commits at no loss of rate. */
const gatherMs = 8;
/** After a failed or unknown message its customer's next one waits this long. */
const afterTroubleMs = 5_000;
/** A lane without work gives its lease back. */
const idleMs = 30_000;

export type LaneParts = {
  platform: Platform;
  outcomes: OutcomeWriter;
  /** How to reach the provider for a channel. @throws when it cannot be reached at all now */
  senderFor(clientId: string, channelId: string): Promise<Sender>;
  /** Gives a message's file to WhatsApp. */
  uploadMedia: ProviderUploads;
  soleProcess: boolean;
};

/** How long a customer's queue rests after an outcome: nothing of theirs may overtake what is tried again. */
function quietMs(settled: Settled): number {
  if (settled.outcome === 'retry') return settled.delayMs;
  return settled.outcome === 'accepted' ? 0 : afterTroubleMs;
}

/** Sends for one channel until it has been idle for a while. One at a time in all processes, by its lease. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #channel: BusyChannel;
  readonly #system: Executor;
  readonly #holder = newId();
  readonly #busy = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #epoch = 0;
  #keptAt = 0;
  #row: LaneChannel | undefined;
  #pace = new Pace(80, performance.now());
  #wake: (() => void) | undefined;
  #woken = true;
  #stopped = false;
  #claimedAt = 0;

  constructor(parts: LaneParts, channel: BusyChannel) {
    this.#parts = parts;
    this.#channel = channel;
    this.#system = parts.platform.db.system.statements('dispatcher');
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** The channel is another one than before: its next message goes by what it is now. */
  reread(): void {
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  /** Runs until idle, stopped or robbed of the lease; waits for the calls under way before it ends. */
  async run(): Promise<void> {
    const { soleProcess, platform } = this.#parts;
    const epoch = await takeLease(this.#system, this.#channel, this.#holder, leaseMs, soleProcess);
    if (epoch === null) return;
    this.#epoch = epoch;
    this.#keptAt = performance.now();
    try {
      await this.#recover();
      await this.#loop();
    } finally {
      await Promise.all(this.#underWay);
      await endLease(this.#system, this.#channel, epoch).catch((error: unknown) =>
        platform.log.debug({ err: error }, 'a lease could not be given back; it ends by itself'),
      );
    }
  }

  async #recover(): Promise<void> {
    const clientId = this.#channel.client_id;
    const found = await this.#parts.platform.db.system.transaction('dispatcher', async (tx) => {
      const rows = await recoverStarted(tx, this.#channel, this.#epoch);
      await placeChanges(
        tx,
        rows.map((row) => ({ clientId, collection: 'messages', id: row.id, marker: 'MODIFIED', version: row.version })),
      );
      return rows;
    });
    if (found.length === 0) return;
    this.#parts.platform.signal.hint('changes', clientId);
    this.#parts.platform.log.warn(
      { channel: this.#channel.channel_id, n: found.length },
      'messages under way when the server ended are unknown now',
    );
  }

  async #loop(): Promise<void> {
    let idleSince = performance.now();
    while (!this.#stopped) {
      this.#woken = false;
      if (!(await this.#keep())) return;
      await this.#refresh();
      this.#freeThreads();
      const now = performance.now();
      const limit = Math.min(this.#pace.available(now), this.#pace.bound() - this.#underWay.size);
      if (this.#row?.state !== 'ACTIVE') {
        if (performance.now() - idleSince > idleMs) return;
        await this.#pause(1_000);
        continue;
      }
      await this.#sendReadMarks();
      if (limit <= 0) {
        await this.#pause(this.#pace.available(now) < 1 ? this.#pace.waitMs() : 1_000);
        continue;
      }
      const claimed = await this.#claim(limit);
      if (claimed.length > 0) {
        idleSince = performance.now();
        continue;
      }
      if (this.#underWay.size === 0 && performance.now() - idleSince > idleMs) return;
      await this.#pause(await this.#untilNext());
    }
  }

  async #keep(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#keptAt < keepEveryMs) return true;
    const kept = await keepLease(this.#system, this.#channel, this.#epoch, leaseMs);
    if (kept) this.#keptAt = now;
    else this.#parts.platform.log.warn({ channel: this.#channel.channel_id }, 'lost the lease of a channel');
    return kept;
  }

  #refreshedAt = Number.NEGATIVE_INFINITY;
  #sender: { version: number; sender: Sender } | undefined;

  /** Reads the channel again once a second: its pace, state and token may change at any time. */
  async #refresh(): Promise<void> {
    const now = performance.now();
    if (now - this.#refreshedAt < 1_000) return;
    const row = await readLaneChannel(this.#system, this.#channel);
    this.#refreshedAt = now;
    if (row !== null && row.pace !== this.#row?.pace) this.#pace = new Pace(row.pace, now);
    this.#row = row ?? undefined;
    if (row !== null && row.state === 'ACTIVE' && this.#sender?.version !== row.version) {
      this.#sender = {
        version: row.version,
        sender: await this.#parts.senderFor(this.#channel.client_id, this.#channel.channel_id),
      };
    }
  }

  #freeThreads(): void {
    const now = performance.now();
    for (const [thread, freeAt] of this.#busy) if (freeAt <= now) this.#busy.delete(thread);
  }

  async #claim(limit: number): Promise<ClaimedTrigger[]> {
    const sinceLast = performance.now() - this.#claimedAt;
    if (sinceLast < gatherMs) await new Promise((resolve) => setTimeout(resolve, gatherMs - sinceLast));
    this.#claimedAt = performance.now();
    const sender = this.#sender?.sender;
    if (sender === undefined) return [];
    const claimed = await this.#parts.platform.db.system.transaction('dispatcher', (tx) =>
      claimTriggers(tx, {
        channel: this.#channel,
        epoch: this.#epoch,
        callMs: callTimeoutMs + 2_000,
        busyThreads: [...this.#busy.keys()],
        limit,
      }),
    );
    if (claimed.some((trigger) => trigger.verdict === 'hold')) {
      this.#parts.platform.signal.hint('changes_new', this.#channel.client_id);
    }
    const leaving = claimed.filter((trigger) => trigger.verdict === 'go');
    this.#pace.take(leaving.length);
    for (const trigger of leaving) this.#keepBusy(trigger, this.#deliver(sender, trigger));
    for (const trigger of claimed) {
      if (trigger.verdict === 'prepare') this.#keepBusy(trigger, this.#prepare(sender, trigger));
    }
    return claimed;
  }

  /** Nothing else of this customer leaves while `work` goes on. */
  #keepBusy(trigger: ClaimedTrigger, work: Promise<void>): void {
    this.#busy.set(trigger.thread_id, Number.POSITIVE_INFINITY);
    const call = work.finally(() => {
      this.#underWay.delete(call);
      this.wake();
    });
    this.#underWay.add(call);
  }

  /** Not being prepared changes nothing: the message waits and is looked at again. */
  async #prepare(sender: Sender, trigger: ClaimedTrigger): Promise<void> {
    const { platform, uploadMedia } = this.#parts;
    let quietMs = afterTroubleMs;
    try {
      const prepared = await prepareMedia(platform, uploadMedia, sender, this.#channel, trigger);
      quietMs = prepared.quietMs;
      if (prepared.pausesChannel !== undefined) await this.#pauseChannel(prepared.pausesChannel);
    } catch (error) {
      platform.log.warn({ err: error, message: trigger.message_id }, 'a file could not be given to WhatsApp');
    }
    this.#busy.set(trigger.thread_id, performance.now() + quietMs);
  }

  async #pauseChannel(reason: string): Promise<void> {
    const { client_id: clientId, channel_id: id } = this.#channel;
    await this.#parts.platform.db.system.transaction('outcomes', async (tx) => {
      const version = await pauseChannel(tx, clientId, id, reason);
      if (version !== null)
        await placeChanges(tx, [{ clientId, collection: 'channels', id, marker: 'MODIFIED', version }]);
    });
    this.#parts.platform.signal.hint('changes', clientId);
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
  }

  async #deliver(sender: Sender, trigger: ClaimedTrigger): Promise<void> {
    const began = performance.now();
    const { settled, throttled } = await deliver(sender, this.#channel, this.#epoch, trigger);
    this.#pace.answered(performance.now() - began);
    if (throttled) this.#pace.slowDown();
    // The next message of this customer leaves only when this one's outcome is on disk.
    await this.#parts.outcomes.write(settled);
    if (settled.outcome === 'retry' && settled.pausesChannel !== undefined)
      this.#refreshedAt = Number.NEGATIVE_INFINITY;
    this.#busy.set(trigger.thread_id, performance.now() + quietMs(settled));
  }

  async #sendReadMarks(): Promise<void> {
    const sender = this.#sender?.sender;
    if (sender === undefined) return;
    for (const mark of await takeReadMarks(this.#system, this.#channel)) {
      const { client, phoneNumberId, accessToken } = sender;
      const call = client
        .markRead({ phoneNumberId, accessToken, providerMessageId: mark.provider_message_id, timeoutMs: callTimeoutMs })
        .then(async (outcome) => {
          // Refused for good, or tried for about an hour: a tick nobody misses is not worth more.
          if (outcome.kind === 'retry' && mark.tries < 8) return;
          await removeReadMark(this.#system, this.#channel.client_id, mark.thread_id, mark.provider_message_id);
        })
        .catch((error: unknown) => this.#parts.platform.log.debug({ err: error }, 'a read mark will be tried again'))
        .finally(() => this.#underWay.delete(call));
      this.#underWay.add(call);
    }
  }

  async #untilNext(): Promise<number> {
    const now = performance.now();
    const freed = [...this.#busy.values()].filter((at) => Number.isFinite(at)).map((at) => at - now);
    const due = await nextDue(this.#system, this.#channel, [...this.#busy.keys()]);
    const waits = [1_000, ...freed, ...(due === null ? [] : [due.getTime() - Date.now()])];
    return Math.max(gatherMs, Math.min(...waits));
  }

  async #pause(ms: number): Promise<void> {
    if (this.#woken || this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}

import type { Executor } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createSleep } from '../../../platform/poll-loop.ts';
import { pauseChannel, setChannelFact } from '../../channels/public.ts';
import type { ProviderUploads } from '../../media/public.ts';
import { placeChanges } from '../../sync/public.ts';
import { type BusyChannel, type ClaimedTrigger, claimTriggers, recoverStarted } from '../state/claim-repo.ts';
import {
  claimLease,
  type DispatchChannel,
  findDispatchChannel,
  nextDue,
  releaseLease,
  renewLease,
} from './channel-queue-repo.ts';
import { callTimeoutMs, deliver, type Sender } from './deliver.ts';
import { MarketingRoute } from './marketing-route.ts';
import type { OutcomeWriter, Settled } from './outcome-writer.ts';
import { Pace } from './pace.ts';
import { prepareMedia } from './prepare-media.ts';
import { claimReadMarks, deleteReadMark } from './read-mark-repo.ts';

/**
 * Another process sends for a channel this long after the process that did hangs. Renewed every 5 s it always covers a
 * call begun now (17 s), and a process may stand still for 20 s and keep it: a frozen virtual machine, garbage
 * collection, a database that fails over.
 */
const leaseMs = 25_000;
const renewEveryMs = 5_000;
/** A call that was claimed begins within this time, or not at all: it would end after the lease. */
const startWithinMs = 2_000;
/** Triggers that arrive within this time are claimed in one commit: seven times fewer commits at the same rate (measured). */
const batchMs = 8;
/** How many waiting triggers a claim looks at: few while they suffice, as each one costs a row read in every claim. */
const narrowLook = 64;
const widestLook = 500;
/** After a failed or unknown message the next one of its thread waits this long. */
const afterFailureMs = 5_000;
/** What another queue sent for the number counts this long after its last answer. */
const restMs = 1_100;
/** A queue without work releases its lease. */
const idleMs = 30_000;

export type ChannelQueueOptions = {
  platform: Platform;
  outcomes: OutcomeWriter;
  /** The dispatcher, as it holds leases. */
  holder: string;
  /** @throws when this channel's provider cannot be reached */
  senderFor(clientId: string, channelId: string): Promise<Sender>;
  uploadMedia: ProviderUploads;
  soleProcess: boolean;
};

/** How long a thread pauses after an outcome: no later message may overtake one that is retried. */
function threadPauseMs(settled: Settled): number {
  if (settled.outcome === 'retry') return settled.delayMs;
  return settled.outcome === 'accepted' ? 0 : afterFailureMs;
}

/** Sends for one channel until it has been idle for a while. Its lease makes it the only one in all processes. */
export class ChannelQueue {
  readonly #parts: ChannelQueueOptions;
  readonly #channel: BusyChannel;
  readonly #system: Executor;
  readonly #busy = new Map<string, number>();
  readonly #inFlight = new Set<Promise<void>>();
  #epoch = 0;
  #renewedAt = 0;
  /** The sessions of this process when the lease was last renewed: after a new session starts it is renewed at once. */
  #sessions = 0;
  #row: DispatchChannel | undefined;
  readonly #marketing = new MarketingRoute();
  #pace = new Pace(1, performance.now());
  readonly #sleep = createSleep();
  #stopped = false;
  #claimedAt = 0;
  #answeredAt = 0;
  #look = widestLook;

  constructor(parts: ChannelQueueOptions, channel: BusyChannel) {
    this.#parts = parts;
    this.#channel = channel;
    this.#system = parts.platform.db.system.statements('dispatcher');
  }

  wake(): void {
    this.#sleep.wake();
  }

  /** Reads the changed channel again before the next message. */
  reload(): void {
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  /** Runs until it is idle, stopped or has lost the lease; waits for calls in flight before it returns. */
  async run(): Promise<void> {
    const { holder, soleProcess, platform } = this.#parts;
    const lease = await claimLease(
      this.#system,
      this.#channel,
      holder,
      leaseMs,
      soleProcess,
      platform.serverProcess.id,
    );
    if (lease === null) return;
    const { epoch, rested_ms: restedMs } = lease;
    this.#epoch = epoch;
    this.#renewedAt = performance.now();
    this.#pace = new Pace(1, this.#renewedAt, this.#renewedAt + Math.max(0, restMs - restedMs));
    try {
      await this.#recover();
      await this.#loop();
    } finally {
      await Promise.all(this.#inFlight);
      await releaseLease(this.#system, this.#channel, epoch, performance.now() - this.#answeredAt).catch(
        (error: unknown) =>
          platform.log.debug({ err: error }, 'dispatcher: a lease could not be released; it expires by itself'),
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
    this.#parts.platform.notifier.notify('changes', clientId);
    this.#parts.platform.log.warn(
      { channel: this.#channel.channel_id, n: found.length },
      'dispatcher: messages in flight when a server ended are unknown now',
    );
  }

  async #loop(): Promise<void> {
    let idleSince = performance.now();
    while (!this.#stopped) {
      this.#sleep.reset();
      if (!(await this.#renew())) return;
      await this.#refresh();
      this.#freeThreads();
      const now = performance.now();
      const limit = Math.min(this.#pace.available(now), this.#pace.bound() - this.#inFlight.size);
      if (this.#row?.state !== 'ACTIVE' || this.#row.held) {
        if (performance.now() - idleSince > idleMs) return;
        await this.#sleep.for(1_000);
        continue;
      }
      await this.#sendReadMarks();
      if (limit <= 0) {
        await this.#sleep.for(this.#pace.available(now) < 1 ? this.#pace.waitMs(now) : 1_000);
        continue;
      }
      const claimed = await this.#claim(limit);
      if (claimed.length > 0) {
        idleSince = performance.now();
        continue;
      }
      if (this.#inFlight.size === 0 && performance.now() - idleSince > idleMs) return;
      await this.#sleep.for(await this.#untilNext());
    }
  }

  async #renew(): Promise<boolean> {
    const now = performance.now();
    const sessions = this.#parts.platform.serverProcess.sessions();
    if (now - this.#renewedAt < renewEveryMs && sessions === this.#sessions) return true;
    const renewed = await renewLease(this.#system, this.#channel, this.#epoch, leaseMs);
    if (renewed) [this.#renewedAt, this.#sessions] = [now, sessions];
    else
      this.#parts.platform.log.warn({ channel: this.#channel.channel_id }, 'dispatcher: lost the lease of a channel');
    return renewed;
  }

  #refreshedAt = Number.NEGATIVE_INFINITY;
  #sender: { version: number; sender: Sender } | undefined;

  /** Reads the channel again once a second: its rate, state and token may change at any time. */
  async #refresh(): Promise<void> {
    const now = performance.now();
    if (now - this.#refreshedAt < 1_000) return;
    const row = await findDispatchChannel(this.#system, this.#channel);
    this.#refreshedAt = now;
    if (row !== null && row.pace !== this.#row?.pace) this.#pace.setCap(row.pace);
    const slowedBefore = this.#row?.slowed_at?.getTime() ?? 0;
    if (this.#row !== undefined && (row?.slowed_at?.getTime() ?? 0) > slowedBefore) this.#pace.slowDown();
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
    if (sinceLast < batchMs) await new Promise((resolve) => setTimeout(resolve, batchMs - sinceLast));
    this.#claimedAt = performance.now();
    const sender = this.#sender?.sender;
    if (sender === undefined) return [];
    const startBy = this.#claimedAt + startWithinMs;
    const claimed = await this.#parts.platform.db.system.transaction('dispatcher', (tx) =>
      claimTriggers(tx, {
        channel: this.#channel,
        epoch: this.#epoch,
        callMs: startWithinMs + callTimeoutMs,
        busyThreads: [...this.#busy.keys()],
        limit,
        look: this.#look,
      }),
    );
    this.#look = claimed.length < limit ? widestLook : narrowLook;
    if (claimed.some((trigger) => trigger.verdict === 'hold')) {
      this.#parts.platform.notifier.notify('changes_new', this.#channel.client_id);
    }
    const leaving = claimed.filter((trigger) => trigger.verdict === 'go');
    this.#pace.take(leaving.length);
    for (const trigger of leaving) this.#keepBusy(trigger, this.#deliver(sender, trigger, startBy));
    for (const trigger of claimed) {
      if (trigger.verdict === 'prepare') this.#keepBusy(trigger, this.#prepare(sender, trigger));
    }
    return claimed.filter((trigger) => trigger.verdict !== 'later');
  }

  /** No other message of this thread is claimed while `work` runs. */
  #keepBusy(trigger: ClaimedTrigger, work: Promise<void>): void {
    this.#busy.set(trigger.thread_id, Number.POSITIVE_INFINITY);
    const call = work.finally(() => {
      this.#inFlight.delete(call);
      this.wake();
    });
    this.#inFlight.add(call);
  }

  /** A file that cannot be uploaded changes no state: the message waits and is claimed again. */
  async #prepare(sender: Sender, trigger: ClaimedTrigger): Promise<void> {
    const { platform, uploadMedia } = this.#parts;
    let pauseMs = afterFailureMs;
    try {
      const prepared = await prepareMedia(platform, uploadMedia, sender, this.#channel, trigger);
      pauseMs = prepared.pauseMs;
      if (prepared.pausesChannel !== undefined) await this.#pauseChannel(prepared.pausesChannel);
    } catch (error) {
      platform.log.warn(
        { err: error, message: trigger.message_id },
        'dispatcher: a file could not be uploaded to WhatsApp',
      );
    }
    this.#busy.set(trigger.thread_id, performance.now() + pauseMs);
  }

  async #pauseChannel(reason: string): Promise<void> {
    const { client_id: clientId, channel_id: id } = this.#channel;
    await this.#parts.platform.db.system.transaction('outcomes', async (tx) => {
      const version = await pauseChannel(tx, clientId, id, reason);
      if (version !== null)
        await placeChanges(tx, [{ clientId, collection: 'channels', id, marker: 'MODIFIED', version }]);
    });
    this.#parts.platform.notifier.notify('changes', clientId);
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
  }

  async #deliver(sender: Sender, trigger: ClaimedTrigger, startBy: number): Promise<void> {
    const began = performance.now();
    const asMarketing = this.#row?.onboarded === true && this.#marketing.takes(trigger);
    const sent = await deliver(sender, this.#channel, this.#epoch, trigger, startBy, asMarketing);
    const { settled, throttled } = sent;
    if (sent.wayRefused === true) await this.#noteRefusal(trigger, settled);
    this.#answeredAt = performance.now();
    this.#pace.answered(this.#answeredAt, this.#answeredAt - began);
    if (throttled) this.#pace.slowDown();
    // The next message of this thread is sent only after this one's outcome is stored.
    await this.#parts.outcomes.write(settled);
    if (settled.outcome === 'retry' && settled.pausesChannel !== undefined)
      this.#refreshedAt = Number.NEGATIVE_INFINITY;
    this.#busy.set(trigger.thread_id, performance.now() + threadPauseMs(settled));
  }

  /** The template goes the ordinary way for a while; the channel's check says why. */
  async #noteRefusal(trigger: ClaimedTrigger, settled: Settled): Promise<void> {
    this.#marketing.refused(trigger);
    const { client_id: clientId, channel_id: channelId } = this.#channel;
    const value = settled.outcome === 'retry' ? (settled.reason ?? '') : '';
    const at = new Date();
    const endsAt = new Date(at.getTime() + 86_400_000);
    const fact = { name: 'marketing_fallback', value, active: true, detail: null, endsAt, at };
    await setChannelFact(this.#system, clientId, channelId, fact).catch((error: unknown) =>
      this.#parts.platform.log.warn({ err: error }, 'why a marketing message went the ordinary way was not stored'),
    );
  }

  async #sendReadMarks(): Promise<void> {
    const sender = this.#sender?.sender;
    if (sender === undefined) return;
    for (const mark of await claimReadMarks(this.#system, this.#channel)) {
      const { client, phoneNumberId, accessToken } = sender;
      const call = client
        .markRead({ phoneNumberId, accessToken, providerMessageId: mark.provider_message_id, timeoutMs: callTimeoutMs })
        .then(async (outcome) => {
          // Dropped when refused or after retrying for about an hour: a missing read receipt is not worth more.
          if (outcome.kind === 'retry' && mark.tries < 8) return;
          await deleteReadMark(this.#system, this.#channel.client_id, mark.thread_id, mark.provider_message_id);
        })
        .catch((error: unknown) =>
          this.#parts.platform.log.debug({ err: error }, 'dispatcher: a read mark will be retried'),
        )
        .finally(() => this.#inFlight.delete(call));
      this.#inFlight.add(call);
    }
  }

  async #untilNext(): Promise<number> {
    const now = performance.now();
    const freed = [...this.#busy.values()].filter((at) => Number.isFinite(at)).map((at) => at - now);
    const due = await nextDue(this.#system, this.#channel, [...this.#busy.keys()]);
    const waits = [1_000, ...freed, ...(due === null ? [] : [due.getTime() - Date.now()])];
    return Math.max(batchMs, Math.min(...waits));
  }
}

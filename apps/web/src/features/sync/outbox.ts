import type { Message } from '@parley/contract/types';
import type { DeviceCache } from './cache.ts';
import {
  type AnyEntry,
  type Attachment,
  bodyWithFile,
  laneOf,
  type NoteEntry,
  noteLane,
  type OutboxEntry,
  type OutgoingBody,
  type OutgoingNote,
} from './outbox-entry.ts';
import { decideSendFailure, outboxWaitMs, refusalHoldsThread } from './outbox-rules.ts';
import type { Topics } from './topics.ts';

/** Follows one upload, and ends it. `onProgress` gets the share that has left, 0 to 1. */
export type UploadWatch = { onProgress: (share: number) => void; signal: AbortSignal };

export type OutboxDependencies = {
  cache: DeviceCache;
  topics: Topics;
  /** `POST /api/messages`. */
  send: (body: OutgoingBody) => Promise<Message>;
  /** `POST /api/media`; the key lets the same file come again without being kept twice. @returns its id there */
  upload: (key: string, attachment: Attachment, watch: UploadWatch) => Promise<string>;
  /** `POST /api/threads/{id}/notes`; the row is in the store when it resolves. */
  sendNote: (body: OutgoingNote) => Promise<void>;
  /** The server took it; called before the entry goes, so that the row is there when the waiting bubble leaves. */
  onSent: (message: Message) => void;
  /** The session may not send; nothing goes until `wake`. */
  onSession: () => void;
  /** Runs `work` while no other tab of this account does. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Tells other tabs that the outbox on this device changed. */
  tellOthers: () => void;
};

/**
 * Messages and notes that have not reached the server. In order within a lane (a thread's messages, a thread's notes),
 * lanes beside each other, one tab at a time; survives reload and closing. Touches `topics` 'outbox' and `outbox/<lane>`.
 */
export class Outbox {
  #deps: OutboxDependencies;
  #entries: AnyEntry[] = [];
  #byLane = new Map<string, readonly AnyEntry[]>();
  #running = new Map<string, Promise<void>>();
  #draining = false;
  #failures = 0;
  #notBeforeMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #lastOrder = 0;
  #changes = 0;
  #uploads = new Map<string, { share: number; leaving: AbortController }>();

  constructor(deps: OutboxDependencies) {
    this.#deps = deps;
  }

  /** Everything that waits, oldest first. */
  entries(): readonly AnyEntry[] {
    return this.#entries;
  }

  /** Messages that wait in one thread, oldest first; the same array until it changes. */
  ofThread(threadId: string): readonly OutboxEntry[] {
    return (this.#byLane.get(threadId) ?? nothing) as readonly OutboxEntry[];
  }

  /** Notes that wait in one thread, as `ofThread` gives messages. */
  notesOf(threadId: string): readonly NoteEntry[] {
    return (this.#byLane.get(noteLane(threadId)) ?? nothing) as readonly NoteEntry[];
  }

  /** How much of an entry's file has left, 0 to 1; null while none of it leaves. Topic `upload/<entry id>`. */
  uploadShare(id: string): number | null {
    return this.#uploads.get(id)?.share ?? null;
  }

  /** How many messages will go out by themselves. */
  waitingCount(): number {
    return this.#entries.filter(({ state, kind }) => state === 'queued' && kind === undefined).length;
  }

  /** Takes over what the device remembers and begins to send. */
  restore(entries: readonly AnyEntry[]): void {
    this.#show(entries);
    this.wake();
  }

  /**
   * Writes a message to the device with what goes beside it, then shows it and sends it.
   * @throws what the device's database says; then nothing was queued
   */
  async add(
    body: OutgoingBody,
    beside: Pick<OutboxEntry, 'attachment' | 'template'> = {},
    now: Date = new Date(),
  ): Promise<OutboxEntry> {
    return this.#keep({ ...this.#stamp(body, now), body, ...beside });
  }

  /** Writes a note to the device, then shows it and sends it. @throws as `add` */
  async addNote(body: OutgoingNote, now: Date = new Date()): Promise<NoteEntry> {
    return this.#keep({ ...this.#stamp(body, now), kind: 'note', body });
  }

  #stamp({ id, thread_id }: OutgoingBody | OutgoingNote, now: Date) {
    this.#lastOrder = Math.max(now.getTime(), this.#lastOrder + 0.001);
    return { id, thread_id, order: this.#lastOrder, created_at: now.toISOString(), state: 'queued' as const };
  }

  async #keep<E extends AnyEntry>(entry: E): Promise<E> {
    await this.#deps.cache.putOutbox(entry);
    this.#change((entries) => [...entries.filter((held) => held.id !== entry.id), entry]);
    this.#deps.tellOthers();
    this.wake();
    return entry;
  }

  /** Sends a refused message after all; `confirmSeen` is the newest message the person has now seen. */
  async sendAnyway(id: string, confirmSeen: string | undefined): Promise<void> {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (entry === undefined || entry.kind === 'note') return;
    const { refusal: _, ...rest } = entry;
    const body = confirmSeen === undefined ? entry.body : { ...entry.body, confirm_seen: confirmSeen };
    await this.#replace({ ...rest, body, state: 'queued' });
    this.#deps.tellOthers();
    this.wake();
  }

  /** Tries a refused message once more, its file included. */
  async again(id: string): Promise<void> {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (entry === undefined) return;
    const { refusal: _, attachment, ...rest } = entry;
    const { mediaId: __, ...file } = attachment ?? { mediaId: undefined };
    const fresh = attachment === undefined ? {} : { attachment: file as Attachment };
    await this.#replace({ ...rest, ...fresh, state: 'queued' } as AnyEntry);
    this.#deps.tellOthers();
    this.wake();
  }

  /** Takes a message back that the server does not have. */
  async discard(id: string): Promise<void> {
    await this.#deps.cache.removeOutbox(id);
    this.#forget(id);
    this.#uploads.get(id)?.leaving.abort();
    this.#deps.tellOthers();
    this.wake();
  }

  /** Reads the device's outbox again: another tab changed it. */
  async reread(): Promise<void> {
    await this.#readDevice();
    this.wake();
  }

  /** The server knows a message: it waits no longer, wherever that news came from. */
  settle(id: string): void {
    if (!this.#entries.some((entry) => entry.id === id)) return;
    this.#forget(id);
    // The row is on the server, so a failure to forget it here only means that the same call is made once more.
    void this.#deps.cache.removeOutbox(id).then(this.#deps.tellOthers, () => undefined);
  }

  /** The way is free again (online, signed in): whatever waits for its next try goes now. */
  retryNow(): void {
    this.#failures = 0;
    this.#notBeforeMs = 0;
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Begins to send whatever may go. */
  wake(): void {
    if (this.#stopped || !this.#hasDue()) return;
    if (this.#draining) {
      this.#startLanes();
      return;
    }
    const waitMs = this.#notBeforeMs - Date.now();
    clearTimeout(this.#timer);
    if (waitMs > 0) {
      if (waitMs <= longestTimerMs) this.#timer = setTimeout(() => this.wake(), waitMs);
      return;
    }
    this.#draining = true;
    void this.#deps
      .exclusively(() => this.#drain())
      .catch(() => {
        // This tab could not have the lock or the database just now; nothing was sent, so it simply tries again.
        this.#notBeforeMs = Date.now() + outboxWaitMs.first;
      })
      .finally(() => {
        this.#draining = false;
        this.wake();
      });
  }

  #hasDue(): boolean {
    return [...this.#byLane.keys()].some((lane) => this.#next(lane) !== undefined);
  }

  async #drain(): Promise<void> {
    await this.#readDevice();
    this.#startLanes();
    while (this.#running.size > 0) await Promise.race(this.#running.values());
  }

  #startLanes(): void {
    for (const lane of this.#byLane.keys()) {
      if (this.#running.has(lane) || this.#next(lane) === undefined) continue;
      const run = this.#runLane(lane).finally(() => this.#running.delete(lane));
      this.#running.set(lane, run);
    }
  }

  async #runLane(lane: string): Promise<void> {
    for (;;) {
      const entry = this.#next(lane);
      if (entry === undefined || this.#stopped || this.#notBeforeMs > Date.now()) return;
      try {
        if (entry.kind === 'note') await this.#deps.sendNote(entry.body);
        else {
          const ready = await this.#withFile(entry);
          // Taken back while its file was on its way.
          if (!this.#entries.some((held) => held.id === entry.id)) continue;
          this.#deps.onSent(await this.#deps.send(bodyWithFile(ready)));
        }
        this.#failures = 0;
        await this.#deps.cache.removeOutbox(entry.id);
        this.#forget(entry.id);
        this.#deps.tellOthers();
      } catch (error) {
        if (!(await this.#handleFailure(entry, error))) return;
      }
    }
  }

  /** Gives the server the file of an entry, unless it has it. */
  async #withFile(entry: OutboxEntry): Promise<OutboxEntry> {
    const { attachment } = entry;
    if (attachment === undefined || attachment.mediaId !== undefined) return entry;
    const upload = { share: 0, leaving: new AbortController() };
    const topic = `upload/${entry.id}`;
    this.#uploads.set(entry.id, upload);
    try {
      const mediaId = await this.#deps.upload(entry.id, attachment, {
        signal: upload.leaving.signal,
        onProgress: (share) => {
          upload.share = share;
          this.#deps.topics.touch(topic);
        },
      });
      const ready = { ...entry, attachment: { ...attachment, mediaId } };
      if (this.#entries.some((held) => held.id === entry.id)) await this.#replace(ready);
      return ready;
    } finally {
      this.#uploads.delete(entry.id);
      this.#deps.topics.touch(topic);
    }
  }

  /** @returns whether the lane may go on */
  async #handleFailure(entry: AnyEntry, error: unknown): Promise<boolean> {
    // Whoever took it back ended its upload, which is no failure of the network.
    if (!this.#entries.some((held) => held.id === entry.id)) return true;
    this.#failures += 1;
    const failure = decideSendFailure(error, this.#failures);
    if (failure.kind === 'refused') {
      this.#failures = 0;
      // Whoever took the message back while it was on its way has decided already.
      if (!this.#entries.some((candidate) => candidate.id === entry.id)) return true;
      await this.#replace({ ...entry, state: 'refused', refusal: failure.refusal });
      this.#deps.tellOthers();
      return true;
    }
    this.#notBeforeMs = failure.kind === 'again' ? Date.now() + failure.afterMs : Number.POSITIVE_INFINITY;
    if (failure.kind === 'session') this.#deps.onSession();
    return false;
  }

  /** What of a lane may go now. */
  #next(lane: string): AnyEntry | undefined {
    for (const entry of this.#byLane.get(lane) ?? nothing) {
      if (entry.state === 'queued') return entry;
      if (entry.refusal !== undefined && refusalHoldsThread(entry.refusal)) return undefined;
    }
    return undefined;
  }

  async #replace(entry: AnyEntry): Promise<void> {
    await this.#deps.cache.putOutbox(entry);
    this.#change((entries) => entries.map((held) => (held.id === entry.id ? entry : held)));
  }

  #forget(id: string): void {
    this.#change((entries) => entries.filter((held) => held.id !== id));
  }

  #change(edit: (entries: readonly AnyEntry[]) => AnyEntry[]): void {
    this.#changes += 1;
    this.#show(edit(this.#entries));
  }

  /** What the device holds is the truth, unless this tab changed it while it was being read. */
  async #readDevice(): Promise<void> {
    for (;;) {
      const before = this.#changes;
      const entries = await this.#deps.cache.readOutbox();
      if (before === this.#changes) return this.#show(entries);
    }
  }

  #show(entries: readonly AnyEntry[]): void {
    const touched = new Set([...this.#entries, ...entries].map(laneOf));
    this.#entries = entries.toSorted((a, b) => a.order - b.order);
    this.#lastOrder = Math.max(this.#lastOrder, this.#entries.at(-1)?.order ?? 0);
    this.#byLane = Map.groupBy(this.#entries, laneOf);
    this.#deps.topics.batch(() => {
      this.#deps.topics.touch('outbox');
      for (const lane of touched) this.#deps.topics.touch(`outbox/${lane}`);
    });
  }
}

const nothing: readonly AnyEntry[] = [];

/** Timers of browsers overflow past 2^31 ms; whatever waits longer waits for `retryNow`. */
const longestTimerMs = 2 ** 31 - 1;

import { outboxLimits } from '@parley/contract/sync';
import type { Message, UnavailableReason } from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import type { DeviceCache } from './cache.ts';
import {
  decideSendFailure,
  independentOf,
  outboxWaitMs,
  refusalHoldsThread,
  waitsForAssignment,
} from './outbox-rules.ts';
import {
  type AnyEntry,
  type Attachment,
  type BesideBody,
  bodyWithFile,
  type ContactChange,
  type ContactEntry,
  contactQueueKey,
  isOnHold,
  isOperationQueue,
  type NoteEntry,
  noteQueueKey,
  type OperationEntry,
  type OutboxEntry,
  type OutgoingBody,
  type OutgoingNote,
  operationQueueKey,
  queueKeyOf,
  type Refusal,
  type ThreadChange,
} from './outgoing.ts';
import type { SentDraft } from './tabs.ts';
import type { Topics } from './topics.ts';

/** Observes and aborts one upload. `onProgress` gets the uploaded share, 0 to 1. */
export type UploadWatch = { onProgress: (share: number) => void; signal: AbortSignal };

export type OutboxDependencies = {
  cache: DeviceCache;
  topics: Topics;
  /** `POST /api/messages`. */
  send: (body: OutgoingBody) => Promise<Message>;
  /** `POST /api/media`; the key prevents storing the same file twice. @returns its media id */
  upload: (key: string, attachment: Attachment, watch: UploadWatch) => Promise<string>;
  /** `POST /api/threads/{id}/notes`; the row is in the store when it resolves. */
  sendNote: (body: OutgoingNote) => Promise<void>;
  /**
   * `PUT /api/threads/{id}` for each change, in order, up to the first that fails; the row is in the store when it
   * resolves. @returns how many are done, and why the next one is not, if it was made
   */
  sendOperations: (threadId: string, bodies: readonly ThreadChange[]) => Promise<{ done: number; error?: unknown }>;
  /** Writes a change of a contact. @returns why it is refused, null when it is done; the row is in the store then */
  sendContact: (contactId: string, entry: ContactEntry) => Promise<Refusal | null>;
  /** The changes that wait now, oldest first; called whenever entries change. */
  showOperations: (acts: readonly OperationEntry[]) => void;
  /** The member's id where only assignees may write; null: everyone may. */
  onlyAssignee: () => string | null;
  /** Shows contacts under the names that wait, by contact. */
  showNames: (names: ReadonlyMap<string, string>) => void;
  /** The server refused a change; it was dropped. */
  onOperationRefused: (refusal: Refusal, threadId: string) => void;
  /** Called before the sent entry is removed, so that the row exists when the queued bubble disappears. */
  onSent: (message: Message) => void;
  /** The session cannot send; nothing is sent until `wake`. */
  onSession: () => void;
  /** Runs `work` while no other tab of this account does. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Notifies other tabs that the outbox on this device changed, and of a draft that left with a message. */
  notifyTabs: (sent?: SentDraft) => void;
};

/**
 * Messages, notes and changes of conversations that have not reached the server. In order within a queue (a thread's
 * messages, its notes, its changes), queues in parallel, one tab at a time; survives reload and closing. Touches `topics` 'outbox' and
 * `outbox/<queueKey>`.
 */
export class Outbox {
  #deps: OutboxDependencies;
  #entries: AnyEntry[] = [];
  #queues = new Map<string, readonly AnyEntry[]>();
  #running = new Map<string, Promise<void>>();
  #draining = false;
  #failures = 0;
  #notBeforeMs = 0;
  #unavailableReason: UnavailableReason | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #lastOrder = 0;
  #changes = 0;
  /** What the device may still return though it was discarded. */
  #discarding = new Set<string>();
  #uploads = new Map<string, { share: number; leaving: AbortController }>();

  constructor(deps: OutboxDependencies) {
    this.#deps = deps;
  }

  /** All queued entries, oldest first. */
  entries(): readonly AnyEntry[] {
    return this.#entries;
  }

  /** Queued messages of one thread, oldest first; the same array until it changes. */
  ofThread(threadId: string): readonly OutboxEntry[] {
    return (this.#queues.get(threadId) ?? nothing) as readonly OutboxEntry[];
  }

  /** Queued notes of one thread, like `ofThread`. */
  notesOf(threadId: string): readonly NoteEntry[] {
    return (this.#queues.get(noteQueueKey(threadId)) ?? nothing) as readonly NoteEntry[];
  }

  /** The uploaded share of an entry's file, 0 to 1; null while it is not uploading. Topic `upload/<entry id>`. */
  uploadProgress(id: string): number | null {
    return this.#uploads.get(id)?.share ?? null;
  }

  /** The number of messages that will be sent automatically. */
  waitingCount(): number {
    return this.#entries.filter(({ state, kind }) => state === 'queued' && kind === undefined).length;
  }

  /** Why the server takes nothing, as its last answer said; null when it gave no reason or takes messages. */
  unavailableReason(): UnavailableReason | null {
    return this.#unavailableReason;
  }

  /** Loads the device's entries and begins to send. */
  restore(entries: readonly AnyEntry[]): void {
    this.#show(entries);
    this.wake();
  }

  /**
   * Writes a message and its file to the device, then shows and sends it.
   * @throws errors of the device's database; then nothing was queued
   */
  async add(body: OutgoingBody, beside: BesideBody = {}, now: Date = new Date()): Promise<OutboxEntry> {
    return this.#keep({ ...this.#stamp(body, now), body, ...beside });
  }

  /** Writes a note to the device, then shows and sends it. @throws like `add` */
  async addNote(body: OutgoingNote, now: Date = new Date()): Promise<NoteEntry> {
    return this.#keep({ ...this.#stamp(body, now), kind: 'note', body });
  }

  /** Writes a change of a conversation to the device, then shows and sends it. @throws like `add` */
  async addOperation(
    id: string,
    threadId: string,
    body: ThreadChange,
    now: Date = new Date(),
  ): Promise<OperationEntry> {
    return this.#keep({ ...this.#stamp({ id, thread_id: threadId }, now), kind: 'act', body });
  }

  /** Writes a change of a contact to the device, in place of an earlier one of the same id. @throws like `add` */
  async addContact(id: string, contactId: string, body: ContactChange, now: Date = new Date()): Promise<ContactEntry> {
    return this.#keep({ ...this.#stamp({ id, thread_id: contactQueueKey(contactId) }, now), kind: 'contact', body });
  }

  /** Queued changes of one contact, oldest first; the same array until it changes. */
  ofContact(contactId: string): readonly ContactEntry[] {
    return (this.#queues.get(contactQueueKey(contactId)) ?? nothing) as readonly ContactEntry[];
  }

  #stamp({ id, thread_id }: Pick<AnyEntry, 'id' | 'thread_id'>, now: Date) {
    this.#lastOrder = Math.max(now.getTime(), this.#lastOrder + 0.001);
    return { id, thread_id, order: this.#lastOrder, created_at: now.toISOString(), state: 'queued' as const };
  }

  async #keep<E extends AnyEntry>(entry: E): Promise<E> {
    await this.#deps.cache.putOutbox(entry);
    this.#change((entries) => [...entries.filter((other) => other.id !== entry.id), entry]);
    this.#deps.notifyTabs(sentDraftOf(entry));
    this.wake();
    return entry;
  }

  /** Sends a refused message anyway; `confirmSeen` is the newest message that the user has now seen. */
  async sendAnyway(id: string, confirmSeen: string | undefined): Promise<void> {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (entry === undefined || entry.kind !== undefined) return;
    const { refusal: _, ...rest } = entry;
    const confirmed = ({ body }: OutboxEntry) =>
      confirmSeen === undefined ? body : { ...body, confirm_seen: confirmSeen };
    // Later messages waited for this decision: the user is not asked twice about one answer.
    for (const later of this.ofThread(entry.thread_id)) {
      if (later.order > entry.order && later.body.confirm_seen !== undefined) {
        await this.#replace({ ...later, body: confirmed(later) });
      }
    }
    await this.#replace({ ...rest, body: confirmed(entry), state: 'queued' });
    this.#deps.notifyTabs();
    this.wake();
  }

  /** Retries a refused message, including its file. */
  async retry(id: string): Promise<void> {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (entry === undefined) return;
    const { refusal: _, attachment, ...rest } = entry;
    const { mediaId: __, ...file } = attachment ?? { mediaId: undefined };
    const fresh = attachment === undefined ? {} : { attachment: file as Attachment };
    await this.#replace({ ...rest, ...fresh, state: 'queued' } as AnyEntry);
    this.#deps.notifyTabs();
    this.wake();
  }

  /** Discards a message that the server does not have. */
  async discard(id: string): Promise<void> {
    // At once: what is on hold must not leave while the device deletes it.
    this.#forget(id);
    this.#uploads.get(id)?.leaving.abort();
    this.#discarding.add(id);
    await this.#deps.cache.removeOutbox(id).finally(() => this.#discarding.delete(id));
    this.#deps.notifyTabs();
    this.wake();
  }

  /** Reads the device's outbox again: another tab changed it. */
  async reread(): Promise<void> {
    await this.#readDevice();
    this.wake();
  }

  /** The server has a message: removes its entry, whatever the source of the report. */
  settle(id: string): void {
    if (!this.#entries.some((entry) => entry.id === id)) return;
    this.#forget(id);
    // The row is on the server, so failing to delete it here only repeats the call.
    void this.#deps.cache.removeOutbox(id).then(
      () => this.#deps.notifyTabs(),
      () => undefined,
    );
  }

  /** The device is online or signed in again: entries that wait for their next attempt are sent now. */
  retryNow(): void {
    this.#failures = 0;
    this.#notBeforeMs = 0;
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#pauseTimer);
  }

  /** Starts sending. */
  wake(): void {
    if (this.#stopped) return;
    this.#waitForPaused();
    if (!this.#hasDue()) return;
    if (this.#draining) {
      this.#startQueues();
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
        // The lock or the database is not available now; nothing was sent, so this is retried.
        this.#notBeforeMs = Date.now() + outboxWaitMs.first;
      })
      .finally(() => {
        this.#draining = false;
        this.wake();
      });
  }

  /** Wakes when the next message may leave that waits for an undo. */
  #waitForPaused(): void {
    clearTimeout(this.#pauseTimer);
    const now = Date.now();
    const times = this.#entries.flatMap((entry) => {
      const until = entry.kind === undefined && entry.state === 'queued' ? entry.hold_until_ms : undefined;
      return until !== undefined && until > now ? [until] : [];
    });
    if (times.length > 0) this.#pauseTimer = setTimeout(() => this.wake(), Math.min(...times) - now + 1);
  }

  #hasDue(): boolean {
    return [...this.#queues.keys()].some((queueKey) => this.#next(queueKey) !== undefined);
  }

  async #drain(): Promise<void> {
    await this.#readDevice();
    this.#startQueues();
    while (this.#running.size > 0) {
      await Promise.race(this.#running.values());
      if (this.#notBeforeMs <= Date.now()) this.#startQueues();
    }
  }

  #startQueues(): void {
    for (const queueKey of this.#queues.keys()) {
      if (this.#running.has(queueKey) || this.#next(queueKey) === undefined) continue;
      // A bulk operation changes thousands of conversations: messages must not wait behind them.
      if (isOperationQueue(queueKey) && [...this.#running.keys()].filter(isOperationQueue).length >= operationsAtOnce)
        continue;
      const run = this.#runQueue(queueKey).finally(() => this.#running.delete(queueKey));
      this.#running.set(queueKey, run);
    }
  }

  async #runQueue(queueKey: string): Promise<void> {
    for (;;) {
      const entry = this.#next(queueKey);
      if (entry === undefined || this.#stopped || this.#notBeforeMs > Date.now()) return;
      try {
        if (entry.kind === 'act') {
          if (!(await this.#runOperations(queueKey, entry))) return;
          continue;
        }
        if (entry.kind === 'note') await this.#deps.sendNote(entry.body);
        else if (entry.kind === 'contact') {
          const refusal = await this.#deps.sendContact(contactIdOf(entry), entry);
          if (refusal !== null) {
            await this.#replace({ ...entry, state: 'refused', refusal });
            this.#deps.notifyTabs();
            continue;
          }
        } else {
          const ready = await this.#withFile(entry);
          // Discarded during its upload.
          if (!this.#entries.some((other) => other.id === entry.id)) continue;
          this.#deps.onSent(await this.#deps.send(bodyWithFile(ready)));
        }
        await this.#done(entry);
      } catch (error) {
        if (!(await this.#handleFailure(entry, error))) return;
      }
    }
  }

  /**
   * Sends the changes of a conversation that may leave now: together, as what is shown is what all of them make of it.
   * @returns whether the queue may continue
   */
  async #runOperations(queueKey: string, first: OperationEntry): Promise<boolean> {
    const waiting = (this.#queues.get(queueKey) ?? nothing) as readonly OperationEntry[];
    const blocked = waiting.findIndex((entry) => entry.state !== 'queued' || this.#waitsForAssignment(entry));
    const leaving = waiting.slice(0, Math.min(blocked === -1 ? waiting.length : blocked, independentOf(waiting)));
    const { done, error } = await this.#deps.sendOperations(
      first.thread_id,
      leaving.map(({ body }) => body),
    );
    for (const entry of leaving.slice(0, done)) await this.#done(entry);
    const failed = leaving[done];
    return failed === undefined || error === undefined || this.#handleFailure(failed, error);
  }

  /** The server has it. */
  async #done(entry: AnyEntry): Promise<void> {
    this.#failures = 0;
    this.#setUnavailableReason(null);
    await this.#deps.cache.removeOutbox(entry.id);
    this.#forget(entry.id);
    this.#deps.notifyTabs();
  }

  /** Uploads the file of an entry, unless it is uploaded already. */
  async #withFile(entry: OutboxEntry): Promise<OutboxEntry> {
    const { attachment } = entry;
    if (attachment === undefined || attachment.mediaId !== undefined) return entry;
    const upload = { share: 0, leaving: new AbortController() };
    const topic = `upload/${entry.id}` as const;
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
      if (this.#entries.some((other) => other.id === entry.id)) await this.#replace(ready);
      return ready;
    } finally {
      this.#uploads.delete(entry.id);
      this.#deps.topics.touch(topic);
    }
  }

  /** @returns whether the queue may continue */
  async #handleFailure(entry: AnyEntry, error: unknown): Promise<boolean> {
    // The user discarded it and aborted its upload, which is not a network failure.
    if (!this.#entries.some((other) => other.id === entry.id)) return true;
    // Queues that fail together are one failed attempt.
    if (this.#notBeforeMs <= Date.now()) this.#failures += 1;
    this.#setUnavailableReason(error instanceof ApiError ? error.reason : null);
    const failure = decideSendFailure(error, this.#failures);
    if (failure.kind === 'refused') {
      this.#failures = 0;
      // The user has discarded the message meanwhile.
      if (!this.#entries.some((candidate) => candidate.id === entry.id)) return true;
      if (entry.kind === 'act') {
        await this.#deps.cache.removeOutbox(entry.id);
        this.#forget(entry.id);
        this.#deps.onOperationRefused(failure.refusal, entry.thread_id);
      } else await this.#replace({ ...entry, state: 'refused', refusal: failure.refusal });
      this.#deps.notifyTabs();
      return true;
    }
    // A device without a network sent nothing; otherwise the answer may have been lost, and the message may be there.
    const now = this.#entries.find(({ id }) => id === entry.id);
    if (now?.kind === undefined && now !== undefined && !now.tried && navigator.onLine !== false)
      await this.#replace({ ...now, tried: true });
    this.#notBeforeMs = failure.kind === 'again' ? Date.now() + failure.afterMs : Number.POSITIVE_INFINITY;
    if (failure.kind === 'session') this.#deps.onSession();
    return false;
  }

  #setUnavailableReason(reason: UnavailableReason | null): void {
    if (reason === this.#unavailableReason) return;
    this.#unavailableReason = reason;
    this.#deps.topics.touch('outbox');
  }

  /** The entry of a queue that may be sent now. */
  #next(queueKey: string): AnyEntry | undefined {
    for (const entry of this.#queues.get(queueKey) ?? nothing) {
      if (entry.state === 'queued') return isOnHold(entry) || this.#waitsForAssignment(entry) ? undefined : entry;
      if (entry.refusal !== undefined && refusalHoldsThread(entry.refusal)) return undefined;
    }
    return undefined;
  }

  #waitsForAssignment(entry: AnyEntry): boolean {
    const uid = this.#deps.onlyAssignee();
    const { thread_id: id } = entry;
    if (uid === null || (entry.kind !== undefined && entry.kind !== 'act')) return false;
    const messages = this.ofThread(id);
    if (messages.some(({ refusal }) => refusal !== undefined && refusalHoldsThread(refusal)) && entry.kind === 'act')
      return false;
    return waitsForAssignment(entry, uid, this.#queues.get(operationQueueKey(id)) ?? nothing, messages);
  }

  async #replace(entry: AnyEntry): Promise<void> {
    await this.#deps.cache.putOutbox(entry);
    this.#change((entries) => entries.map((other) => (other.id === entry.id ? entry : other)));
  }

  #forget(id: string): void {
    this.#change((entries) => entries.filter((other) => other.id !== id));
  }

  #change(edit: (entries: readonly AnyEntry[]) => AnyEntry[]): void {
    this.#changes += 1;
    this.#show(edit(this.#entries));
  }

  /** The device's entries win, unless this tab changed them during the read. */
  async #readDevice(): Promise<void> {
    for (;;) {
      const before = this.#changes;
      const entries = await this.#deps.cache.readOutbox();
      if (before === this.#changes) return this.#show(entries.filter(({ id }) => !this.#discarding.has(id)));
    }
  }

  #show(entries: readonly AnyEntry[]): void {
    const touched = new Set([...this.#entries, ...entries].map(queueKeyOf));
    this.#entries = entries.toSorted((a, b) => a.order - b.order);
    this.#lastOrder = Math.max(this.#lastOrder, this.#entries.at(-1)?.order ?? 0);
    this.#queues = Map.groupBy(this.#entries, queueKeyOf);
    this.#deps.topics.batch(() => {
      this.#deps.showOperations(this.#entries.filter((entry) => entry.kind === 'act'));
      this.#deps.showNames(namesIn(this.#entries));
      this.#deps.topics.touch('outbox');
      for (const queueKey of touched) this.#deps.topics.touch(`outbox/${queueKey}`);
    });
  }
}

function contactIdOf({ thread_id: key }: ContactEntry): string {
  return key.slice(contactQueueKey('').length);
}

function namesIn(entries: readonly AnyEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      const waits = entry.kind === 'contact' && entry.state === 'queued' && entry.body.part === 'name';
      return waits ? [[contactIdOf(entry), String(entry.body.value)]] : [];
    }),
  );
}

function sentDraftOf(entry: AnyEntry): SentDraft | undefined {
  const at = entry.kind === undefined ? entry.body.clear_draft_at : undefined;
  return at === undefined ? undefined : { threadId: entry.thread_id, at };
}

const nothing: readonly AnyEntry[] = [];

/** What leaves in two calls of `POST /api/sync/outbox`. */
const operationsAtOnce = 2 * outboxLimits.calls;

/** Timers of browsers overflow past 2^31 ms; longer waits end with `retryNow`. */
const longestTimerMs = 2 ** 31 - 1;

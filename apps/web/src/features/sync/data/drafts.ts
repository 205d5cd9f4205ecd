import type { DeviceCache, Draft } from './cache.ts';
import type { SentDraft } from './tabs.ts';
import type { Topics } from './topics.ts';

/** Unsent texts of each thread on this device. Reads topics 'drafts' and `drafts/<thread id>`. */
export class Drafts {
  #cache: DeviceCache;
  #topics: Topics;
  #drafts = new Map<string, Draft>();
  /** Drafts that were sent or deleted since the start, so that an older text of another device does not come back. */
  #emptied = new Map<string, Draft>();
  #taken = new Map<string, Draft>();
  /** Called with the thread after the member typed. */
  onTyped: (threadId: string) => void = () => undefined;

  constructor(cache: DeviceCache, topics: Topics) {
    this.#cache = cache;
    this.#topics = topics;
  }

  restore(drafts: readonly Draft[]): void {
    for (const draft of drafts) this.#drafts.set(draft.thread_id, draft);
    this.#topics.touch('drafts');
  }

  get(threadId: string): Draft | undefined {
    return this.#drafts.get(threadId);
  }

  all(): readonly Draft[] {
    return [...this.#drafts.values()];
  }

  /** Like `get`, and an emptied draft as well. */
  latest(threadId: string): Draft | undefined {
    return this.#drafts.get(threadId) ?? this.#emptied.get(threadId);
  }

  /** The text that came last from another device; a new object with each. */
  taken(threadId: string): Draft | undefined {
    return this.#taken.get(threadId);
  }

  /**
   * Stores a draft, or deletes an empty one.
   * @returns a promise that rejects when the device could not write it; the screen shows it either way
   */
  async put(threadId: string, text: string, quotedId: string | null, now: Date = new Date()): Promise<void> {
    const existing = this.#drafts.get(threadId);
    if ((existing?.text ?? '') === text && (existing?.quoted_id ?? null) === quotedId) return;
    const stored = this.#set({ thread_id: threadId, text, quoted_id: quotedId, updated_at: now.toISOString() });
    this.onTyped(threadId);
    await stored;
  }

  /** Shows no draft any more. The message with its text deletes it on the device when it is stored there. */
  hide(threadId: string, now: Date = new Date()): void {
    if (!this.#drafts.has(threadId)) return;
    this.#show({ thread_id: threadId, text: '', quoted_id: null, updated_at: now.toISOString() });
    this.onTyped(threadId);
  }

  /** Another tab sent the text: what was typed here since stays. */
  sent({ threadId, at }: SentDraft): void {
    this.take({ thread_id: threadId, text: '', quoted_id: null, updated_at: at });
  }

  /** A draft of the server: taken unless this device has a later one. */
  take(draft: Draft): void {
    const { thread_id: threadId, text, quoted_id: quotedId, updated_at: at } = draft;
    const existing = this.latest(threadId);
    if ((existing?.updated_at ?? '') >= at) return;
    if ((existing?.text ?? '') !== text) this.#taken.set(threadId, draft);
    void this.#set({ thread_id: threadId, text, quoted_id: quotedId, updated_at: at }).catch(() => undefined);
  }

  async #set(draft: Draft): Promise<void> {
    const empty = this.#show(draft);
    await (empty ? this.#cache.removeDraft(draft.thread_id) : this.#cache.putDraft(draft));
  }

  /** @returns whether it is empty */
  #show(draft: Draft): boolean {
    const { thread_id: threadId } = draft;
    const empty = draft.text.trim() === '' && draft.quoted_id === null;
    this.#drafts.delete(threadId);
    this.#emptied.delete(threadId);
    (empty ? this.#emptied : this.#drafts).set(threadId, draft);
    this.#topics.batch(() => {
      this.#topics.touch('drafts');
      this.#topics.touch(`drafts/${threadId}`);
    });
    return empty;
  }
}

import type { DeviceCache, Draft } from './cache.ts';
import type { Topics } from './topics.ts';

/** Unsent texts of each thread on this device. Reads topics 'drafts' and `drafts/<thread id>`. */
export class Drafts {
  #cache: DeviceCache;
  #topics: Topics;
  #drafts = new Map<string, Draft>();

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

  /**
   * Stores a draft, or deletes an empty one.
   * @returns a promise that rejects when the device could not write it; the screen shows it either way
   */
  async put(threadId: string, text: string, quotedId: string | null, now: Date = new Date()): Promise<void> {
    const held = this.#drafts.get(threadId);
    if ((held?.text ?? '') === text && (held?.quoted_id ?? null) === quotedId) return;
    const empty = text.trim() === '' && quotedId === null;
    const draft: Draft = { thread_id: threadId, text, quoted_id: quotedId, updated_at: now.toISOString() };
    if (empty) this.#drafts.delete(threadId);
    else this.#drafts.set(threadId, draft);
    this.#topics.batch(() => {
      this.#topics.touch('drafts');
      this.#topics.touch(`drafts/${threadId}`);
    });
    await (empty ? this.#cache.removeDraft(threadId) : this.#cache.putDraft(draft));
  }
}

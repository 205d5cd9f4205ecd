import { ApiError } from '../../../platform/errors.ts';
import type { ApiCall } from './api-call.ts';
import type { Drafts } from './drafts.ts';

/** A text is sent this long after the last key. */
const pauseMs = 1_500;

/** Drafts of notes have keys of their own and stay on the device. */
const isReply = (threadId: string) => !threadId.includes('/');

/**
 * Keeps the drafts of replies the same on all devices of a member. The latest text wins, by the clocks of the devices.
 * What could not be sent is sent with the next connection.
 */
export class DraftSync {
  #api: ApiCall;
  #drafts: Drafts;
  #unsent = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(api: ApiCall, drafts: Drafts) {
    this.#api = api;
    this.#drafts = drafts;
  }

  /** The member typed. */
  typed(threadId: string): void {
    if (!isReply(threadId) || this.#stopped) return;
    this.#unsent.add(threadId);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), pauseMs);
  }

  /** Sends what is not on the server yet. */
  async send(): Promise<void> {
    clearTimeout(this.#timer);
    for (const threadId of [...this.#unsent]) {
      const draft = this.#drafts.latest(threadId);
      this.#unsent.delete(threadId);
      if (draft === undefined) continue;
      const { text, quoted_id, updated_at } = draft;
      try {
        const body = { text, quoted_id, updated_at };
        this.#drafts.take(await this.#api('PUT /api/threads/{id}/draft', { params: { id: threadId }, body }));
      } catch (error) {
        // A refused draft stays on this device.
        if (!(error instanceof ApiError)) this.#unsent.add(threadId);
      }
    }
  }

  /** A draft of the member changed somewhere. */
  async changed(threadId: string, updatedAt: string): Promise<void> {
    if ((this.#drafts.latest(threadId)?.updated_at ?? '') >= updatedAt) return;
    try {
      this.#drafts.take(await this.#api('GET /api/threads/{id}/draft', { params: { id: threadId } }));
    } catch {
      // The next connection reads all drafts.
    }
  }

  /** The device is connected: sends its own texts and reads those of other devices. */
  async connected(): Promise<void> {
    await this.send();
    try {
      const { data } = await this.#api('GET /api/drafts', {});
      const known = new Map(data.map((draft) => [draft.thread_id, draft.updated_at]));
      for (const draft of data) this.#drafts.take(draft);
      // Typed just before the page was closed, or without a connection.
      for (const { thread_id: threadId, updated_at: at } of this.#drafts.all()) {
        if (isReply(threadId) && (known.get(threadId) ?? '') < at) this.#unsent.add(threadId);
      }
      if (this.#unsent.size > 0) await this.send();
    } catch {
      // As above.
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

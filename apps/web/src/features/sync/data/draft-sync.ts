import type { ApiCall } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Drafts } from './drafts.ts';
import type { LiveStore } from './store.ts';

/** A text is sent this long after the last key. */
const pauseMs = 1_500;

/** Drafts of notes have keys of their own and stay on the device. */
const isReply = (threadId: string) => !threadId.includes('/');

/** A draft in the feed: whose it is, never its text. `team_version`: changes with what others see of it. */
type NotedDraft = { id: string; user_id: string; thread_id: string; updated_at: string; team_version: number };

/**
 * Keeps the drafts of replies the same on all devices of a member. The latest text wins, by the clocks of the devices.
 * What could not be sent is sent with the next connection. Touches topic `shared-drafts/<thread id>`.
 */
export class DraftSync {
  #api: ApiCall;
  #drafts: Drafts;
  #store: Pick<LiveStore, 'uid' | 'topics'>;
  #teamVersions = new Map<string, number>();
  #unsent = new Set<string>();
  #sending: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(api: ApiCall, drafts: Drafts, store: Pick<LiveStore, 'uid' | 'topics'>) {
    this.#api = api;
    this.#drafts = drafts;
    this.#store = store;
  }

  /** The member typed. */
  typed(threadId: string): void {
    if (!isReply(threadId) || this.#stopped) return;
    this.#unsent.add(threadId);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), pauseMs);
  }

  /**
   * Sends what is not on the server yet, and resolves when it was tried.
   * @param threadId sent in any case: its text may be older than this object
   */
  send(threadId?: string): Promise<void> {
    clearTimeout(this.#timer);
    if (threadId !== undefined && isReply(threadId)) this.#unsent.add(threadId);
    // One at a time: a text that another call is sending is on its way, but not there.
    this.#sending = this.#sending.then(() => this.#sendAll());
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
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

  /** The feed says that a draft of some member changed. */
  noted(data: unknown): Promise<void> | undefined {
    const draft = data as NotedDraft | null;
    if (draft === null) return;
    const { id, user_id: userId, thread_id: threadId, team_version: version } = draft;
    if (version !== (this.#teamVersions.get(id) ?? 0)) {
      this.#teamVersions.set(id, version);
      this.#store.topics.touch(`shared-drafts/${threadId}`);
    }
    return userId === this.#store.uid ? this.changed(threadId, draft.updated_at) : undefined;
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

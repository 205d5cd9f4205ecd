import type { Message } from '@parley/contract/types';
import {
  addOlderPage,
  applyToWindow,
  type MessageEvent,
  type MessagePage,
  type MessageWindow,
  windowFromPage,
} from './message-window.ts';
import type { Topics } from './topics.ts';

/**
 * The message stretches held in memory. Events of threads without a stretch are dropped: their thread row carries what
 * the list shows, and the page is read when the thread is opened.
 */
export class MessageWindows {
  #topics: Topics;
  #windows = new Map<string, MessageWindow>();
  #threadOf = new Map<string, string>();
  /** Events that arrive while a page of their thread is on its way; they are applied on top of it. */
  #arriving = new Map<string, MessageEvent[]>();
  #dirty = new Set<string>();
  #onDirty: () => void;

  /** @param onDirty told whenever a stretch is to be written to the device */
  constructor(topics: Topics, onDirty: () => void = () => undefined) {
    this.#topics = topics;
    this.#onDirty = onDirty;
  }

  get(threadId: string): MessageWindow | undefined {
    return this.#windows.get(threadId);
  }

  /** Threads of which a stretch is held, least recently made or used first. */
  threadIds(): string[] {
    return [...this.#windows.keys()];
  }

  /** Notes that a stretch is in use, so that it is dropped last. */
  use(threadId: string): void {
    const window = this.#windows.get(threadId);
    if (window === undefined) return;
    this.#windows.delete(threadId);
    this.#windows.set(threadId, window);
  }

  /** A message of a stretch that is held, wherever it is. */
  findMessage(messageId: string): Message | undefined {
    const window = this.#windows.get(this.#threadOf.get(messageId) ?? '');
    return window?.messages.findLast((message) => message.id === messageId);
  }

  apply(event: MessageEvent): void {
    const threadId = event.row?.thread_id ?? this.#threadOf.get(event.id);
    if (threadId === undefined) {
      // A deletion names no thread: it may concern any page on its way, and any stretch that is still to hear of the
      // message by an older event.
      for (const events of this.#arriving.values()) events.push(event);
      for (const window of [...this.#windows.values()]) this.#set(applyToWindow(window, event));
      return;
    }
    this.#arriving.get(threadId)?.push(event);
    const window = this.#windows.get(threadId);
    if (window !== undefined) this.#set(applyToWindow(window, event));
  }

  /** Shows a stretch from the cache, unless a newer one is already held. */
  restore(window: MessageWindow): void {
    if (this.#windows.has(window.threadId)) return;
    this.#set(window, 'clean');
  }

  /**
   * Reads the newest page and makes it the stretch; events meanwhile are applied on top.
   * @throws what `read` throws; the stretch held stays
   */
  async load(threadId: string, read: () => Promise<MessagePage>): Promise<void> {
    await this.#reading(threadId, read, (page) => windowFromPage(threadId, page));
  }

  /** Reads the page before the oldest message held. */
  async loadOlder(threadId: string, read: (cursor: string) => Promise<MessagePage>): Promise<void> {
    const cursor = this.#windows.get(threadId)?.olderCursor ?? null;
    if (cursor === null) return;
    await this.#reading(
      threadId,
      () => read(cursor),
      (page) => {
        const window = this.#windows.get(threadId);
        // The stretch was replaced while the page was on its way: the page may not join it any more.
        return window === undefined || window.olderCursor !== cursor ? window : addOlderPage(window, page);
      },
    );
  }

  async #reading(
    threadId: string,
    read: () => Promise<MessagePage>,
    join: (page: MessagePage) => MessageWindow | undefined,
  ): Promise<void> {
    const events: MessageEvent[] = [];
    const outer = this.#arriving.get(threadId);
    this.#arriving.set(threadId, events);
    try {
      const joined = join(await read());
      if (joined === undefined) return;
      const window = [...(outer ?? []), ...events].reduce(applyToWindow, joined);
      this.#topics.batch(() => this.#set(window));
    } finally {
      if (outer !== undefined) outer.push(...events);
      if (outer === undefined) this.#arriving.delete(threadId);
      else this.#arriving.set(threadId, outer);
    }
  }

  /** Forgets a stretch, to free memory or because it can no longer be trusted. */
  drop(threadId: string): void {
    const window = this.#windows.get(threadId);
    if (window === undefined) return;
    for (const message of window.messages) this.#threadOf.delete(message.id);
    this.#windows.delete(threadId);
    this.#dirty.delete(threadId);
    this.#topics.touch(`window/${threadId}`);
  }

  /** All stretches may be behind: they are shown until read again. */
  distrust(): void {
    for (const window of [...this.#windows.values()]) this.#set({ ...window, state: 'cached' }, 'clean');
  }

  /** Stretches that changed since the last call, for the cache. */
  takeDirty(): MessageWindow[] {
    const windows: MessageWindow[] = [];
    for (const threadId of this.#dirty) {
      const window = this.#windows.get(threadId);
      if (window !== undefined) windows.push(window);
    }
    this.#dirty.clear();
    return windows;
  }

  #set(window: MessageWindow, dirtiness: 'dirty' | 'clean' = 'dirty'): void {
    const held = this.#windows.get(window.threadId);
    if (held === window) return;
    this.#windows.set(window.threadId, window);
    const kept = new Set(window.messages);
    for (const message of held?.messages ?? []) if (!kept.has(message)) this.#threadOf.delete(message.id);
    for (const message of window.messages) this.#threadOf.set(message.id, window.threadId);
    if (dirtiness === 'dirty') {
      this.#dirty.add(window.threadId);
      this.#onDirty();
    }
    this.#topics.touch(`window/${window.threadId}`);
  }
}

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
 * The message windows in memory. Events of threads without a window are dropped: their thread row has what the list
 * shows, and the page is read when the thread is opened.
 */
export class MessageWindows {
  #topics: Topics;
  #windows = new Map<string, MessageWindow>();
  #threadOf = new Map<string, string>();
  /** Events that arrive while a page of their thread is loading; they are applied on top of it. */
  #arriving = new Map<string, MessageEvent[]>();
  #dirty = new Set<string>();
  #onDirty: () => void;

  /** @param onDirty called whenever a window should be written to the device */
  constructor(topics: Topics, onDirty: () => void = () => undefined) {
    this.#topics = topics;
    this.#onDirty = onDirty;
  }

  get(threadId: string): MessageWindow | undefined {
    return this.#windows.get(threadId);
  }

  /** Threads with a window in memory, least recently used first. */
  threadIds(): string[] {
    return [...this.#windows.keys()];
  }

  /** Marks a window as used, so that it is dropped last. */
  use(threadId: string): void {
    const window = this.#windows.get(threadId);
    if (window === undefined) return;
    this.#windows.delete(threadId);
    this.#windows.set(threadId, window);
  }

  /** A message in any window. */
  findMessage(messageId: string): Message | undefined {
    const window = this.#windows.get(this.#threadOf.get(messageId) ?? '');
    return window?.messages.findLast((message) => message.id === messageId);
  }

  apply(event: MessageEvent): void {
    const threadId = event.row?.thread_id ?? this.#threadOf.get(event.id);
    if (threadId === undefined) {
      // A deletion names no thread: it may concern any loading page, and any window that an older event of the
      // message may still reach.
      for (const events of this.#arriving.values()) events.push(event);
      for (const window of [...this.#windows.values()]) this.#set(applyToWindow(window, event));
      return;
    }
    this.#arriving.get(threadId)?.push(event);
    const window = this.#windows.get(threadId);
    if (window !== undefined) this.#set(applyToWindow(window, event));
  }

  /** Shows a window from the cache, unless a newer one is loaded. */
  restore(window: MessageWindow): void {
    if (this.#windows.has(window.threadId)) return;
    this.#set(window, 'clean');
  }

  /**
   * Reads the newest page and makes it the window; events meanwhile are applied on top.
   * @throws errors of `read`; the existing window stays
   */
  async load(threadId: string, read: () => Promise<MessagePage>): Promise<void> {
    await this.#reading(threadId, read, (page) => windowFromPage(threadId, page));
  }

  /** Reads the page before the oldest loaded message. */
  async loadOlder(threadId: string, read: (cursor: string) => Promise<MessagePage>): Promise<void> {
    const cursor = this.#windows.get(threadId)?.olderCursor ?? null;
    if (cursor === null) return;
    await this.#reading(
      threadId,
      () => read(cursor),
      (page) => {
        const window = this.#windows.get(threadId);
        // The window was replaced while the page was loading: the page must not be added to it.
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

  /** Drops a window, to free memory or because it may be outdated. */
  drop(threadId: string): void {
    const window = this.#windows.get(threadId);
    if (window === undefined) return;
    for (const message of window.messages) this.#threadOf.delete(message.id);
    this.#windows.delete(threadId);
    this.#dirty.delete(threadId);
    this.#topics.touch(`window/${threadId}`);
  }

  /** All windows may be outdated: they are shown until read again. */
  markStale(): void {
    for (const window of [...this.#windows.values()]) this.#set({ ...window, state: 'cached' }, 'clean');
  }

  /** Windows that changed since the last call, for the cache. */
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
    const known = this.#windows.get(window.threadId);
    if (known === window) return;
    this.#windows.set(window.threadId, window);
    const kept = new Set(window.messages);
    for (const message of known?.messages ?? []) if (!kept.has(message)) this.#threadOf.delete(message.id);
    for (const message of window.messages) this.#threadOf.set(message.id, window.threadId);
    if (dirtiness === 'dirty') {
      this.#dirty.add(window.threadId);
      this.#onDirty();
    }
    this.#topics.touch(`window/${window.threadId}`);
  }
}

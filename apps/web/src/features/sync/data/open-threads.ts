import { type MessagePage, type MessageWindow, windowPageSize } from './message-window.ts';
import { MessageWindows } from './message-windows.ts';
import type { LiveStore } from './store.ts';

/** Message windows kept in memory; others are read from the device when their thread is opened again. */
const maxWindows = 30;

export type OpenThreadsDependencies = {
  store: LiveStore;
  readCached: (threadId: string) => Promise<MessageWindow | null>;
  readPage: (threadId: string, query: { cursor?: string; limit: number }) => Promise<MessagePage>;
  /** A window changed. */
  onDirty: () => void;
  onOpen: (threadId: string) => void;
};

/** The messages of an account's threads. Every conversation begins here, as the first screen does not load this code. */
export function threadsOf(account: {
  withThreads: (make: (deps: OpenThreadsDependencies) => OpenThreads) => OpenThreads;
}): OpenThreads {
  return account.withThreads((deps) => new OpenThreads(deps));
}

/** The threads on screen, and reading their messages. */
export class OpenThreads {
  readonly windows: MessageWindows;
  #deps: OpenThreadsDependencies;
  #open = new Map<string, number>();
  #reading = new Map<string, Promise<void>>();

  constructor(deps: OpenThreadsDependencies) {
    this.#deps = deps;
    this.windows = new MessageWindows(deps.store.topics, deps.onDirty);
    deps.store.windows = this.windows;
  }

  /**
   * Keeps a thread's messages current while it is on screen.
   * @returns a function to call when it leaves the screen
   */
  open(threadId: string): () => void {
    this.#open.set(threadId, (this.#open.get(threadId) ?? 0) + 1);
    this.#deps.onOpen(threadId);
    this.windows.use(threadId);
    this.#trim();
    this.#read(threadId);
    return () => {
      const left = (this.#open.get(threadId) ?? 1) - 1;
      if (left > 0) this.#open.set(threadId, left);
      else this.#open.delete(threadId);
    };
  }

  /** Reads a thread that is probably opened next. The feed keeps what was read current. */
  prefetch(threadId: string): void {
    this.#trim();
    this.#read(threadId);
  }

  /** @param limit number of older messages, 200 at most @throws ApiError, NetworkError; the window stays unchanged */
  async loadOlder(threadId: string, limit = windowPageSize): Promise<void> {
    await this.windows.loadOlder(threadId, (cursor) => this.#deps.readPage(threadId, { cursor, limit }));
    this.#deps.onDirty();
  }

  /** Reads threads on screen that may be outdated. */
  reread(): void {
    for (const threadId of this.#open.keys()) this.#read(threadId);
  }

  /** All windows may be outdated: those on screen are read again, the others when they are opened. */
  markStale(): void {
    const { windows } = this;
    for (const threadId of windows.threadIds()) if (!this.#open.has(threadId)) windows.drop(threadId);
    windows.markStale();
    this.reread();
  }

  #read(threadId: string): void {
    if (this.#reading.has(threadId)) return;
    const reading = this.#readStretch(threadId)
      // Loaded messages stay on screen; the next connection reads them again.
      .catch(() => undefined)
      .finally(() => this.#reading.delete(threadId));
    this.#reading.set(threadId, reading);
  }

  async #readStretch(threadId: string): Promise<void> {
    const { windows } = this;
    const { readCached, readPage } = this.#deps;
    if (windows.get(threadId)?.state === 'current') return;
    const cached = windows.get(threadId) ?? (await readCached(threadId).catch(() => null));
    if (cached !== null) windows.restore(cached);
    await windows.load(threadId, () => readPage(threadId, { limit: windowPageSize }));
    this.#deps.onDirty();
  }

  #trim(): void {
    const { windows } = this;
    const loaded = windows.threadIds();
    for (const threadId of loaded.slice(0, Math.max(0, loaded.length - maxWindows))) {
      if (!this.#open.has(threadId)) windows.drop(threadId);
    }
  }
}

import { type MessagePage, type MessageWindow, windowPageSize } from './message-window.ts';
import type { MessageWindows } from './message-windows.ts';

/** Message windows kept in memory; others are read from the device when their thread is opened again. */
const maxWindows = 30;

export type OpenThreadsDependencies = {
  windows: MessageWindows;
  readCached: (threadId: string) => Promise<MessageWindow | null>;
  readPage: (threadId: string, query: { cursor?: string; limit: number }) => Promise<MessagePage>;
  /** Called after a read changed a window. */
  onRead: () => void;
};

/** The threads on screen, and reading their messages. */
export class OpenThreads {
  #deps: OpenThreadsDependencies;
  #open = new Map<string, number>();
  #reading = new Map<string, Promise<void>>();

  constructor(deps: OpenThreadsDependencies) {
    this.#deps = deps;
  }

  /** @returns a function to call when the thread leaves the screen */
  open(threadId: string): () => void {
    this.#open.set(threadId, (this.#open.get(threadId) ?? 0) + 1);
    this.#deps.windows.use(threadId);
    this.#trim();
    this.#read(threadId);
    return () => {
      const left = (this.#open.get(threadId) ?? 1) - 1;
      if (left > 0) this.#open.set(threadId, left);
      else this.#open.delete(threadId);
    };
  }

  /** @throws errors of the read; the window stays unchanged */
  async loadOlder(threadId: string, limit = windowPageSize): Promise<void> {
    const { windows, readPage } = this.#deps;
    await windows.loadOlder(threadId, (cursor) => readPage(threadId, { cursor, limit }));
    this.#deps.onRead();
  }

  /** Reads threads on screen that may be outdated. */
  reread(): void {
    for (const threadId of this.#open.keys()) this.#read(threadId);
  }

  /** All windows may be outdated: those on screen are read again, the others when they are opened. */
  markStale(): void {
    const { windows } = this.#deps;
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
    const { windows, readCached, readPage } = this.#deps;
    if (windows.get(threadId)?.state === 'current') return;
    const cached = windows.get(threadId) ?? (await readCached(threadId).catch(() => null));
    if (cached !== null) windows.restore(cached);
    await windows.load(threadId, () => readPage(threadId, { limit: windowPageSize }));
    this.#deps.onRead();
  }

  #trim(): void {
    const { windows } = this.#deps;
    const loaded = windows.threadIds();
    for (const threadId of loaded.slice(0, Math.max(0, loaded.length - maxWindows))) {
      if (!this.#open.has(threadId)) windows.drop(threadId);
    }
  }
}

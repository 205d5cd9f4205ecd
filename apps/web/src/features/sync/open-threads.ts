import { type MessagePage, type MessageWindow, windowPageSize } from './message-window.ts';
import type { MessageWindows } from './message-windows.ts';

/** Message stretches kept in memory; others are read from the device when their thread is opened again. */
const kept = 30;

export type OpenThreadsDependencies = {
  windows: MessageWindows;
  readCached: (threadId: string) => Promise<MessageWindow | null>;
  readPage: (threadId: string, query: { cursor?: string; limit: number }) => Promise<MessagePage>;
  /** A stretch changed by reading. */
  onRead: () => void;
};

/** Which threads are on the screen, and the reading of their messages. */
export class OpenThreads {
  #deps: OpenThreadsDependencies;
  #open = new Map<string, number>();
  #reading = new Map<string, Promise<void>>();

  constructor(deps: OpenThreadsDependencies) {
    this.#deps = deps;
  }

  /** @returns the function that says that the thread left the screen */
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

  /** @throws what reading throws; the stretch stays as it was */
  async loadOlder(threadId: string): Promise<void> {
    const { windows, readPage } = this.#deps;
    await windows.loadOlder(threadId, (cursor) => readPage(threadId, { cursor, limit: windowPageSize }));
    this.#deps.onRead();
  }

  /** Reads what is on the screen and not known to be current. */
  reread(): void {
    for (const threadId of this.#open.keys()) this.#read(threadId);
  }

  /** All stretches may be behind: those on the screen are read again, the others when they are opened. */
  distrust(): void {
    const { windows } = this.#deps;
    for (const threadId of windows.threadIds()) if (!this.#open.has(threadId)) windows.drop(threadId);
    windows.distrust();
    this.reread();
  }

  #read(threadId: string): void {
    if (this.#reading.has(threadId)) return;
    const reading = this.#readStretch(threadId)
      // What is held stays on the screen; the next connection reads it again.
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
    const held = windows.threadIds();
    for (const threadId of held.slice(0, Math.max(0, held.length - kept))) {
      if (!this.#open.has(threadId)) windows.drop(threadId);
    }
  }
}

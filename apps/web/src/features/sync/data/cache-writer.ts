import type { DeviceCache } from './cache.ts';
import type { LiveStore } from './store.ts';

/** Changes are collected this long before they are written, milliseconds: a busy feed must not keep the disk busy. */
const gatherMs = 400;

/** Writes changes of the store to the device, always together with their feed position. */
export class CacheWriter {
  #cache: DeviceCache;
  #store: LiveStore;
  #cursor: () => string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #usedThreads = new Set<string>();
  #broken = false;
  #onCleared: () => void;

  /** @param onCleared another tab deleted the rows: all must be read again before the next write */
  constructor(cache: DeviceCache, store: LiveStore, cursor: () => string | null, onCleared: () => void) {
    this.#onCleared = onCleared;
    this.#cache = cache;
    this.#store = store;
    this.#cursor = cursor;
  }

  /** Changes are pending: they are written soon. */
  schedule(): void {
    if (this.#broken) return;
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs);
  }

  used(threadId: string): void {
    this.#usedThreads.add(threadId);
    this.schedule();
  }

  /** Writes pending changes now; resolves when they are stored or given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#broken = true;
  }

  async #write(): Promise<void> {
    const cursor = this.#cursor();
    if (cursor === null || this.#broken) return;
    const { rows, replaced } = this.#store.takeDirtyRows();
    const batch = {
      checkpoint: { cursor, queries: this.#store.threads.savedQueries() },
      rows,
      replaced,
      windows: this.#store.windows?.takeDirty() ?? [],
      forgotten: this.#store.forgotten.splice(0),
      usedThreads: [...this.#usedThreads],
    };
    this.#usedThreads.clear();
    try {
      if (await this.#cache.write(batch)) this.#store.topics.touch('cache');
      else this.#onCleared();
    } catch (error) {
      // A later write would store a position whose rows are missing. Without a cache the app reads everything at its
      // start.
      this.#broken = true;
      console.warn('The device keeps no copy any more:', error);
      await this.#cache.clear().catch(() => undefined);
    }
  }
}

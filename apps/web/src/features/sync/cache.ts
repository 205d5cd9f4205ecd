import type { MessageWindow } from './message-window.ts';
import type { AnyEntry } from './outbox-entry.ts';
import type { CachedRow, RowCollection } from './store.ts';
import type { SavedQueries } from './thread-list.ts';

/** The soft limit of the device's cache when nothing else was chosen, bytes (specification, section 9). */
export const defaultCacheBytes = 41_943_040;
/** The least a person may choose, bytes (specification, section 9). */
export const minimumCacheBytes = 1_048_576;

/** What somebody began to write in a thread. */
export type Draft = { thread_id: string; text: string; quoted_id: string | null; updated_at: string };

/**
 * Where the rows in the cache stand: the feed's position and how far selections of threads were read. Written in one
 * transaction with the rows it speaks of, so that a reload goes on from exactly there.
 */
export type CacheMark = { cursor: string; queries: SavedQueries };

export type CacheContent = {
  mark: CacheMark | null;
  rows: CachedRow[];
  outbox: AnyEntry[];
  drafts: Draft[];
};

export type CacheBatch = {
  mark: CacheMark;
  rows: readonly CachedRow[];
  /** Collections read anew as a whole: what the cache holds of them goes before `rows` are written. */
  replaced: readonly RowCollection[];
  windows: readonly MessageWindow[];
  /** Threads whose stretch and notes go, before anything is written. */
  forgotten: readonly string[];
  /** Threads opened since the last write, for "least recently used". */
  usedThreads: readonly string[];
};

/**
 * What this device remembers of one account. Every method is one transaction and may run beside other tabs: a row never
 * replaces a newer version of itself. Outbox and drafts are never evicted.
 */
export type DeviceCache = {
  read(): Promise<CacheContent>;
  /** A stretch as it was when it was last on screen: it may be behind the rows. */
  readWindow(threadId: string): Promise<MessageWindow | null>;
  write(batch: CacheBatch): Promise<void>;
  /** Everything but outbox and drafts goes. */
  clear(): Promise<void>;
  readOutbox(): Promise<AnyEntry[]>;
  putOutbox(entry: AnyEntry): Promise<void>;
  removeOutbox(id: string): Promise<void>;
  putDraft(draft: Draft): Promise<void>;
  removeDraft(threadId: string): Promise<void>;
  close(): void;
};

/** Bytes a value takes when it is written as JSON in UTF-8; the measure of the cache's budget. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength;
}

/**
 * Which stretches to forget so that the cache fits again: least recently used first, until `totalBytes` is at most the
 * budget. A budget under the minimum counts as the minimum.
 */
export function chooseEvictions(
  windows: readonly { threadId: string; bytes: number; usedAtMs: number }[],
  totalBytes: number,
  budgetBytes: number,
): string[] {
  let excess = totalBytes - Math.max(budgetBytes, minimumCacheBytes);
  const evicted: string[] = [];
  for (const window of windows.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (excess <= 0) break;
    excess -= window.bytes;
    evicted.push(window.threadId);
  }
  return evicted;
}

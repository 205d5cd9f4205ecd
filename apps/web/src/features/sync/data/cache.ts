import type { MessageWindow } from './message-window.ts';
import type { AnyEntry } from './outgoing.ts';
import type { CachedRow, RowCollection } from './store.ts';
import type { SavedQueries } from './thread-list.ts';

/** The default soft limit of the device's cache, bytes (specification, section 9). */
export const defaultCacheBytes = 41_943_040;
/** The minimum setting, bytes (specification, section 9). */
export const minimumCacheBytes = 1_048_576;

/** An unsent text in a thread. */
export type Draft = { thread_id: string; text: string; quoted_id: string | null; updated_at: string };

/**
 * The state of the rows in the cache: the feed's position and how far queries of threads were read. Written in one
 * transaction with the rows, so that a reload resumes from exactly there.
 */
export type CacheCheckpoint = { cursor: string; queries: SavedQueries };

export type CacheContent = {
  checkpoint: CacheCheckpoint | null;
  rows: CachedRow[];
  outbox: AnyEntry[];
  drafts: Draft[];
};

export type CacheBatch = {
  checkpoint: CacheCheckpoint;
  rows: readonly CachedRow[];
  /** Collections that were read again completely: their cached rows are deleted before `rows` are written. */
  replaced: readonly RowCollection[];
  windows: readonly MessageWindow[];
  /** Threads whose message window and notes are deleted before anything is written. */
  forgotten: readonly string[];
  /** Threads opened since the last write, for "least recently used". */
  usedThreads: readonly string[];
};

/** What the device stores of an account that can be read again: rows and message windows. */
export type CacheUsage = { bytes: number; conversations: number };

/**
 * The device's storage for one account. Every method is one transaction and may run beside other tabs: a row never
 * replaces a newer version of itself. Outbox and drafts are never evicted.
 */
export type DeviceCache = {
  read(): Promise<CacheContent>;
  /** A message window as last shown: it may be older than the rows. */
  readWindow(threadId: string): Promise<MessageWindow | null>;
  /**
   * @returns false when another tab deleted the rows and the batch does not have all threads: nothing is written,
   * because the position would be that of rows that are missing
   */
  write(batch: CacheBatch): Promise<boolean>;
  /** Deletes everything except outbox and drafts. */
  clear(): Promise<void>;
  /** Null when nothing outlasts the page. */
  usage(): Promise<CacheUsage | null>;
  /** Evicts what is over the budget now, after the budget was lowered. */
  fit(): Promise<void>;
  readOutbox(): Promise<AnyEntry[]>;
  /** A message that empties the draft of its thread deletes it in the same transaction. */
  putOutbox(entry: AnyEntry): Promise<void>;
  removeOutbox(id: string): Promise<void>;
  putDraft(draft: Draft): Promise<void>;
  removeDraft(threadId: string): Promise<void>;
  close(): void;
};

/** Whether an entry contains what this draft says. A draft that was changed after Send was pressed is a new one. */
export function emptiesDraft({ body }: AnyEntry, draft: Draft | undefined): boolean {
  const sentAt = 'clear_draft_at' in body ? body.clear_draft_at : undefined;
  return draft !== undefined && sentAt !== undefined && draft.updated_at <= sentAt;
}

/** Whether the batch can be the first one: without all threads their list would have gaps. */
export function hasAllThreads({ replaced }: Pick<CacheBatch, 'replaced'>): boolean {
  return replaced.includes('threads');
}

/** The size of a value as JSON in UTF-8; the unit of the cache's budget. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength;
}

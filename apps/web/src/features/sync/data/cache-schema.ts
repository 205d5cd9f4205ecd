import type { DBSchema, IDBPTransaction } from 'idb';
import type { CacheCheckpoint, Draft } from './cache.ts';
import type { MessageWindow } from './message-window.ts';
import type { AnyEntry } from './outgoing.ts';
import type { CachedRow } from './store.ts';

/** Size and last use of a message window, in a separate store, so that evicting reads no messages. */
type WindowUse = { threadId: string; bytes: number; usedAtMs: number };
type StoredRow = CachedRow & { bytes: number };

export interface CacheSchema extends DBSchema {
  rows: { key: [string, string]; value: StoredRow };
  windows: { key: string; value: MessageWindow };
  window_use: { key: string; value: WindowUse };
  outbox: { key: string; value: AnyEntry };
  drafts: { key: string; value: Draft };
  state: { key: string; value: CacheCheckpoint | number };
}
type RowStores = ('rows' | 'windows' | 'window_use' | 'state')[];
export type WriteTransaction = IDBPTransaction<CacheSchema, RowStores, 'readwrite'>;
export type ReadTransaction = IDBPTransaction<CacheSchema, RowStores, 'readonly' | 'readwrite'>;

/** The key in `state` of the size of all rows. */
export const rowBytesKey = 'row_bytes';

import type { Note } from '@parley/contract/types';
import type { CacheBatch, CacheMark, DeviceCache, Draft } from './cache.ts';
import type { MessageWindow } from './message-window.ts';
import type { AnyEntry } from './outbox-entry.ts';
import type { CachedRow } from './store.ts';

/**
 * A cache that lives as long as the page: for browsers that refuse a database (private windows), and wherever there is
 * none. Follows the same rules as the one on disk, without a budget.
 */
export function createMemoryCache(): DeviceCache {
  let mark: CacheMark | null = null;
  const rows = new Map<string, CachedRow>();
  const windows = new Map<string, MessageWindow>();
  const outbox = new Map<string, AnyEntry>();
  const drafts = new Map<string, Draft>();
  const entries = () => [...outbox.values()].sort((a, b) => a.order - b.order);

  return {
    read: async () => ({ mark, rows: [...rows.values()], outbox: entries(), drafts: [...drafts.values()] }),
    readWindow: async (threadId) => windows.get(threadId) ?? null,
    write: async (batch: CacheBatch) => {
      for (const [name, row] of rows) {
        const note = row.collection === 'notes' ? (row.row as Note | null) : null;
        const forgotten = note !== null && batch.forgotten.includes(note.thread_id);
        if (forgotten || batch.replaced.includes(row.collection)) rows.delete(name);
      }
      for (const threadId of batch.forgotten) windows.delete(threadId);
      for (const row of batch.rows) {
        const name = `${row.collection}/${row.id}`;
        if ((rows.get(name)?.version ?? -1) < row.version) rows.set(name, row);
      }
      for (const window of batch.windows) windows.set(window.threadId, { ...window, state: 'cached' });
      mark = batch.mark;
    },
    clear: async () => {
      mark = null;
      rows.clear();
      windows.clear();
    },
    readOutbox: async () => entries(),
    putOutbox: async (entry) => void outbox.set(entry.id, entry),
    removeOutbox: async (id) => void outbox.delete(id),
    putDraft: async (draft) => void drafts.set(draft.thread_id, draft),
    removeDraft: async (threadId) => void drafts.delete(threadId),
    close: () => undefined,
  };
}

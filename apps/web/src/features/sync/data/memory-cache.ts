import { type CacheBatch, type CacheCheckpoint, type DeviceCache, type Draft, emptiesDraft } from './cache.ts';
import type { MessageWindow } from './message-window.ts';
import type { AnyEntry } from './outgoing.ts';
import { isNewer } from './rows.ts';
import type { CachedRow } from './store.ts';
import { ofThreads } from './store.ts';

/**
 * A cache that lasts as long as the page: for browsers that refuse a database (private windows). Follows the same
 * rules as the one on disk, without a budget.
 */
export function createMemoryCache(): DeviceCache {
  let mark: CacheCheckpoint | null = null;
  const rows = new Map<string, CachedRow>();
  const windows = new Map<string, MessageWindow>();
  const outbox = new Map<string, AnyEntry>();
  const drafts = new Map<string, Draft>();
  const entries = () => [...outbox.values()].sort((a, b) => a.order - b.order);

  return {
    read: async () => ({ checkpoint: mark, rows: [...rows.values()], outbox: entries(), drafts: [...drafts.values()] }),
    readWindow: async (threadId) => windows.get(threadId) ?? null,
    write: async (batch: CacheBatch) => {
      for (const [name, row] of rows) {
        const isOfThread = (ofThreads as readonly string[]).includes(row.collection);
        const threadId = isOfThread ? (row.row as { thread_id: string } | null)?.thread_id : undefined;
        const forgotten = threadId !== undefined && batch.forgotten.includes(threadId);
        if (forgotten || batch.replaced.includes(row.collection)) rows.delete(name);
      }
      for (const threadId of batch.forgotten) windows.delete(threadId);
      for (const row of batch.rows) {
        const name = `${row.collection}/${row.id}`;
        const known = rows.get(name);
        if (known === undefined || isNewer(row, known)) rows.set(name, row);
      }
      for (const window of batch.windows) windows.set(window.threadId, { ...window, state: 'cached' });
      mark = batch.checkpoint;
      return true;
    },
    clear: async () => {
      mark = null;
      rows.clear();
      windows.clear();
    },
    usage: async () => null,
    fit: async () => undefined,
    readOutbox: async () => entries(),
    putOutbox: async (entry) => {
      outbox.set(entry.id, entry);
      if (emptiesDraft(entry, drafts.get(entry.thread_id))) drafts.delete(entry.thread_id);
    },
    removeOutbox: async (id) => void outbox.delete(id),
    putDraft: async (draft) => void drafts.set(draft.thread_id, draft),
    removeDraft: async (threadId) => void drafts.delete(threadId),
    close: () => undefined,
  };
}

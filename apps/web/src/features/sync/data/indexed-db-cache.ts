import { type IDBPDatabase, openDB, type StoreNames } from 'idb';
import { type CacheBatch, type DeviceCache, emptiesDraft, hasAllThreads, jsonBytes } from './cache.ts';
import { type CacheSchema, rowBytesKey, type WriteTransaction } from './cache-schema.ts';
import { isNewer } from './rows.ts';

/** Incremented whenever rows of an earlier version cannot be used any more: they are deleted and read again. */
const schemaVersion = 3;
const markKey = 'mark';
const loadUsage = () => import('./cache-usage.ts');

/**
 * Opens the account's database on this device.
 * @param name `parley:<client_id>:<uid>`
 * @param budgetBytes soft limit for rows and message windows together; asked at every write, because another tab may
 * change it
 * @throws the browser's error when it refuses a database
 */
export async function openIndexedDbCache(name: string, budgetBytes: () => number): Promise<DeviceCache> {
  const database = await openDB<CacheSchema>(name, schemaVersion, {
    upgrade: (db, before, _now, transaction) => {
      if (before > 0) {
        for (const name of rowStores) void transaction.objectStore(name).clear();
        return;
      }
      db.createObjectStore('rows', { keyPath: ['collection', 'id'] });
      db.createObjectStore('windows', { keyPath: 'threadId' });
      db.createObjectStore('window_use', { keyPath: 'threadId' });
      db.createObjectStore('outbox', { keyPath: 'id' });
      db.createObjectStore('drafts', { keyPath: 'thread_id' });
      db.createObjectStore('state');
    },
    // Another tab signs out or has a newer version: it must not wait for this one.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
  return cacheOver(database, budgetBytes);
}

function cacheOver(database: IDBPDatabase<CacheSchema>, budgetBytes: () => number): DeviceCache {
  /** One that is aborted, such as by the end of the tab, is told of by its first request that fails: nobody waits for its end then. */
  const begin = <Names extends ArrayLike<StoreNames<CacheSchema>>, Mode extends IDBTransactionMode = 'readonly'>(
    names: Names,
    mode?: Mode,
  ) => {
    const transaction = database.transaction(names, mode);
    transaction.done.catch(() => undefined);
    return transaction;
  };
  const outboxInOrder = async () => (await database.getAll('outbox')).sort((a, b) => a.order - b.order);
  return {
    read: async () => {
      const transaction = begin(['rows', 'outbox', 'drafts', 'state']);
      const [mark, rows, outbox, drafts] = await Promise.all([
        transaction.objectStore('state').get(markKey),
        transaction.objectStore('rows').getAll(),
        transaction.objectStore('outbox').getAll(),
        transaction.objectStore('drafts').getAll(),
      ]);
      await transaction.done;
      outbox.sort((a, b) => a.order - b.order);
      return { checkpoint: typeof mark === 'object' ? mark : null, rows, outbox, drafts };
    },
    readWindow: async (threadId) => (await database.get('windows', threadId)) ?? null,
    write: async (batch) => {
      const forgetting = batch.forgotten.length > 0 ? await import('./forget.ts') : null;
      const usage = await loadUsage().catch(() => null);
      const transaction = begin(rowStores, 'readwrite');
      if (!hasAllThreads(batch) && (await transaction.objectStore('state').get(markKey)) === undefined) return false;
      await forgetting?.forgetRows(transaction, batch);
      await writeRows(transaction, batch);
      await writeWindows(transaction, batch);
      await transaction.objectStore('state').put(batch.checkpoint, markKey);
      // Without its code, which is loaded late, the next write evicts.
      await usage?.evict(transaction, budgetBytes());
      await transaction.done;
      return true;
    },
    clear: async () => {
      const transaction = begin(rowStores, 'readwrite');
      for (const name of rowStores) void transaction.objectStore(name).clear();
      await transaction.done;
    },
    usage: async () => {
      const { readUsage } = await loadUsage();
      const { bytes, uses } = await readUsage(begin(rowStores));
      return { bytes, conversations: uses.length };
    },
    fit: async () => {
      const { evict } = await loadUsage();
      const transaction = begin(rowStores, 'readwrite');
      await evict(transaction, budgetBytes());
      await transaction.done;
    },
    readOutbox: outboxInOrder,
    putOutbox: async (entry) => {
      const transaction = begin(['outbox', 'drafts'], 'readwrite');
      const drafts = transaction.objectStore('drafts');
      await transaction.objectStore('outbox').put(entry);
      if (emptiesDraft(entry, await drafts.get(entry.thread_id))) await drafts.delete(entry.thread_id);
      await transaction.done;
    },
    removeOutbox: (id) => database.delete('outbox', id),
    putDraft: async (draft) => {
      await database.put('drafts', draft);
    },
    removeDraft: (threadId) => database.delete('drafts', threadId),
    close: () => database.close(),
  };
}

/** Stores that can be read again from the server; the others exist only here. */
const rowStores = ['rows', 'windows', 'window_use', 'state'] as const;

async function writeRows(transaction: WriteTransaction, batch: CacheBatch): Promise<void> {
  const rows = transaction.objectStore('rows');
  let rowBytes = Number((await transaction.objectStore('state').get(rowBytesKey)) ?? 0);
  for (const collection of batch.replaced) {
    const range = IDBKeyRange.bound([collection], [collection, []]);
    for (const existing of await rows.getAll(range)) rowBytes -= existing.bytes;
    await rows.delete(range);
  }
  // Another tab may be ahead of this one, so every row is compared before it is written.
  const existing = await Promise.all(batch.rows.map((row) => rows.get([row.collection, row.id])));
  for (const [index, row] of batch.rows.entries()) {
    const before = existing[index];
    if (before !== undefined && !isNewer(row, before)) continue;
    const bytes = jsonBytes(row);
    rowBytes += bytes - (before?.bytes ?? 0);
    void rows.put({ ...row, bytes });
  }
  await transaction.objectStore('state').put(rowBytes, rowBytesKey);
}

/** Message windows are written whole: one record per thread. */
async function writeWindows(transaction: WriteTransaction, batch: CacheBatch): Promise<void> {
  const uses = transaction.objectStore('window_use');
  const usedAtMs = Date.now();
  for (const window of batch.windows) {
    void transaction.objectStore('windows').put({ ...window, state: 'cached' });
    void uses.put({ threadId: window.threadId, bytes: jsonBytes(window.messages), usedAtMs });
  }
  for (const threadId of batch.usedThreads) {
    const use = await uses.get(threadId);
    if (use !== undefined) void uses.put({ ...use, usedAtMs });
  }
}

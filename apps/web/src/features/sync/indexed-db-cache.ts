import type { Note } from '@parley/contract/types';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type CacheBatch, type CacheMark, chooseEvictions, type DeviceCache, type Draft, jsonBytes } from './cache.ts';
import type { MessageWindow } from './message-window.ts';
import type { AnyEntry } from './outbox-entry.ts';
import type { CachedRow } from './store.ts';

/** Size and use of a stretch beside it, so that evicting reads no messages. */
type WindowUse = { threadId: string; bytes: number; usedAtMs: number };
type StoredRow = CachedRow & { bytes: number };

interface CacheSchema extends DBSchema {
  rows: { key: [string, string]; value: StoredRow };
  windows: { key: string; value: MessageWindow };
  window_use: { key: string; value: WindowUse };
  outbox: { key: string; value: AnyEntry };
  drafts: { key: string; value: Draft };
  state: { key: string; value: CacheMark | number };
}
type WriteTransaction = IDBPTransaction<CacheSchema, ('rows' | 'windows' | 'window_use' | 'state')[], 'readwrite'>;

const schemaVersion = 1;
const markKey = 'mark';
const rowBytesKey = 'row_bytes';

/**
 * Opens the account's database on this device.
 * @param name        `parley:<client_id>:<uid>`
 * @param budgetBytes soft limit for rows and stretches together
 * @throws whatever the browser says when it refuses a database
 */
export async function openIndexedDbCache(name: string, budgetBytes: number): Promise<DeviceCache> {
  const database = await openDB<CacheSchema>(name, schemaVersion, {
    upgrade: (db) => {
      db.createObjectStore('rows', { keyPath: ['collection', 'id'] });
      db.createObjectStore('windows', { keyPath: 'threadId' });
      db.createObjectStore('window_use', { keyPath: 'threadId' });
      db.createObjectStore('outbox', { keyPath: 'id' });
      db.createObjectStore('drafts', { keyPath: 'thread_id' });
      db.createObjectStore('state');
    },
    // Another tab signs out or brings a newer version: it may not wait for us.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
  return cacheOver(database, budgetBytes);
}

function cacheOver(database: IDBPDatabase<CacheSchema>, budgetBytes: number): DeviceCache {
  const outboxInOrder = async () => (await database.getAll('outbox')).sort((a, b) => a.order - b.order);
  return {
    read: async () => {
      const transaction = database.transaction(['rows', 'outbox', 'drafts', 'state']);
      const [mark, rows, outbox, drafts] = await Promise.all([
        transaction.objectStore('state').get(markKey),
        transaction.objectStore('rows').getAll(),
        transaction.objectStore('outbox').getAll(),
        transaction.objectStore('drafts').getAll(),
      ]);
      await transaction.done;
      outbox.sort((a, b) => a.order - b.order);
      return { mark: typeof mark === 'object' ? mark : null, rows, outbox, drafts };
    },
    readWindow: async (threadId) => (await database.get('windows', threadId)) ?? null,
    write: async (batch) => {
      const transaction = database.transaction(['rows', 'windows', 'window_use', 'state'], 'readwrite');
      await forget(transaction, batch);
      await writeRows(transaction, batch);
      await writeWindows(transaction, batch);
      await transaction.objectStore('state').put(batch.mark, markKey);
      await evict(transaction, budgetBytes);
      await transaction.done;
    },
    clear: async () => {
      const transaction = database.transaction(['rows', 'windows', 'window_use', 'state'], 'readwrite');
      await Promise.all([
        transaction.objectStore('rows').clear(),
        transaction.objectStore('windows').clear(),
        transaction.objectStore('window_use').clear(),
        transaction.objectStore('state').clear(),
      ]);
      await transaction.done;
    },
    readOutbox: outboxInOrder,
    putOutbox: async (entry) => {
      await database.put('outbox', entry);
    },
    removeOutbox: (id) => database.delete('outbox', id),
    putDraft: async (draft) => {
      await database.put('drafts', draft);
    },
    removeDraft: (threadId) => database.delete('drafts', threadId),
    close: () => database.close(),
  };
}

/** Of every thread named, its stretch and its notes, also those that this tab never read. */
async function forget(transaction: WriteTransaction, { forgotten, forgetsWindows }: CacheBatch): Promise<void> {
  const [windows, uses] = [transaction.objectStore('windows'), transaction.objectStore('window_use')];
  if (forgetsWindows) await Promise.all([windows.clear(), uses.clear()]);
  if (forgotten.length === 0) return;
  await Promise.all(forgotten.flatMap((threadId) => [windows.delete(threadId), uses.delete(threadId)]));
  const [rows, state] = [transaction.objectStore('rows'), transaction.objectStore('state')];
  let rowBytes = Number((await state.get(rowBytesKey)) ?? 0);
  for (const held of await rows.getAll(IDBKeyRange.bound(['notes'], ['notes', []]))) {
    if (!forgotten.includes((held.row as Note | null)?.thread_id ?? '')) continue;
    rowBytes -= held.bytes;
    await rows.delete([held.collection, held.id]);
  }
  await state.put(rowBytes, rowBytesKey);
}

async function writeRows(transaction: WriteTransaction, batch: CacheBatch): Promise<void> {
  const rows = transaction.objectStore('rows');
  let rowBytes = Number((await transaction.objectStore('state').get(rowBytesKey)) ?? 0);
  for (const collection of batch.replaced) {
    const range = IDBKeyRange.bound([collection], [collection, []]);
    for (const held of await rows.getAll(range)) rowBytes -= held.bytes;
    await rows.delete(range);
  }
  // Another tab may be ahead of this one, so every row is compared before it is written.
  const held = await Promise.all(batch.rows.map((row) => rows.get([row.collection, row.id])));
  for (const [index, row] of batch.rows.entries()) {
    const before = held[index];
    if (before !== undefined && before.version >= row.version) continue;
    const bytes = jsonBytes(row);
    rowBytes += bytes - (before?.bytes ?? 0);
    void rows.put({ ...row, bytes });
  }
  await transaction.objectStore('state').put(rowBytes, rowBytesKey);
}

/** Stretches are written whole: one record a thread. */
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

async function evict(transaction: WriteTransaction, budgetBytes: number): Promise<void> {
  const uses = await transaction.objectStore('window_use').getAll();
  const rowBytes = Number((await transaction.objectStore('state').get(rowBytesKey)) ?? 0);
  const totalBytes = uses.reduce((sum, use) => sum + use.bytes, rowBytes);
  for (const threadId of chooseEvictions(uses, totalBytes, budgetBytes)) {
    void transaction.objectStore('windows').delete(threadId);
    void transaction.objectStore('window_use').delete(threadId);
  }
}

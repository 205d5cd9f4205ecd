import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { session } from './browser-session.ts';
import { databaseName } from './storage.ts';

interface FileSchema extends DBSchema {
  files: { key: string; value: { blob: Blob; name: string; keptAtMs: number } };
}

export type StoredFile = { blob: Blob; name: string };

/** Abandoned files are deleted after this time. */
const storedForMs = 7 * 86_400_000;
/** Without IndexedDB a file lives as long as the page. */
const inMemory = new Map<string, StoredFile>();

async function open(): Promise<IDBPDatabase<FileSchema>> {
  const state = session.state();
  if (state.status === 'signed-out') throw new Error('nobody is signed in');
  return openDB<FileSchema>(`${databaseName(state.account)}:import`, 1, {
    upgrade: (db) => void db.createObjectStore('files'),
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
}

async function withFiles<T>(use: (database: IDBPDatabase<FileSchema>) => Promise<T>, otherwise: () => T): Promise<T> {
  let database: IDBPDatabase<FileSchema> | null = null;
  try {
    database = await open();
    return await use(database);
  } catch {
    return otherwise(); // private windows and full disks
  } finally {
    database?.close();
  }
}

/** Stores a chosen file on this device until it is uploaded, so that a reload loses nothing. */
export async function storeFile(importId: string, file: StoredFile): Promise<void> {
  inMemory.set(importId, file);
  await withFiles(
    async (database) => {
      await database.put('files', { ...file, keptAtMs: Date.now() }, importId);
      for (const key of await database.getAllKeys('files')) {
        const kept = await database.get('files', key);
        if (kept !== undefined && kept.keptAtMs < Date.now() - storedForMs) await database.delete('files', key);
      }
    },
    () => undefined,
  );
}

export async function findStoredFile(importId: string): Promise<StoredFile | null> {
  const existing = inMemory.get(importId);
  if (existing !== undefined) return existing;
  return withFiles(
    async (database) => (await database.get('files', importId)) ?? null,
    () => null,
  );
}

export async function deleteStoredFile(importId: string): Promise<void> {
  inMemory.delete(importId);
  await withFiles(
    (database) => database.delete('files', importId),
    () => undefined,
  );
}

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { session } from '../../../platform/browser-session.ts';
import { databaseName } from '../../../platform/storage.ts';

interface FileSchema extends DBSchema {
  files: { key: string; value: { blob: Blob; name: string; keptAtMs: number } };
}

export type KeptFile = { blob: Blob; name: string };

/** Files that nobody came back for are let go after so long. */
const keptMs = 7 * 86_400_000;
/** Where the browser refuses a database a file lives as long as the page. */
const inMemory = new Map<string, KeptFile>();

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

/** Keeps a chosen file on this device until the server has all of it, so that a reload loses nothing. */
export async function keepFile(importId: string, file: KeptFile): Promise<void> {
  inMemory.set(importId, file);
  await withFiles(
    async (database) => {
      await database.put('files', { ...file, keptAtMs: Date.now() }, importId);
      for (const key of await database.getAllKeys('files')) {
        const kept = await database.get('files', key);
        if (kept !== undefined && kept.keptAtMs < Date.now() - keptMs) await database.delete('files', key);
      }
    },
    () => undefined,
  );
}

export async function keptFile(importId: string): Promise<KeptFile | null> {
  const held = inMemory.get(importId);
  if (held !== undefined) return held;
  return withFiles(
    async (database) => (await database.get('files', importId)) ?? null,
    () => null,
  );
}

export async function forgetFile(importId: string): Promise<void> {
  inMemory.delete(importId);
  await withFiles(
    (database) => database.delete('files', importId),
    () => undefined,
  );
}

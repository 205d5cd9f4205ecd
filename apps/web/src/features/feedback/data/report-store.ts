import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { session } from '../../../platform/browser-session.ts';
import { databaseName } from '../../../platform/storage.ts';
import type { ReportBody, ReportDraft } from './report-body.ts';
import type { Shot } from './shots.ts';

/** A report on its way. */
export type QueuedReport = {
  id: string;
  body: ReportBody;
  queuedAt: string;
  /** Why the server refuses it; null while it waits. */
  problem: string | null;
};
export type StoredDraft = { draft: ReportDraft; shots: Shot[]; savedAt: string };

interface Schema extends DBSchema {
  queue: { key: string; value: QueuedReport };
  draft: { key: 'draft'; value: StoredDraft };
}

let opened: { name: string; database: Promise<IDBPDatabase<Schema>> } | null = null;

/** The name of this account's database of reports; deleted at sign-out. Null while signed out. */
export function reportDatabaseName(): string | null {
  const state = session.state();
  return state.status === 'signed-out' ? null : `${databaseName(state.account)}:reports`;
}

function open(): Promise<IDBPDatabase<Schema>> {
  const name = reportDatabaseName();
  if (name === null) return Promise.reject(new Error('Reports are stored for signed-in users only.'));
  if (opened?.name !== name) {
    const database = openDB<Schema>(name, 1, {
      upgrade(made) {
        made.createObjectStore('queue', { keyPath: 'id' });
        made.createObjectStore('draft');
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    database.catch(() => {
      opened = null;
    });
    opened = { name, database };
  }
  return opened.database;
}

export const listQueued = async (): Promise<QueuedReport[]> => (await open()).getAll('queue');

export async function putQueued(report: QueuedReport): Promise<void> {
  await (await open()).put('queue', report);
}

export async function deleteQueued(id: string): Promise<void> {
  await (await open()).delete('queue', id);
}

export const readDraft = async (): Promise<StoredDraft | undefined> => (await open()).get('draft', 'draft');

export async function writeDraft(draft: StoredDraft): Promise<void> {
  await (await open()).put('draft', draft, 'draft');
}

export async function deleteDraft(): Promise<void> {
  await (await open()).delete('draft', 'draft');
}

import { session } from './browser-session.ts';
import { databaseName } from './storage.ts';

type UnsentCount = () => Promise<number>;

const counters = new Set<UnsentCount>();

/** Registers a count of unsent messages; signing out asks before discarding them. @returns unregisters it */
export function registerUnsent(count: UnsentCount): () => void {
  counters.add(count);
  return () => void counters.delete(count);
}

/** How many messages signing out now would lose; a count that cannot be read counts as none. */
export async function countUnsent(): Promise<number> {
  // A page that was loaded only to sign out has no live account: queued messages are in the device's database.
  if (counters.size === 0) return countStored().catch(() => 0);
  const counts = await Promise.all([...counters].map((count) => count().catch(() => 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The store of the account's database in which the sync feature queues messages. */
const outboxStore = 'outbox';

function countStored(): Promise<number> {
  const state = session.state();
  if (state.status === 'signed-out') return Promise.resolve(0);
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName(state.account));
    // There is none, and opening must not create one.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(0);
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction(outboxStore).objectStore(outboxStore).count();
      counting.onsuccess = () => {
        database.close();
        resolve(counting.result);
      };
      counting.onerror = () => reject(counting.error);
    };
  });
}

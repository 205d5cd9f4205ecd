import type { Clock } from './clock.ts';
import { type KeyValue, readJson } from './storage.ts';

/** Runs work under a name; other tabs of this browser wait for their turn. */
export type TabLock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** A lease outlives the slowest call it covers; a lease left by a closed tab blocks others no longer than this. */
const leaseMs = 65_000;
const lookMs = 150;

/** Uses Web Locks; where they are missing (plain HTTP from another machine) a lease in localStorage. */
export function createTabLock(locks: LockManager | undefined, storage: KeyValue, clock: Clock): TabLock {
  if (locks) return (name, work) => locks.request(name, work) as ReturnType<typeof work>;
  return async (name, work) => {
    const key = `parley:lease:${name}`;
    const mine = `${clock.now()}-${Math.random()}`;
    const pause = () => new Promise<void>((resolve) => void clock.setTimer(resolve, lookMs));
    for (;;) {
      const until = readLease(storage.get(key))?.until ?? 0;
      if (until <= clock.now()) {
        storage.set(key, JSON.stringify({ by: mine, until: clock.now() + leaseMs }));
        // Two tabs may write at once; after a pause both see the same last value.
        await pause();
        if (readLease(storage.get(key))?.by === mine) break;
      } else {
        await pause();
      }
    }
    try {
      return await work();
    } finally {
      storage.remove(key);
    }
  };
}

function readLease(text: string | null): { by: string; until: number } | null {
  const value = readJson(text) as { by?: unknown; until?: unknown } | null;
  if (typeof value?.by !== 'string' || typeof value.until !== 'number') return null;
  return { by: value.by, until: value.until };
}

import type { TrafficEntry } from '../control-types.ts';
import type { Account } from '../storage/accounts.ts';

/** Recent raw exchanges, in memory: a window to look through, not a book. */
export interface Traffic {
  note(account: Account, entry: Omit<TrafficEntry, 'cursor' | 'at'>): void;
  list(account: Account, after: number, limit: number): TrafficEntry[];
  clear(account: Account): void;
}

/** Entries kept per account. */
const entriesPerAccount = 200;
/** Characters of each body kept. */
export const bodyKept = 8192;
/** Characters kept of all accounts together; past it the account that holds most loses its oldest. */
const totalKept = 6_000_000;

export function createTraffic(): Traffic {
  const rings = new Map<number, { entries: TrafficEntry[]; size: number }>();
  let total = 0;
  let count = 0;

  function dropOldest(ring: { entries: TrafficEntry[]; size: number }): void {
    const size = sizeOf(ring.entries.shift());
    ring.size -= size;
    total -= size;
  }

  return {
    note(account, entry) {
      const ring = rings.get(account.key) ?? { entries: [], size: 0 };
      rings.set(account.key, ring);
      count += 1;
      const at = new Date().toISOString();
      const [request, response] = [entry.request.slice(0, bodyKept), entry.response.slice(0, bodyKept)];
      const kept = { cursor: String(count), at, ...entry, request, response };
      ring.entries.push(kept);
      ring.size += sizeOf(kept);
      total += sizeOf(kept);
      if (ring.entries.length > entriesPerAccount) dropOldest(ring);
      while (total > totalKept)
        dropOldest([...rings.values()].reduce((most, one) => (one.size > most.size ? one : most)));
    },
    list(account, after, limit) {
      const entries = rings.get(account.key)?.entries ?? [];
      return entries.filter((entry) => Number(entry.cursor) > after).slice(0, limit);
    },
    clear(account) {
      total -= rings.get(account.key)?.size ?? 0;
      rings.delete(account.key);
    },
  };
}

function sizeOf(entry: TrafficEntry | undefined): number {
  return entry ? entry.request.length + entry.response.length + entry.url.length : 0;
}

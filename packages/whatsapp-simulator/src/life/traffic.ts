import type { TrafficEntry } from '../control-types.ts';
import type { Account } from '../storage/accounts.ts';

/** Recent raw exchanges, in memory: a window to look through, not a book. */
export interface Traffic {
  /** @param body a webhook's bytes, kept for a replay unless they are too many */
  note(account: Account, entry: Omit<TrafficEntry, 'cursor' | 'at' | 'replayable'>, body?: Buffer): void;
  /** Oldest first, after a cursor. */
  list(account: Account, after: number, limit: number): TrafficEntry[];
  /** The newest ones, newest first. */
  newest(account: Account, limit: number): TrafficEntry[];
  /** The bytes of a webhook; null when they are not kept (any more). */
  bodyOf(account: Account, cursor: number): Buffer | null;
  clear(account: Account): void;
}

/** Entries kept per account. */
const entriesPerAccount = 200;
/** Characters of each body kept. */
export const bodyKept = 8192;
/** Webhooks up to this size can be posted once more, bytes. */
const replayKept = 256 * 1024;
/** Characters kept of all accounts together; past it the account that holds most loses its oldest. */
const totalKept = 6_000_000;

export function createTraffic(): Traffic {
  const rings = new Map<number, Ring>();
  let total = 0;
  let count = 0;

  function dropOldest(ring: Ring): void {
    const size = sizeOf(ring.entries.shift());
    ring.size -= size;
    total -= size;
  }

  return {
    note(account, entry, body) {
      const ring = rings.get(account.key) ?? { entries: [], size: 0 };
      rings.set(account.key, ring);
      count += 1;
      const at = new Date().toISOString();
      const [request, response] = [entry.request.slice(0, bodyKept), entry.response.slice(0, bodyKept)];
      const bytes = body !== undefined && body.length <= replayKept ? body : null;
      const kept = { cursor: String(count), at, replayable: bytes !== null, ...entry, request, response, bytes };
      ring.entries.push(kept);
      ring.size += sizeOf(kept);
      total += sizeOf(kept);
      if (ring.entries.length > entriesPerAccount) dropOldest(ring);
      while (total > totalKept)
        dropOldest([...rings.values()].reduce((most, one) => (one.size > most.size ? one : most)));
    },
    list(account, after, limit) {
      const entries = rings.get(account.key)?.entries ?? [];
      return entries
        .filter((entry) => Number(entry.cursor) > after)
        .slice(0, limit)
        .map(shown);
    },
    newest: (account, limit) => (rings.get(account.key)?.entries ?? []).slice(-limit).reverse().map(shown),
    bodyOf(account, cursor) {
      return rings.get(account.key)?.entries.find((entry) => Number(entry.cursor) === cursor)?.bytes ?? null;
    },
    clear(account) {
      total -= rings.get(account.key)?.size ?? 0;
      rings.delete(account.key);
    },
  };
}

type Kept = TrafficEntry & { bytes: Buffer | null };
type Ring = { entries: Kept[]; size: number };

const shown = ({ bytes: _bytes, ...entry }: Kept): TrafficEntry => entry;

function sizeOf(entry: Kept | undefined): number {
  return entry ? entry.request.length + entry.response.length + entry.url.length + (entry.bytes?.length ?? 0) : 0;
}

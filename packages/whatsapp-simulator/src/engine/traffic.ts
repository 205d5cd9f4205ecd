import type { TrafficEntry } from '../control-types.ts';
import type { Account } from '../storage/accounts.ts';

/** Recent raw exchanges, in memory: for inspection, not a record. */
export interface Traffic {
  /** @param body the bytes, stored for a replay unless too large; absent without a body */
  note(account: Account, entry: Omit<TrafficEntry, 'cursor' | 'at' | 'replayable'>, body?: Bytes): void;
  /** Oldest first, after a cursor. */
  list(account: Account, after: number, limit: number): TrafficEntry[];
  /** The newest ones, newest first. */
  newest(account: Account, limit: number): TrafficEntry[];
  /** The bytes for a replay; null when they are not stored (any more). */
  bytesOf(account: Account, cursor: number): ReplayableCall | null;
  clear(account: Account): void;
}

/** A body as transmitted. */
export interface Bytes {
  bytes: Buffer;
  /** Its Content-Type. */
  type: string;
}

export interface ReplayableCall extends Bytes, Pick<TrafficEntry, 'direction' | 'method' | 'url'> {}

/** Stored entries per account. */
const entriesPerAccount = 200;
/** Stored characters of each body. */
export const maxBodyCharacters = 8192;
/** Bodies up to this size can be replayed, bytes. */
const maxReplayBytes = 256 * 1024;
/** Stored characters of all accounts together; beyond it the account with the most loses its oldest. */
const maxTotalCharacters = 6_000_000;

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
      const [request, response] = [
        entry.request.slice(0, maxBodyCharacters),
        entry.response.slice(0, maxBodyCharacters),
      ];
      const whole = body !== undefined && body.bytes.length <= maxReplayBytes ? body : null;
      const kept = { cursor: String(count), at, replayable: whole !== null, ...entry, request, response, whole };
      ring.entries.push(kept);
      ring.size += sizeOf(kept);
      total += sizeOf(kept);
      if (ring.entries.length > entriesPerAccount) dropOldest(ring);
      while (total > maxTotalCharacters)
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
    bytesOf(account, cursor) {
      const entry = rings.get(account.key)?.entries.find((one) => Number(one.cursor) === cursor);
      if (!entry?.whole) return null;
      const { direction, method, url, whole } = entry;
      return { direction, method, url, ...whole };
    },
    clear(account) {
      total -= rings.get(account.key)?.size ?? 0;
      rings.delete(account.key);
    },
  };
}

type StoredEntry = TrafficEntry & { whole: Bytes | null };
type Ring = { entries: StoredEntry[]; size: number };

const shown = ({ whole: _whole, ...entry }: StoredEntry): TrafficEntry => entry;

function sizeOf(entry: StoredEntry | undefined): number {
  return entry ? entry.request.length + entry.response.length + entry.url.length + (entry.whole?.bytes.length ?? 0) : 0;
}

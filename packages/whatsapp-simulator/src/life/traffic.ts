import type { TrafficEntry } from '../control-types.ts';
import type { Account } from '../storage/accounts.ts';

/** Recent raw exchanges, in memory: a window to look through, not a book. */
export interface Traffic {
  /** @param body the bytes, kept for a replay unless they are too many; left out: there is none */
  note(account: Account, entry: Omit<TrafficEntry, 'cursor' | 'at' | 'replayable'>, body?: Bytes): void;
  /** Oldest first, after a cursor. */
  list(account: Account, after: number, limit: number): TrafficEntry[];
  /** The newest ones, newest first. */
  newest(account: Account, limit: number): TrafficEntry[];
  /** What can be done once more; null when its bytes are not kept (any more). */
  bytesOf(account: Account, cursor: number): Repeatable | null;
  clear(account: Account): void;
}

/** A body as it went over the line. */
export interface Bytes {
  bytes: Buffer;
  /** Its Content-Type. */
  type: string;
}

export interface Repeatable extends Bytes, Pick<TrafficEntry, 'direction' | 'method' | 'url'> {}

/** Entries kept per account. */
const entriesPerAccount = 200;
/** Characters of each body kept. */
export const bodyKept = 8192;
/** Bodies up to this size can go once more, bytes. */
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
      const whole = body !== undefined && body.bytes.length <= replayKept ? body : null;
      const kept = { cursor: String(count), at, replayable: whole !== null, ...entry, request, response, whole };
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

type Kept = TrafficEntry & { whole: Bytes | null };
type Ring = { entries: Kept[]; size: number };

const shown = ({ whole: _whole, ...entry }: Kept): TrafficEntry => entry;

function sizeOf(entry: Kept | undefined): number {
  return entry ? entry.request.length + entry.response.length + entry.url.length + (entry.whole?.bytes.length ?? 0) : 0;
}

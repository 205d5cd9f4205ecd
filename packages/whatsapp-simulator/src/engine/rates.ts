import type { SimulatorLimits } from '../options.ts';
import type { Account } from '../storage/accounts.ts';

/** Rate limits, in memory: a restart resets them. */
export interface Rates {
  /** Counts a send; returns its error code, null when it may be sent. */
  takeSend(account: Account, phone: string): { code: number; details: string } | null;
  /** A customer's message counts against the number's throughput too. */
  noteInbound(account: Account): void;
  /** Counts a management call. @returns percent of the hour's calls used so far; above 100 it is refused */
  takeManagement(account: Account): number;
  clear(account: Account): void;
}

/** Messages per second, in and out together. */
const throughputPerSecond = { STANDARD: 80, HIGH: 1000 } as const;
/** To one contact: one message in 6 s, of which 45 may be sent in a burst that borrows from later. */
const pairIntervalMs = 6000;
const pairBurst = 45;
/** Calls about an account and its templates in an hour. */
const managementPerHour = 5_000;
const hourMs = 3_600_000;
/** Pairs stored before idle ones are dropped. */
const maxPairs = 10_000;

interface Used {
  sends: Window | null;
  both: Window | null;
  /** Per phone, the time at which its debt is paid off. */
  pairs: Map<string, number>;
}

export function createRates(limits: SimulatorLimits): Rates {
  const byAccount = new Map<number, Used>();
  /** Times of the last hour's calls, at most as many as allowed. */
  const management = new Map<number, number[]>();

  function usedBy(account: Account): Used {
    const cap = limits.throughput ? throughputPerSecond[account.throughput] : null;
    const known = byAccount.get(account.key);
    if (known && (known.both?.size ?? null) === cap) return known;
    const used: Used = {
      sends: known?.sends ?? (limits.sendsPerSecond === null ? null : createWindow(limits.sendsPerSecond)),
      both: cap === null ? null : createWindow(cap),
      pairs: known?.pairs ?? new Map(),
    };
    byAccount.set(account.key, used);
    return used;
  }

  return {
    takeSend(account, phone) {
      const nowMs = performance.now();
      const used = usedBy(account);
      if (used.sends && !used.sends.hasRoom(nowMs)) {
        return { code: 130429, details: `This sandbox takes ${used.sends.size} sends per second` };
      }
      if (used.both && !used.both.hasRoom(nowMs)) {
        return { code: 130429, details: `More than ${used.both.size} messages per second for this number` };
      }
      if (account.pair_limit && !takePair(used.pairs, phone, nowMs)) {
        return { code: 131056, details: 'Too many messages to this person in a short time' };
      }
      used.sends?.note(nowMs);
      used.both?.note(nowMs);
      return null;
    },
    noteInbound(account) {
      usedBy(account).both?.note(performance.now());
    },
    takeManagement(account) {
      const cap = account.faults.management_calls_per_hour ?? managementPerHour;
      const nowMs = performance.now();
      const lately = (management.get(account.key) ?? []).filter((at) => nowMs - at < hourMs);
      if (lately.length >= cap) return 101;
      lately.push(nowMs);
      management.set(account.key, lately);
      return Math.ceil((lately.length / cap) * 100);
    },
    clear(account) {
      management.delete(account.key);
      byAccount.delete(account.key);
    },
  };
}

/** Times of the last `size` events in a ring: a sliding second, not a fixed one. */
interface Window {
  readonly size: number;
  hasRoom(nowMs: number): boolean;
  note(nowMs: number): void;
}

function createWindow(size: number): Window {
  const times = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    size,
    hasRoom: (nowMs) => (times[next] ?? 0) <= nowMs - 1000,
    note(nowMs) {
      times[next] = nowMs;
      next = (next + 1) % size;
    },
  };
}

function takePair(pairs: Map<string, number>, phone: string, nowMs: number): boolean {
  const free = Math.max(pairs.get(phone) ?? 0, nowMs);
  if (free - nowMs > (pairBurst - 1) * pairIntervalMs) return false;
  if (pairs.size > maxPairs) {
    for (const [key, at] of pairs) if (at <= nowMs) pairs.delete(key);
  }
  pairs.set(phone, free + pairIntervalMs);
  return true;
}

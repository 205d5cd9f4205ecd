import { randomUUID } from 'node:crypto';
import { createCallRates } from '../../platform/http/rate-limits.ts';

/*
 * A browser reports what is on screen and who types: a few frames a second, and a connection for each tab. Bytes are
 * those of frames that wait for their turn. All are counted in this process.
 */
const most = {
  socket: { framesPerS: 40, waitingBytes: 65_536 },
  member: { framesPerS: 120, waitingBytes: 262_144, connections: 50 },
  account: { framesPerS: 1_000, waitingBytes: 4_194_304, connections: 2_000 },
} as const;

type Level = keyof typeof most;
type Count = { level: Level; key: string; connections: number; waitingBytes: number };

/** Who holds a connection. */
export type Holder = { clientId: string; uid: string };

export type SocketMeter = {
  /** The connection is a member's from now on. @returns false when the member or the account has too many */
  enter(holder: Holder): boolean;
  /** A frame arrived. @returns a function for when it was handled; null when there are too many */
  take(bytes: number): (() => void) | null;
  leave(): void;
};

export type SocketLimits = {
  open(): SocketMeter;
  /** A long poll is held. @returns a function for when it ends; null when the member or the account has too many */
  hold(holder: Holder): (() => void) | null;
};

export function createSocketLimits(): SocketLimits {
  const rates = createCallRates();
  const counts = new Map<string, Count>();

  const countOf = (level: Level, key: string): Count => {
    const count = counts.get(key) ?? { level, key, connections: 0, waitingBytes: 0 };
    counts.set(key, count);
    return count;
  };
  const forget = (count: Count) => {
    if (count.connections === 0 && count.waitingBytes === 0) counts.delete(count.key);
  };

  /** Counts a connection of a member and of the account. */
  function connect(kind: 'socket' | 'poll', { clientId, uid }: Holder): Count[] | null {
    const held = [countOf('account', `${kind} ${clientId}`), countOf('member', `${kind} ${clientId} ${uid}`)];
    const isFull = held.some(({ level, connections }) => level !== 'socket' && connections >= most[level].connections);
    if (isFull) {
      held.forEach(forget);
      return null;
    }
    for (const count of held) count.connections += 1;
    return held;
  }
  function disconnect(held: readonly Count[]): void {
    for (const count of held) {
      count.connections -= 1;
      forget(count);
    }
  }

  return {
    open() {
      const own: Count = { level: 'socket', key: randomUUID(), connections: 1, waitingBytes: 0 };
      let held: Count[] = [];
      return {
        enter(holder) {
          const entered = connect('socket', holder);
          held = entered ?? [];
          return entered !== null;
        },
        take(bytes) {
          const charged = [own, ...held];
          const isOver = charged.some(
            ({ level, key, waitingBytes }) =>
              waitingBytes + bytes > most[level].waitingBytes || rates.wait(key, most[level].framesPerS) > 0,
          );
          if (isOver) return null;
          for (const count of charged) count.waitingBytes += bytes;
          return () => {
            for (const count of charged) {
              count.waitingBytes -= bytes;
              if (count !== own) forget(count);
            }
          };
        },
        leave() {
          disconnect(held);
          held = [];
        },
      };
    },
    hold(holder) {
      const held = connect('poll', holder);
      return held === null ? null : () => disconnect(held);
    },
  };
}

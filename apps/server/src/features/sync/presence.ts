import { randomUUID } from 'node:crypto';
import type { PresenceState, ServerFrame } from '@parley/contract/types';
import type { Notifier } from '../../platform/notifier.ts';

type Send = (frame: ServerFrame) => void;
type Watcher = { topics: ReadonlySet<string>; userId: string; send: Send };
type Entry = { threadId: string; userId: string; state: PresenceState; untilMs: number };

/** How long a state holds without being reported again: a closed lid or a killed process reports nothing. */
export const presenceLifeMs = { viewing: 60_000, typing: 8_000 } as const;
const sweepMs = 1_000;

/**
 * Which members are viewing or typing in which thread. Stored in memory: it concerns current connections, which
 * report it again every 25 seconds. Processes tell each other; what one of them never takes back ends by itself.
 */
export type Presence = {
  /**
   * Replaces the topics that a connection watches (`presence:<thread id>`) and sends it the members already present.
   */
  watch(connection: object, clientId: string, userId: string, topics: ReadonlySet<string>, send: Send): void;
  set(connection: object, clientId: string, threadId: string, userId: string, state: PresenceState): void;
  leave(connection: object, clientId: string): void;
  close(): void;
};

/** @param now milliseconds; for tests */
export function createPresence(notifier: Notifier, now: () => number = () => performance.now()): Presence {
  const self = randomUUID();
  const ids = new WeakMap<object, string>();
  let connections = 0;
  let announced = 0;
  const watchers = new Map<string, Map<object, Watcher>>();
  const present = new Map<string, Map<string, Entry>>();

  const idOf = (connection: object) => {
    const id = ids.get(connection) ?? `${self}/${++connections}`;
    ids.set(connection, id);
    return id;
  };

  /** The state of a member over all connections: typing in one tab wins over looking in another. */
  function stateOf(clientId: string, threadId: string, userId: string): PresenceState {
    let state: PresenceState = 'away';
    for (const entry of present.get(clientId)?.values() ?? []) {
      if (entry.threadId !== threadId || entry.userId !== userId) continue;
      if (entry.state === 'typing') return 'typing';
      state = entry.state;
    }
    return state;
  }

  function tell(clientId: string, threadId: string, userId: string, state: PresenceState): void {
    for (const watcher of watchers.get(clientId)?.values() ?? []) {
      if (watcher.userId !== userId && watcher.topics.has(`presence:${threadId}`)) {
        watcher.send({ type: 'presence', thread_id: threadId, user_id: userId, state });
      }
    }
  }

  function apply(clientId: string, id: string, next: Entry | null): void {
    const ofClient = present.get(clientId) ?? new Map<string, Entry>();
    const before = ofClient.get(id);
    const places = [before, next].filter((entry) => entry != null);
    const states = places.map(({ threadId, userId }) => stateOf(clientId, threadId, userId));
    if (next === null) ofClient.delete(id);
    else ofClient.set(id, next);
    if (ofClient.size === 0) present.delete(clientId);
    else present.set(clientId, ofClient);
    const reported = new Set<string>();
    for (const [index, { threadId, userId }] of places.entries()) {
      const state = stateOf(clientId, threadId, userId);
      if (state === states[index] || reported.has(threadId)) continue;
      reported.add(threadId);
      tell(clientId, threadId, userId, state);
    }
  }

  const off = notifier.on('presence', (key) => {
    const [, clientId = '', id = '', threadId = '', userId = '', state = ''] = key.split(' ');
    if (id.startsWith(`${self}/`)) return;
    apply(clientId, id, state === 'viewing' || state === 'typing' ? entryOf(threadId, userId, state) : null);
  });

  /** The number keeps two changes within one notification apart and in order. */
  function announce(clientId: string, id: string, threadId: string, userId: string, state: PresenceState): void {
    notifier.notify('presence', `${++announced} ${clientId} ${id} ${threadId} ${userId} ${state}`);
  }

  function entryOf(threadId: string, userId: string, state: 'viewing' | 'typing'): Entry {
    return { threadId, userId, state, untilMs: now() + presenceLifeMs[state] };
  }

  const sweep = setInterval(() => {
    for (const [clientId, entries] of present) {
      for (const [id, entry] of entries) {
        if (entry.untilMs > now()) continue;
        // Who stopped typing without saying so is still looking, until that ends too.
        apply(clientId, id, entry.state === 'typing' ? entryOf(entry.threadId, entry.userId, 'viewing') : null);
      }
    }
  }, sweepMs);
  sweep.unref();

  return {
    watch(connection, clientId, userId, topics, send) {
      const ofClient = watchers.get(clientId) ?? new Map<object, Watcher>();
      watchers.set(clientId, ofClient);
      const before = ofClient.get(connection)?.topics ?? new Set<string>();
      ofClient.set(connection, { topics: new Set(topics), userId, send });
      const reported = new Set<string>();
      for (const entry of present.get(clientId)?.values() ?? []) {
        const topic = `presence:${entry.threadId}`;
        const once = `${topic} ${entry.userId}`;
        if (entry.userId === userId || !topics.has(topic) || before.has(topic) || reported.has(once)) continue;
        reported.add(once);
        const state = stateOf(clientId, entry.threadId, entry.userId);
        send({ type: 'presence', thread_id: entry.threadId, user_id: entry.userId, state });
      }
    },
    set(connection, clientId, threadId, userId, state) {
      const id = idOf(connection);
      if (state === 'away' && !present.get(clientId)?.has(id)) return;
      apply(clientId, id, state === 'away' ? null : entryOf(threadId, userId, state));
      announce(clientId, id, threadId, userId, state);
    },
    leave(connection, clientId) {
      const id = idOf(connection);
      const before = present.get(clientId)?.get(id);
      watchers.get(clientId)?.delete(connection);
      if (watchers.get(clientId)?.size === 0) watchers.delete(clientId);
      if (before === undefined) return;
      apply(clientId, id, null);
      announce(clientId, id, before.threadId, before.userId, 'away');
    },
    close() {
      off();
      clearInterval(sweep);
    },
  };
}

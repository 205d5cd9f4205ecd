import { randomUUID } from 'node:crypto';
import type { PresenceState, ServerFrame } from '@parley/contract/types';
import type { Notifier } from '../../platform/notifier.ts';

type Send = (frame: ServerFrame) => void;
type Watcher = { topics: ReadonlySet<string>; send: Send };

/**
 * Which members are viewing or typing in which thread. Stored in memory: it concerns current connections, which
 * report it again after a restart. Processes tell each other by notifications; one that is lost is repaired by the
 * next repetition.
 */
export type Presence = {
  /**
   * Replaces the topics that a connection watches (`presence:<thread id>`) and sends it the members already present.
   */
  watch(connection: object, clientId: string, topics: ReadonlySet<string>, send: Send): void;
  set(connection: object, clientId: string, threadId: string, userId: string, state: PresenceState): void;
  leave(connection: object, clientId: string, userId: string): void;
  close(): void;
};

type Present = {
  threadId: string;
  userId: string;
  state: PresenceState;
  /** When another process last said so; null for connections of this one. */
  heardAtMs: number | null;
};

export type PresenceTimings = { repeatMs: number; forgetMs: number };

/** Present members are repeated, and forgotten when a process does not repeat them any more: it died. */
const usualTimings: PresenceTimings = { repeatMs: 30_000, forgetMs: 75_000 };

const question = '?';

export function createPresence(
  notifier: Pick<Notifier, 'notify' | 'on'>,
  { repeatMs, forgetMs }: PresenceTimings = usualTimings,
): Presence {
  const self = randomUUID();
  const keys = new WeakMap<object, string>();
  let lastKey = 0;
  let lastNotice = 0;
  const watchers = new Map<string, Map<object, Watcher>>();
  /** By account and connection; those of other processes by the key they gave it. */
  const present = new Map<string, Map<object | string, Present>>();

  function tell(clientId: string, except: object | string, threadId: string, userId: string, state: PresenceState) {
    for (const [connection, watcher] of watchers.get(clientId) ?? []) {
      if (connection !== except && watcher.topics.has(`presence:${threadId}`)) {
        watcher.send({ type: 'presence', thread_id: threadId, user_id: userId, state });
      }
    }
  }

  function enter(connection: object | string, clientId: string, next: Present): void {
    const ofClient = present.get(clientId) ?? new Map<object | string, Present>();
    present.set(clientId, ofClient);
    const before = ofClient.get(connection);
    if (before !== undefined && before.threadId !== next.threadId)
      tell(clientId, connection, before.threadId, next.userId, 'away');
    if (next.state === 'away') ofClient.delete(connection);
    else ofClient.set(connection, next);
    if (ofClient.size === 0) present.delete(clientId);
  }

  /** Equal notifications of one moment are merged: the number keeps the last of "typing, viewing, typing". */
  function announce(connection: object, clientId: string, entry: Omit<Present, 'heardAtMs'>, again = false): void {
    const key = keys.get(connection) ?? `${self}/${++lastKey}`;
    keys.set(connection, key);
    const words = [key, clientId, entry.threadId, entry.userId, entry.state, again ? 'again' : 'new', ++lastNotice];
    notifier.notify('presence', words.join(' '));
  }

  function repeat(): void {
    for (const [clientId, ofClient] of present) {
      for (const [connection, entry] of ofClient) {
        if (typeof connection !== 'string') announce(connection, clientId, entry, true);
      }
    }
  }

  function forgetSilent(): void {
    const oldest = performance.now() - forgetMs;
    for (const [clientId, ofClient] of [...present]) {
      for (const [connection, entry] of [...ofClient]) {
        if (entry.heardAtMs === null || entry.heardAtMs >= oldest) continue;
        enter(connection, clientId, { ...entry, state: 'away' });
        tell(clientId, connection, entry.threadId, entry.userId, 'away');
      }
    }
  }

  function hear(words: string): void {
    const [key = '', clientId = '', threadId = '', userId = '', state = '', kind] = words.split(' ');
    if (key === self || key.startsWith(`${self}/`)) return;
    if (clientId === question) {
      repeat();
      return;
    }
    const before = present.get(clientId)?.get(key);
    const isKnown = before?.threadId === threadId && before.state === state;
    enter(key, clientId, { threadId, userId, state: state as PresenceState, heardAtMs: performance.now() });
    if (kind === 'new' || !isKnown) tell(clientId, key, threadId, userId, state as PresenceState);
  }

  const off = notifier.on('presence', hear);
  const timer = setInterval(() => {
    repeat();
    forgetSilent();
  }, repeatMs);
  timer.unref();
  // The others say who is present there.
  notifier.notify('presence', `${self} ${question}`);

  return {
    watch(connection, clientId, topics, send) {
      const ofClient = watchers.get(clientId) ?? new Map<object, Watcher>();
      watchers.set(clientId, ofClient);
      const before = ofClient.get(connection)?.topics ?? new Set<string>();
      ofClient.set(connection, { topics: new Set(topics), send });
      for (const [other, entry] of present.get(clientId) ?? []) {
        const topic = `presence:${entry.threadId}`;
        if (other !== connection && topics.has(topic) && !before.has(topic)) {
          send({ type: 'presence', thread_id: entry.threadId, user_id: entry.userId, state: entry.state });
        }
      }
    },
    set(connection, clientId, threadId, userId, state) {
      enter(connection, clientId, { threadId, userId, state, heardAtMs: null });
      tell(clientId, connection, threadId, userId, state);
      announce(connection, clientId, { threadId, userId, state });
    },
    leave(connection, clientId, userId) {
      const before = present.get(clientId)?.get(connection);
      watchers.get(clientId)?.delete(connection);
      if (watchers.get(clientId)?.size === 0) watchers.delete(clientId);
      if (before === undefined) return;
      const gone = { threadId: before.threadId, userId, state: 'away' as const };
      enter(connection, clientId, { ...gone, heardAtMs: null });
      tell(clientId, connection, before.threadId, userId, 'away');
      announce(connection, clientId, gone);
    },
    close() {
      clearInterval(timer);
      off();
    },
  };
}

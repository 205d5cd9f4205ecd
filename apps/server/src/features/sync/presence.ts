import type { PresenceState, ServerFrame } from '@parley/contract/types';

type Send = (frame: ServerFrame) => void;
type Watcher = { topics: ReadonlySet<string>; send: Send };

/**
 * Which members are viewing or typing in which thread. Stored in memory: it concerns current connections, which
 * report it again after a restart.
 */
export type Presence = {
  /**
   * Replaces the topics that a connection watches (`presence:<thread id>`) and sends it the members already present.
   */
  watch(connection: object, clientId: string, topics: ReadonlySet<string>, send: Send): void;
  set(connection: object, clientId: string, threadId: string, userId: string, state: PresenceState): void;
  leave(connection: object, clientId: string, userId: string): void;
};

export function createPresence(): Presence {
  const watchers = new Map<string, Map<object, Watcher>>();
  const present = new Map<string, Map<object, { threadId: string; userId: string; state: PresenceState }>>();

  function tell(clientId: string, except: object, threadId: string, userId: string, state: PresenceState): void {
    for (const [connection, watcher] of watchers.get(clientId) ?? []) {
      if (connection !== except && watcher.topics.has(`presence:${threadId}`)) {
        watcher.send({ type: 'presence', thread_id: threadId, user_id: userId, state });
      }
    }
  }

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
      const ofClient = present.get(clientId) ?? new Map();
      present.set(clientId, ofClient);
      const before = ofClient.get(connection);
      if (before !== undefined && before.threadId !== threadId)
        tell(clientId, connection, before.threadId, userId, 'away');
      if (state === 'away') ofClient.delete(connection);
      else ofClient.set(connection, { threadId, userId, state });
      tell(clientId, connection, threadId, userId, state);
    },
    leave(connection, clientId, userId) {
      const before = present.get(clientId)?.get(connection);
      present.get(clientId)?.delete(connection);
      watchers.get(clientId)?.delete(connection);
      if (watchers.get(clientId)?.size === 0) watchers.delete(clientId);
      if (present.get(clientId)?.size === 0) present.delete(clientId);
      if (before !== undefined) tell(clientId, connection, before.threadId, userId, 'away');
    },
  };
}

import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordOffline, recordOnline } from './presence-repo.ts';

const beatMs = 60_000;

/** Who has a live connection or asks for changes now; kept in rows, so that every process knows of every other's. */
export type Presence = {
  /** @returns call it when this connection is gone */
  connected(actor: MemberActor): () => void;
  /** A member without a live connection polled for changes. */
  markSeen(actor: MemberActor): void;
  close(): void;
};

type Who = Pick<MemberActor, 'clientId' | 'uid'>;

export function createPresence(platform: Platform): Presence {
  const connections = new Map<string, Who & { count: number }>();
  const asked = new Map<string, number>();
  let closed = false;
  const keyOf = (who: Who) => `${who.clientId}/${who.uid}`;

  function beat(clientId: string, uids: readonly string[]): void {
    write(() => platform.db.withTenant(clientId, (tx) => recordOnline(tx, uids)));
  }

  /** A failed presence update must not fail a call: the next heartbeat repeats it. */
  function write(work: () => Promise<void>): void {
    if (closed) return;
    work().catch((error: unknown) => platform.log.debug({ err: error }, 'online state was not noted'));
  }

  const timer = setInterval(() => {
    const byClient = new Map<string, string[]>();
    for (const { clientId, uid } of connections.values()) {
      byClient.set(clientId, [...(byClient.get(clientId) ?? []), uid]);
    }
    for (const [clientId, uids] of byClient) beat(clientId, uids);
    const old = performance.now() - beatMs;
    for (const [key, at] of asked) if (at < old) asked.delete(key);
  }, beatMs);
  timer.unref();

  return {
    connected(actor) {
      const key = keyOf(actor);
      const entry = connections.get(key) ?? { clientId: actor.clientId, uid: actor.uid, count: 0 };
      connections.set(key, entry);
      entry.count++;
      if (entry.count === 1) beat(actor.clientId, [actor.uid]);
      let gone = false;
      return () => {
        if (gone) return;
        gone = true;
        entry.count--;
        if (entry.count > 0) return;
        connections.delete(key);
        write(() => platform.db.withTenant(entry.clientId, (tx) => recordOffline(tx, entry.uid)));
      };
    },
    markSeen(actor) {
      const key = keyOf(actor);
      if (connections.has(key) || asked.has(key)) return;
      asked.set(key, performance.now());
      beat(actor.clientId, [actor.uid]);
    },
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}

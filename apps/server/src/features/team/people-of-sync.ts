import type { Platform } from '../../platform/platform.ts';
import type { PeopleOfSync } from '../sync/public.ts';
import { narrowChanges, seenThreads } from './narrow-changes.ts';
import type { Online } from './online.ts';
import { visibilityOf } from './visibility.ts';

/** What the live connections and the poll ask about members. */
export function createPeopleOfSync(platform: Platform, online: Online): PeopleOfSync {
  return {
    viewOf(actor) {
      const visibility = visibilityOf(actor);
      if (visibility.everything && visibility.managesChannels) return null;
      return { key: visibility.key, narrow: (tx, changes) => narrowChanges(tx, visibility, changes) };
    },
    seenThreads(actor, ids) {
      const own = ids.map((id) => id.toLowerCase());
      const visibility = visibilityOf(actor);
      if (visibility.assigneeId === null && visibility.channelIds === null) return Promise.resolve(new Set(own));
      return platform.db.withTenant(actor.clientId, (tx) => seenThreads(tx, visibility, own));
    },
    connected: online.connected,
    seen: online.seen,
  };
}

import type { Platform } from '../../platform/platform.ts';
import type { SyncMembers } from '../sync/public.ts';
import { filterVisibleChanges, filterVisibleThreads } from './filter-changes.ts';
import type { Presence } from './presence.ts';
import { visibilityOf } from './visibility.ts';

/** What the live connections and the poll ask about members. */
export function createSyncMembers(platform: Platform, online: Presence): SyncMembers {
  return {
    viewOf(actor) {
      const visibility = visibilityOf(actor);
      if (visibility.isUnrestricted && visibility.managesChannels) return null;
      return { key: visibility.key, filter: (tx, changes) => filterVisibleChanges(tx, visibility, changes) };
    },
    visibleThreads(actor, ids) {
      const own = ids.map((id) => id.toLowerCase());
      const visibility = visibilityOf(actor);
      if (visibility.assigneeId === null && visibility.channelIds === null) return Promise.resolve(new Set(own));
      return platform.db.withTenant(actor.clientId, (tx) => filterVisibleThreads(tx, visibility, own));
    },
    connected: online.connected,
    polled: online.markSeen,
  };
}

import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SyncMembers } from '../sync/public.ts';
import type { TeamDependencies } from './dependencies.ts';
import { hydrateUserGroups } from './group-lists.ts';
import { teamHandlers } from './handlers.ts';
import { createPresence } from './presence.ts';
import { createSyncMembers } from './sync-members.ts';
import { hydrateUsers } from './users.ts';

/** Members, groups, invitations, ownership, and what each member may see. */
export function createTeamFeature(
  platform: Platform,
  dependencies: TeamDependencies,
): Feature & { syncMembers: SyncMembers } {
  const presence = createPresence(platform);
  return {
    name: 'team',
    syncMembers: createSyncMembers(platform, presence),
    handlers: teamHandlers(platform, dependencies),
    rowLimits: {
      invitations: { things: 'invitations', fix: 'Revoke one first.' },
      user_groups: { things: 'groups', fix: 'Delete one first.' },
    },
    hydrators: { user_groups: hydrateUserGroups, users: hydrateUsers },
    disconnect: () => presence.close(),
  };
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Invitations are found by their link or the user’s address, before an account is chosen. */
    team: true;
  }
}

import type { Auth } from '../../platform/auth/authenticate.ts';
import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { identityHandlers } from './handlers.ts';
import { insertImportedUsers } from './imported-users-query-repo.ts';
import { deleteExpired } from './repo.ts';
import { endRestoredSessions } from './restore-repo.ts';

/** Sign-in, sessions and the user's own profile. */
export function createIdentityFeature(platform: Platform, auth: Auth, dependencies: IdentityDependencies): Feature {
  return {
    name: 'identity',
    handlers: identityHandlers(platform, auth, dependencies),
    maintenance: { identity: deleteExpired },
  };
}

export const identityOperations: FeatureOperations = {
  name: 'identity',
  restore: endRestoredSessions,
  imported: insertImportedUsers,
};

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** The access of a session, user or account changed; its id. */
    sessions: true;
    /** What a user chose for all devices changed; the user's id. */
    preferences: true;
  }
}

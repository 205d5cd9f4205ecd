import type { Authenticate } from '../../platform/auth/actor.ts';
import type { Feature, FeatureOperations, Hydrators } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { serveSync, syncHandlers } from './handlers.ts';
import { syncHealth } from './health.ts';
import { createHub } from './hub.ts';
import { advanceRestoredPositions } from './restore-repo.ts';
import { startSequencer } from './sequencer.ts';
import type { VerifyToken } from './socket.ts';
import { createSocketLimits } from './socket-limits.ts';
import type { SyncMembers } from './sync-members.ts';

export type SyncDependencies = {
  /** The presentation of each feature's rows in the change feed. */
  hydrators: Hydrators;
  members: SyncMembers;
  authenticate: Authenticate;
  verifyToken: VerifyToken;
};

/** The change feed: live connections and the long poll. */
export function createSyncFeature(
  platform: Platform,
  { hydrators, members, authenticate, verifyToken }: SyncDependencies,
): Feature {
  const limits = createSocketLimits();
  const hub = createHub(platform, hydrators);
  let live: ReturnType<typeof serveSync> | undefined;
  return {
    name: 'sync',
    handlers: syncHandlers(hub, members, { authenticate, notifier: platform.notifier, limits }),
    registerRoutes(http) {
      live = serveSync(http, { platform, hub, verify: verifyToken, members, limits });
    },
    startWorkers: () => [startSequencer(platform)],
    disconnect: () => live?.close(),
    close: () => hub.close(),
  };
}

export const syncOperations: FeatureOperations = {
  name: 'sync',
  restore: advanceRestoredPositions,
  healthChecks: syncHealth,
};

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** Changes of an account have positions; its id. */
    changes: true;
    /** An account has changes without positions; its id. */
    changes_new: true;
    /** A member views or types in a thread, or left it; written and read by `presence.ts` only. */
    presence: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Assigns positions to changes of all accounts. */
    sequencer: true;
  }
}

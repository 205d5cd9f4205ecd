import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { deleteOldCalls } from './call-repo.ts';
import { callHandlers, hydrateCalls } from './handlers.ts';
import { hangUpJob } from './hang-up.ts';
import { outgoingHandlers } from './outgoing-handlers.ts';
import { permissionHandlers } from './permission-handlers.ts';

/** Calls with customers, held in the browser. */
export function createCallsFeature(platform: Platform, providers: ProviderAccess): Feature {
  return {
    name: 'calls',
    handlers: {
      ...callHandlers(platform, providers),
      ...outgoingHandlers(platform, providers),
      ...permissionHandlers(platform, providers),
    },
    hydrators: { calls: hydrateCalls },
    jobs: [hangUpJob(platform, providers)],
    maintenance: { calls: deleteOldCalls },
  };
}

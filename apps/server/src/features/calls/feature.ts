import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { deleteOldCalls } from './call-repo.ts';
import { callHandlers, hydrateCalls } from './handlers.ts';

/** Calls of customers, taken in the browser. */
export function createCallsFeature(platform: Platform, providers: ProviderAccess): Feature {
  return {
    name: 'calls',
    handlers: callHandlers(platform, providers),
    hydrators: { calls: hydrateCalls },
    maintenance: { calls: deleteOldCalls },
  };
}

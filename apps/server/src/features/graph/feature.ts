import type { Authenticate } from '../../platform/auth/actor.ts';
import type { Feature } from '../../platform/feature.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { registerCloudApi } from './endpoint.ts';

type CloudApiDependencies = { authenticate: Authenticate; providers: ProviderAccess; rates: RateLimiter };

/** The Cloud API in Meta's own shape, for bots and inboxes that are written for it. */
export function createCloudApiFeature(platform: Platform, dependencies: CloudApiDependencies): Feature {
  return {
    name: 'graph',
    registerRoutes: (http) => registerCloudApi(http, { platform, ...dependencies }),
    paths: [{ prefix: '/graph', onWorkers: false }],
  };
}

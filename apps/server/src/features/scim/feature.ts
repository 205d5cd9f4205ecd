import type { Feature } from '../../platform/feature.ts';
import { rateLimitsOf } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TeamDependencies } from '../team/public.ts';
import { registerScim } from './endpoint.ts';
import { scimHandlers } from './handlers.ts';

/** Members and groups as an identity provider manages them. */
export function createScimFeature(platform: Platform, team: TeamDependencies): Feature {
  return {
    name: 'scim',
    handlers: scimHandlers(platform),
    registerRoutes: (http) => registerScim(http, { platform, team, limits: rateLimitsOf(platform.config) }),
    paths: [{ prefix: '/scim', onWorkers: false }],
    rowLimits: { scim_tokens: { things: 'SCIM tokens', fix: 'Revoke one first.' } },
  };
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** A call of an identity provider names the token before its account is known. */
    scim: true;
  }
}

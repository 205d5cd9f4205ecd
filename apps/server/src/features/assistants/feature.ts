import type { Authenticate } from '../../platform/auth/actor.ts';
import type { Feature } from '../../platform/feature.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { runSlice, sliceRows } from '../../platform/maintenance.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerAssistants } from './endpoint.ts';
import { assistantsHandlers } from './handlers.ts';
import { applicationHandlers } from './oauth/application-handlers.ts';
import { deleteIdleApplications } from './oauth/application-repo.ts';
import { oauthPaths, registerOAuth } from './oauth/endpoints.ts';
import { deleteDeadGrants } from './oauth/grant-repo.ts';

type AssistantsDependencies = {
  authenticate: Authenticate;
  /** Of keys and applications, counted apart from the calls that tools make. */
  rates: RateLimiter;
};

/** Assistants that use the API through the Model Context Protocol. */
export function createAssistantsFeature(platform: Platform, dependencies: AssistantsDependencies): Feature {
  return {
    name: 'assistants',
    handlers: { ...assistantsHandlers(), ...applicationHandlers(platform) },
    async registerRoutes(http) {
      await registerAssistants(http, platform, dependencies);
      await registerOAuth(http, platform);
    },
    paths: [{ prefix: '/mcp', onWorkers: false }, ...oauthPaths],
    rowLimits: { assistant_grants: { things: 'connected applications', fix: 'Disconnect one first.' } },
    maintenance: {
      'assistants: applications without access': (tx) =>
        runSlice(deleteDeadGrants(tx, sliceRows), deleteIdleApplications(tx, sliceRows)),
    },
  };
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Applications register and show codes and tokens before an account is known; access is a session of its user. */
    assistants: true;
  }
}

import type { Authenticate } from '../../platform/auth/actor.ts';
import type { Feature } from '../../platform/feature.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { registerAssistants } from './endpoint.ts';
import { assistantsHandlers } from './handlers.ts';

/** Assistants that use the API through the Model Context Protocol. */
export function createAssistantsFeature(authenticate: Authenticate, rates: RateLimiter): Feature {
  return {
    name: 'assistants',
    handlers: assistantsHandlers(),
    registerRoutes: (http) => registerAssistants(http, authenticate, rates),
    paths: [{ prefix: '/mcp', onWorkers: false }],
  };
}

import type { Authenticate } from '../../platform/auth/actor.ts';
import type { Feature } from '../../platform/feature.ts';
import { registerAssistants } from './endpoint.ts';
import { assistantsHandlers } from './handlers.ts';

/** Assistants that use the API through the Model Context Protocol. */
export function createAssistantsFeature(authenticate: Authenticate): Feature {
  return {
    name: 'assistants',
    handlers: assistantsHandlers(),
    registerRoutes: (http) => registerAssistants(http, authenticate),
    paths: [{ prefix: '/mcp', onWorkers: false }],
  };
}

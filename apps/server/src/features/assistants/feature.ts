import type { Authenticate } from '../../platform/auth/actor.ts';
import type { Feature } from '../../platform/feature.ts';
import { registerAssistants } from './endpoint.ts';

/** Assistants that use the API through the Model Context Protocol. */
export function createAssistantsFeature(authenticate: Authenticate): Feature {
  return {
    name: 'assistants',
    registerRoutes: (http) => registerAssistants(http, authenticate),
    paths: [{ prefix: '/mcp', onWorkers: false }],
  };
}

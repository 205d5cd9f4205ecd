import type { FastifyInstance } from 'fastify';
import { closeChannels } from '../features/channels/public.ts';
import type { IdentityDependencies } from '../features/identity/public.ts';
import { reassignThreads, unassignGroup } from '../features/messaging/public.ts';
import { revokeKeysOf } from '../features/settings/public.ts';
import { createIdentityMemberships, type TeamDependencies } from '../features/team/public.ts';
import { ensureRoom } from '../platform/disk.ts';
import { rateLimitsOf } from '../platform/http/rate-limits.ts';
import { type Handlers, registerRoutes } from '../platform/http/routing.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Platform } from '../platform/platform.ts';
import { type Auth, createAuth } from './auth.ts';

export type TestApp = { app: FastifyInstance; auth: Auth };

/**
 * The real HTTP server with the given features only, for `app.inject`. An answer outside the contract is a 500.
 * @param features creates the handlers after authentication was set up
 */
export async function testApp(platform: Platform, features: (auth: Auth) => Handlers[]): Promise<TestApp> {
  const auth = await createAuth(platform);
  const app = createHttpServer(platform.log, platform.config);
  registerRoutes(app, auth.authenticate, features(auth), {
    checkResponses: true,
    allowMissing: true,
    rates: rateLimitsOf(platform.config),
    ensureRoom: (bytes) => ensureRoom(platform.config, bytes),
  });
  await app.ready();
  return { app, auth };
}

/** For servers of a test that keep no files. */
export async function refusesPictures(): Promise<never> {
  throw new Error('this test takes no picture');
}

/** What the team feature needs of others, as the whole server gives it. */
const teamDependencies: TeamDependencies = { closeChannels, reassignThreads, unassignGroup, revokeKeysOf };

/** What sign-in needs of the team feature, as the whole server gives it. */
export function identityDependencies(platform: Platform): IdentityDependencies {
  return createIdentityMemberships(platform, teamDependencies, refusesPictures);
}

import type { FastifyInstance } from 'fastify';
import { closeChannels } from '../features/channels/public.ts';
import type { IdentityNeeds } from '../features/identity/public.ts';
import { createPeopleForIdentity } from '../features/team/public.ts';
import { type Auth, createAuth } from '../platform/auth/authenticate.ts';
import { type Handlers, registerRoutes } from '../platform/http/routing.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Platform } from '../platform/platform.ts';

export type TestApp = { app: FastifyInstance; auth: Auth };

/**
 * The real HTTP server with the given features only, for `app.inject`. An answer outside the contract is a 500.
 * @param features makes the handlers once the gate of the calls exists
 */
export async function testApp(platform: Platform, features: (auth: Auth) => Handlers[]): Promise<TestApp> {
  const auth = await createAuth(platform);
  const app = createHttpServer({ log: platform.log, trustedProxy: undefined });
  registerRoutes(app, auth.authenticate, features(auth), { checkResponses: true, allowMissing: true });
  await app.ready();
  return { app, auth };
}

/** For servers of a test that keep no files. */
export async function takesNoPicture(): Promise<never> {
  throw new Error('this test takes no picture');
}

/** What sign-in needs of the team feature, as the whole server gives it. */
export function peopleOf(platform: Platform): IdentityNeeds {
  return createPeopleForIdentity(platform, closeChannels, takesNoPicture);
}

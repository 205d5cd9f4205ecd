import type { Auth } from '../../platform/auth/authenticate.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { createIdentityContext } from './context.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { emailCodeHandlers } from './email-code-handlers.ts';
import { factorHandlers } from './factor-handlers.ts';
import { passkeyHandlers } from './passkey-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { createProviderClients } from './provider-clients.ts';
import { providerHandlers } from './provider-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';

/** Sign-in, sessions and the user's own profile. */
export function identityHandlers(platform: Platform, auth: Auth, dependencies: IdentityDependencies): Handlers {
  const context = createIdentityContext(platform, auth, dependencies);
  const providers = createProviderClients(platform.config.OIDC_PROVIDERS ?? []);
  return {
    ...sessionHandlers(context, providers),
    ...emailCodeHandlers(context),
    ...factorHandlers(context),
    ...passkeyHandlers(context),
    ...providerHandlers(context, providers),
    ...profileHandlers(context),
  };
}

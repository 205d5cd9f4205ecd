import type { Handlers } from '../../platform/http/routing.ts';
import { exchangeHandoff, linkProvider, unlinkProvider } from './commands/exchange.ts';
import { beginProviderFlow, finishProviderFlow } from './commands/provider-flow.ts';
import { signInByCustomToken } from './commands/sign-in-custom.ts';
import type { IdentityContext } from './context.ts';
import { callerOf } from './devices.ts';
import type { ProviderClients } from './provider-clients.ts';
import { answerSignedIn } from './refresh-cookie.ts';

/** Sign-in with identity providers and custom tokens. */
export function providerHandlers(context: IdentityContext, providers: ProviderClients): Handlers {
  const parts = { context, providers };
  return {
    'GET /api/auth/oidc/start': async (_call, { query }) => ({
      status: 302,
      body: undefined,
      location: await beginProviderFlow(parts, query.provider, query.challenge),
    }),
    'GET /api/auth/oidc/callback': async ({ request }) => {
      // The raw query: a parsed copy would hide errors such as a repeated parameter from the library.
      const at = request.url.indexOf('?');
      return {
        status: 302,
        body: undefined,
        location: await finishProviderFlow(parts, at < 0 ? '' : request.url.slice(at)),
      };
    },
    'POST /api/auth/exchange': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await exchangeHandoff(context, body, caller), caller);
    },
    'POST /api/auth/sign-in-custom': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await signInByCustomToken(context, body.token, caller), caller);
    },
    'POST /api/auth/link-provider': async (call, { body }) => {
      await linkProvider(context, call.actor, body, callerOf(call));
      return { status: 204, body: undefined };
    },
    'DELETE /api/auth/providers/{id}': async (call, { params }) => {
      await unlinkProvider(context, call.actor, params.id, callerOf(call));
      return { status: 204, body: undefined };
    },
  };
}

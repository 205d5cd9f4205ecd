import type { Handlers } from '../../platform/http/routing.ts';
import { exchangeHandoff, linkProvider, unlinkProvider } from './commands/exchange.ts';
import { beginProviderWay, endProviderWay } from './commands/provider-way.ts';
import { signInByCustomToken } from './commands/sign-in-custom.ts';
import type { IdentityContext } from './context.ts';
import type { ProviderClients } from './provider-clients.ts';

/** Signing in by what others vouch for. */
export function providerHandlers(context: IdentityContext, providers: ProviderClients): Handlers {
  const parts = { context, providers };
  return {
    'GET /api/auth/oidc/start': async (_call, { query }) => ({
      status: 302,
      body: undefined,
      location: await beginProviderWay(parts, query.provider, query.challenge),
    }),
    'GET /api/auth/oidc/callback': async ({ request }) => {
      // As it came: the library checks what a parsed copy would no longer show, such as a name given twice.
      const at = request.url.indexOf('?');
      return {
        status: 302,
        body: undefined,
        location: await endProviderWay(parts, at < 0 ? '' : request.url.slice(at)),
      };
    },
    'POST /api/auth/exchange': async (call, { body }) => ({
      status: 200,
      body: await exchangeHandoff(context, body, call),
    }),
    'POST /api/auth/sign-in-custom': async (call, { body }) => ({
      status: 200,
      body: await signInByCustomToken(context, body.token, call),
    }),
    'POST /api/auth/link-provider': async (call, { body }) => {
      await linkProvider(context, call.actor, body, call);
      return { status: 204, body: undefined };
    },
    'DELETE /api/auth/providers/{id}': async (call, { params }) => {
      await unlinkProvider(context, call.actor, params.id, call);
      return { status: 204, body: undefined };
    },
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';

export type Account = { sub: string; email?: string; email_verified?: boolean; name?: string };

/** A real OpenID Connect provider on this machine, at which one account at a time is signed in without a prompt. */
export type IdentityProvider = {
  issuer: string;
  client: { client_id: string; client_secret: string };
  /** The redirect URI; call it once, before any sign-in. */
  allow(redirectUri: string): void;
  /** The signed-in account from now on; null: the user presses Cancel. */
  signedIn: { account: Account | null };
  close(): Promise<void>;
};

export async function startIdentityProvider(metadata: Partial<ClientMetadata> = {}): Promise<IdentityProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'parley', client_secret: 'a secret of the foreign provider' };
  const accounts = new Map<string, Account>();
  const signedIn: IdentityProvider['signedIn'] = { account: null };

  function allow(redirectUri: string): void {
    const provider = new Provider(issuer, {
      clients: [{ ...client, redirect_uris: [redirectUri], ...metadata }],
      cookies: { keys: ['only for tests'] },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) }),
      async loadExistingGrant(context) {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client?.clientId ?? '',
          accountId: context.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const callback = provider.callback();
    handle = (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) return void callback(request, response);
      const { account } = signedIn;
      if (account !== null) accounts.set(account.sub, account);
      const result =
        account === null
          ? { error: 'access_denied', error_description: 'cancelled' }
          : { login: { accountId: account.sub, remember: false } };
      provider.interactionFinished(request, response, result).catch((error: Error) => response.end(error.message));
    };
  }

  return {
    issuer,
    client,
    allow,
    signedIn,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Follows redirects like a browser, with cookies, until a URL begins with `home`.
 * @returns that URL, without requesting it
 */
export async function followRedirects(home: string, from: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = from;
  for (let step = 0; step < 15; step++) {
    if (url.startsWith(home)) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    url = new URL(location, url).href;
  }
  throw new Error(`too many redirects from ${from}`);
}

import { identitySchemas } from '@parley/contract';
import type { Configuration } from 'openid-client';
import { type Config, isLoopback } from '../../platform/config.ts';
import { isSubject, type ProviderIdentity, providerName } from './rules.ts';

export type ProviderSetting = NonNullable<Config['OIDC_PROVIDERS']>[number];

/** Secrets of a flow, stored here until the provider's response is checked against them. */
export type FlowSecrets = { nonce: string; codeVerifier: string };

/** The configured OpenID Connect providers. */
export type ProviderClients = {
  list(): readonly ProviderSetting[];
  /** @returns null for an id that is not configured */
  find(id: string): ProviderSetting | null;
  /** Where to redirect the browser. @throws when the provider cannot be reached or its metadata is invalid */
  begin(setting: ProviderSetting, redirectUri: string): Promise<{ url: string; state: string; secrets: FlowSecrets }>;
  /**
   * The authenticated subject.
   * @param currentUrl the redirect URL with all parameters of the provider
   * @throws for anything but a valid response to this request
   */
  finish(setting: ProviderSetting, currentUrl: URL, state: string, secrets: FlowSecrets): Promise<ProviderIdentity>;
};

const timeoutS = 10;
/** Metadata and keys of a provider are fetched again after this. */
const rememberMs = 3_600_000;

type Library = typeof import('openid-client');

export function createProviderClients(settings: readonly ProviderSetting[]): ProviderClients {
  const known = new Map<string, { untilMs: number; config: Promise<Configuration> }>();

  function configOf(setting: ProviderSetting, library: Library): Promise<Configuration> {
    const present = known.get(setting.id);
    if (present !== undefined && present.untilMs > Date.now()) return present.config;
    const config = discover(setting, library);
    known.set(setting.id, { untilMs: Date.now() + rememberMs, config });
    // A failed fetch must not be cached for the whole hour.
    config.catch(() => known.delete(setting.id));
    return config;
  }

  return {
    list: () => settings,
    find: (id) => settings.find((setting) => setting.id === id) ?? null,
    async begin(setting, redirectUri) {
      // Loaded on first use: an installation without providers does not pay for it.
      const library = await import('openid-client');
      const config = await configOf(setting, library);
      const [state, nonce, codeVerifier] = [
        library.randomState(),
        library.randomNonce(),
        library.randomPKCECodeVerifier(),
      ];
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, secrets: { nonce, codeVerifier } };
    },
    async finish(setting, currentUrl, state, { nonce, codeVerifier }) {
      const library = await import('openid-client');
      const config = await configOf(setting, library);
      const tokens = await library.authorizationCodeGrant(config, currentUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider gave no ID token');
      const isComplete = claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined;
      const info = isComplete ? claims : await library.fetchUserInfo(config, tokens.access_token, claims.sub);
      if (!isSubject(claims.sub)) throw new Error('the provider gave a subject that cannot be kept');
      const email = identitySchemas.email.safeParse(info['email']);
      return {
        providerId: setting.id,
        issuer: claims.iss,
        subject: claims.sub,
        email: email.success ? email.data : null,
        emailVerified: info['email_verified'] === true,
        name: providerName(info['name'] ?? claims['name']),
        trusted: setting.trusted === true,
      };
    },
  };
}

async function discover(setting: ProviderSetting, library: Library): Promise<Configuration> {
  const issuer = new URL(setting.issuer);
  const isLocal = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
  const basic = library.ClientSecretBasic(setting.client_secret);
  const post = library.ClientSecretPost(setting.client_secret);
  return library.discovery(
    issuer,
    setting.client_id,
    undefined,
    (server, ...rest) => {
      // The default is basic, by OpenID Connect Discovery 1.0 section 3.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
    },
    {
      timeout: timeoutS,
      // Signatures of ID tokens are verified, instead of trusting the TLS connection.
      execute: [library.enableNonRepudiationChecks, ...(isLocal ? [library.allowInsecureRequests] : [])],
    },
  );
}

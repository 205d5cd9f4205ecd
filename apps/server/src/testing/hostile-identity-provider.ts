import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** The provider's fault; the default is none. */
export type Attack = {
  /** Claims of the ID token that differ from the correct ones. */
  claims?: JWTPayload;
  /** The ID token has no signature, or one of a key that is not the provider's. */
  signature?: 'none' | 'other-key';
  /** The response names another issuer, like that of a confused provider. */
  iss?: string;
  /** Responds with another state than requested. */
  state?: string;
  /** Returns no ID token. */
  withoutIdToken?: boolean;
};

/** A provider with one fault at a time. Everything else about it is correct. */
export type HostileProvider = {
  issuer: string;
  attack: Attack;
  /** The redirect URL of the browser. @param authorizationUrl where it was sent */
  answerTo(authorizationUrl: string): string;
  /** The last ID token it issued. */
  idToken: string;
  close(): Promise<void>;
};

export async function startHostileProvider(clientId: string): Promise<HostileProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const other = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const nonces = new Map<string, string>();
  const hostile: { attack: Attack; issuer: string; idToken: string } = { attack: {}, issuer: '', idToken: '' };

  const idToken = (nonce: string) =>
    makeIdToken(hostile, { clientId, nonce, key: privateKey, otherKey: other.privateKey });
  const server = createServer((request, response) => {
    const answer = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const path = (request.url ?? '').split('?')[0];
    if (path === '/.well-known/openid-configuration') return answer(describe(hostile.issuer));
    if (path === '/jwks') return answer({ keys: [jwk] });
    if (path !== '/token') return response.writeHead(404).end();
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const code = new URLSearchParams(body).get('code') ?? '';
      const nonce = nonces.get(code) ?? '';
      idToken(nonce)
        .then((token) => {
          hostile.idToken = token;
          const id = hostile.attack.withoutIdToken === true ? {} : { id_token: token };
          answer({ access_token: 'access', token_type: 'Bearer', expires_in: 60, ...id });
        })
        .catch((error: Error) => response.writeHead(500).end(error.message));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hostile.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(hostile, {
    answerTo(authorizationUrl: string) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = crypto.randomUUID();
      nonces.set(code, asked.get('nonce') ?? '');
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', hostile.attack.state ?? asked.get('state') ?? '');
      back.searchParams.set('iss', hostile.attack.iss ?? hostile.issuer);
      return back.href;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function makeIdToken(
  { attack, issuer }: { attack: Attack; issuer: string },
  right: { clientId: string; nonce: string; key: CryptoKey; otherKey: CryptoKey },
): Promise<string> {
  const nowS = Math.floor(Date.now() / 1_000);
  const claims: JWTPayload = {
    iss: issuer,
    aud: right.clientId,
    sub: 'mallory',
    nonce: right.nonce,
    iat: nowS,
    exp: nowS + 300,
    email: 'mallory@example.com',
    email_verified: true,
    ...attack.claims,
  };
  if (attack.signature === 'none') return Promise.resolve(new UnsecuredJWT(claims).encode());
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(attack.signature === 'other-key' ? right.otherKey : right.key);
}

function describe(issuer: string): unknown {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  };
}

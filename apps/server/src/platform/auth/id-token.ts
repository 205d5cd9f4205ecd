import { hash as digest } from 'node:crypto';
import type { Role } from '@parley/contract/types';
import { errors, jwtVerify, SignJWT } from 'jose';
import { AppError } from '../errors.ts';
import { isUuid } from '../ids.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The browser renews 5 minutes early, so anything under 10 minutes would renew in a loop. */
export const idTokenLifeS = 15 * 60;

// A separate type: no other token signed with these keys can pass for an ID token.
const tokenType = 'id+jwt';
const issuer = 'parley';
const audience = 'parley-api';
// Ours are under 600 characters; the signature of longer ones is not verified.
const longestToken = 4_096;
const cachedForMs = 60_000;
const cachedAtMost = 10_000;

export type Grant = { uid: string; sid: string; account: { clientId: string; role: Role } | null };

/** The claims of a genuine token. The database decides whether its session is still active. */
export type IdClaims = { uid: string; sid: string; clientId: string | null; expiresAtMs: number };

export type IdTokens = {
  /**
   * A token valid for `idTokenLifeS` seconds. Its role is for display and routing; permissions come from the
   * membership row.
   */
  sign(grant: Grant): Promise<string>;
  /** @throws AppError('unauthorized') for anything but a valid token of ours */
  verify(token: string): Promise<IdClaims>;
};

/** Signs and verifies ID tokens; a verified signature is cached for 60 seconds. */
export function createIdTokens(keys: SigningKeys): IdTokens {
  const cache = new Map<string, { claims: IdClaims; untilMs: number }>();

  function remember(hash: string, claims: IdClaims): void {
    if (cache.size >= cachedAtMost) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    }
    cache.set(hash, { claims, untilMs: Date.now() + cachedForMs });
  }

  return {
    async sign(grant) {
      const { kid, privateKey } = await keys.signer();
      const account = grant.account === null ? {} : { client_id: grant.account.clientId, role: grant.account.role };
      return new SignJWT({ uid: grant.uid, sid: grant.sid, ...account })
        .setProtectedHeader({ alg: 'ES256', kid, typ: tokenType })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(grant.uid)
        .setIssuedAt()
        .setExpirationTime(`${idTokenLifeS}s`)
        .sign(privateKey);
    },
    async verify(token) {
      if (token.length > longestToken) throw new AppError('unauthorized');
      const hash = digest('sha256', token, 'base64');
      const known = cache.get(hash);
      if (known !== undefined) {
        cache.delete(hash);
        if (known.untilMs > Date.now() && known.claims.expiresAtMs > Date.now()) {
          // Moved to the end: the map is in order of use.
          cache.set(hash, known);
          return known.claims;
        }
      }
      const claims = await verifySignature(keys, token);
      remember(hash, claims);
      return claims;
    },
  };
}

async function verifySignature(keys: SigningKeys, token: string): Promise<IdClaims> {
  try {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const key = header.kid === undefined ? undefined : await keys.verifier(header.kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      { algorithms: ['ES256'], typ: tokenType, issuer, audience, requiredClaims: ['exp', 'uid', 'sid'] },
    );
    const { uid, sid, client_id: clientId = null, exp } = payload;
    if (!isId(uid) || !isId(sid) || !(clientId === null || isId(clientId)) || exp === undefined) {
      throw new AppError('unauthorized');
    }
    return { uid, sid, clientId, expiresAtMs: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new AppError('unauthorized', { cause: error });
    throw error;
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value);
}

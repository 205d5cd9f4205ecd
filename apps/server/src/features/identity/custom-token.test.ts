import type { FastifyInstance } from 'fastify';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createUser } from '../../testing/users.ts';
import { identityHandlers } from './handlers.ts';
import { addCustomKey, revokeCustomKey } from './provider-repo.ts';
import { algorithmOf } from './rules.ts';

let database: TestDatabase;
let app: FastifyInstance;
let key: CryptoKey;
let kid: string;

beforeAll(async () => {
  database = await testDatabase();
  const { platform } = database;
  ({ app } = await testApp(platform, (auth) => [identityHandlers(platform, auth, identityDependencies(platform))]));
  ({ key, kid } = await register('shop'));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function register(name: string): Promise<{ key: CryptoKey; kid: string }> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(jwk);
  const system = database.platform.db.system.statements('identity');
  await addCustomKey(system, { kid: id, name, alg: 'ES256', public_jwk: { ...jwk } });
  return { key: pair.privateKey, kid: id };
}

const nowS = () => Math.floor(Date.now() / 1_000);
type Wrong = { claims?: Record<string, unknown>; header?: Record<string, unknown>; key?: CryptoKey };

function tokenOf({ claims = {}, header = {}, key: other }: Wrong = {}): Promise<string> {
  const payload = {
    sub: 'customer-7',
    aud: 'http://parley.test',
    iat: nowS(),
    exp: nowS() + 120,
    jti: crypto.randomUUID(),
    email: 'seven@shop.example',
    email_verified: true,
    name: 'Seven',
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(other ?? key);
}
const signIn = (token: string) => app.inject({ method: 'POST', url: '/api/auth/sign-in-custom', payload: { token } });

describe('a custom token', () => {
  it('of a registered key signs in, creates the user once, and is listed among the sign-in methods', async () => {
    const [first, second] = [await signIn(await tokenOf()), await signIn(await tokenOf())];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(decodeJwt(first.json().id_token)['uid']).toBe(decodeJwt(second.json().id_token)['uid']);
    expect((await app.inject({ url: '/api/auth/config' })).json().methods).toContain('custom_token');
  });

  it('works once; one of 8 concurrent requests succeeds', async () => {
    const token = await tokenOf();
    const responses = await Promise.all(Array.from({ length: 8 }, () => signIn(token)));
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, ...Array(7).fill(422)]);
  });

  const forgeries: Record<string, () => Promise<string>> = {
    'for another installation': () => tokenOf({ claims: { aud: 'http://other.test' } }),
    'for nobody in particular': () => tokenOf({ claims: { aud: undefined } }),
    'without a subject': () => tokenOf({ claims: { sub: undefined } }),
    'with an empty subject': () => tokenOf({ claims: { sub: '' } }),
    'without an id': () => tokenOf({ claims: { jti: undefined } }),
    'that lives an hour': () => tokenOf({ claims: { exp: nowS() + 3_600 } }),
    'that has expired': () => tokenOf({ claims: { iat: nowS() - 600, exp: nowS() - 400 } }),
    'from the future': () => tokenOf({ claims: { iat: nowS() + 600, exp: nowS() + 700 } }),
    'without an end': () => tokenOf({ claims: { exp: undefined } }),
    'of a key nobody registered': async () => {
      const pair = await generateKeyPair('ES256');
      return tokenOf({ key: pair.privateKey });
    },
    'with an unknown key id': () => tokenOf({ header: { kid: 'unknown' } }),
    'without a key id': () => tokenOf({ header: { kid: undefined } }),
    'without a signature': () =>
      Promise.resolve(new UnsecuredJWT({ sub: 'x', aud: 'http://parley.test', jti: 'x' }).encode()),
    'signed with the public key as a secret': async () => {
      const { rows } = await database.owner.query('select public_jwk from custom_token_keys where kid = $1', [kid]);
      return new SignJWT({ sub: 'x', jti: 'x' })
        .setProtectedHeader({ alg: 'HS256', kid })
        .setAudience('http://parley.test')
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(Buffer.from(JSON.stringify(rows[0].public_jwk).padEnd(64)));
    },
    'that is none': () => Promise.resolve('no.token.at-all'),
    'that is empty': () => Promise.resolve(''),
  };
  it.each(Object.keys(forgeries))('%s is an invalid credential', async (name) => {
    const response = await signIn((await forgeries[name]?.()) ?? '');
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'invalid-credential']);
  });

  it('of a revoked key is rejected; one of its successor finds the same user', async () => {
    const old = await register('portal');
    const next = await register('portal');
    const claims = { sub: 'p1', email: 'p1@portal.example' };
    const first = await signIn(await tokenOf({ claims, key: old.key, header: { kid: old.kid } }));
    await revokeCustomKey(database.platform.db.system.statements('identity'), old.kid);
    expect((await signIn(await tokenOf({ claims, key: old.key, header: { kid: old.kid } }))).statusCode).toBe(422);
    const second = await signIn(await tokenOf({ claims, key: next.key, header: { kid: next.kid } }));
    expect(decodeJwt(second.json().id_token)['uid']).toBe(decodeJwt(first.json().id_token)['uid']);
  });

  it('does not take over a verified address that it does not verify', async () => {
    const user = await createUser(database.owner);
    await database.owner.query('update users set email_verified_at = now() where id = $1', [user.uid]);
    const claims = { sub: 'eve', email: user.email, email_verified: false };
    const response = await signIn(await tokenOf({ claims }));
    expect(response.json().error.code).toBe('account-exists-with-different-credential');
  });
});

describe('algorithmOf', () => {
  it('accepts one algorithm per kind of key, and no weak or unusual ones', () => {
    const n = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64url');
    expect(algorithmOf({ kty: 'EC', crv: 'P-256' })).toBe('ES256');
    expect(algorithmOf({ kty: 'OKP', crv: 'Ed25519' })).toBe('EdDSA');
    expect(algorithmOf({ kty: 'RSA', n: n(256) })).toBe('RS256');
    expect(algorithmOf({ kty: 'RSA', n: n(128) })).toBeNull();
    expect(algorithmOf({ kty: 'EC', crv: 'secp256k1' })).toBeNull();
    expect(algorithmOf({ kty: 'oct' })).toBeNull();
    expect(algorithmOf({})).toBeNull();
  });
});

import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Auth, createAuth } from '../../testing/auth.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { addMember, bearer, createAccount, createUser, type TestUser } from '../../testing/users.ts';
import type { Executor } from '../db/sql.ts';
import type { Platform } from '../platform.ts';
import { idTokenLifeS } from './id-token.ts';

let database: TestDatabase;
let auth: Auth;
let user: TestUser;
let clientId: string;

beforeAll(async () => {
  database = await testDatabase();
  auth = await createAuth(database.platform);
  user = await createUser(database.owner);
  clientId = await createAccount(database.owner, user);
});
afterAll(() => database.close());

/** The caller's address, which matters only for keys restricted to addresses. */
const here = '127.0.0.1';
const unauthorized = expect.objectContaining({ code: 'unauthorized', status: 401 });

/** The installation's own private key, which only the server has. */
async function ownKey(): Promise<{ kid: string; privateJwk: JWK; publicJwk: JWK }> {
  const { rows } = await database.owner.query('select kid, private_enc, public_jwk from signing_keys');
  const [{ kid, private_enc, public_jwk }] = rows;
  const privateJwk = JSON.parse(database.platform.secrets.open(private_enc, `signing_keys.private_enc.${kid}`));
  return { kid, privateJwk, publicJwk: public_jwk };
}

const nowS = () => Math.floor(Date.now() / 1000);

type Forgery = {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
  change?: (token: SignJWT) => SignJWT;
};

/** A token like ours, with the given differences. */
async function tokenLikeOurs(forgery: Forgery = {}): Promise<string> {
  const { kid, privateJwk } = await ownKey();
  const token = new SignJWT({ uid: user.uid, sid: user.sid, exp: nowS() + 600, ...forgery.claims })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'id+jwt', ...forgery.header })
    .setIssuer('parley')
    .setAudience('parley-api')
    .setIssuedAt();
  const signed = forgery.change?.(token) ?? token;
  return signed.sign(forgery.key ?? (await importJWK(privateJwk, 'ES256')), { crit: { 'x-new': true } });
}

function unsigned(header: object, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.`;
}

describe('forged tokens', () => {
  const claims = () => ({
    uid: user.uid,
    sid: user.sid,
    iss: 'parley',
    aud: 'parley-api',
    exp: nowS() + 600,
  });
  const forgeries: Record<string, () => Promise<string>> = {
    'alg none': async () => unsigned({ alg: 'none', typ: 'id+jwt', kid: (await ownKey()).kid }, claims()),
    'no signature': async () => (await tokenLikeOurs()).replace(/[^.]*$/, ''),
    'HS256 with the public key as secret': async () => {
      const { publicJwk } = await ownKey();
      const pem = createPublicKey({ key: publicJwk as JsonWebKey, format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      });
      return tokenLikeOurs({ header: { alg: 'HS256' }, key: new TextEncoder().encode(pem.toString()) });
    },
    'HS256 with the JWK text as secret': async () =>
      tokenLikeOurs({
        header: { alg: 'HS256' },
        key: new TextEncoder().encode(JSON.stringify((await ownKey()).publicJwk)),
      }),
    'another key under our kid': async () => tokenLikeOurs({ key: (await generateKeyPair('ES256')).privateKey }),
    'unknown kid': () => tokenLikeOurs({ header: { kid: 'nobody' } }),
    'no kid': () => tokenLikeOurs({ header: { kid: undefined } }),
    'own key in the header': async () => {
      const pair = await generateKeyPair('ES256', { extractable: true });
      return tokenLikeOurs({ header: { jwk: await exportJWK(pair.publicKey) }, key: pair.privateKey });
    },
    'key address in the header': async () => {
      const pair = await generateKeyPair('ES256');
      return tokenLikeOurs({ header: { jku: 'http://127.0.0.1:9/keys', kid: 'theirs' }, key: pair.privateKey });
    },
    'critical extension': () => tokenLikeOurs({ header: { crit: ['x-new'], 'x-new': 1 } }),
    'wrong issuer': () => tokenLikeOurs({ change: (token) => token.setIssuer('https://accounts.example') }),
    'wrong audience': () => tokenLikeOurs({ change: (token) => token.setAudience('another-api') }),
    'wrong type': () => tokenLikeOurs({ header: { typ: 'JWT' } }),
    'no type': () => tokenLikeOurs({ header: { typ: undefined } }),
    expired: () => tokenLikeOurs({ claims: { exp: nowS() - 1 } }),
    'without an end': () => tokenLikeOurs({ claims: { exp: undefined } }),
    'not valid yet': () => tokenLikeOurs({ change: (token) => token.setNotBefore(nowS() + 60) }),
    'without uid': () => tokenLikeOurs({ claims: { uid: undefined } }),
    'uid that is no id': () => tokenLikeOurs({ claims: { uid: "' or true --" } }),
    'sid of another kind': () => tokenLikeOurs({ claims: { sid: { $ne: null } } }),
    'account that is no id': () => tokenLikeOurs({ claims: { client_id: 'all' } }),
    'session of another person': async () => {
      const other = await createUser(database.owner);
      return tokenLikeOurs({ claims: { sid: other.sid } });
    },
    'one bit changed': async () => {
      const [header, payload, signature] = (await tokenLikeOurs()).split('.');
      const body = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
      const changed = Buffer.from(JSON.stringify({ ...body, role: 'Owner' })).toString('base64url');
      return `${header}.${changed}.${signature}`;
    },
    'longer than any of ours': async () => tokenLikeOurs({ claims: { padding: 'x'.repeat(5_000) } }),
    'no token at all': async () => 'hello',
    empty: async () => '',
  };

  it('accepts the genuine token that the forgeries are based on', async () => {
    const { actor, expiresAtMs } = await auth.verifyToken(await tokenLikeOurs());
    expect(actor).toMatchObject({ uid: user.uid, sid: user.sid, clientId: null, role: null });
    expect(expiresAtMs).toBeGreaterThan(Date.now());
  });
  it.each(Object.keys(forgeries))('%s is 401', async (name) => {
    const token = await forgeries[name]?.();
    await expect(auth.verifyToken(token ?? '')).rejects.toEqual(unauthorized);
  });
  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b'])('header %j is 401', async (header) => {
    await expect(auth.authenticate(header, here)).rejects.toEqual(unauthorized);
  });
});

describe('access', () => {
  it('is checked again on every call, including the role', async () => {
    const member = await createUser(database.owner);
    await addMember(database.owner, clientId, member, 'User');
    const { authorization } = await bearer(auth, member, { clientId, role: 'Owner' });
    expect(await auth.authenticate(authorization, here)).toMatchObject({ clientId, role: 'User' });
    await database.owner.query(`update client_users set role = 'Admin' where user_id = $1`, [member.uid]);
    expect(await auth.authenticate(authorization, here)).toMatchObject({ clientId, role: 'Admin' });
  });

  const endings: Record<string, string> = {
    'session revoked': 'update sessions set revoked_at = now() where id = $2 and $1::uuid is not null',
    'session idle too long': 'update sessions set idle_expires_at = now() where id = $2 and $1::uuid is not null',
    'session past its absolute end': `update sessions set absolute_expires_at = now() where id = $2 and $1::uuid is not null`,
    'person disabled': 'update users set disabled_at = now() where id = $1 and $2::uuid is not null',
    'membership removed': 'delete from client_users where user_id = $1 and $2::uuid is not null',
    'membership suspended': `update client_users set suspended_at = now() where user_id = $1 and $2::uuid is not null`,
    'account deleted': `update clients set deleted_at = now() where $2::uuid is not null and id in
      (select client_id from client_users where user_id = $1)`,
  };
  it.each(Object.keys(endings))('%s: the next call with the same token is 401', async (name) => {
    const founder = await createUser(database.owner);
    const account = await createAccount(database.owner, founder);
    const member = await createUser(database.owner);
    await addMember(database.owner, account, member, 'Admin');
    const { authorization } = await bearer(auth, member, { clientId: account, role: 'Admin' });
    expect(await auth.authenticate(authorization, here)).toMatchObject({ role: 'Admin' });
    await database.owner.query(endings[name] ?? '', [member.uid, member.sid]);
    await expect(auth.authenticate(authorization, here)).rejects.toEqual(unauthorized);
  });

  it('reveals nothing of an account that the token does not name', async () => {
    const { authorization } = await bearer(auth, user, null);
    expect(await auth.authenticate(authorization, here)).toMatchObject({ clientId: null, role: null });
  });

  it('returns the token’s expiry and the time of the sign-in', async () => {
    const { authorization } = await bearer(auth, user, { clientId, role: 'Owner' });
    const { actor, expiresAtMs } = await auth.verifyToken(authorization.slice('Bearer '.length));
    expect(Math.abs(expiresAtMs - Date.now() - idTokenLifeS * 1000)).toBeLessThan(30_000);
    expect(Math.abs(actor.authTimeMs - Date.now())).toBeLessThan(30_000);
  });

  it('does not accept an expired token from the cache of signatures', async () => {
    const { authorization } = await bearer(auth, user, null);
    await auth.authenticate(authorization, here);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + idTokenLifeS * 1000 + 1_000 });
    await expect(auth.authenticate(authorization, here)).rejects.toEqual(unauthorized);
  });

  it('costs one statement per call', async () => {
    let statements = 0;
    const { system } = database.platform.db;
    const counting: Platform = {
      ...database.platform,
      db: {
        ...database.platform.db,
        system: {
          ...system,
          statements: (caller) => {
            const executor: Executor = system.statements(caller);
            const count = <T>(result: T): T => {
              statements++;
              return result;
            };
            return {
              rows: (...args) => count(executor.rows(...args)),
              run: (...args) => count(executor.run(...args)),
            };
          },
        },
      },
    };
    const counted = await createAuth(counting);
    const { authorization } = await bearer(counted, user, { clientId, role: 'Owner' });
    statements = 0;
    await counted.authenticate(authorization, here);
    await counted.authenticate(authorization, here);
    expect(statements).toBe(2);
  });
});

describe('signing keys', () => {
  it('are created once by servers that start together, sealed', async () => {
    const fresh = await testDatabase();
    try {
      const authenticators = await Promise.all(Array.from({ length: 6 }, () => createAuth(fresh.platform)));
      const { rows } = await fresh.owner.query('select kid, private_enc, public_jwk from signing_keys');
      expect(rows).toHaveLength(1);
      expect(rows[0].public_jwk).not.toHaveProperty('d');
      expect(rows[0].private_enc.toString('latin1')).not.toContain('"d"');
      const someone = await createUser(fresh.owner);
      const [first, , , , , last] = authenticators;
      if (first === undefined || last === undefined) throw new Error('not created');
      const { authorization } = await bearer(first, someone, null);
      expect(await last.authenticate(authorization, here)).toMatchObject({ uid: someone.uid });
    } finally {
      await fresh.close();
    }
  });

  it('an old key is replaced by a new one; tokens of both are valid', async () => {
    const fresh = await testDatabase();
    try {
      const someone = await createUser(fresh.owner);
      const before = await createAuth(fresh.platform);
      const old = await bearer(before, someone, null);
      await fresh.owner.query(`update signing_keys set not_before = now() - interval '91 days'`);
      const after = await createAuth(fresh.platform);
      const young = await bearer(after, someone, null);
      expect(await after.authenticate(old.authorization, here)).toMatchObject({ uid: someone.uid });
      expect(await after.authenticate(young.authorization, here)).toMatchObject({ uid: someone.uid });
      // The first server has not loaded the new key yet: it reloads when it sees an unknown id, at most every five
      // seconds.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 });
      expect(await before.authenticate(young.authorization, here)).toMatchObject({ uid: someone.uid });
      await fresh.owner.query('update signing_keys set retired_at = now() where retired_at is not null');
      const later = await createAuth(fresh.platform);
      await expect(later.authenticate(old.authorization, here)).rejects.toEqual(unauthorized);
    } finally {
      await fresh.close();
    }
  });

  it('of another installation key prevent the start', async () => {
    const stranger = await testDatabase();
    try {
      const swapped = { ...database.platform, secrets: stranger.platform.secrets };
      await expect(createAuth(swapped)).rejects.toThrow('SECRET_KEY');
    } finally {
      await stranger.close();
    }
  });
});

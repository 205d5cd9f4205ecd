import type { PasskeyCreation, PasskeyRequest } from '@parley/contract/types';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { createAuthenticator, type Dishonesty } from '../../testing/authenticator.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { emailsTo } from '../../testing/emails.ts';
import { createUser, type TestUser } from '../../testing/users.ts';
import { identityHandlers } from './handlers.ts';
import { passkeySite } from './passkey-site.ts';
import { createPasswords } from './passwords.ts';

const origin = 'https://parley.example';
const password = 'correct horse battery';
let database: TestDatabase;
let app: FastifyInstance;
let passwordHash: string;

beforeAll(async () => {
  database = await testDatabase({ env: { PUBLIC_URL: origin } });
  ({ app } = await testApp(database.platform, (auth) => [
    identityHandlers(database.platform, auth, identityDependencies(database.platform)),
  ]));
  passwordHash = await createPasswords().hash(password);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

type Reply = {
  status: number;
  code?: string;
  field?: string;
  body: {
    id_token?: string;
    options?: PasskeyCreation & PasskeyRequest;
    recovery_codes?: string[];
    passkeys?: { id: string; name: string; last_used_at: string | null }[];
    recovery_codes_left?: number;
    error?: { code: string; data: { field: string; id?: string }[] };
  };
};

async function call(method: 'GET' | 'POST' | 'PUT', path: string, token?: string, payload?: object): Promise<Reply> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method, url: `/api/auth/${path}`, headers, ...(payload ? { payload } : {}) });
  const body = answer.body === '' ? {} : answer.json();
  return { status: answer.statusCode, code: body.error?.code, field: body.error?.data[0]?.field, body };
}
const post = (path: string, payload: object = {}, token?: string) => call('POST', path, token, payload);

async function optionsOf(path: string, payload: object = {}, token?: string) {
  const { options } = (await post(path, payload, token)).body;
  if (options === undefined) throw new Error(`${path} gave no options`);
  return options;
}

type Key = ReturnType<typeof createAuthenticator>;
type SignedUpUser = TestUser & { token: string };

async function newUser(): Promise<SignedUpUser> {
  const user = await createUser(database.owner);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [user.uid, passwordHash]);
  return { ...user, token: (await signIn(user.email)).body.id_token ?? '' };
}
const signIn = (email: string) => post('sign-in', { email, password });

const add = async (user: SignedUpUser, key: Key, name = 'Phone', lie: Dishonesty = {}) =>
  post(
    'factors/passkeys',
    { name, passkey: key.create(await optionsOf('factors/passkeys/begin', {}, user.token), lie) },
    user.token,
  );

async function userWithPasskey(): Promise<SignedUpUser & { key: Key; codes: string[] }> {
  const user = await newUser();
  const key = createAuthenticator(origin);
  const added = await add(user, key);
  expect(added.status).toBe(200);
  return { ...user, key, codes: added.body.recovery_codes ?? [] };
}

const enter = async (key: Key, lie: Dishonesty = {}) =>
  post('sign-in-passkey', { passkey: key.answer(await optionsOf('passkey-challenge'), lie) });
const proofOf = async (user: SignedUpUser & { key: Key }) => ({
  passkey: user.key.answer(await optionsOf('factors/passkeys/challenge', {}, user.token)),
});
const factorsOf = async (user: SignedUpUser) => (await call('GET', 'factors', user.token)).body;
const idOf = async (user: SignedUpUser, name = 'Phone') =>
  (await factorsOf(user)).passkeys?.find((passkey) => passkey.name === name)?.id ?? '';
const kindsTo = async (email: string) => (await emailsTo(database, email)).map(({ kind }) => kind);

describe('adding a passkey', () => {
  it('turns two-step verification on with recovery codes, and tells by email; a second one adds none', async () => {
    const user = await newUser();
    const other = (await signIn(user.email)).body.id_token ?? '';
    const first = await add(user, createAuthenticator(origin));
    expect(first.body.recovery_codes).toHaveLength(10);
    expect((await post('factors/passkeys/begin', {}, other)).status).toBe(401);
    expect((await add(user, createAuthenticator(origin), 'Laptop')).body.recovery_codes).toEqual([]);
    expect(await factorsOf(user)).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Phone', last_used_at: null }, { name: 'Laptop' }],
      recovery_codes_left: 10,
    });
    expect(await kindsTo(user.email)).toEqual(
      expect.arrayContaining(['identity.second_factor_on', 'identity.factor_added']),
    );
  });

  it('needs a recent sign-in', async () => {
    const user = await newUser();
    await database.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      user.uid,
    ]);
    expect((await post('factors/passkeys/begin', {}, user.token)).code).toBe('requires-recent-login');
  });

  it('refuses another page, a device that did not verify its user, and a key that is registered', async () => {
    const user = await userWithPasskey();
    const key = createAuthenticator(origin);
    expect((await add(user, key, 'x', { origin: 'https://parley.example.evil.example' })).code).toBe('passkey_origin');
    expect((await add(user, key, 'x', { rpId: 'evil.example' })).code).toBe('invalid-credential');
    expect((await add(user, key, 'x', { isVerified: false })).code).toBe('invalid-credential');
    expect((await add(user, user.key)).code).toBe('passkey_exists');
    expect((await add(await newUser(), user.key)).code).toBe('passkey_exists');
    expect((await factorsOf(user)).passkeys).toHaveLength(1);
  });

  it('takes each challenge once, and only for the user it was made for', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const options = await optionsOf('factors/passkeys/begin', {}, user.token);
    const passkey = createAuthenticator(origin).create(options);
    const stolen = createAuthenticator(origin).create(options);
    expect((await post('factors/passkeys', { name: 'x', passkey: stolen }, other.token)).code).toBe('passkey_expired');
    expect((await post('factors/passkeys', { name: 'x', passkey }, user.token)).status).toBe(200);
    expect((await post('factors/passkeys', { name: 'x', passkey: stolen }, user.token)).code).toBe('passkey_expired');
  });

  it('ends at 20', async () => {
    const user = await userWithPasskey();
    await database.owner.query(
      `insert into user_passkeys (id, user_id, credential_id, public_key, counter, transports, name)
       select gen_random_uuid(), $1::uuid, sha256(($1::text || n)::bytea), '\\x00', 0, '{}', 'Key' from generate_series(1, 19) n`,
      [user.uid],
    );
    expect((await add(user, createAuthenticator(origin))).code).toBe('limit_reached');
  });
});

describe('signing in with a passkey alone', () => {
  it('needs nothing else, and is remembered as its last use', async () => {
    const user = await userWithPasskey();
    const entered = await enter(user.key);
    expect(entered.status).toBe(200);
    expect((await factorsOf(user)).passkeys?.[0]?.last_used_at).not.toBeNull();
    const { rows } = await database.owner.query(`select amr from sessions where user_id = $1 and amr = '{passkey}'`, [
      user.uid,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('refuses an answer that is sent again, and one to no challenge of ours', async () => {
    const { key } = await userWithPasskey();
    const passkey = key.answer(await optionsOf('passkey-challenge'));
    expect((await post('sign-in-passkey', { passkey })).status).toBe(200);
    expect((await post('sign-in-passkey', { passkey })).code).toBe('passkey_expired');
    const made = key.answer({ ...(await optionsOf('passkey-challenge')), challenge: 'made-up' });
    expect((await post('sign-in-passkey', { passkey: made })).code).toBe('passkey_expired');
  });

  it('does not take challenges that were made for something else, or that are old', async () => {
    const user = await userWithPasskey();
    const { handle } = await pendingOf(user);
    for (const options of [
      await optionsOf('factors/passkeys/challenge', {}, user.token),
      await optionsOf('passkey-challenge', { handle }),
    ]) {
      expect((await post('sign-in-passkey', { passkey: user.key.answer(options) })).code).toBe('passkey_expired');
    }
    const options = await optionsOf('passkey-challenge');
    await database.owner.query('update one_time_tokens set expires_at = now()');
    expect((await post('sign-in-passkey', { passkey: user.key.answer(options) })).code).toBe('passkey_expired');
  });

  it('refuses another page, another name, an unverified user, another user’s handle and a forged signature', async () => {
    const { key } = await userWithPasskey();
    expect((await enter(key, { origin: 'http://parley.example' })).code).toBe('passkey_origin');
    const lies = [{ rpId: 'evil.example' }, { isVerified: false }, { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }];
    for (const lie of lies) expect((await enter(key, lie)).code).toBe('invalid-credential');
    const answer = key.answer(await optionsOf('passkey-challenge'));
    const forged = createAuthenticator(origin).answer(await optionsOf('passkey-challenge'));
    const passkey = { ...forged, id: answer.id, rawId: answer.id };
    expect(
      await post('sign-in-passkey', { passkey: { ...passkey, response: { ...passkey.response, userHandle: null } } }),
    ).toMatchObject({
      code: 'invalid-credential',
      field: 'passkey',
    });
  });

  it('refuses a counter that goes back or stays: the key was copied', async () => {
    const { key } = await userWithPasskey();
    expect((await enter(key, { counter: 7 })).status).toBe(200);
    expect((await enter(key, { counter: 7 })).code).toBe('passkey_copied');
    expect((await enter(key, { counter: 6 })).code).toBe('passkey_copied');
    expect((await enter(key, { counter: 0 })).code).toBe('passkey_copied');
    expect((await enter(key, { counter: 8 })).status).toBe(200);
  });

  it('takes keys that never count, and one of two answers at the same time with the same counter', async () => {
    const [never, counts] = [await userWithPasskey(), await userWithPasskey()];
    expect((await enter(never.key, { counter: 0 })).status).toBe(200);
    expect((await enter(never.key, { counter: 0 })).status).toBe(200);
    const answers = await Promise.all([1, 2, 3].map(() => enter(counts.key, { counter: 5 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('refuses a removed passkey, and a disabled user', async () => {
    const user = await userWithPasskey();
    await database.owner.query('update users set disabled_at = now() where id = $1', [user.uid]);
    expect((await enter(user.key)).code).toBe('user-disabled');
    await database.owner.query('delete from user_passkeys where user_id = $1', [user.uid]);
    expect((await enter(user.key)).code).toBe('passkey_unknown');
  });
});

async function pendingOf(user: SignedUpUser): Promise<{ handle: string; factors: string[] }> {
  const { error } = (await signIn(user.email)).body;
  return { handle: error?.data[0]?.id ?? '', factors: (error?.data ?? []).slice(1).map(({ field }) => field) };
}

describe('a passkey as the second factor', () => {
  it('finishes a sign-in; a recovery code does too', async () => {
    const user = await userWithPasskey();
    const { handle, factors } = await pendingOf(user);
    expect(factors).toEqual(['passkey']);
    const options = await optionsOf('passkey-challenge', { handle });
    expect(options.allowCredentials).toHaveLength(1);
    expect((await post('second-factor', { handle, passkey: user.key.answer(options) })).status).toBe(200);
    const again = await pendingOf(user);
    expect((await post('second-factor', { handle: again.handle, code: user.codes[0] })).status).toBe(200);
  });

  it('must be one of the user, answering a challenge of this sign-in', async () => {
    const [user, other] = [await userWithPasskey(), await userWithPasskey()];
    const { handle } = await pendingOf(user);
    const foreign = other.key.answer(await optionsOf('passkey-challenge', { handle }));
    expect((await post('second-factor', { handle, passkey: foreign })).code).toBe('passkey_unknown');
    const open = user.key.answer(await optionsOf('passkey-challenge'));
    expect((await post('second-factor', { handle, passkey: open })).code).toBe('passkey_expired');
    expect((await post('passkey-challenge', { handle: 'made up' })).field).toBe('handle');
    await database.owner.query('delete from auth_throttle');
  });
});

describe('changing passkeys', () => {
  it('renames one of the user, and none of another', async () => {
    const [user, other] = [await userWithPasskey(), await newUser()];
    const id = await idOf(user);
    expect((await call('PUT', `factors/passkeys/${id}`, other.token, { name: 'Mine' })).status).toBe(404);
    expect((await call('PUT', `factors/passkeys/${id}`, user.token, { name: 'Work phone' })).status).toBe(204);
    expect((await factorsOf(user)).passkeys).toMatchObject([{ id, name: 'Work phone' }]);
  });

  it('removes one with a proof; with the last one recovery codes go, and sign-ins need nothing more', async () => {
    const user = await userWithPasskey();
    await add(user, createAuthenticator(origin), 'Laptop');
    const [phone, laptop] = [await idOf(user), await idOf(user, 'Laptop')];
    expect((await post(`factors/passkeys/${laptop}/remove`, { code: '000000' }, user.token)).code).toBe(
      'invalid-credential',
    );
    expect((await post(`factors/passkeys/${laptop}/remove`, await proofOf(user), user.token)).status).toBe(204);
    expect((await post(`factors/passkeys/${laptop}/remove`, await proofOf(user), user.token)).status).toBe(404);
    expect((await signIn(user.email)).code).toBe('second-factor-required');
    expect((await post(`factors/passkeys/${phone}/remove`, await proofOf(user), user.token)).status).toBe(204);
    expect(await factorsOf(user)).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });
    expect((await signIn(user.email)).status).toBe(200);
    const kinds = await kindsTo(user.email);
    expect(kinds).toEqual(expect.arrayContaining(['identity.factor_removed', 'identity.second_factor_off']));
  });

  it('removes none of another user', async () => {
    const [user, other] = [await userWithPasskey(), await userWithPasskey()];
    const path = `factors/passkeys/${await idOf(user)}/remove`;
    expect((await post(path, await proofOf(other), other.token)).status).toBe(404);
    expect((await factorsOf(user)).passkeys).toHaveLength(1);
  });

  it('confirms who it is, for what needs a recent sign-in', async () => {
    const user = await userWithPasskey();
    await database.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      user.uid,
    ]);
    expect((await post('factors/passkeys/begin', {}, user.token)).code).toBe('requires-recent-login');
    expect((await post('reauthenticate', await proofOf(user), user.token)).status).toBe(204);
    expect((await post('factors/passkeys/begin', {}, user.token)).status).toBe(200);
  });
});

describe('the address of passkeys', () => {
  it.each([
    ['https://parley.example', { rpId: 'parley.example', origin: 'https://parley.example' }],
    ['https://parley.example:8443', { rpId: 'parley.example', origin: 'https://parley.example:8443' }],
    ['http://127.0.0.1:21000', { rpId: 'localhost', origin: 'http://localhost:21000' }],
    ['http://localhost', { rpId: 'localhost', origin: 'http://localhost' }],
    ['http://parley.example', null],
    ['http://192.168.1.7:21000', null],
    ['https://192.168.1.7', null],
    ['https://[2001:db8::1]', null],
    ['', null],
  ])('of %s', (url, site) => {
    expect(passkeySite(url)).toEqual(site);
  });

  it('is told before signing in, and passkeys are refused where there is none', async () => {
    expect((await call('GET', 'config')).body).toMatchObject({ passkey_origin: origin });
    const { platform } = database;
    const plain = { ...platform, publicUrl: () => 'http://192.168.1.7:21000' };
    const withoutName = await testApp(plain, (auth) => [identityHandlers(plain, auth, identityDependencies(plain))]);
    const asked = await withoutName.app.inject({ method: 'POST', url: '/api/auth/passkey-challenge', payload: {} });
    expect(asked.json()).toMatchObject({
      error: { code: 'passkey_origin', message: expect.stringContaining('https://') },
    });
    await withoutName.app.close();
  });
});

import { mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { identityHandlers } from './handlers.ts';
import { prepareSetup } from './public.ts';

let database: TestDatabase;
let app: FastifyInstance;
let setupFile: string;

beforeAll(async () => {
  database = await testDatabase();
  ({ app } = await testApp(database.platform, (auth) => [
    identityHandlers(database.platform, auth, identityDependencies(database.platform)),
  ]));
  setupFile = join(database.platform.config.dataDir, 'setup-url');
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  await database.owner.query('truncate users, one_time_tokens, setup_claims cascade');
});

async function newToken(): Promise<string> {
  const url = await prepareSetup(database.platform);
  return new URL(url ?? '').searchParams.get('setup') ?? '';
}

const anna = { name: 'Anna Muster', email: 'Anna@Example.com', password: 'correct horse battery' };
const claim = (body: object) => app.inject({ method: 'POST', url: '/api/auth/setup', payload: body });
const count = async (table: string) =>
  Number((await database.owner.query(`select count(*) from ${table}`)).rows[0].count);

describe('the setup link', () => {
  it('is one absolute URL in a file that only its owner can read', async () => {
    const url = await prepareSetup(database.platform);
    expect(url).toMatch(/^http:\/\/parley\.test\/login\?setup=[\w-]{22}$/);
    expect(await readFile(setupFile, 'utf8')).toBe(`${url}\n`);
    expect((await stat(setupFile)).mode & 0o777).toBe(0o600);
  });
  it('is not stored in plain text in the database', async () => {
    const token = await newToken();
    const { rows } = await database.owner.query(`select encode(hash, 'escape') as hash from one_time_tokens`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
  it('is new at every start until the first user exists', async () => {
    const [first, second] = [await newToken(), await newToken()];
    expect(second).not.toBe(first);
    expect((await claim({ token: second, ...anna })).statusCode).toBe(200);
  });
  it('is the same for all processes that share a database', async () => {
    const shared = () => prepareSetup(database.platform, { isShared: true });
    const [first, second] = await Promise.all([shared(), shared()]);
    expect(second).toBe(first);
    expect(await shared()).toBe(first);
    const token = new URL(first ?? '').searchParams.get('setup');
    expect((await claim({ token, ...anna })).statusCode).toBe(200);
  });
  it('is that of the processes that answer it: a worker has none and leaves their file alone', async () => {
    const url = await prepareSetup(database.platform, { isShared: true });
    const config = { ...database.platform.config, ROLE: 'worker' as const };
    const worker = { ...database.platform, config, publicUrl: () => 'http://127.0.0.1:9' };
    expect(await prepareSetup(worker, { isShared: true })).toBeNull();
    expect(await readFile(setupFile, 'utf8')).toBe(`${url}\n`);
  });
  it('is not created, and its file is deleted, once the first user exists', async () => {
    await newToken();
    await database.owner.query(`insert into users (id, email, display_name) values (gen_random_uuid(), 'a@b.c', 'A')`);
    expect(await prepareSetup(database.platform)).toBeNull();
    await expect(stat(setupFile)).rejects.toThrow('ENOENT');
    expect(await prepareSetup(database.platform)).toBeNull();
  });
});

describe('claiming it', () => {
  it('creates one user, signed in, without an account', async () => {
    const response = await claim({ token: await newToken(), ...anna });
    expect(response.statusCode).toBe(200);
    const tokens = response.json();
    expect(tokens.expires_in).toBe(900);
    const claims = decodeJwt(tokens.id_token);
    expect(claims).not.toHaveProperty('client_id');
    expect(claims).not.toHaveProperty('role');
    const profile = await app.inject({
      url: '/api/auth/profile',
      headers: { authorization: `Bearer ${tokens.id_token}` },
    });
    expect(profile.json()).toMatchObject({
      user: { uid: claims['uid'], displayName: 'Anna Muster', email: 'anna@example.com', emailVerified: false },
      accounts: [],
    });
    await expect(stat(setupFile)).rejects.toThrow('ENOENT');
    expect(await count('clients')).toBe(0);
  });

  it('succeeds although the file cannot be removed', async () => {
    const token = await newToken();
    await rm(setupFile);
    await mkdir(setupFile);
    const response = await claim({ token, ...anna });
    await rmdir(setupFile);
    expect(response.statusCode).toBe(200);
  });

  it('eight concurrent requests with one link create one user; the others get the error that setup is complete', async () => {
    const token = await newToken();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claim({ token, ...anna, email: `person${index}@example.com` })),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(responses.filter((response) => response.json().error?.code === 'setup_done')).toHaveLength(7);
    expect([await count('users'), await count('user_passwords'), await count('sessions')]).toEqual([1, 1, 1]);
  });

  it('eight concurrent requests with eight links create one user', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, newToken));
    const responses = await Promise.all(
      links.map((token, index) => claim({ token, ...anna, email: `person${index}@example.com` })),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect([await count('users'), await count('sessions')]).toEqual([1, 1]);
  });

  it('repeated later is 409', async () => {
    const token = await newToken();
    await claim({ token, ...anna });
    const again = await claim({ token, ...anna });
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'setup_done']);
  });

  it('with a wrong or expired link says what to do', async () => {
    const token = await newToken();
    await database.owner.query('update one_time_tokens set expires_at = now()');
    for (const dead of [token, 'wrong', '']) {
      const response = await claim({ token: dead, ...anna });
      expect([response.statusCode, response.json().error.code]).toEqual([422, 'invalid-credential']);
      expect(response.json().error.data[0]).toMatchObject({ field: 'token', msg: expect.stringContaining('Restart') });
    }
    expect(await count('users')).toBe(0);
  });

  it('of another purpose is rejected', async () => {
    const token = await newToken();
    await database.owner.query(`update one_time_tokens set purpose = 'reset'`);
    expect((await claim({ token, ...anna })).statusCode).toBe(422);
  });

  it.each([
    ['password', { password: 'short' }],
    ['password', { password: 'password1' }],
    ['password', { password: 'x'.repeat(129) }],
    ['email', { email: 'anna' }],
    ['email', { email: `anna\u0000@example.com` }],
    ['name', { name: '  ' }],
    ['name', { name: 'a\u0000b' }],
    ['role', { role: 'Owner' }],
    ['email', { email: undefined }],
  ])('with an invalid %s (%j) names the field and leaves the link usable', async (field, wrong) => {
    const token = await newToken();
    const response = await claim({ token, ...anna, ...wrong });
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'validation_failed']);
    expect(response.json().error.data[0].field).toBe(field);
    expect((await claim({ token, ...anna })).statusCode).toBe(200);
  });

  it('with the SETUP_TOKEN of the settings works until the first user exists, however late, and then no more', async () => {
    const chosen = 'pQ7x-92mVbT_41kLzWc8RdHs';
    const set = await testDatabase({ env: { SETUP_TOKEN: chosen } });
    const other = await testApp(set.platform, (auth) => [
      identityHandlers(set.platform, auth, identityDependencies(set.platform)),
    ]);
    const claimThere = (token: string) =>
      other.app.inject({ method: 'POST', url: '/api/auth/setup', payload: { token, ...anna } });
    try {
      expect(await prepareSetup(set.platform)).toBe(`http://parley.test/login?setup=${chosen}`);
      expect((await set.owner.query('select from one_time_tokens')).rowCount).toBe(0);
      const wrong = await claimThere(chosen.toLowerCase());
      expect([wrong.statusCode, wrong.json().error.code]).toEqual([422, 'invalid-credential']);
      expect(wrong.json().error.data[0].msg).toContain('SETUP_TOKEN');
      const answers = await Promise.all([claimThere(chosen), claimThere(chosen)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect((await claimThere(chosen)).statusCode).toBe(409);
    } finally {
      await other.app.close();
      await set.close();
    }
  });

  it('reads the minimum password length from the settings', async () => {
    const strict = await testDatabase({ env: { MIN_PASSWORD_LENGTH: '12', ONESIGNAL_APP_ID: 'push-app' } });
    const other = await testApp(strict.platform, (auth) => [
      identityHandlers(strict.platform, auth, identityDependencies(strict.platform)),
    ]);
    try {
      const url = new URL((await prepareSetup(strict.platform)) ?? '');
      const payload = { token: url.searchParams.get('setup'), ...anna, password: 'elevenchars' };
      const response = await other.app.inject({ method: 'POST', url: '/api/auth/setup', payload });
      expect(response.json().error.data[0]).toEqual({ field: 'password', msg: 'Use at least 12 characters.' });
      const config = await other.app.inject({ url: '/api/auth/config' });
      expect(config.json()).toEqual({
        methods: ['password'],
        // Without https there are no passkeys.
        passkey_origin: null,
        password_policy: { min_length: 12 },
        providers: [],
        push: { vapid_public_key: expect.stringMatching(/^B[\w-]{86}$/), onesignal_app_id: 'push-app' },
        sign_up: 'invite-only',
        set_up: false,
      });
    } finally {
      await other.app.close();
      await strict.close();
    }
  });
});

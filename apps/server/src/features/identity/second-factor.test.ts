import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretsFrom } from '../../platform/secrets.ts';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { codeTo, emailsTo, linkTo } from '../../testing/emails.ts';
import { createUser, type TestUser } from '../../testing/users.ts';
import { resealFactors } from './commands/second-factor.ts';
import { identityHandlers } from './handlers.ts';
import { createPasswords } from './passwords.ts';
import { newRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';
import { totpCounter } from './totp.ts';

const password = 'correct horse battery';
const stepMs = 30_000;
let database: TestDatabase;
let app: FastifyInstance;
let passwordHash: string;

beforeAll(async () => {
  database = await testDatabase();
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
  body: {
    id_token?: string;
    secret?: string;
    uri?: string;
    handle?: string;
    recovery_codes?: string[];
    error?: { code: string; data: { field: string; id?: string }[] };
  };
};

async function post(path: string, payload: object, token?: string): Promise<Reply> {
  const response = await app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() };
}

async function userWithPassword(): Promise<TestUser> {
  const user = await createUser(database.owner);
  await database.owner.query('update users set email_verified_at = now() where id = $1', [user.uid]);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [user.uid, passwordHash]);
  return user;
}

const signIn = (email: string) => post('sign-in', { email, password });
const codeAt = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });
const handleOf = (reply: Reply) => reply.body.error?.data[0]?.id ?? '';
const fieldOf = (reply: Reply) => [reply.status, reply.body.error?.data[0]?.field];

type Protected = TestUser & { secret: string; codes: string[]; token: string };

/** Two-step verification is on; the code of the step before the present one was used to turn it on. */
async function protectedUser(): Promise<Protected> {
  const user = await userWithPassword();
  const token = (await signIn(user.email)).body.id_token ?? '';
  const secret = (await post('factors/totp', {}, token)).body.secret ?? '';
  const confirm = () => post('factors/totp/confirm', { code: codeAt(secret, -1) }, token);
  const first = await confirm();
  // A step that ends between a code and its check makes that code two steps old.
  const confirmed = first.status === 200 ? first : await confirm();
  expect(confirmed.status).toBe(200);
  return { ...user, secret, token, codes: confirmed.body.recovery_codes ?? [] };
}

describe('turning it on', () => {
  it('needs a code of the app, gives recovery codes once, ends other sessions and sends an email', async () => {
    const user = await userWithPassword();
    const other = (await signIn(user.email)).body.id_token ?? '';
    const token = (await signIn(user.email)).body.id_token ?? '';
    const begun = await post('factors/totp', {}, token);
    expect(begun.body.uri).toContain('otpauth://totp/Parley:');
    expect(fieldOf(await post('factors/totp/confirm', { code: '000000' }, token))).toEqual([422, 'code']);
    // Nothing is asked for before the first code.
    expect((await signIn(user.email)).status).toBe(200);
    const confirmed = await post('factors/totp/confirm', { code: codeAt(begun.body.secret ?? '', 0) }, token);
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect((await post('factors/totp', {}, other)).status).toBe(401);
    expect((await post('factors/totp', {}, token)).status).toBe(422);
    const factors = await app.inject({ url: '/api/auth/factors', headers: { authorization: `Bearer ${token}` } });
    expect(factors.json()).toMatchObject({ totp: { confirmed_at: expect.any(String) }, recovery_codes_left: 10 });
    expect((await emailsTo(database, user.email)).map(({ kind }) => kind)).toContain('identity.second_factor_on');
  });

  it('needs a recent sign-in', async () => {
    const user = await userWithPassword();
    const token = (await signIn(user.email)).body.id_token ?? '';
    await database.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      user.uid,
    ]);
    expect((await post('factors/totp', {}, token)).body.error?.code).toBe('requires-recent-login');
  });

  it('keeps the secret sealed, and readable after a change of the key', async () => {
    const { uid, secret } = await protectedUser();
    const sealed = async () =>
      (
        await database.owner.query(
          'select id, secret_enc from user_factors where user_id = $1 and secret_enc is not null',
          [uid],
        )
      ).rows[0];
    const before = await sealed();
    expect(before.secret_enc.includes(secret)).toBe(false);
    const next = secretsFrom(Buffer.alloc(32, 9));
    const secrets = { ...next, open: database.platform.secrets.open };
    expect(await resealFactors({ ...database.platform, secrets })).toBeGreaterThan(0);
    const after = await sealed();
    expect(next.open(after.secret_enc, `user_factors.secret:${after.id}`)).toBe(secret);
    await database.owner.query('delete from user_factors where secret_enc is not null');
  });
});

describe('signing in', () => {
  it('asks for a code after every first factor, and the session comes with it', async () => {
    const user = await protectedUser();
    const first = await signIn(user.email);
    expect([first.status, first.body.error?.code]).toEqual([403, 'second-factor-required']);
    const done = await post('second-factor', { handle: handleOf(first), code: codeAt(user.secret, 0) });
    expect(decodeJwt(done.body.id_token ?? '')).toMatchObject({ uid: user.uid });

    const { handle } = (await post('send-code', { email: user.email })).body;
    const byCode = await post('sign-in-code', { handle, code: await codeTo(database, user.email) });
    expect(byCode.body.error?.code).toBe('second-factor-required');
    expect(byCode.body.id_token).toBeUndefined();

    await post('send-link', { email: user.email });
    const byLink = await post('sign-in-link', { link: await linkTo(database, user.email, 'link') });
    expect(byLink.body.error?.code).toBe('second-factor-required');
  });

  it('lets nobody in who was disabled after the first step', async () => {
    const user = await protectedUser();
    const handle = handleOf(await signIn(user.email));
    await database.owner.query('update users set disabled_at = now() where id = $1', [user.uid]);
    expect(fieldOf(await post('second-factor', { handle, code: codeAt(user.secret, 0) }))).toEqual([422, 'handle']);
  });

  it('takes a code once, also of calls at once, and none before it', async () => {
    const user = await protectedUser();
    const handles = await Promise.all(Array.from({ length: 4 }, async () => handleOf(await signIn(user.email))));
    const code = codeAt(user.secret, 1);
    const answers = await Promise.all(handles.map((handle) => post('second-factor', { handle, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const handle = handleOf(await signIn(user.email));
    expect(fieldOf(await post('second-factor', { handle, code: codeAt(user.secret, 0) }))).toEqual([422, 'code']);
  });

  it('ends a handle after its use and after five tries, and knows no other', async () => {
    const user = await protectedUser();
    const handle = handleOf(await signIn(user.email));
    for (let n = 0; n < 4; n++) await post('second-factor', { handle, code: 'no code' });
    await database.owner.query('delete from auth_throttle');
    expect((await post('second-factor', { handle, code: codeAt(user.secret, 0) })).status).toBe(200);
    expect(fieldOf(await post('second-factor', { handle, code: codeAt(user.secret, 1) }))).toEqual([422, 'handle']);
    expect(fieldOf(await post('second-factor', { handle: 'made up', code: '123456' }))).toEqual([422, 'handle']);
  });

  it('slows down guesses over many sign-ins', async () => {
    const user = await protectedUser();
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) {
      const handle = handleOf(await signIn(user.email));
      statuses.push((await post('second-factor', { handle, code: '000000' })).status);
    }
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5);
    expect(statuses.at(-1)).toBe(429);
    await database.owner.query('delete from auth_throttle');
  });

  it('takes each recovery code once, however it is typed, and says so by email', async () => {
    const user = await protectedUser();
    const [code = ''] = user.codes;
    const handle = handleOf(await signIn(user.email));
    expect((await post('second-factor', { handle, code: ` ${code.toUpperCase().replaceAll('-', ' ')}` })).status).toBe(
      200,
    );
    const again = handleOf(await signIn(user.email));
    expect(fieldOf(await post('second-factor', { handle: again, code }))).toEqual([422, 'code']);
    const emails = await emailsTo(database, user.email);
    expect(emails.at(-1)?.kind).toBe('identity.recovery_code_used');
    const { rows } = await database.owner.query(
      `select hash from user_factors where user_id = $1 and kind = 'recovery'`,
      [user.uid],
    );
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
  });
});

describe('turning it off, and new recovery codes', () => {
  it('need a code: a session alone is not enough', async () => {
    const user = await protectedUser();
    const [first = '', second = ''] = user.codes;
    expect(fieldOf(await post('factors/remove', { code: '000000' }, user.token))).toEqual([422, 'code']);
    const renewed = await post('factors/recovery-codes', { code: codeAt(user.secret, 0) }, user.token);
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect(fieldOf(await post('factors/remove', { code: second }, user.token))).toEqual([422, 'code']);
    expect(renewed.body.recovery_codes).not.toContain(first);
    const [valid = ''] = renewed.body.recovery_codes ?? [];
    expect((await post('factors/remove', { code: valid }, user.token)).status).toBe(204);
    expect((await signIn(user.email)).status).toBe(200);
    expect((await emailsTo(database, user.email)).at(-1)?.kind).toBe('identity.second_factor_off');
  });

  it('happens when an address is verified by its real owner after another user set it up', async () => {
    const user = await protectedUser();
    await database.owner.query('update users set email_verified_at = null where id = $1', [user.uid]);
    const { handle } = (await post('send-code', { email: user.email })).body;
    const answer = await post('sign-in-code', { handle, code: await codeTo(database, user.email) });
    expect(answer.status).toBe(200);
  });
});

it('nothing of it is left when the user is deleted', async () => {
  const user = await protectedUser();
  const authorization = `Bearer ${user.token}`;
  const deleted = await app.inject({ method: 'DELETE', url: '/api/auth/profile', headers: { authorization } });
  expect(deleted.statusCode).toBe(204);
  const { rows } = await database.owner.query('select from user_factors where user_id = $1', [user.uid]);
  expect(rows).toEqual([]);
});

describe('codes', () => {
  it('of the app are good for a step before and after', () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const nowMs = 1_700_000_000_000;
    const at = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs + steps * stepMs });
    const counter = Math.floor(nowMs / stepMs);
    expect([-1, 0, 1].map((steps) => totpCounter(secret, at(steps), nowMs))).toEqual([
      counter - 1,
      counter,
      counter + 1,
    ]);
    expect(totpCounter(secret, at(3), nowMs)).toBeNull();
  });

  it('for recovery are different, and nothing else is taken for one', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes.map((code) => normalizeRecoveryCode(code)))).toHaveProperty('size', 10);
    expect(normalizeRecoveryCode('123456')).toBeNull();
    expect(normalizeRecoveryCode('k7mp-2wxr-9dh!')).toBeNull();
  });
});

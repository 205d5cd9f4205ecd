import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { addMember, createAccount, createUser, type TestUser } from '../../testing/users.ts';
import { identityHandlers } from './handlers.ts';
import { createPasswords } from './passwords.ts';

const password = 'correct horse battery';
let database: TestDatabase;
let app: FastifyInstance;
let passwordHash: string;
const lines: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }) });
  ({ app } = await testApp(database.platform, (auth) => [
    identityHandlers(database.platform, auth, identityDependencies(database.platform)),
  ]));
  passwordHash = await createPasswords().hash(password);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function userWithPassword(): Promise<TestUser> {
  const user = await createUser(database.owner);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [user.uid, passwordHash]);
  return user;
}

const signIn = (email: string, given = password) =>
  app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { email, password: given } });
const statuses = (responses: { statusCode: number }[]) => responses.map((response) => response.statusCode);

describe('sign-in', () => {
  it('accepts any spelling of the address', async () => {
    const user = await userWithPassword();
    await database.owner.query(`update users set email = 'zoe@example.com' where id = $1`, [user.uid]);
    for (const typed of ['zoe@example.com', ' Zoe@EXAMPLE.com ', '\uFF3Aoe@example.com']) {
      const response = await signIn(typed);
      expect(response.statusCode).toBe(200);
      expect(decodeJwt(response.json().id_token)).toMatchObject({ uid: user.uid });
    }
  });

  it('treats an unknown address like a wrong password', async () => {
    const user = await userWithPassword();
    const [known, unknown] = [await signIn(user.email, 'wrong password'), await signIn('nobody@example.com')];
    const shown = (response: typeof known) => {
      const { request_id: _id, ...error } = response.json().error;
      return { status: response.statusCode, error, size: response.headers['content-length'] };
    };
    expect(shown(known)).toEqual(shown(unknown));
    expect(known.statusCode).toBe(422);
    expect(known.json().error.code).toBe('invalid-credential');
  });

  it('refuses a disabled user like a wrong password', async () => {
    const user = await userWithPassword();
    await database.owner.query('update users set disabled_at = now() where id = $1', [user.uid]);
    expect((await signIn(user.email)).json().error.code).toBe('invalid-credential');
  });

  it('starts without an account, else in the oldest, else in the one used last', async () => {
    const user = await userWithPassword();
    const founder = await createUser(database.owner);
    const accountOf = async () => decodeJwt((await signIn(user.email)).json().id_token);
    expect(await accountOf()).not.toHaveProperty('client_id');
    const [older, younger] = [
      await createAccount(database.owner, founder),
      await createAccount(database.owner, founder),
    ];
    await addMember(database.owner, younger, user, 'Admin');
    await addMember(database.owner, older, user, 'User');
    await database.owner.query(
      `update client_users set created_at = now() - interval '1 day' where client_id = $1 and user_id = $2`,
      [older, user.uid],
    );
    expect(await accountOf()).toMatchObject({ client_id: older, role: 'User' });
    await database.owner.query(
      `update client_users set last_used_at = now() + interval '1 s' where client_id = $1 and user_id = $2`,
      [younger, user.uid],
    );
    expect(await accountOf()).toMatchObject({ client_id: younger, role: 'Admin' });
    await database.owner.query(`update client_users set suspended_at = now() where client_id = $1 and user_id = $2`, [
      younger,
      user.uid,
    ]);
    expect(await accountOf()).toMatchObject({ client_id: older });
    await database.owner.query('update clients set deleted_at = now() where id = $1', [older]);
    expect(await accountOf()).not.toHaveProperty('client_id');
  });

  it('starts in the user’s default account, as long as they may enter it', async () => {
    const user = await userWithPassword();
    const founder = await createUser(database.owner);
    const [chosen, other, foreign] = [
      await createAccount(database.owner, founder),
      await createAccount(database.owner, founder),
      await createAccount(database.owner, founder),
    ];
    for (const clientId of [chosen, other]) await addMember(database.owner, clientId, user, 'User');
    await database.owner.query(`update client_users set last_used_at = now() where client_id = $1 and user_id = $2`, [
      other,
      user.uid,
    ]);
    const entered = async () => decodeJwt((await signIn(user.email)).json().id_token)['client_id'];
    const choose = async (defaultClientId: string | null) => {
      const { id_token: token } = (await signIn(user.email)).json();
      return app.inject({
        method: 'PUT',
        url: '/api/auth/profile',
        headers: { authorization: `Bearer ${token}` },
        payload: { default_client_id: defaultClientId },
      });
    };
    expect(await entered()).toBe(other);
    const answer = await choose(chosen);
    expect(answer.json().accounts.filter((account: { is_default: boolean }) => account.is_default)).toMatchObject([
      { client_id: chosen },
    ]);
    expect(await entered()).toBe(chosen);
    expect((await choose(foreign)).statusCode).toBe(404);
    expect(await entered()).toBe(chosen);
    await database.owner.query(`update client_users set suspended_at = now() where client_id = $1 and user_id = $2`, [
      chosen,
      user.uid,
    ]);
    expect(await entered()).toBe(other);
    expect((await choose(chosen)).statusCode).toBe(404);
    expect((await choose(null)).json().accounts).toMatchObject([{ is_default: false }, { is_default: false }]);
  });

  it('writes the audit log without secrets', async () => {
    const user = await userWithPassword();
    const clientId = await createAccount(database.owner, user);
    lines.length = 0;
    await signIn(user.email, 'a wrong password');
    const tokens = (await signIn(user.email)).json();
    const { rows } = await database.owner.query(
      'select actor, action, target, ip from audit_events where client_id = $1',
      [clientId],
    );
    const { sid } = decodeJwt(tokens.id_token);
    expect(rows).toEqual([{ actor: user.uid, action: 'identity.signed_in', target: sid, ip: '127.0.0.1' }]);
    const logged = lines.join('');
    expect(lines.flatMap((line) => JSON.parse(line).audit ?? [])).toEqual([
      'identity.sign_in_failed',
      'identity.signed_in',
    ]);
    for (const secret of [password, 'a wrong password', user.email, tokens.id_token, tokens.refresh_token]) {
      expect(logged).not.toContain(secret);
    }
  });

  it('stores no usable token', async () => {
    const user = await userWithPassword();
    const { refresh_token: refreshToken } = (await signIn(user.email)).json();
    expect(refreshToken).toMatch(/^[\w-]{86}$/);
    const { rows } = await database.owner.query(`select s::text as row, encode(token_hash, 'escape') from sessions s`);
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });

  it.each([
    ['password', { email: 'a@example.com' }],
    ['email', { password: 'x' }],
    ['email', { email: { $gt: '' }, password: 'x' }],
    ['otp', { email: 'a@example.com', password: 'x', otp: '1' }],
  ])('names an invalid field: %s', async (field, payload) => {
    const response = await app.inject({ method: 'POST', url: '/api/auth/sign-in', payload });
    expect([response.statusCode, response.json().error.data[0].field]).toEqual([422, field]);
  });

  it('rejects content other than JSON', async () => {
    const form = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40b.de&password=x',
    });
    expect(form.statusCode).toBe(415);
    const broken = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    });
    expect(broken.statusCode).toBe(400);
  });
});

describe('the throttle', () => {
  const skipWait = () => database.owner.query(`update auth_throttle set blocked_until = now() - interval '1 s'`);

  it('allows five wrong passwords, then requires a wait, also for the right one', async () => {
    const user = await userWithPassword();
    const tries = [];
    for (let turn = 1; turn <= 10; turn++) tries.push(await signIn(user.email, `wrong ${turn}`));
    expect(statuses(tries)).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429]);
    const blocked = await signIn(user.email);
    expect([blocked.statusCode, blocked.json().error.code]).toEqual([429, 'too_many_requests']);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(10);
    await skipWait();
    expect((await signIn(user.email)).statusCode).toBe(200);
    expect((await signIn(user.email, 'wrong')).statusCode).toBe(422);
  });

  it('treats an unknown address the same', async () => {
    const tries = [];
    for (let turn = 1; turn <= 7; turn++) tries.push(await signIn('stranger@example.com', `wrong ${turn}`));
    expect(statuses(tries)).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  it('verifies five of forty concurrent attempts', async () => {
    const user = await userWithPassword();
    const tries = await Promise.all(Array.from({ length: 40 }, (_, turn) => signIn(user.email, `guess ${turn}`)));
    const sorted = statuses(tries).sort();
    expect(sorted.filter((status) => status === 422)).toHaveLength(5);
    expect(sorted.filter((status) => status === 429)).toHaveLength(35);
    await skipWait();
    const second = await Promise.all(Array.from({ length: 10 }, (_, turn) => signIn(user.email, `guess ${turn}`)));
    expect(statuses(second).filter((status) => status === 422)).toHaveLength(1);
  });

  it('does not count right passwords, also concurrent ones', async () => {
    const user = await userWithPassword();
    expect(statuses(await Promise.all(Array.from({ length: 30 }, () => signIn(user.email))))).toEqual(
      Array(30).fill(200),
    );
  });

  it('doubles the wait up to a quarter of an hour and forgets after a day', async () => {
    const email = 'slow@example.com';
    const waits: number[] = [];
    for (let turn = 1; turn <= 14; turn++) {
      await skipWait();
      await signIn(email, 'wrong');
      const { rows } = await database.owner.query(
        `select round(extract(epoch from blocked_until - updated_at))::int as wait from auth_throttle
         order by updated_at desc limit 1`,
      );
      waits.push(rows[0].wait);
    }
    expect(waits).toEqual([null, null, null, null, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
    await database.owner.query(
      `update auth_throttle set updated_at = now() - interval '25 hours', blocked_until = now() - interval '24 hours'`,
    );
    expect(statuses(await Promise.all([signIn(email, 'wrong'), signIn(email, 'wrong')]))).toEqual([422, 422]);
  });

  it('stores no address', async () => {
    const { rows } = await database.owner.query(`select encode(key_hash, 'escape') as key from auth_throttle`);
    expect(JSON.stringify(rows)).not.toContain('example.com');
  });
});

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Auth } from '../../platform/auth/authenticate.ts';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { codeTo, emailsTo, emailTo, wrongCode } from '../../testing/emails.ts';
import { addMember, bearer, createAccount, createSession, createUser, type TestUser } from '../../testing/users.ts';
import { identityHandlers } from './handlers.ts';
import { createPasswords } from './passwords.ts';

let database: TestDatabase;
let app: FastifyInstance;
let auth: Auth;
let ended: string[] = [];
const password = 'correct horse battery';
let passwordHash: string;

beforeAll(async () => {
  database = await testDatabase();
  const { platform } = database;
  ({ app, auth } = await testApp(platform, (limiter) => [
    identityHandlers(platform, limiter, identityDependencies(platform)),
  ]));
  passwordHash = await createPasswords().hash(password);
  platform.notifier.on('sessions', (key) => ended.push(key));
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(() => {
  ended = [];
});

async function someone(): Promise<TestUser> {
  const account = await createUser(database.owner);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [account.uid, passwordHash]);
  return account;
}

const call = async (user: TestUser, method: string, path: string, payload?: object) =>
  app.inject({
    method: method as 'POST',
    url: `/api/auth/${path}`,
    headers: await bearer(auth, user, null),
    ...(payload === undefined ? {} : { payload }),
  });
const codeOf = (response: { json(): { error: { code: string } } }) => response.json().error.code;
const signIn = (email: string, given = password) =>
  app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { email, password: given } });
const isLiving = async (sid: string) =>
  (await database.owner.query('select from sessions where id = $1 and revoked_at is null', [sid])).rowCount === 1;
const ageSignIn = (user: TestUser) =>
  database.owner.query(`update sessions set auth_time = now() - interval '601 seconds' where id = $1`, [user.sid]);

describe('operations that require a recent sign-in', () => {
  const calls: Record<string, (user: TestUser) => ReturnType<typeof call>> = {
    'setting a password': (user) => call(user, 'PUT', 'password', { password: 'another horse battery' }),
    'asking for another address': (user) => call(user, 'POST', 'email', { email: 'other@example.com' }),
    'deleting oneself': (user) => call(user, 'DELETE', 'profile'),
    'ending the other sessions': (user) => call(user, 'DELETE', 'sessions'),
    'ending another session': async (user) =>
      call(user, 'DELETE', `sessions/${await createSession(database.owner, user.uid)}`),
  };
  it.each(Object.keys(calls))('%s is refused after ten minutes, and works after authenticating again', async (name) => {
    const account = await someone();
    await ageSignIn(account);
    const refused = await calls[name]?.(account);
    expect([refused?.statusCode, refused && codeOf(refused)]).toEqual([403, 'requires-recent-login']);
    expect((await call(account, 'POST', 'reauthenticate', { password })).statusCode).toBe(204);
    expect((await calls[name]?.(account))?.statusCode).toBeLessThan(300);
  });

  it('does not include signing out of the current session', async () => {
    const account = await someone();
    await ageSignIn(account);
    expect((await call(account, 'DELETE', `sessions/${account.sid}`)).statusCode).toBe(204);
  });
});

describe('authenticating again', () => {
  it('with a code uses the own address and works for no other user', async () => {
    const [user, other] = [await someone(), await someone()];
    await ageSignIn(user);
    await ageSignIn(other);
    const sent = await call(user, 'POST', 'reauthenticate/send-code');
    const proof = { handle: sent.json().handle, code: await codeTo(database, user.email) };
    expect(codeOf(await call(other, 'POST', 'reauthenticate', proof))).toBe('invalid-credential');
    // It does not sign in either: that would turn a confirmation into a session.
    const payload = proof;
    expect((await app.inject({ method: 'POST', url: '/api/auth/sign-in-code', payload })).statusCode).toBe(422);
    const wrong = { ...proof, code: wrongCode(proof.code) };
    expect(codeOf(await call(user, 'POST', 'reauthenticate', wrong))).toBe('invalid-credential');
    expect((await call(user, 'POST', 'reauthenticate', proof)).statusCode).toBe(204);
    expect((await call(user, 'POST', 'reauthenticate', proof)).statusCode).toBe(422);
    expect((await call(user, 'DELETE', 'sessions')).statusCode).toBe(200);
    expect((await call(other, 'DELETE', 'sessions')).statusCode).toBe(403);
  });

  it('by guessing passwords is throttled like sign-in', async () => {
    const account = await someone();
    const answers = [];
    for (let n = 0; n < 10; n++)
      answers.push(await call(account, 'POST', 'reauthenticate', { password: `guess ${n}` }));
    expect(answers.map((answer) => answer.statusCode)).toContain(429);
    // Guesses in one session do not lock the user out elsewhere.
    expect((await signIn(account.email)).statusCode).toBe(200);
  });
});

describe('a changed password', () => {
  it('signs in from now on, ends the other sessions at once, and is reported by email', async () => {
    const account = await someone();
    const other = await createSession(database.owner, account.uid);
    expect((await call(account, 'PUT', 'password', { password: 'another horse battery' })).statusCode).toBe(204);
    expect(await Promise.all([isLiving(account.sid), isLiving(other)])).toEqual([true, false]);
    expect(ended).toEqual([other]);
    expect((await emailTo(database, account.email)).kind).toBe('identity.password_changed');
    expect((await signIn(account.email)).statusCode).toBe(422);
    expect((await signIn(account.email, 'another horse battery')).statusCode).toBe(200);
  });

  it.each(['short', 'password123', 'x'.repeat(129)])('%j is rejected with the field', async (weak) => {
    const response = await call(await someone(), 'PUT', 'password', { password: weak });
    expect([response.statusCode, response.json().error.data[0].field]).toEqual([422, 'password']);
  });

  it('can be set by a user without one', async () => {
    const account = await createUser(database.owner);
    expect((await call(account, 'PUT', 'password', { password })).statusCode).toBe(204);
    expect((await signIn(account.email)).statusCode).toBe(200);
  });
});

describe('a changed email address', () => {
  const ask = async (user: TestUser, email: string) => (await call(user, 'POST', 'email', { email })).json().handle;

  it('takes effect when its code is entered: here and in every account, and the old address is notified', async () => {
    const [user, founder] = [await someone(), await someone()];
    const clientId = await createAccount(database.owner, founder);
    await addMember(database.owner, clientId, user, 'User');
    const other = await createSession(database.owner, user.uid);
    const email = `moved-${user.uid}@example.com`;
    const handle = await ask(user, email);
    expect((await signIn(email)).statusCode).toBe(422);
    const response = await call(user, 'PUT', 'email', { handle, code: await codeTo(database, email) });
    expect(response.json().user).toMatchObject({ email, emailVerified: true });
    expect((await signIn(email)).statusCode).toBe(200);
    const member = await database.owner.query('select email from client_users where user_id = $1', [user.uid]);
    expect(member.rows).toEqual([{ email }]);
    const fed = await database.owner.query('select collection, row_id from changes_new where client_id = $1', [
      clientId,
    ]);
    expect(fed.rows).toEqual([{ collection: 'users', row_id: user.uid }]);
    expect((await emailTo(database, user.email)).text).toContain(email);
    expect([await isLiving(other), ended]).toEqual([false, [other]]);
  });

  it('that is taken gets the same response, and cannot be used', async () => {
    const [user, owner] = [await someone(), await someone()];
    const answers = [
      await call(user, 'POST', 'email', { email: owner.email }),
      await call(user, 'POST', 'email', { email: `free-${user.uid}@example.com` }),
    ];
    expect(answers.map((answer) => [answer.statusCode, Object.keys(answer.json())])).toEqual([
      [202, ['handle']],
      [202, ['handle']],
    ]);
    expect((await emailTo(database, owner.email)).text).not.toMatch(/\d{6}/);
  });

  it('requested by two users goes to the first who verifies it', async () => {
    const [a, b] = [await someone(), await someone()];
    const email = `wanted-${a.uid}@example.com`;
    const handles = [await ask(a, email), await ask(b, email)];
    const codes = (await emailsTo(database, email)).map(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1]);
    const responses = await Promise.all(
      [a, b].map((user, n) => call(user, 'PUT', 'email', { handle: handles[n], code: codes[n] ?? '' })),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 422]);
  });

  it('cannot be verified with another user’s code', async () => {
    const [user, thief] = [await someone(), await someone()];
    const email = `mine-${user.uid}@example.com`;
    const proof = { handle: await ask(user, email), code: await codeTo(database, email) };
    expect((await call(thief, 'PUT', 'email', proof)).statusCode).toBe(422);
    expect((await call(user, 'PUT', 'email', proof)).statusCode).toBe(200);
  });
});

describe('the profile', () => {
  it('changes only the given properties', async () => {
    const account = await someone();
    const changed = await call(account, 'PUT', 'profile', {
      displayName: 'Anna Neu',
      photoURL: 'https://x.test/a.png',
    });
    expect(changed.json().user).toMatchObject({ displayName: 'Anna Neu', photoURL: 'https://x.test/a.png' });
    const again = await call(account, 'PUT', 'profile', { photoURL: null });
    expect(again.json().user).toMatchObject({ displayName: 'Anna Neu', photoURL: null });
  });

  it('has its own time zone, or none', async () => {
    const account = await someone();
    const zoneAfter = async (payload: object) => (await call(account, 'PUT', 'profile', payload)).json().time_zone;
    expect(await zoneAfter({})).toBeNull();
    expect(await zoneAfter({ time_zone: 'Pacific/Auckland' })).toBe('Pacific/Auckland');
    expect(await zoneAfter({ displayName: 'Anna' })).toBe('Pacific/Auckland');
    expect(await zoneAfter({ time_zone: null })).toBeNull();
    expect((await call(account, 'PUT', 'profile', { time_zone: 'Mars/Olympus' })).statusCode).toBe(422);
  });

  it('has its own region and formats, each changed without the others', async () => {
    const account = await someone();
    const after = async (payload: object) => (await call(account, 'PUT', 'profile', payload)).json().formats;
    const none = { region: null, hour_format: null, week_start: null };
    expect(await after({})).toEqual(none);
    expect(await after({ formats: { region: 'DE' } })).toEqual({ ...none, region: 'DE' });
    expect(await after({ formats: { hour_format: '12', week_start: 'sat' } })).toEqual({
      ...{ region: 'DE', hour_format: '12', week_start: 'sat' },
    });
    expect(await after({ formats: { region: null } })).toEqual({ ...none, hour_format: '12', week_start: 'sat' });
    for (const [field, value] of Object.entries({ region: 'Germany', hour_format: '10', week_start: 'fri' })) {
      const refused = await call(account, 'PUT', 'profile', { formats: { [field]: value } });
      expect([refused.statusCode, refused.json().error.data[0].field]).toEqual([422, `formats.${field}`]);
    }
  });

  it.each([
    { email: 'new@example.com' },
    { emailVerified: true },
    { uid: 'x' },
    { photoURL: 'javascript:alert(1)' },
    { displayName: '' },
    { disabled_at: null },
  ])('rejects anything else: %j', async (payload) => {
    expect((await call(await someone(), 'PUT', 'profile', payload)).statusCode).toBe(422);
  });
});

describe('ending the other sessions', () => {
  it('keeps the current one and those of other users', async () => {
    const [user, other] = [await someone(), await someone()];
    const more = [await createSession(database.owner, user.uid), await createSession(database.owner, user.uid)];
    const response = await call(user, 'DELETE', 'sessions');
    expect(response.json()).toEqual({ ended: 2 });
    expect(ended.sort()).toEqual(more.sort());
    expect(await Promise.all([isLiving(user.sid), isLiving(other.sid)])).toEqual([true, true]);
  });
});

describe('deleting one’s own user', () => {
  it('deletes name, address, sign-in methods and memberships, keeps the row, and frees the address', async () => {
    const [user, founder] = [await someone(), await someone()];
    const clientId = await createAccount(database.owner, founder);
    await addMember(database.owner, clientId, user, 'Admin');
    const headers = await bearer(auth, user, null);
    expect((await call(user, 'DELETE', 'profile')).statusCode).toBe(204);
    expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
    expect((await signIn(user.email)).statusCode).toBe(422);
    const left = await database.owner.query(
      `select email, display_name, disabled_at is not null as disabled,
         (select count(*)::int from user_passwords where user_id = id) as passwords,
         (select count(*)::int from client_users where user_id = id) as memberships,
         (select count(*)::int from former_members where user_id = id) as names
       from users where id = $1`,
      [user.uid],
    );
    expect(left.rows).toEqual([
      {
        email: `${user.uid}@deleted.invalid`,
        display_name: '',
        disabled: true,
        passwords: 0,
        memberships: 0,
        names: 0,
      },
    ]);
    expect(ended).toContain(user.sid);
    expect((await emailTo(database, user.email)).kind).toBe('identity.deleted');
  });

  it('is refused while other members would be left without an Owner, naming the account', async () => {
    const [user, other] = [await someone(), await someone()];
    const clientId = await createAccount(database.owner, user, 'Kestrel shop');
    await addMember(database.owner, clientId, other, 'Admin');
    const response = await call(user, 'DELETE', 'profile');
    expect([response.statusCode, codeOf(response)]).toEqual([409, 'last_owner']);
    expect(response.json().error.message).toContain('Kestrel shop');
    expect((await signIn(user.email)).statusCode).toBe(200);
  });

  it('closes the accounts without other members', async () => {
    const account = await someone();
    const clientId = await createAccount(database.owner, account);
    expect((await call(account, 'DELETE', 'profile')).statusCode).toBe(204);
    const { rows } = await database.owner.query('select deleted_at is not null as closed from clients where id = $1', [
      clientId,
    ]);
    expect(rows).toEqual([{ closed: true }]);
  });
});

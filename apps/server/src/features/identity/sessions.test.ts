import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { addMember, createAccount, createUser, type TestUser } from '../../testing/users.ts';
import { hashToken } from './context.ts';
import { identityHandlers } from './handlers.ts';
import { deleteExpired } from './repo.ts';

let database: TestDatabase;
let app: FastifyInstance;
let ended: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  ({ app } = await testApp(database.platform, (auth) => [
    identityHandlers(database.platform, auth, identityDependencies(database.platform)),
  ]));
  database.platform.notifier.on('sessions', (key) => ended.push(key));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

type SignedIn = TestUser & { refreshToken: string; idToken: string };

/** A user with a refresh token and a first ID token. */
async function signedIn(): Promise<SignedIn> {
  const account = await createUser(database.owner);
  return renewed(account);
}

async function renewed(user: TestUser): Promise<SignedIn> {
  // An older token that does not name its session: its stored hash is the same.
  const first = randomBytes(32).toString('base64url');
  await database.owner.query('update sessions set token_hash = $2 where id = $1', [user.sid, hashToken(first)]);
  const { id_token: idToken, refresh_token: refreshToken } = (await refresh(first)).json();
  return { ...user, refreshToken, idToken };
}

type From = { remoteAddress?: string; userAgent?: string };
const refresh = (token: string, { remoteAddress = '127.0.0.1', userAgent = 'a browser' }: From = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/token',
    payload: { refresh_token: token },
    headers: { 'user-agent': userAgent },
    remoteAddress,
  });
const as = (token: string) => ({ authorization: `Bearer ${token}` });
const profileWith = (token: string) => app.inject({ url: '/api/auth/profile', headers: as(token) });
const sessionRow = async (sid: string) =>
  (await database.owner.query('select * from sessions where id = $1', [sid])).rows[0];
const longAgo = (sid: string) =>
  database.owner.query(`update sessions set rotated_at = now() - interval '31 s' where id = $1`, [sid]);

describe('refresh', () => {
  it('returns a new ID token and the next refresh token, each time', async () => {
    const account = await signedIn();
    const seen = new Set([account.refreshToken]);
    let token = account.refreshToken;
    for (let turn = 0; turn < 5; turn++) {
      const response = await refresh(token);
      expect(response.statusCode).toBe(200);
      ({ refresh_token: token } = response.json());
      seen.add(token);
      expect((await profileWith(response.json().id_token)).statusCode).toBe(200);
    }
    expect(seen.size).toBe(6);
  });

  it('by six tabs at once answers all, with exactly one new refresh token', async () => {
    const account = await signedIn();
    const responses = await Promise.all(Array.from({ length: 6 }, () => refresh(account.refreshToken)));
    expect(responses.map((response) => response.statusCode)).toEqual(Array(6).fill(200));
    const tokens = new Set(responses.map((response) => response.json().refresh_token));
    expect(tokens.size).toBe(1);
    expect(tokens.has(account.refreshToken)).toBe(false);
    const [next = ''] = tokens;
    expect((await refresh(next)).statusCode).toBe(200);
  });

  it('a token presented again after the grace period ends the session with an error that says so', async () => {
    const account = await signedIn();
    const clientId = await createAccount(database.owner, account);
    const { refresh_token: newest, id_token: idToken } = (await refresh(account.refreshToken)).json();
    await longAgo(account.sid);
    ended = [];
    const reuse = await refresh(account.refreshToken);
    expect([reuse.statusCode, reuse.json().error.code]).toEqual([401, 'unauthorized']);
    expect(await sessionRow(account.sid)).toMatchObject({ revoked_reason: 'reuse' });
    expect(ended).toEqual([account.sid]);
    expect((await refresh(newest)).statusCode).toBe(401);
    expect((await profileWith(idToken)).statusCode).toBe(401);
    const { rows } = await database.owner.query('select action from audit_events where client_id = $1', [clientId]);
    expect(rows).toEqual([{ action: 'identity.refresh_token_reused' }]);
  });

  it('within the grace period an old token is not a theft', async () => {
    const account = await signedIn();
    await refresh(account.refreshToken);
    expect((await refresh(account.refreshToken)).statusCode).toBe(200);
    expect(await sessionRow(account.sid)).toMatchObject({ revoked_at: null });
  });

  it('every earlier token of a session ends it when presented, however often the thief has renewed since', async () => {
    const stolen = (await signedIn()).refreshToken;
    const spent = [stolen];
    for (let turn = 0; turn < 4; turn++) spent.push((await refresh(spent.at(-1) ?? '')).json().refresh_token);
    const newest = spent.pop() ?? '';
    for (const turn of [0, 1, 2]) {
      const account = await signedIn();
      let token = account.refreshToken;
      for (let more = 0; more <= turn + 1; more++) token = (await refresh(token)).json().refresh_token;
      expect((await refresh(account.refreshToken)).statusCode).toBe(401);
      expect(await sessionRow(account.sid)).toMatchObject({ revoked_reason: 'reuse' });
      expect((await refresh(token)).statusCode).toBe(401);
    }
    expect((await refresh(newest)).statusCode).toBe(200);
  });

  it('a forged token that names a session ends nothing', async () => {
    const account = await signedIn();
    const bytes = Buffer.from(account.refreshToken, 'base64url');
    for (const at of [20, bytes.length - 1]) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect((await refresh(forged.toString('base64url'))).statusCode).toBe(401);
    }
    expect(await sessionRow(account.sid)).toMatchObject({ revoked_at: null });
    expect((await refresh(account.refreshToken)).statusCode).toBe(200);
  });

  it.each<[string, From]>([
    ['another address', { remoteAddress: '203.0.113.9' }],
    ['another browser', { userAgent: 'a thief' }],
  ])(
    'the same successor is returned only to the same client: repeating a request from %s ends the session',
    async (_, from) => {
      const account = await signedIn();
      const first = (await refresh(account.refreshToken)).json();
      expect((await refresh(account.refreshToken)).json().refresh_token).toBe(first.refresh_token);
      expect((await refresh(account.refreshToken, from)).statusCode).toBe(401);
      expect(await sessionRow(account.sid)).toMatchObject({ revoked_reason: 'reuse' });
      expect((await refresh(first.refresh_token)).statusCode).toBe(401);
    },
  );

  it('a thief’s session in another account ends with the original one', async () => {
    const account = await signedIn();
    const founder = await createUser(database.owner);
    const another = await createAccount(database.owner, founder);
    await addMember(database.owner, another, account, 'User');
    const thief = (await refresh(account.refreshToken)).json();
    const fork = await app.inject({
      method: 'POST',
      url: '/api/auth/switch',
      payload: { client_id: another },
      headers: as(thief.id_token),
    });
    expect(fork.statusCode).toBe(200);
    await longAgo(account.sid);
    ended = [];
    expect((await refresh(account.refreshToken)).statusCode).toBe(401);
    expect((await refresh(fork.json().refresh_token)).statusCode).toBe(401);
    expect((await profileWith(fork.json().id_token)).statusCode).toBe(401);
    expect(ended.toSorted()).toEqual([account.sid, String(decodeJwt(fork.json().id_token)['sid'])].toSorted());
  });

  const deaths: Record<string, string> = {
    revoked: 'update sessions set revoked_at = now() where id = $1',
    'idle for 14 days': 'update sessions set idle_expires_at = now() where id = $1',
    'past 90 days': 'update sessions set absolute_expires_at = now() where id = $1',
    'of a disabled person':
      'update users set disabled_at = now() where id = (select user_id from sessions where id = $1)',
  };
  it.each(Object.keys(deaths))('%s is 401', async (name) => {
    const account = await signedIn();
    await database.owner.query(deaths[name] ?? '', [account.sid]);
    expect((await refresh(account.refreshToken)).statusCode).toBe(401);
  });
  it.each(['', 'x', 'a'.repeat(400)])('unknown token %j is 401', async (token) => {
    expect((await refresh(token)).statusCode).toBe(401);
  });

  it('prolongs the idle time, never past the absolute end', async () => {
    const account = await signedIn();
    await database.owner.query(
      `update sessions set idle_expires_at = now() + interval '1 h', absolute_expires_at = now() + interval '2 days'
       where id = $1`,
      [account.sid],
    );
    await refresh(account.refreshToken);
    const row = await sessionRow(account.sid);
    expect(row.idle_expires_at).toEqual(row.absolute_expires_at);
  });

  it('keeps the account, moves to another when the membership ended, and from there to none', async () => {
    const account = await signedIn();
    const founder = await createUser(database.owner);
    const [first, second] = [
      await createAccount(database.owner, founder),
      await createAccount(database.owner, founder),
    ];
    await addMember(database.owner, first, account, 'User');
    let current = (await refresh(account.refreshToken)).json();
    expect(decodeJwt(current.id_token)).toMatchObject({ client_id: first, role: 'User' });
    await addMember(database.owner, second, account, 'Admin');
    current = (await refresh(current.refresh_token)).json();
    expect(decodeJwt(current.id_token)).toMatchObject({ client_id: first });

    const leave = (clientId: string) =>
      database.owner.query('delete from client_users where client_id = $1 and user_id = $2', [clientId, account.uid]);
    await leave(first);
    expect((await profileWith(current.id_token)).statusCode).toBe(401);
    current = (await refresh(current.refresh_token)).json();
    expect(decodeJwt(current.id_token)).toMatchObject({ client_id: second, role: 'Admin' });
    await leave(second);
    expect((await profileWith(current.id_token)).statusCode).toBe(401);
    current = (await refresh(current.refresh_token)).json();
    expect(decodeJwt(current.id_token)).not.toHaveProperty('client_id');
    expect((await profileWith(current.id_token)).json()).toMatchObject({ accounts: [] });
  });
});

describe('switch', () => {
  const switchTo = (token: string, clientId: string) =>
    app.inject({ method: 'POST', url: '/api/auth/switch', payload: { client_id: clientId }, headers: as(token) });

  it('opens a new session in the other account; the current one stays', async () => {
    const account = await signedIn();
    const founder = await createUser(database.owner);
    const [first, second] = [
      await createAccount(database.owner, founder),
      await createAccount(database.owner, founder),
    ];
    await addMember(database.owner, first, account, 'User');
    await addMember(database.owner, second, account, 'Admin');
    const here = (await refresh(account.refreshToken)).json();
    await database.owner.query(`update sessions set absolute_expires_at = now() + interval '5 days' where id = $1`, [
      account.sid,
    ]);
    const response = await switchTo(here.id_token, second);
    expect(response.statusCode).toBe(200);
    const claims = decodeJwt(response.json().id_token);
    expect(claims).toMatchObject({ uid: account.uid, client_id: second, role: 'Admin' });
    expect(claims['sid']).not.toBe(account.sid);
    expect(decodeJwt((await refresh(response.json().refresh_token)).json().id_token)).toMatchObject({
      client_id: second,
    });
    expect(decodeJwt((await refresh(here.refresh_token)).json().id_token)).toMatchObject({ client_id: first });
    const [old, fresh] = [await sessionRow(account.sid), await sessionRow(String(claims['sid']))];
    expect(fresh.absolute_expires_at).toEqual(old.absolute_expires_at);
    expect(fresh.auth_time).toEqual(old.auth_time);
  });

  it('returns the same 404 for another user’s, a left, a deleted and an unknown account', async () => {
    const account = await signedIn();
    const founder = await createUser(database.owner);
    const foreign = await createAccount(database.owner, founder);
    const deleted = await createAccount(database.owner, founder);
    await addMember(database.owner, deleted, account, 'User');
    await database.owner.query('update clients set deleted_at = now() where id = $1', [deleted]);
    const suspended = await createAccount(database.owner, founder);
    await addMember(database.owner, suspended, account, 'User');
    await database.owner.query('update client_users set suspended_at = now() where client_id = $1 and user_id = $2', [
      suspended,
      account.uid,
    ]);
    const bodies = new Set<string>();
    for (const clientId of [foreign, deleted, suspended, crypto.randomUUID()]) {
      const response = await switchTo(account.idToken, clientId);
      expect(response.statusCode).toBe(404);
      const { request_id: _id, ...error } = response.json().error;
      bodies.add(JSON.stringify(error));
    }
    expect([...bodies]).toEqual([expect.stringContaining('not found')]);
    const { rows } = await database.owner.query('select count(*)::int as count from sessions where user_id = $1', [
      account.uid,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('needs an id', async () => {
    const account = await signedIn();
    expect((await switchTo(account.idToken, 'all')).statusCode).toBe(422);
  });
});

describe('sessions', () => {
  const list = (token: string) => app.inject({ url: '/api/auth/sessions', headers: as(token) });
  const end = (token: string, sid: string) =>
    app.inject({ method: 'DELETE', url: `/api/auth/sessions/${sid}`, headers: as(token) });
  const signOut = (token: string) => app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: as(token) });

  async function twoSessions() {
    const here = await signedIn();
    const another = await createUser(database.owner);
    await database.owner.query('update sessions set user_id = $1 where id = $2', [here.uid, another.sid]);
    return { here, there: await renewed({ ...here, sid: another.sid }) };
  }

  it('are listed without any part of their tokens', async () => {
    const { here, there } = await twoSessions();
    await signedIn();
    const response = await list(here.idToken);
    expect(response.json().next_cursor).toBeNull();
    expect(response.json().data.map(({ id, current }: { id: string; current: boolean }) => [id, current])).toEqual([
      [there.sid, false],
      [here.sid, true],
    ]);
    expect(Object.keys(response.json().data[0]).sort()).toEqual([
      'application',
      'auth_time',
      'client_id',
      'created_at',
      'current',
      'id',
      'ip',
      'last_seen_at',
      'user_agent',
    ]);
  });

  it('end immediately, one by one', async () => {
    const { here, there } = await twoSessions();
    ended = [];
    expect((await end(here.idToken, there.sid)).statusCode).toBe(204);
    expect(ended).toEqual([there.sid]);
    expect((await profileWith(there.idToken)).statusCode).toBe(401);
    expect((await refresh(there.refreshToken)).statusCode).toBe(401);
    expect((await profileWith(here.idToken)).statusCode).toBe(200);
    expect((await end(here.idToken, there.sid)).statusCode).toBe(404);
  });

  it('of other users are not found, like unknown ones', async () => {
    const { here, there } = await twoSessions();
    const other = await signedIn();
    for (const sid of [here.sid, crypto.randomUUID(), 'everything', "' or true --"]) {
      const response = await end(other.idToken, encodeURIComponent(sid));
      expect([response.statusCode, response.json().error.message]).toEqual([404, 'This session was not found.']);
    }
    expect((await profileWith(there.idToken)).statusCode).toBe(200);
  });

  it('sign-out ends only the current one', async () => {
    const { here, there } = await twoSessions();
    ended = [];
    expect((await signOut(here.idToken)).statusCode).toBe(204);
    expect(ended).toEqual([here.sid]);
    expect((await signOut(here.idToken)).statusCode).toBe(401);
    expect((await refresh(here.refreshToken)).statusCode).toBe(401);
    expect((await profileWith(there.idToken)).statusCode).toBe(200);
    expect(await sessionRow(here.sid)).toMatchObject({ revoked_reason: 'sign_out' });
  });

  it('of one user are at most 100: the one used longest ago ends, is audited and says why', async () => {
    const { here, there } = await twoSessions();
    const clientId = await createAccount(database.owner, here);
    await database.owner.query(
      `insert into sessions (id, user_id, client_id, token_hash, idle_expires_at, absolute_expires_at, last_seen_at)
       select gen_random_uuid(), $1, $2, sha256(n::text::bytea || $3::bytea), now() + interval '1 day',
         now() + interval '1 day', now() - interval '1 hour'
       from generate_series(1, 98) n`,
      [here.uid, clientId, here.uid],
    );
    await database.owner.query(
      `update sessions set client_id = $2, last_seen_at = now() - interval '1 day' where id = $1`,
      [there.sid, clientId],
    );
    const living = async () =>
      (await database.owner.query('select id from sessions where user_id = $1 and revoked_at is null', [here.uid])).rows
        .length;
    expect(await living()).toBe(100);
    ended = [];
    const switches = await Promise.all(
      Array.from({ length: 3 }, () =>
        app.inject({
          method: 'POST',
          url: '/api/auth/switch',
          headers: as(here.idToken),
          payload: { client_id: clientId },
        }),
      ),
    );
    expect(switches.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await living()).toBe(100);
    expect(ended).toHaveLength(3);
    expect(ended).toContain(there.sid);
    expect(await sessionRow(there.sid)).toMatchObject({ revoked_reason: 'too_many' });
    const refused = await refresh(there.refreshToken);
    expect([refused.statusCode, refused.json().error.data]).toEqual([
      401,
      [{ field: 'session_id', msg: expect.stringMatching(/more than 100/) }],
    ]);
    expect((await profileWith(here.idToken)).statusCode).toBe(200);
    const { rows } = await database.owner.query(
      `select target, detail from audit_events where client_id = $1 and action = 'identity.session_ended'`,
      [clientId],
    );
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({ target: there.sid, detail: { reason: 'too_many_sessions' } });
  });

  it('that were ended say why only to holders of their tokens', async () => {
    const { here, there } = await twoSessions();
    await end(here.idToken, there.sid);
    expect((await refresh(there.refreshToken)).json().error.data).toEqual([
      { field: 'session_id', msg: 'You ended this session on another device.' },
    ]);
    const named = { session_id: there.sid, refresh_token: randomBytes(64).toString('base64url') };
    const guess = await app.inject({ method: 'POST', url: '/api/auth/token', payload: named });
    expect([guess.statusCode, guess.json().error.data]).toEqual([401, []]);
  });

  it('concurrent sign-outs of two tabs both succeed or find the session ended', async () => {
    const { here } = await twoSessions();
    const responses = await Promise.all([signOut(here.idToken), signOut(here.idToken)]);
    for (const response of responses) expect([204, 401]).toContain(response.statusCode);
  });

  it('no response may be cached', async () => {
    const { here } = await twoSessions();
    expect((await refresh(here.refreshToken)).headers['cache-control']).toBe('no-store');
  });
});

describe('the daily cleanup', () => {
  it('deletes sessions that ended long ago and no active one', async () => {
    const [living, idle, revoked] = [await signedIn(), await signedIn(), await signedIn()];
    await database.owner.query(`update sessions set idle_expires_at = now() - interval '31 days' where id = $1`, [
      idle.sid,
    ]);
    await database.owner.query(`update sessions set revoked_at = now() - interval '31 days' where id = $1`, [
      revoked.sid,
    ]);
    await database.owner.query(`
      delete from auth_throttle; delete from one_time_tokens;
      insert into auth_throttle (key_hash, updated_at) values ('old', now() - interval '3 days'), ('new', now());
      insert into one_time_tokens (hash, purpose, expires_at)
        values ('old', 'setup', now() - interval '2 days'), ('new', 'setup', now())`);
    const removed = await database.platform.db.system.transaction('maintenance', deleteExpired);
    expect(removed).toBe(4);
    expect((await refresh(living.refreshToken)).statusCode).toBe(200);
    expect([await sessionRow(idle.sid), await sessionRow(revoked.sid)]).toEqual([undefined, undefined]);
  });
});

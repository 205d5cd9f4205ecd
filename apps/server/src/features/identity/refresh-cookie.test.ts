import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createAccount, createSession, createUser } from '../../testing/users.ts';
import { identityHandlers } from './handlers.ts';
import { createPasswords } from './passwords.ts';

let database: TestDatabase;
let app: FastifyInstance;
const password = 'correct horse battery';

beforeAll(async () => {
  database = await testDatabase();
  ({ app } = await testApp(database.platform, (auth) => [
    identityHandlers(database.platform, auth, identityDependencies(database.platform)),
  ]));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

type Headers = Record<string, string>;
const asApp: Headers = { 'x-parley-session': 'cookie' };

async function signIn(headers: Headers = {}) {
  const user = await createUser(database.owner);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [
    user.uid,
    await createPasswords().hash(password),
  ]);
  const payload = { email: user.email, password };
  const response = await app.inject({ method: 'POST', url: '/api/auth/sign-in', payload, headers });
  expect(response.statusCode).toBe(200);
  return { user: user, response, sid: String(decodeJwt(response.json().id_token)['sid']) };
}

const cookieOf = (response: { headers: Record<string, unknown> }) =>
  [response.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((cookie) => cookie.startsWith('parley-refresh-'));
const pairOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');
const renew = (payload: object, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: '/api/auth/token', payload, headers });

it('the app gets the refresh token in a cookie that neither scripts nor other sites can use', async () => {
  const { response, sid } = await signIn(asApp);
  expect(Object.keys(response.json()).sort()).toEqual(['expires_in', 'id_token']);
  const [cookie = '', ...more] = cookieOf(response);
  expect(more).toEqual([]);
  expect(cookie.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=1209600',
    'Path=/api/auth/token',
    'SameSite=Strict',
  ]);
  expect(cookie).toMatch(new RegExp(`^parley-refresh-${sid}=[\\w-]{86};`));
});

it('over https the cookie is always secure', async () => {
  const { response } = await signIn({ ...asApp, origin: 'https://chat.example' });
  expect(cookieOf(response)[0]).toMatch(/; Secure$/);
});

it('other clients get the token in the response, and no cookie', async () => {
  const { response } = await signIn();
  expect(response.json().refresh_token).toMatch(/^[\w-]{86}$/);
  expect(cookieOf(response)).toEqual([]);
});

it('renews with the cookie of the named session, and of no other', async () => {
  const [here, other] = [await signIn(asApp), await signIn(asApp)];
  const jar = { ...asApp, cookie: pairOf([...cookieOf(here.response), ...cookieOf(other.response)]) };
  for (const { sid } of [here, other]) {
    const renewed = await renew({ session_id: sid }, jar);
    expect(renewed.statusCode).toBe(200);
    expect(decodeJwt(renewed.json().id_token)['sid']).toBe(sid);
    expect(renewed.json()).not.toHaveProperty('refresh_token');
    expect(cookieOf(renewed)[0]).toContain(`parley-refresh-${sid}=`);
  }
  const without = await renew({ session_id: here.sid }, { ...asApp, cookie: pairOf(cookieOf(other.response)) });
  expect(without.statusCode).toBe(401);
  expect((await renew({ session_id: here.sid, refresh_token: 'x' }, jar)).statusCode).toBe(401);
});

it('no later call of a page brings the refresh token of a cookie into a response, whatever its headers', async () => {
  const { response, sid, user } = await signIn(asApp);
  const cookie = pairOf(cookieOf(response));
  const renewed = await renew({ session_id: sid }, { cookie });
  expect(Object.keys(renewed.json()).sort()).toEqual(['expires_in', 'id_token']);
  expect(cookieOf(renewed)[0]).toContain(`parley-refresh-${sid}=`);

  const clientId = await createAccount(database.owner, user);
  const switched = await app.inject({
    method: 'POST',
    url: '/api/auth/switch',
    payload: { client_id: clientId },
    headers: { authorization: `Bearer ${renewed.json().id_token}` },
  });
  expect(switched.statusCode).toBe(200);
  expect(Object.keys(switched.json()).sort()).toEqual(['expires_in', 'id_token']);
  const forked = String(decodeJwt(switched.json().id_token)['sid']);
  expect(cookieOf(switched)[0]).toContain(`parley-refresh-${forked}=`);
  const again = await renew({ session_id: forked }, { cookie: pairOf(cookieOf(switched)) });
  expect(again.json()).not.toHaveProperty('refresh_token');
});

it('signs out with the cookie alone, also when the ID token expired long ago', async () => {
  const { response, sid } = await signIn(asApp);
  const jar = { ...asApp, cookie: pairOf(cookieOf(response)) };
  const end = (payload: object, headers: Headers) =>
    app.inject({ method: 'DELETE', url: '/api/auth/token', payload, headers });
  expect((await end({ session_id: sid }, asApp)).statusCode).toBe(204);
  expect((await renew({ session_id: sid }, jar)).statusCode).toBe(200);

  const ended = await end({ session_id: sid }, jar);
  expect(ended.statusCode).toBe(204);
  expect(cookieOf(ended)[0]).toContain(`parley-refresh-${sid}=; Path=/api/auth/token; Max-Age=0`);
  expect((await renew({ session_id: sid }, jar)).statusCode).toBe(401);
  expect((await end({ session_id: sid }, jar)).statusCode).toBe(204);
});

it('a browser with several cookies gets Set-Cookie headers that delete those of ended sessions', async () => {
  const { response, sid, user } = await signIn(asApp);
  const living = await createSession(database.owner, user.uid);
  const dead = Array.from({ length: 25 }, () => crypto.randomUUID());
  const otherCookies = [...dead, living].map((id) => `parley-refresh-${id}=x`);
  const renewed = await renew(
    { session_id: sid },
    { ...asApp, cookie: `${otherCookies.join('; ')}; ${pairOf(cookieOf(response))}` },
  );
  expect(renewed.statusCode).toBe(200);
  const forgotten = cookieOf(renewed).filter((cookie) => cookie.includes('Max-Age=0'));
  expect(forgotten).toHaveLength(25);
  expect(forgotten.join()).not.toContain(living);
});

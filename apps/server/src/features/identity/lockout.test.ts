import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createUser, type TestUser } from '../../testing/users.ts';
import { identityHandlers } from './handlers.ts';
import { createPasswords } from './passwords.ts';

const password = 'correct horse battery';
let database: TestDatabase;
let app: FastifyInstance;
let passwordHash: string;

beforeAll(async () => {
  database = await testDatabase({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  const { platform } = database;
  ({ app } = await testApp(platform, (auth) => [identityHandlers(platform, auth, identityDependencies(platform))]));
  passwordHash = await createPasswords().hash(password);
});
afterEach(() => database.owner.query('delete from auth_throttle'));
afterAll(async () => {
  await app.close();
  await database.close();
});

async function someone(): Promise<TestUser> {
  const user = await createUser(database.owner);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [user.uid, passwordHash]);
  return user;
}

type Way = { cookie?: string | undefined; remoteAddress?: string };

const signIn = (email: string, given: string, { cookie, remoteAddress = '203.0.113.1' }: Way = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email, password: given },
    headers: cookie === undefined ? {} : { cookie },
    remoteAddress,
  });

const askForCode = (email: string, cookie?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/send-code',
    payload: { email },
    headers: cookie === undefined ? {} : { cookie },
  });

/** Signs in once. @returns the browser's cookie */
async function deviceOf(user: TestUser): Promise<string> {
  const answer = await signIn(user.email, password);
  expect(answer.statusCode).toBe(200);
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({ name: 'parley_device', httpOnly: true, sameSite: 'Strict', path: '/api/auth' });
  return `parley_device=${cookie?.value}`;
}

async function guess(email: string, times: number, way: Way = {}): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn(email, `guess ${n}`, way)).statusCode);
  return statuses;
}

describe('wrong passwords from other devices', () => {
  it('do not lock users out of a device they use', async () => {
    const user = await someone();
    const cookie = await deviceOf(user);
    expect(await guess(user.email, 10)).toContain(429);
    expect((await signIn(user.email, password)).statusCode).toBe(429);
    expect((await signIn(user.email, password, { cookie })).statusCode).toBe(200);
    // Signing in on it does not give other devices new attempts.
    expect((await signIn(user.email, 'guess')).statusCode).toBe(429);
  });

  it('do count on another user’s device', async () => {
    const [user, attacker] = [await someone(), await someone()];
    const cookie = await deviceOf(attacker);
    expect(await guess(user.email, 10, { cookie })).toContain(429);
    expect((await signIn(user.email, password, { cookie })).statusCode).toBe(429);
  });

  it('on a known device are 429 at the tenth, and the right one still signs in', async () => {
    const user = await someone();
    const cookie = await deviceOf(user);
    expect((await guess(user.email, 10, { cookie })).at(-1)).toBe(429);
    expect((await signIn(user.email, password, { cookie })).statusCode).toBe(200);
  });

  it('on a known device are limited: after fifty in an hour it counts like any other', async () => {
    const user = await someone();
    const cookie = await deviceOf(user);
    await guess(user.email, 1, { cookie });
    await database.owner.query('update auth_throttle set failures = 50');
    await guess(user.email, 6, { cookie });
    expect((await signIn(user.email, password, { cookie })).statusCode).toBe(429);
  });

  it('start over after a password change: a device that used the old one is unknown', async () => {
    const user = await someone();
    const cookie = await deviceOf(user);
    await database.owner.query('delete from known_devices where user_id = $1', [user.uid]);
    await guess(user.email, 6);
    expect((await signIn(user.email, password, { cookie })).statusCode).toBe(429);
  });
});

describe('a caller with 500 failed attempts', () => {
  async function tire(): Promise<void> {
    await guess('nobody@example.com', 1);
    await database.owner.query('update auth_throttle set failures = 500');
  }

  it('does not block the installation: a right password still signs in from there', async () => {
    const user = await someone();
    await tire();
    expect((await signIn(user.email, password)).statusCode).toBe(200);
  });

  it('has few attempts left at each address', async () => {
    const user = await someone();
    await tire();
    expect(await guess(user.email, 5)).toEqual([422, 422, 422, 429, 429]);
    const otherAddress = { remoteAddress: '203.0.113.2' };
    expect((await signIn(user.email, password, otherAddress)).statusCode).toBe(200);
  });

  it('can still use links and codes', async () => {
    await tire();
    const payload = { link: 'wrong' };
    const remoteAddress = '203.0.113.1';
    const answer = await app.inject({ method: 'POST', url: '/api/auth/sign-in-link', payload, remoteAddress });
    expect(answer.statusCode).toBe(422);
  });
});

describe('codes requested by others', () => {
  it('leave some to a known device', async () => {
    const user = await someone();
    const cookie = await deviceOf(user);
    const asked = [];
    for (let n = 0; n < 6; n++) asked.push((await askForCode(user.email)).statusCode);
    expect(asked.at(-1)).toBe(429);
    expect((await askForCode(user.email, cookie)).statusCode).toBe(202);
  });
});

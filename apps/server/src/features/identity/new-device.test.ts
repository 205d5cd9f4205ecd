import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { emailsTo } from '../../testing/emails.ts';
import { identityHandlers } from './handlers.ts';
import { deviceOf } from './new-device.ts';
import { createPasswords } from './passwords.ts';

const password = 'correct horse battery';
const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let database: TestDatabase;
let app: FastifyInstance;

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

async function newUser() {
  const uid = crypto.randomUUID();
  const email = `${uid}@example.com`;
  await database.owner.query('insert into users (id, email, display_name) values ($1, $2, $3)', [uid, email, 'Anna']);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [
    uid,
    await createPasswords().hash(password),
  ]);
  let device = '';
  /** @returns the kinds of all emails so far */
  return async (agent: string, { remoteAddress = '203.0.113.5', withCookie = false } = {}) => {
    const headers = { 'user-agent': agent, ...(withCookie && { cookie: device }) };
    const payload = { email, password };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/sign-in', headers, payload, remoteAddress });
    expect(answer.statusCode).toBe(200);
    device = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const emails = await emailsTo(database, email);
    return { kinds: emails.map(({ kind }) => kind), last: emails.at(-1)?.text ?? '' };
  };
}

it('emails about a sign-in from a new device, and only then', async () => {
  const signIn = await newUser();
  const signInFrom = async (agent: string) => (await signIn(agent)).kinds;
  expect(await signInFrom(chrome(140))).toEqual([]);
  expect(await signInFrom(chrome(141))).toEqual([]);
  expect(await signInFrom(firefox)).toEqual(['identity.new_device']);
  expect(await signInFrom(firefox)).toEqual(['identity.new_device']);
  expect((await signIn(firefox)).last).toContain('Firefox on Linux, 203.0.113.5');
});

it('a browser of the same kind on another network is a new device, unless it has signed in before', async () => {
  const signIn = await newUser();
  await signIn(chrome(140));
  const own = await signIn(chrome(140), { remoteAddress: '198.51.100.7', withCookie: true });
  expect(own.kinds).toEqual([]);
  const stolen = await signIn(chrome(140), { remoteAddress: '192.0.2.9' });
  expect(stolen.kinds).toEqual(['identity.new_device']);
  expect(stolen.last).toContain('Chrome on Windows, 192.0.2.9');
});

it('names a device without its version', () => {
  expect([chrome(140), firefox, 'curl/8.5.0', ''].map(deviceOf)).toEqual([
    'Chrome on Windows',
    'Firefox on Linux',
    'curl',
    'an unknown device',
  ]);
});

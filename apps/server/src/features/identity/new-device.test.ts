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

it('emails about a sign-in from a new device, and only then', async () => {
  const uid = crypto.randomUUID();
  const email = `${uid}@example.com`;
  await database.owner.query('insert into users (id, email, display_name) values ($1, $2, $3)', [uid, email, 'Anna']);
  await database.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [
    uid,
    await createPasswords().hash(password),
  ]);
  const signInFrom = async (agent: string) => {
    const headers = { 'user-agent': agent };
    const payload = { email, password };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/sign-in', headers, payload });
    expect(statusCode).toBe(200);
    return (await emailsTo(database, email)).map(({ kind }) => kind);
  };
  expect(await signInFrom(chrome(140))).toEqual([]);
  expect(await signInFrom(chrome(141))).toEqual([]);
  expect(await signInFrom(firefox)).toEqual(['identity.new_device']);
  expect(await signInFrom(firefox)).toEqual(['identity.new_device']);
  const [letter] = await emailsTo(database, email);
  expect(letter?.text).toContain('Firefox on Linux, 127.0.0.1');
});

it('names a device without its version', () => {
  expect([chrome(140), firefox, 'curl/8.5.0', ''].map(deviceOf)).toEqual([
    'Chrome on Windows',
    'Firefox on Linux',
    'curl',
    'an unknown device',
  ]);
});

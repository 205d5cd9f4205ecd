import type { Role } from '@parley/contract/types';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auth } from '../../platform/auth/authenticate.ts';
import { type Executor, statement } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import { identityDependencies, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { bearer, createSession, createUser, type TestUser } from '../../testing/users.ts';
import { identityHandlers } from '../identity/handlers.ts';
import { settingsHandlers } from './handlers.ts';

const insertChannel = statement(
  'testing.insert-channel',
  `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, sandbox, verified,
     credentials_enc, secrets_last4)
   values ($1, $2, 'WHATSAPP', 'Sandbox', '4915112345678', '1', '2', true, true, '', '{}')`,
);
let channelFails = false;
async function createSandboxChannel(tx: Executor, clientId: string): Promise<void> {
  await tx.run(insertChannel, [clientId, newId()]);
  if (channelFails) throw new Error('no channel today');
}

let database: TestDatabase;
let app: FastifyInstance;
let auth: Auth;

beforeAll(async () => {
  database = await testDatabase();
  const { platform } = database;
  const needs = {
    createSandboxChannel,
    listChannels: async () => [],
    listLabels: async () => [],
    listStages: async () => [],
    listSavedViews: async () => [],
    listTemplates: async () => [],
  };
  ({ app, auth } = await testApp(platform, (limiter) => [
    identityHandlers(platform, limiter, identityDependencies(platform)),
    settingsHandlers(platform, needs),
  ]));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const muster = { name: 'Muster Ltd', country: 'de', time_zone: 'Europe/Berlin' };
async function create(user: TestUser, payload: object, headers: Record<string, string> = {}) {
  const token = await bearer(auth, user, null);
  return app.inject({ method: 'POST', url: '/api/clients', payload, headers: { ...token, ...headers } });
}
const count = async (table: string, clientId: string, column = 'client_id') =>
  (await database.owner.query(`select count(*)::int as count from ${table} where ${column} = $1`, [clientId])).rows[0]
    .count;

describe('a new account', () => {
  it('is one of twenty that a user can create a day; a repeated call is no further one', async () => {
    const user = await createUser(database.owner);
    const id = newId();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1)
      statuses.push((await create(user, n === 0 ? { ...muster, id } : muster)).statusCode);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const over = await create(user, muster);
    expect(over.statusCode).toBe(429);
    expect(over.json().error.message).toContain('20 accounts a day');
    expect((await create(user, { ...muster, id })).json().client_id).toBe(id);
    expect(await count('clients', user.uid, 'created_by')).toBe(20);
    expect((await create(await createUser(database.owner), muster)).statusCode).toBe(201);
  });

  it('has its Owner, its change feed, its sandbox channel and its first audit event', async () => {
    const user = await createUser(database.owner, 'Anna Muster');
    const response = await create(user, { ...muster, industry: 'Bakery', team_size: '' });
    expect(response.statusCode).toBe(201);
    const { client_id: clientId } = response.json();
    expect(response.json()).toMatchObject({
      user_id: user.uid,
      name: 'Muster Ltd',
      country: 'DE',
      industry: 'Bakery',
      team_size: null,
      website: null,
      version: 1,
    });
    const { rows } = await database.owner.query(
      'select user_id, role, name, email from client_users where client_id = $1',
      [clientId],
    );
    expect(rows).toEqual([{ user_id: user.uid, role: 'Owner', name: 'Anna Muster', email: user.email }]);
    for (const table of ['change_counters', 'channels', 'audit_events']) expect(await count(table, clientId)).toBe(1);
  });

  it('is the account of the next refresh and the next session', async () => {
    const user = await createUser(database.owner);
    const { client_id: first } = (await create(user, muster)).json();
    const { client_id: second } = (await create(user, { ...muster, name: 'Second' })).json();
    expect(second).not.toBe(first);
    const { rows } = await database.owner.query('select client_id from sessions where id = $1', [user.sid]);
    expect(rows).toEqual([{ client_id: second }]);
    const profile = await app.inject({ url: '/api/auth/profile', headers: await bearer(auth, user, null) });
    expect(profile.json().accounts).toMatchObject([
      { client_id: first, name: 'Muster Ltd', role: 'Owner' },
      { client_id: second, name: 'Second', role: 'Owner' },
    ]);
    const owner: { clientId: string; role: Role } = { clientId: second, role: 'Owner' };
    const switched = await app.inject({
      method: 'POST',
      url: '/api/auth/switch',
      payload: { client_id: first },
      headers: await bearer(auth, user, owner),
    });
    expect(decodeJwt(switched.json().id_token)).toMatchObject({ client_id: first, role: 'Owner' });
  });

  it('is created completely or not at all', async () => {
    const user = await createUser(database.owner);
    channelFails = true;
    const id = newId();
    const failed = await create(user, { ...muster, id });
    channelFails = false;
    expect(failed.statusCode).toBe(500);
    expect(failed.json().error.message).not.toContain('no channel');
    expect(await count('clients', id, 'id')).toBe(0);
    expect(await count('client_users', id)).toBe(0);
    expect((await create(user, { ...muster, id })).statusCode).toBe(201);
  });

  it('requires a signed-in user', async () => {
    expect((await app.inject({ method: 'POST', url: '/api/clients', payload: muster })).statusCode).toBe(401);
  });

  it.each([
    ['name', { name: undefined }],
    ['country', { country: 'X1' }],
    ['time_zone', { time_zone: '' }],
    ['id', { id: 'mine' }],
    ['created_by', { created_by: newId() }],
    ['custom_fields', { custom_fields: ['a'] }],
  ])('with an invalid %s is 422', async (field, wrong) => {
    const user = await createUser(database.owner);
    const response = await create(user, { ...muster, ...wrong });
    expect([response.statusCode, response.json().error.data[0].field]).toEqual([422, field]);
  });
});

describe('a repeated request', () => {
  it.each(['id', 'Idempotency-Key'])('by %s returns the same account', async (by) => {
    const user = await createUser(database.owner);
    const key = newId();
    const again = (payload: object) =>
      by === 'id' ? create(user, { ...payload, id: key }) : create(user, payload, { 'idempotency-key': key });
    const first = await again(muster);
    expect(first.statusCode).toBe(201);
    const second = await again({ ...muster, country: ' DE ' });
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual(first.json());
    const other = await again({ ...muster, name: 'Another' });
    expect([other.statusCode, other.json().error.code]).toEqual([409, 'id_conflict']);
    const { client_id: clientId } = first.json();
    for (const table of ['client_users', 'change_counters', 'channels', 'audit_events']) {
      expect(await count(table, clientId)).toBe(1);
    }
  });

  it('ten concurrent copies create one account', async () => {
    const user = await createUser(database.owner);
    const id = newId();
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(user, { ...muster, id })));
    expect(responses.map((response) => response.statusCode).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(await count('channels', id)).toBe(1);
  });

  it('is recognized after the account was edited', async () => {
    const user = await createUser(database.owner);
    const id = newId();
    await create(user, { ...muster, id });
    await database.owner.query(`update clients set name = 'Renamed', version = 2 where id = $1`, [id]);
    const again = await create(user, { ...muster, id });
    expect([again.statusCode, again.json().name]).toEqual([200, 'Renamed']);
  });

  it('of another user, or of one who left, is a conflict and reveals nothing', async () => {
    const [founder, stranger] = [await createUser(database.owner), await createUser(database.owner)];
    const id = newId();
    await create(founder, { ...muster, id });
    const foreign = await create(stranger, { ...muster, id });
    expect([foreign.statusCode, foreign.json().error.code]).toEqual([409, 'id_conflict']);
    const heir = await createUser(database.owner);
    await database.owner.query(
      `insert into client_users (client_id, user_id, role, name, email) values ($1, $2, 'Owner', 'Heir', 'h@example.com')`,
      [id, heir.uid],
    );
    await database.owner.query('delete from client_users where client_id = $1 and user_id = $2', [id, founder.uid]);
    expect((await create(founder, { ...muster, id })).statusCode).toBe(409);
  });

  it('with the same key of another user creates another account', async () => {
    const [one, two] = [await createUser(database.owner), await createUser(database.owner)];
    const headers = { 'idempotency-key': 'first-account' };
    const [a, b] = [await create(one, muster, headers), await create(two, muster, headers)];
    expect([a.statusCode, b.statusCode]).toEqual([201, 201]);
    expect(a.json().client_id).not.toBe(b.json().client_id);
  });

  it('does not move the session again', async () => {
    const user = await createUser(database.owner);
    const id = newId();
    await create(user, { ...muster, id });
    const other = { ...user, sid: await createSession(database.owner, user.uid) };
    await create(other, { ...muster, id });
    const { rows } = await database.owner.query('select client_id from sessions where id = $1', [other.sid]);
    expect(rows).toEqual([{ client_id: null }]);
  });
});

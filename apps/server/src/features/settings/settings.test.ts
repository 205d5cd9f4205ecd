import type { Role } from '@parley/contract/types';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auth } from '../../platform/auth/authenticate.ts';
import { testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { addMember, bearer, createAccount, createUser, type TestUser } from '../../testing/users.ts';
import { userHandlers } from '../team/user-handlers.ts';
import { settingsHandlers } from './handlers.ts';

let database: TestDatabase;
let app: FastifyInstance;
let auth: Auth;
let founder: TestUser;
let clientId: string;

beforeAll(async () => {
  database = await testDatabase();
  const needs = {
    createSandboxChannel: async () => undefined,
    listChannels: async () => [],
    listLabels: async () => [],
    listStages: async () => [],
    listSavedViews: async () => [],
    listTemplates: async () => [],
  };
  ({ app, auth } = await testApp(database.platform, () => [
    settingsHandlers(database.platform, needs),
    userHandlers(database.platform),
  ]));
  founder = await createUser(database.owner, 'Zoe Founder');
  clientId = await createAccount(database.owner, founder, 'Muster Ltd');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function member(role: Role, name = 'Some Member'): Promise<TestUser> {
  const teammate = await createUser(database.owner, name);
  await addMember(database.owner, clientId, teammate, role);
  return teammate;
}

const asRole = async (user: TestUser, role: Role = 'User', account = clientId) =>
  bearer(auth, user, { clientId: account, role });
const get = async (url: string, user: TestUser) => app.inject({ url, headers: await asRole(user) });

describe('members', () => {
  it('are listed by name in pages, each once', async () => {
    const account = await createAccount(database.owner, founder);
    const names = ['anna', 'Anna', 'Ödön', 'bob', 'Bob', 'Carla', '\u{1F40C} snail', 'bob'];
    for (const name of names) await addMember(database.owner, account, await createUser(database.owner, name), 'User');
    const headers = await asRole(founder, 'Owner', account);
    const found: { id: string; name: string }[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 20; page++) {
      const url: string = `/api/users?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const response = await app.inject({ url, headers });
      expect(response.statusCode).toBe(200);
      found.push(...response.json().data);
      cursor = response.json().next_cursor;
    }
    expect(found).toHaveLength(names.length + 1);
    expect(new Set(found.map(({ id }) => id)).size).toBe(names.length + 1);
    const lower = found.map(({ name }) => name.toLowerCase());
    expect(lower).toEqual([...lower].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    const all = await app.inject({ url: '/api/users', headers });
    expect(all.json()).toMatchObject({ data: found, next_cursor: null });
  });

  it.each([
    ['cursor', 'cursor=garbage'],
    ['cursor', `cursor=${Buffer.from(`${crypto.randomUUID()}a\u0000`).toString('base64url')}`],
    ['limit', 'limit=0'],
    ['limit', 'limit=201'],
    ['limit', 'limit=many'],
    ['sort', 'sort=name'],
  ])('reject an invalid %s: %s', async (field, query) => {
    const response = await get(`/api/users?${query}`, founder);
    expect([response.statusCode, response.json().error.data[0].field]).toEqual([422, field]);
  });

  it('are found by id; other accounts’, unknown and malformed ids are the same 404', async () => {
    const teammate = await member('Admin', 'Otto');
    const response = await get(`/api/users/${teammate.uid}`, founder);
    const { uid: id, email } = teammate;
    expect(response.json()).toEqual({
      ...{ id, name: 'Otto', email, photo_url: null },
      ...{ role: 'Admin', state: 'active', version: 1 },
    });
    const stranger = await createUser(database.owner);
    await createAccount(database.owner, stranger);
    for (const id of [stranger.uid, crypto.randomUUID(), 'everyone']) {
      const missing = await get(`/api/users/${id}`, founder);
      expect([missing.statusCode, missing.json().error.message]).toEqual([404, 'This member was not found.']);
    }
  });
});

describe('bootstrap', () => {
  it('returns the app’s initial data and the feed position it corresponds to', async () => {
    const account = await createAccount(database.owner, founder, 'Second');
    await database.owner.query('update change_counters set pos = 41 where client_id = $1', [account]);
    const lists = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    for (const [index, name] of ['Wholesale', 'customers', 'Press'].entries()) {
      await database.owner.query('insert into contact_lists (client_id, id, name) values ($1, $2, $3)', [
        account,
        lists[index],
        name,
      ]);
    }
    await database.owner.query('insert into contact_lists (client_id, id, name) values ($1, gen_random_uuid(), $2)', [
      clientId,
      'Foreign',
    ]);
    const response = await app.inject({ url: '/api/bootstrap', headers: await asRole(founder, 'Owner', account) });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      client: { client_id: account, user_id: founder.uid, name: 'Second' },
      user: { id: founder.uid, role: 'Owner', name: 'Zoe Founder' },
      users: [{ id: founder.uid }],
      channels: [],
      templates: [],
      contact_lists: [
        { id: lists[1], name: 'customers' },
        { id: lists[2], name: 'Press' },
        { id: lists[0], name: 'Wholesale' },
      ],
      push_user_id: null,
      time_zone: null,
      formats: { region: null, hour_format: null, week_start: null },
      preferences: {},
      cursor: '41',
    });
  });
});

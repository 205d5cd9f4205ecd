import type { Role } from '@parley/contract/types';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auth } from '../../platform/auth/authenticate.ts';
import { takesNoPicture, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { addMember, bearer, createAccount, createPerson, type Person } from '../../testing/people.ts';
import { settingsHandlers } from './public.ts';

let database: TestDatabase;
let app: FastifyInstance;
let auth: Auth;
let founder: Person;
let clientId: string;
const hints: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const needs = {
    createSandboxChannel: async () => undefined,
    listChannels: async () => [],
    listTemplates: async () => [],
    receiveSquare: takesNoPicture,
  };
  ({ app, auth } = await testApp(database.platform, () => [settingsHandlers(database.platform, needs)]));
  founder = await createPerson(database.owner, 'Zoe Founder');
  clientId = await createAccount(database.owner, founder, 'Muster Ltd');
  database.platform.signal.on('changes_new', (key) => hints.push(key));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function member(role: Role, name = 'Some Member'): Promise<Person> {
  const person = await createPerson(database.owner, name);
  await addMember(database.owner, clientId, person, role);
  return person;
}

const asRole = async (person: Person, role: Role = 'User', account = clientId) =>
  bearer(auth, person, { clientId: account, role });
const get = async (url: string, person: Person) => app.inject({ url, headers: await asRole(person) });

describe('the account', () => {
  const put = async (person: Person, payload: object, claimed: Role = 'Admin') =>
    app.inject({ method: 'PUT', url: '/api/client', payload, headers: await asRole(person, claimed) });
  const changes = async () =>
    (
      await database.owner.query('select collection, row_id, marker, version from changes_new where client_id = $1', [
        clientId,
      ])
    ).rows;

  it('is shown to every member, with who asks', async () => {
    const person = await member('User');
    const response = await get('/api/client', person);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      client_id: clientId,
      user_id: person.uid,
      name: 'Muster Ltd',
      country: 'DE',
      time_zone: 'Europe/Berlin',
      industry: null,
      custom_fields: [],
      version: 1,
    });
  });

  it('changes by an Admin, with its change row and a hint; what is not given stays', async () => {
    const admin = await member('Admin');
    const response = await put(admin, { name: 'Muster & Sons', industry: 'Bakery' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ name: 'Muster & Sons', industry: 'Bakery', country: 'DE', version: 2 });
    expect(await changes()).toEqual([{ collection: 'clients', row_id: '*', marker: 'MODIFIED', version: 2 }]);
    expect(hints).toEqual([clientId]);
    expect((await put(admin, { industry: '' })).json()).toMatchObject({
      name: 'Muster & Sons',
      industry: null,
      version: 3,
    });
  });

  it('stays as it is when nothing differs', async () => {
    const admin = await member('Admin');
    const before = await changes();
    const { version } = (await get('/api/client', admin)).json();
    expect((await put(admin, {})).json()).toMatchObject({ version });
    expect((await put(admin, { country: 'DE' })).json()).toMatchObject({ version });
    expect(await changes()).toEqual(before);
  });

  it('takes twenty changes at once without losing a version', async () => {
    const admin = await member('Admin');
    const { version } = (await get('/api/client', admin)).json();
    const responses = await Promise.all(Array.from({ length: 20 }, (_, turn) => put(admin, { name: `Name ${turn}` })));
    const versions = responses.map((response) => response.json().version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, turn) => version + 1 + turn));
  });

  it('refuses a User, whatever the token claims', async () => {
    const person = await member('User');
    for (const claimed of ['User', 'Admin', 'Owner'] as const) {
      const response = await put(person, { name: 'Mine' }, claimed);
      expect([response.statusCode, response.json().error.code]).toEqual([403, 'forbidden']);
    }
  });

  it.each([
    ['client_id', { client_id: crypto.randomUUID() }],
    ['id', { id: crypto.randomUUID() }],
    ['version', { version: 9 }],
    ['deleted_at', { deleted_at: null }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['country', { country: 'Germany' }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
    ['website', { website: 'a\u0000b' }],
    ['industry', { industry: '\ud800' }],
  ])('refuses a wrong %s: %j', async (field, payload) => {
    const response = await put(founder, payload);
    expect([response.statusCode, response.json().error.data[0].field]).toEqual([422, field]);
  });
});

describe('members', () => {
  it('are listed by name in pages, each once', async () => {
    const account = await createAccount(database.owner, founder);
    const names = ['anna', 'Anna', 'Ödön', 'bob', 'Bob', 'Carla', '\u{1F40C} snail', 'bob'];
    for (const name of names)
      await addMember(database.owner, account, await createPerson(database.owner, name), 'User');
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
  ])('refuse a wrong %s: %s', async (field, query) => {
    const response = await get(`/api/users?${query}`, founder);
    expect([response.statusCode, response.json().error.data[0].field]).toEqual([422, field]);
  });

  it('are found by id; others, strangers and nonsense are the same 404', async () => {
    const person = await member('Admin', 'Otto');
    const response = await get(`/api/users/${person.uid}`, founder);
    const { uid: id, email } = person;
    expect(response.json()).toEqual({
      ...{ id, name: 'Otto', email, photo_url: null },
      ...{ role: 'Admin', state: 'active', version: 1 },
    });
    const stranger = await createPerson(database.owner);
    await createAccount(database.owner, stranger);
    for (const id of [stranger.uid, crypto.randomUUID(), 'everyone']) {
      const missing = await get(`/api/users/${id}`, founder);
      expect([missing.statusCode, missing.json().error.message]).toEqual([404, 'This person was not found.']);
    }
  });
});

describe('bootstrap', () => {
  it('gives what the app starts with and the position it is true for', async () => {
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
      cursor: '41',
    });
  });
});

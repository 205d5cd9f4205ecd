import type { Role } from '@parley/contract/types';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auth } from '../../platform/auth/authenticate.ts';
import { refusesPictures, testApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { addMember, bearer, createAccount, createUser, type TestUser } from '../../testing/users.ts';
import { accountHandlers } from './handlers.ts';

let database: TestDatabase;
let app: FastifyInstance;
let auth: Auth;
let founder: TestUser;
let clientId: string;
const notifications: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  ({ app, auth } = await testApp(database.platform, () => [
    accountHandlers(database.platform, { receiveAvatar: refusesPictures, setTargetsDue: async () => [] }),
  ]));
  founder = await createUser(database.owner, 'Zoe Founder');
  clientId = await createAccount(database.owner, founder, 'Muster Ltd');
  database.platform.notifier.on('changes_new', (key) => notifications.push(key));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function member(role: Role, name = 'Some Member'): Promise<TestUser> {
  const user = await createUser(database.owner, name);
  await addMember(database.owner, clientId, user, role);
  return user;
}

const asRole = async (user: TestUser, role: Role = 'User', account = clientId) =>
  bearer(auth, user, { clientId: account, role });
const get = async (url: string, user: TestUser) => app.inject({ url, headers: await asRole(user) });

describe('the account', () => {
  const put = async (user: TestUser, payload: object, claimed: Role = 'Admin') =>
    app.inject({ method: 'PUT', url: '/api/client', payload, headers: await asRole(user, claimed) });
  const changes = async () =>
    (
      await database.owner.query('select collection, row_id, marker, version from changes_new where client_id = $1', [
        clientId,
      ])
    ).rows;

  it('is shown to every member, with who asks', async () => {
    const user = await member('User');
    const response = await get('/api/client', user);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      client_id: clientId,
      user_id: user.uid,
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
    expect(notifications).toEqual([clientId]);
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
    const user = await member('User');
    for (const claimed of ['User', 'Admin', 'Owner'] as const) {
      const response = await put(user, { name: 'Mine' }, claimed);
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

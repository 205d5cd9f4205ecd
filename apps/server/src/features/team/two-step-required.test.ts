import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';

let server: TestServer;
let team: Team;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const protect = (user: Member) =>
  server.owner.query(
    `insert into user_factors (id, user_id, kind, secret_enc, confirmed_at) values ($1, $2, 'totp', '\\x00', now())`,
    [newId(), user.uid],
  );
const demand = (user: Member, on = true) => team.call(user, 'PUT', '/client', { require_two_step_verification: on });
const setUpNeeded = { status: 403, code: 'second-factor-setup-required' };

it('an Owner who uses two-step verification can demand it of all members, with a recent sign-in', async () => {
  team = await createTeam(server);
  const admin = await team.add('Admin');
  expect(await demand(team.owner)).toMatchObject({
    status: 422,
    body: { error: { data: [{ field: 'require_two_step_verification' }] } },
  });
  await protect(admin);
  expect((await demand(admin)).code).toBe('forbidden');
  await protect(team.owner);
  await server.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
    team.owner.uid,
  ]);
  expect((await demand(team.owner)).code).toBe('requires-recent-login');
  await server.owner.query('update sessions set auth_time = now() where user_id = $1', [team.owner.uid]);
  expect((await demand(team.owner)).body).toMatchObject({ require_two_step_verification: true });
  const { body } = await team.call<{ data: object[] }>(
    team.owner,
    'GET',
    '/audit-events?action=settings.account_changed',
  );
  expect(body.data[0]).toMatchObject({
    actor: team.owner.uid,
    detail: { changes: [{ field: 'require_two_step_verification', from: false, to: true }] },
  });
});

it('members without it can only set it up; live connections end, keys and other accounts go on', async () => {
  team = await createTeam(server);
  const [user, admin] = [await team.add('User'), await team.add('Admin')];
  await Promise.all([protect(team.owner), protect(admin)]);
  const { key } = (
    await team.call<{ key: string }>(admin, 'POST', '/api-keys', { name: 'Shop', scopes: ['contacts:read'] })
  ).body;
  const live = await signInSyncConnection(server.url, await team.tokenOf(user));
  expect((await demand(team.owner)).status).toBe(200);
  expect((await live.closed).code).toBe(4401);

  for (const path of ['/bootstrap', '/contacts', '/team', '/sync/poll']) {
    expect(await team.call(user, 'GET', path)).toMatchObject(setUpNeeded);
    expect((await team.call(admin, 'GET', path)).status).toBe(200);
  }
  expect((await team.call(user, 'POST', '/contacts', { phone_number: '+447700900123' })).code).toBe(setUpNeeded.code);
  expect((await team.call(user, 'GET', '/auth/profile')).body).toMatchObject({
    two_step_verification: false,
    accounts: [{ client_id: team.clientId, requires_two_step_verification: true }],
  });
  expect((await team.call(user, 'POST', '/auth/factors/totp')).status).toBe(200);
  const withKey = await server.app.http.inject({ url: '/api/contacts', headers: { authorization: `Bearer ${key}` } });
  expect(withKey.statusCode).toBe(200);

  await server.owner.query(`update user_factors set confirmed_at = now() where user_id = $1`, [user.uid]);
  expect((await team.call(user, 'GET', '/contacts')).status).toBe(200);
});

it('members cannot turn it off while an account demands it', async () => {
  team = await createTeam(server);
  await protect(team.owner);
  await demand(team.owner);
  const refused = await team.call(team.owner, 'POST', '/auth/factors/remove', { code: '123456' });
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { data: [{ field: 'code', msg: expect.stringContaining('Kestrel shop') }] } },
  });
  await demand(team.owner, false);
  const wrong = await team.call(team.owner, 'POST', '/auth/factors/remove', { code: 'not a code' });
  expect(wrong.code).toBe('invalid-credential');
});

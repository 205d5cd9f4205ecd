// @module-tag data
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts';
import { handoffOf } from '../../testing/provider-flow.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { type Answer, createTeam, type Member, type Team } from '../../testing/team.ts';

let firm: IdentityProvider;
let server: TestServer;
let team: Team;
let user: Member;

beforeAll(async () => {
  firm = await startIdentityProvider();
  const providers = [
    { id: 'firm', name: 'The firm', issuer: firm.issuer, ...firm.client },
    { id: 'other', name: 'Another', issuer: 'http://127.0.0.1:9', client_id: 'parley', client_secret: 'x' },
  ];
  server = await testServer({ env: { OIDC_PROVIDERS: JSON.stringify(providers) } });
  firm.allow(`${server.url}/api/auth/oidc/callback`);
});
afterAll(async () => {
  await server.close();
  await firm.close();
});
beforeEach(async () => {
  team = await createTeam(server);
  user = await team.add('User');
  await server.owner.query('update users set email_verified_at = now()');
});

type Error = { error: { message: string; data: { field: string; msg: string; id?: string }[] } };
const keptOut = { status: 403, code: 'provider-sign-in-required' };
const demand = (by: Member, provider: string | null = 'firm') =>
  team.call<Error>(by, 'PUT', '/client', { sign_in_provider: provider });
const atFirm = ({ uid, email }: Member, more: Partial<Account> = {}): Account => ({
  ...{ sub: uid, email, email_verified: true, name: 'Anna' },
  ...more,
});
/** Connects a member's session to an account at the firm. */
const connect = async (member: Member, account: Account = atFirm(member)): Promise<Answer<Error>> =>
  team.call(member, 'POST', '/auth/link-provider', await handoffOf(server, firm, 'firm', account));

async function required(): Promise<void> {
  await connect(team.owner);
  expect((await demand(team.owner)).status).toBe(200);
}

it('only an Owner whose session signed in with it can require it, with a recent sign-in', async () => {
  const admin = await team.add('Admin');
  expect((await demand(admin)).code).toBe('forbidden');
  expect(await demand(team.owner)).toMatchObject({
    status: 422,
    body: { error: { data: [{ field: 'sign_in_provider', msg: expect.stringContaining('with The firm yourself') }] } },
  });
  expect((await demand(team.owner, 'nobody')).body.error.data[0]?.msg).toBe(
    'This provider is not set up on this server.',
  );
  await connect(team.owner);
  expect((await demand(team.owner, 'other')).status).toBe(422);
  await server.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
    team.owner.uid,
  ]);
  expect((await demand(team.owner)).code).toBe('requires-recent-login');
  await server.owner.query('update sessions set auth_time = now() where user_id = $1', [team.owner.uid]);
  expect((await demand(team.owner)).body).toMatchObject({ sign_in_provider: 'firm' });
  const { body } = await team.call<{ data: object[] }>(
    team.owner,
    'GET',
    '/audit-events?action=settings.account_changed',
  );
  expect(body.data[0]).toMatchObject({
    detail: { changes: [{ field: 'sign_in_provider', from: null, to: 'firm' }] },
  });
  expect((await demand(team.owner, null)).body).toMatchObject({ sign_in_provider: null });
});

it('other sessions are kept out until they sign in with it; keys go on', async () => {
  const admin = await team.add('Admin');
  const created = await team.call<{ key: string }>(admin, 'POST', '/api-keys', {
    name: 'Shop',
    scopes: ['contacts:read'],
  });
  const live = await signInSyncConnection(server.url, await team.tokenOf(user));
  await required();
  expect((await live.closed).code).toBe(4401);
  for (const path of ['/bootstrap', '/contacts', '/team', '/sync/poll'])
    expect(await team.call(user, 'GET', path)).toMatchObject(keptOut);
  const headers = { authorization: `Bearer ${created.body.key}` };
  expect((await server.app.http.inject({ url: '/api/contacts', headers })).statusCode).toBe(200);
  const profile = () => team.call(user, 'GET', '/auth/profile');
  expect((await profile()).body).toMatchObject({
    accounts: [{ client_id: team.clientId, needs_provider: { id: 'firm', name: 'The firm' } }],
  });

  expect((await connect(user)).status).toBe(204);
  expect((await profile()).body).toMatchObject({ accounts: [{ needs_provider: null }] });
  expect((await team.call(user, 'GET', '/contacts')).status).toBe(200);
});

it('a sign-in with it and every session that follows from it may enter', async () => {
  await connect(user);
  await required();
  const exchange = await handoffOf(server, firm, 'firm', atFirm(user));
  const signedIn = await team.outside<{ id_token: string; refresh_token: string }>(
    null,
    'POST',
    '/auth/exchange',
    exchange,
  );
  const enters = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await server.app.http.inject({ url: '/api/contacts', headers })).statusCode;
  };
  expect(await enters(signedIn.body.id_token)).toBe(200);
  const switched = await server.app.http.inject({
    method: 'POST',
    url: '/api/auth/switch',
    headers: { authorization: `Bearer ${signedIn.body.id_token}` },
    payload: { client_id: team.clientId },
  });
  expect(await enters(switched.json().id_token)).toBe(200);
  const renewed = await server.app.http.inject({
    method: 'POST',
    url: '/api/auth/token',
    payload: { refresh_token: signedIn.body.refresh_token },
  });
  expect(await enters(renewed.json().id_token)).toBe(200);
  // A session by password of the same user is another one.
  expect(await enters(await team.tokenOf(user))).toBe(403);
});

it('who has only the password of a member gets in neither with an identity of their own nor by the address', async () => {
  await required();
  for (const account of [
    atFirm(user, { sub: 'mallory', email: 'mallory@firm.example' }),
    atFirm(user, { sub: 'mallory', email_verified: false }),
  ]) {
    const refused = await connect(user, account);
    expect(refused).toMatchObject(keptOut);
    expect(refused.body.error.message).toBe(`Your account requires this provider: sign in there as ${user.email}.`);
    expect(await team.call(user, 'GET', '/contacts')).toMatchObject(keptOut);
  }
  const moved = await team.call(user, 'POST', '/auth/email', { email: 'mallory@firm.example' });
  expect(moved).toMatchObject(keptOut);
});

it('an identity with another address that was connected before the rule does not fulfil it', async () => {
  const other = atFirm(user, { sub: 'mallory', email: 'mallory@firm.example' });
  expect((await connect(user, other)).status).toBe(204);
  await required();
  const exchange = await handoffOf(server, firm, 'firm', other);
  const signedIn = await team.outside<{ id_token: string }>(null, 'POST', '/auth/exchange', exchange);
  const headers = { authorization: `Bearer ${signedIn.body.id_token}` };
  expect((await server.app.http.inject({ url: '/api/contacts', headers })).statusCode).toBe(403);
  expect(await team.call(user, 'GET', '/contacts')).toMatchObject(keptOut);
  expect(await connect(user, other)).toMatchObject(keptOut);
});

it('it cannot be disconnected while an account requires it', async () => {
  await required();
  const refused = await team.call<Error>(team.owner, 'DELETE', '/auth/providers/firm');
  expect(refused).toMatchObject({ status: 422 });
  expect(refused.body.error.message).toBe('Kestrel shop requires signing in with this provider.');
  await demand(team.owner, null);
  // Another way to sign in is needed, as always.
  await server.owner.query('insert into user_passwords (user_id, hash) values ($1, $2)', [team.owner.uid, 'x']);
  expect((await team.call(team.owner, 'DELETE', '/auth/providers/firm')).status).toBe(204);
});

it('the second step of two-step verification does not forget that the provider was the first', async () => {
  await connect(user);
  const { secret } = (await team.call<{ secret: string }>(user, 'POST', '/auth/factors/totp')).body;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codes = await team.call<{ recovery_codes: string[] }>(user, 'POST', '/auth/factors/totp/confirm', {
    code: app.generate(),
  });
  await required();
  const exchange = await handoffOf(server, firm, 'firm', atFirm(user));
  const asked = await team.outside<Error>(null, 'POST', '/auth/exchange', exchange);
  expect(asked.code).toBe('second-factor-required');
  const signedIn = await team.outside<{ id_token: string }>(null, 'POST', '/auth/second-factor', {
    handle: asked.body.error.data[0]?.id,
    code: codes.body.recovery_codes[0],
  });
  const headers = { authorization: `Bearer ${signedIn.body.id_token}` };
  expect((await server.app.http.inject({ url: '/api/contacts', headers })).statusCode).toBe(200);
});

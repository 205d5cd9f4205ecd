// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts';
import { handoffOf } from '../../testing/provider-flow.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam } from '../../testing/team.ts';

let firm: IdentityProvider;
let server: TestServer;

beforeAll(async () => {
  firm = await startIdentityProvider();
  const provider = { id: 'firm', name: 'The firm', issuer: firm.issuer, ...firm.client, trusted: true };
  server = await testServer({ env: { OIDC_PROVIDERS: JSON.stringify([provider]) } });
  firm.allow(`${server.url}/api/auth/oidc/callback`);
});
afterAll(async () => {
  await server.close();
  await firm.close();
});

test('whom the provider added signs in with it, where it is required, until the provider deactivates them', async () => {
  const team = await createTeam(server);
  const made = await team.call<{ token: string }>(team.owner, 'POST', '/scim/tokens', { name: 'The firm' });
  await server.owner.query(`update clients set sign_in_provider = 'firm' where id = $1`, [team.clientId]);
  const scim = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/scim+json' };
    const answer = await fetch(`${server.url}/scim/v2${path}`, { method, headers, body: JSON.stringify(body) });
    return (await answer.json()) as { id: string };
  };
  const email = `ada.${newId()}@kestrel.example`;
  const { id } = await scim('POST', '/Users', { userName: email, displayName: 'Ada' });
  const account = { sub: newId(), email, email_verified: true, name: 'Ada' };
  const exchange = await handoffOf(server, firm, 'firm', account);
  const signedIn = await team.outside<{ id_token: string }>(null, 'POST', '/auth/exchange', exchange);
  expect(signedIn.status).toBe(200);
  const enter = async () => {
    const headers = { authorization: `Bearer ${signedIn.body.id_token}` };
    const answer = await server.app.http.inject({ url: '/api/bootstrap', headers });
    return { status: answer.statusCode, user: answer.json().user?.id as string | undefined };
  };
  expect(await enter()).toEqual({ status: 200, user: id });
  await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] });
  expect((await enter()).status).toBe(401);
});

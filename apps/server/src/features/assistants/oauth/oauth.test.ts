import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { ConnectedApplication } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { addMember, createAccount, createUser, type TestUser } from '../../../testing/users.ts';
import { testWorld, type World } from '../../../testing/world.ts';
import { insertApplication } from './application-repo.ts';

const redirect = 'http://127.0.0.1:4999/callback';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
let world: World;
let document: Server;
let documentUrl: string;
/** Two registered applications. */
let application = '';
let other = '';

beforeAll(async () => {
  document = createServer((request, response) => {
    const client_id = `${documentUrl}${request.url}`;
    const says = request.url === '/lies.json' ? `${documentUrl}/app.json` : client_id;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ client_id: says, client_name: 'Documented', redirect_uris: ['http://localhost/callback'] }),
    );
  });
  await new Promise<void>((done) => document.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(document.address() as AddressInfo).port}`;
  documentUrl = `http://${host}`;
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: host } });
  application = (await register()).body['client_id'] ?? '';
  other = (await register()).body['client_id'] ?? '';
});
afterAll(async () => {
  document.close();
  await world.close();
});

type Answer = { status: number; body: Record<string, string>; headers: Headers };

/** A call. An address may do twenty a second, and tests on a quiet machine are faster: the next try waits. */
async function send(path: string, init: RequestInit): Promise<Answer> {
  for (;;) {
    const answer = await once(path, init);
    if (answer.status !== 429 || answer.body['error_description'] !== 'Too many calls. Try again.') return answer;
    await sleep(250);
  }
}

async function once(path: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(`${world.server.url}${path}`, { method: 'POST', ...init });
  return { status: answer.status, body: (await answer.json()) as Record<string, string>, headers: answer.headers };
}

const post = (path: string, fields: Record<string, string>) => send(path, { body: new URLSearchParams(fields) });

const registration = (metadata: object): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ client_name: 'Claude', redirect_uris: [redirect], ...metadata }),
});
const register = (metadata: object = {}) => send('/oauth/register', registration(metadata));

const requestOf = (client_id: string, more: object = {}) => ({
  client_id,
  redirect_uri: redirect,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'abc',
  ...more,
});

/** A member lets an application in, by the call of the consent page. */
async function allow(clientId: string, { as = world.api, scopes = ['read', 'write'], more = {} } = {}) {
  const answer = await as('POST /api/assistants/authorization', {
    body: { ...requestOf(clientId, more), allow: scopes } as never,
  });
  const url = URL.parse(answer.body.redirect_to ?? '');
  return { ...answer, url, code: url?.searchParams.get('code') ?? '' };
}

const exchange = (client_id: string, code: string, more: Record<string, string> = {}) =>
  post('/oauth/token', {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: redirect,
    code_verifier: verifier,
    ...more,
  });

const renew = (client_id: string, refresh_token: string, more: Record<string, string> = {}) =>
  post('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...more });

/** An application with access. */
async function connected(options: Parameters<typeof allow>[1] = {}) {
  const { code } = await allow(application, options);
  const { body } = await exchange(application, code);
  return { clientId: application, code, access: body['access_token'] ?? '', refresh: body['refresh_token'] ?? '' };
}

const listTools = (token: string) =>
  fetch(`${world.server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
const isIn = async (token: string) => (await listTools(token)).status === 200;

async function toolsOf(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.server.url}/mcp`), { requestInit }));
  return client;
}

const actions = async (action: string) =>
  queryAsOwner<{ actor: string; detail: Record<string, unknown> }>(
    world.server.owner,
    'select actor, detail from audit_events where client_id = $1 and action = $2 order by at desc',
    [world.clientId, action],
  );

/** A program that uses the protocol's own client: it keeps what it is told, and shows where to send the member. */
class Program implements OAuthClientProvider {
  tokensNow: OAuthTokens | undefined;
  client: OAuthClientInformationMixed | undefined;
  page: URL | undefined;
  #verifier = '';
  readonly redirectUrl = redirect;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Claude',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
  };
  state = () => 'state-1';
  clientInformation = () => this.client;
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens = () => this.tokensNow;
  saveTokens(tokens: OAuthTokens) {
    this.tokensNow = tokens;
  }
  redirectToAuthorization(page: URL) {
    this.page = page;
  }
  saveCodeVerifier(text: string) {
    this.#verifier = text;
  }
  codeVerifier = () => this.#verifier;
}

describe('the protocol’s own client', () => {
  it('finds, registers, asks, gets tokens, calls a tool, renews and ends', async () => {
    const thread = await customerWrites(world);
    const program = new Program();
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${world.server.url}/mcp`), { authProvider: program });
    const first = transport();
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    const page = program.page;
    expect(page?.origin + (page?.pathname ?? '')).toBe(`${world.server.url}/oauth/authorize`);
    const asked = Object.fromEntries(page?.searchParams ?? []);
    expect(asked).toMatchObject({ resource: `${world.server.url}/mcp`, scope: 'read write', state: 'state-1' });

    const shown = await world.api('GET /api/assistants/authorization', { query: asked });
    expect(shown.body).toEqual({
      name: 'Claude',
      host: null,
      destination: { kind: 'device', name: '' },
      scopes: ['read', 'write'],
    });
    const decided = await world.api('POST /api/assistants/authorization', {
      body: { ...asked, allow: ['read', 'write'] } as never,
    });
    const back = new URL(decided.body.redirect_to);
    expect(back.searchParams.get('iss')).toBe(world.server.url);
    expect(back.searchParams.get('state')).toBe('state-1');
    await first.finishAuth(back.searchParams);
    expect(program.tokensNow).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });

    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport());
    const sent = await client.callTool({
      name: 'send_message',
      arguments: { conversation_id: thread.id, text: 'It arrives today' },
    });
    expect(sent.structuredContent).toMatchObject({ source: 'API', created_by: world.user.uid });

    // An access token that has expired is renewed on the way.
    const before = program.tokensNow?.refresh_token;
    await world.server.owner.query(`update assistant_grants set access_expires_at = now() - interval '1 second'`);
    expect((await client.listTools()).tools.length).toBe(15);
    expect(program.tokensNow?.refresh_token).not.toBe(before);

    await post('/oauth/revoke', {
      token: program.tokensNow?.refresh_token ?? '',
      client_id: program.client?.client_id ?? '',
    });
    expect(await isIn(program.tokensNow?.access_token ?? '')).toBe(false);
  });

  it('learns from the refusal whom to ask', async () => {
    const { headers, status } = await listTools('');
    expect(status).toBe(401);
    const url = `${world.server.url}/.well-known/oauth-protected-resource/mcp`;
    expect(headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${url}"`);
    const resource = (await (await fetch(url)).json()) as { resource: string; authorization_servers: string[] };
    expect(resource).toMatchObject({ resource: `${world.server.url}/mcp`, authorization_servers: [world.server.url] });
    const server = await fetch(`${world.server.url}/.well-known/oauth-authorization-server`);
    expect(await server.json()).toMatchObject({ issuer: world.server.url, code_challenge_methods_supported: ['S256'] });
  });

  it('may run in a page of any site: the calls it needs answer it, also when they refuse', async () => {
    const origin = 'https://assistant.example';
    const paths = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp'];
    for (const path of [...paths, '/oauth/register', '/oauth/token', '/oauth/revoke', '/mcp']) {
      const asks = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const preflight = await fetch(`${world.server.url}${path}`, { method: 'OPTIONS', headers: asks });
      expect([path, preflight.status]).toEqual([path, 204]);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
      const method = path.startsWith('/.well-known') ? 'GET' : 'POST';
      const answer = await fetch(`${world.server.url}${path}`, { method, headers: { origin } });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
      expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
    }
    expect((await listTools('')).headers.get('access-control-expose-headers')).toContain('www-authenticate');
    const api = await fetch(`${world.server.url}/api/me`, { headers: { origin } });
    expect(api.headers.get('access-control-allow-origin')).toBe(null);
  });

  it('may be described by a document; one that says another address is refused', async () => {
    const client_id = `${documentUrl}/app.json`;
    const query = requestOf(client_id, { redirect_uri: 'http://localhost:53421/callback' });
    const shown = await world.api('GET /api/assistants/authorization', { query });
    expect(shown.body).toMatchObject({ name: 'Documented', host: URL.parse(documentUrl)?.host });
    for (const other of [`${documentUrl}/lies.json`, 'https://127.0.0.1/app.json', 'http://example.com/app.json']) {
      expect((await world.api('GET /api/assistants/authorization', { query: requestOf(other) })).status).toBe(422);
    }
  });
});

describe('a code', () => {
  it.each<[string, () => Record<string, string>]>([
    ['another verifier', () => ({ code_verifier: 'w'.repeat(43) })],
    ['another application', () => ({ client_id: other })],
    ['another address', () => ({ redirect_uri: 'http://127.0.0.1:4998/callback' })],
  ])('ends when it comes with %s', async (_, wrong) => {
    const client_id = application;
    const { code } = await allow(client_id);
    const refused = await exchange(client_id, code, wrong());
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await exchange(client_id, code)).body['error']).toBe('invalid_grant');
  });

  it('that is used twice ends the access it gave', async () => {
    const { clientId, code, access, refresh } = await connected();
    expect(await isIn(access)).toBe(true);
    expect((await exchange(clientId, code)).body['error']).toBe('invalid_grant');
    expect(await isIn(access)).toBe(false);
    expect((await renew(clientId, refresh)).body['error']).toBe('invalid_grant');
    expect((await actions('assistants.code_reused'))[0]?.actor).toBe(world.user.uid);
  });

  it('is exchanged by one of several calls at once', async () => {
    const client_id = application;
    const { code } = await allow(client_id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(client_id, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('expires after a minute, and is for /mcp only', async () => {
    const client_id = application;
    const { code } = await allow(client_id);
    expect((await exchange(client_id, code, { resource: 'https://elsewhere.example/mcp' })).body['error']).toBe(
      'invalid_target',
    );
    await world.server.owner.query(`update assistant_grants set code_expires_at = now() where code_used_at is null`);
    expect((await exchange(client_id, code)).body['error']).toBe('invalid_grant');
  });
});

describe('refresh tokens', () => {
  it('are answered again while the answer may have been lost; an older one ends the access', async () => {
    const { clientId, refresh } = await connected();
    const second = await renew(clientId, refresh);
    const again = await renew(clientId, refresh);
    expect(again.body['refresh_token']).toBe(second.body['refresh_token']);
    expect(again.body['access_token']).toBe(second.body['access_token']);
    const third = await renew(clientId, second.body['refresh_token'] ?? '');
    expect(await isIn(third.body['access_token'] ?? '')).toBe(true);
    expect((await renew(clientId, refresh)).body['error']).toBe('invalid_grant');
    expect(await isIn(third.body['access_token'] ?? '')).toBe(false);
    expect((await renew(clientId, third.body['refresh_token'] ?? '')).body['error']).toBe('invalid_grant');
    expect(await actions('assistants.token_reused')).toHaveLength(1);
  });

  it('of another application, with more rights, or invented are refused and end nothing', async () => {
    const { clientId, access, refresh } = await connected({ scopes: ['read'] });
    expect((await renew(other, refresh)).body['error']).toBe('invalid_grant');
    expect((await renew(clientId, refresh, { scope: 'read write' })).body['error']).toBe('invalid_scope');
    expect((await renew(clientId, `${refresh.slice(0, -2)}AA`)).body['error']).toBe('invalid_grant');
    expect((await renew(clientId, '')).status).toBe(400);
    expect(await isIn(access)).toBe(true);
  });

  it('are no refresh tokens of sessions', async () => {
    const { refresh } = await connected();
    const answer = await world.api('POST /api/auth/token', { body: { refresh_token: refresh } });
    expect(answer.status).toBe(401);
  });
});

describe('access', () => {
  it('is that of the member now, within what was allowed', async () => {
    const { member, api } = await colleague('Admin');
    const { access } = await connected({ as: api, scopes: ['read'] });
    const tools = await toolsOf(access);
    expect((await tools.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const thread = await customerWrites(world);
    const list = async () =>
      (await tools.callTool({ name: 'get_conversation', arguments: { conversation_id: thread.id } })).isError !== true;
    expect(await list()).toBe(true);
    await world.api('PUT /api/team/{user_id}', {
      params: { user_id: member.uid },
      body: { role: 'User', restrictions: { only_assigned: true } } as never,
    });
    expect(await list()).toBe(false);
  });

  it('is for the tools only, not for the API or another account', async () => {
    const { access } = await connected();
    const direct = await fetch(`${world.server.url}/api/contacts`, { headers: { authorization: `Bearer ${access}` } });
    expect(direct.status).toBe(401);
    expect(
      (await fetch(`${world.server.url}/graph/v23.0/1/messages`, { headers: { authorization: `Bearer ${access}` } }))
        .status,
    ).toBe(403);
    const second = await createAccount(world.server.owner, world.user, 'Second');
    const list = await (await toolsOf(access)).callTool({ name: 'list_channels', arguments: {} });
    expect(JSON.stringify(list.structuredContent)).toContain(world.channelId);
    expect(JSON.stringify(list.structuredContent)).not.toContain(second);
  });

  it.each<[string, (member: TestUser) => Promise<unknown>]>([
    [
      'the member is suspended',
      ({ uid }) =>
        queryAsOwner(world.server.owner, 'update client_users set suspended_at = now() where user_id = $1', [uid]),
    ],
    [
      'the member is removed',
      ({ uid }) => world.api('DELETE /api/team/{user_id}', { params: { user_id: uid }, body: {} as never }),
    ],
    [
      'all sessions of the member end',
      ({ uid }) => queryAsOwner(world.server.owner, 'update sessions set revoked_at = now() where user_id = $1', [uid]),
    ],
    [
      'the user is disabled',
      ({ uid }) => queryAsOwner(world.server.owner, 'update users set disabled_at = now() where id = $1', [uid]),
    ],
  ])('ends at once when %s', async (_, change) => {
    const { member, api } = await colleague('User');
    const { access } = await connected({ as: api });
    expect(await isIn(access)).toBe(true);
    await change(member);
    expect((await listTools(access)).status).toBe(401);
  });

  it('ends when the member signs out everywhere, and is listed among their sessions', async () => {
    const { api } = await colleague('User');
    const { clientId, access, refresh } = await connected({ as: api });
    const { data } = (await api('GET /api/auth/sessions')).body;
    expect(data.map(({ application }) => application).sort()).toEqual(['Claude', null]);
    await api('DELETE /api/auth/sessions');
    expect(await isIn(access)).toBe(false);
    expect((await renew(clientId, refresh)).body['error']).toBe('invalid_grant');
  });

  it('is listed for its member and for Admins, who end it; other members do neither', async () => {
    const { api } = await colleague('User');
    const { api: otherApi } = await colleague('User');
    const { access } = await connected({ as: api });
    await isIn(access);
    const own = (await api('GET /api/assistants/applications')).body.data as ConnectedApplication[];
    expect(own).toMatchObject([{ name: 'Claude', scopes: ['read', 'write'], destination: { kind: 'device' } }]);
    expect(own[0]?.last_used_at).not.toBeNull();
    const params = { id: own[0]?.id ?? '' };
    expect((await otherApi('GET /api/assistants/applications')).body.data).toEqual([]);
    expect((await otherApi('DELETE /api/assistants/applications/{id}', { params })).status).toBe(404);
    const all = (await world.api('GET /api/assistants/applications')).body.data as ConnectedApplication[];
    expect(all.map(({ id }) => id)).toContain(params.id);
    expect((await world.api('DELETE /api/assistants/applications/{id}', { params })).status).toBe(204);
    expect(await isIn(access)).toBe(false);
    expect((await actions('assistants.disconnected'))[0]?.actor).toBe(world.user.uid);
  });

  it('is refused by the member without a code, and needs a sign-in of these minutes', async () => {
    const client_id = application;
    const refused = await allow(client_id, { scopes: [] });
    expect(refused.url?.searchParams.get('error')).toBe('access_denied');
    expect(refused.code).toBe('');
    const { member, api } = await colleague('User');
    await queryAsOwner(world.server.owner, `update sessions set auth_time = now() - interval '1 hour' where id = $1`, [
      member.sid,
    ]);
    const late = await allow(client_id, { as: api });
    expect(late.status).toBe(403);
  });
});

describe('a request that is not as it has to be', () => {
  it.each<[string, object, string]>([
    ['client_id', { client_id: 'nobody' }, 'isn’t known'],
    ['redirect_uri', { redirect_uri: 'https://evil.example/callback' }, 'did not register'],
    ['redirect_uri', { redirect_uri: `${redirect}/more` }, 'did not register'],
    ['response_type', { response_type: 'token' }, 'ask for a code'],
    ['code_challenge', { code_challenge_method: 'plain' }, 'PKCE'],
    ['code_challenge', { code_challenge: '' }, 'PKCE'],
    ['resource', { resource: 'https://elsewhere.example/mcp' }, 'something else'],
    ['scope', { scope: 'read admin' }, 'rights'],
  ])('is told to the member, who is sent nowhere: %s %o', async (field, wrong, words) => {
    const client_id = application;
    const query = { ...requestOf(client_id), ...wrong };
    const shown = await world.api('GET /api/assistants/authorization', { query });
    expect(shown.status).toBe(422);
    const { error } = shown.body as unknown as { error: { data: { field: string; msg: string }[] } };
    expect(error.data[0]?.field).toBe(field);
    expect(error.data[0]?.msg).toContain(words);
    expect((await allow(client_id, { more: wrong })).url).toBeNull();
  });

  it.each([
    ['http://claude.example/callback'],
    ['javascript:alert(1)'],
    ['data:text/html,hello'],
    ['https://claude.example/#part'],
    ['https://me@claude.example/'],
    ['/callback'],
    ['https://claude.example/call back'],
  ])('is no registration: %s', async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect([status, body['error']]).toEqual([400, 'invalid_redirect_uri']);
  });

  it('may name the scheme of an app, or a website', async () => {
    for (const uri of ['cursor://anysphere.cursor-retrieval/oauth/callback', 'https://claude.example/callback']) {
      expect((await register({ redirect_uris: [uri] })).status, uri).toBe(201);
    }
    expect((await register({ token_endpoint_auth_method: 'client_secret_basic' })).body['error']).toBe(
      'invalid_client_metadata',
    );
    expect((await post('/oauth/token', { grant_type: 'password' })).body['error']).toBe('unsupported_grant_type');
  });
});

it('keeps a flood of registrations within bounds; the oldest that nobody let in give way', async () => {
  const { system } = world.server.platform.db;
  const insert = (n: number, unused: number) =>
    system.transaction('assistants', (tx) =>
      insertApplication(
        tx,
        { id: newId(), name: `App ${n}`, redirect_uris: [redirect], address: `10.${n % 2_500}` },
        { anHour: 3, unused },
      ),
    );
  const refused: unknown[] = [];
  for (let n = 0; n < 10_000; n += 1) {
    const made = await insert(n, 200);
    if ('waitS' in made) refused.push(made);
  }
  expect(refused.length).toBe(0);
  const [kept] = await queryAsOwner<{ n: number }>(
    world.server.owner,
    'select count(*)::int as n from assistant_applications where used_at is null',
    [],
  );
  expect(kept?.n).toBe(200);
  expect(await isKnown(application)).toBe(true);
  const flood = await Promise.all(Array.from({ length: 120 }, () => once('/oauth/register', registration({}))));
  expect(flood.map(({ status }) => status)).toContain(429);
  expect(Number(flood.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
});

const isKnown = async (client_id: string) =>
  (await world.api('GET /api/assistants/authorization', { query: requestOf(client_id) })).status === 200;

/** Another member of the account, with calls of their own. */
async function colleague(role: 'Admin' | 'User') {
  const user: TestUser = await createUser(world.server.owner);
  await addMember(world.server.owner, world.clientId, user, role);
  const auth = await (await import('../../../testing/auth.ts')).createAuth(world.server.platform);
  const token = await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account: { clientId: world.clientId, role } });
  return { member: user, api: world.apiAs(token) };
}

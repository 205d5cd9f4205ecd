import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Scope } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

const everything: Scope[] = [
  'threads:read',
  'threads:write',
  'messages:read',
  'messages:write',
  'contacts:read',
  'contacts:write',
  'templates:read',
  'channels:read',
  'campaigns:read',
];
let world: World;

beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
});
afterAll(() => world.close());

async function keyWith(scopes: Scope[], more: object = {}) {
  return (await world.api('POST /api/api-keys', { body: { name: 'Assistant', scopes, ...more } })).body;
}

/** Connects with the protocol's own client. */
async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${world.server.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

async function assistant(scopes: Scope[] = everything) {
  const client = await connect((await keyWith(scopes)).key);
  return {
    tools: async () => (await client.listTools()).tools,
    async call<T = Record<string, unknown>>(name: string, given: Record<string, unknown> = {}) {
      const answer = await client.callTool({ name, arguments: given });
      const [first] = answer.content as { type: string; text: string }[];
      return { refused: answer.isError === true, words: first?.text ?? '', data: answer.structuredContent as T };
    },
  };
}

const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
  fetch(`${world.server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('the tools', () => {
  it('are those of the key’s scopes; nothing deletes', async () => {
    const all = await (await assistant()).tools();
    expect(all.map(({ name }) => name).sort()).toEqual([
      'create_contact',
      'get_contact',
      'get_conversation',
      'get_template',
      'list_broadcasts',
      'list_channels',
      'list_contacts',
      'list_conversations',
      'list_messages',
      'list_saved_replies',
      'list_templates',
      'send_message',
      'send_template',
      'update_contact',
      'update_conversation',
    ]);
    for (const { annotations, inputSchema, description } of all) {
      expect(annotations?.destructiveHint).toBe(false);
      expect(inputSchema.type).toBe('object');
      expect(description).toMatch(/\.$/);
    }
    const some = await assistant(['contacts:read']);
    expect((await some.tools()).map(({ name }) => name)).toEqual(['list_contacts', 'get_contact']);
    await expect(some.call('send_message', { text: 'Hello' })).rejects.toThrow(/not found/i);
  });

  it('read conversations, messages, contacts, channels and templates', async () => {
    const thread = await customerWrites(world, freshPhone(), 'Where is my order?');
    const { call } = await assistant();
    const list = await call<{ data: { id: string }[] }>('list_conversations', { waiting: true, limit: 100 });
    expect(list.data.data.map(({ id }) => id)).toContain(thread.id);
    expect(await call('get_conversation', { conversation_id: thread.id })).toMatchObject({
      data: { id: thread.id, state: 'ACTIVE' },
    });
    const messages = await call('list_messages', { conversation_id: thread.id });
    expect(messages.words).toContain('Where is my order?');
    expect(messages.words).not.toContain('null');
    const contacts = await call<{ data: { id: string }[] }>('list_contacts', { limit: 1 });
    expect(contacts.data.data).toHaveLength(1);
    expect(await call('get_contact', { contact_id: contacts.data.data[0]?.id })).toMatchObject({ refused: false });
    for (const name of ['list_channels', 'list_templates', 'list_saved_replies', 'list_broadcasts']) {
      expect(await call(name), name).toMatchObject({ refused: false });
    }
  });

  it('send a text, once for a message id, as the key', async () => {
    const thread = await customerWrites(world);
    const { call } = await assistant();
    const message = { conversation_id: thread.id, text: 'It arrives today', message_id: newId() };
    const first = await call('send_message', message);
    expect(first).toMatchObject({ refused: false, data: { id: message.message_id, source: 'API' } });
    expect(String(first.data['created_by'])).toMatch(/^api:/);
    expect(await call('send_message', message)).toMatchObject({ data: { id: message.message_id } });
    const sent = await queryAsOwner(world.server.owner, 'select id from messages where client_id = $1 and id = $2', [
      world.clientId,
      message.message_id,
    ]);
    expect(sent).toHaveLength(1);
  });

  it('send a template with its values to a number without a conversation', async () => {
    const { call } = await assistant();
    const { data } = await call<{ data: { id: string; name: string; status: string }[] }>('list_templates', {
      status: 'ACTIVE',
      limit: 100,
    });
    const template_id = data.data.find(({ name }) => name === 'order_ready')?.id;
    const template = await call<{ variables: { key: string }[] }>('get_template', { template_id });
    expect(template.data.variables.length).toBeGreaterThan(0);
    const values = Object.fromEntries(template.data.variables.map(({ key }) => [key, 'Tuesday']));
    const given = { to: `+${freshPhone()}`, channel_id: world.channelId, template_id };
    const sent = await call('send_template', { ...given, values });
    expect(sent.words).toContain('Tuesday');
    expect(sent).toMatchObject({ refused: false, data: { type: 'template' } });
    expect(sent.words).toContain('Tuesday');
    expect(await call('send_template', given)).toMatchObject({ refused: true });
  });

  it('change conversations and contacts', async () => {
    const thread = await customerWrites(world);
    const { call } = await assistant();
    expect(await call('update_conversation', { conversation_id: thread.id, state: 'DONE' })).toMatchObject({
      data: { state: 'DONE' },
    });
    const made = await call<{ id: string }>('create_contact', { phone_number: `+${freshPhone()}`, name: 'Vera' });
    expect(made.refused).toBe(false);
    await call('update_contact', { contact_id: made.data.id, name: 'Vera Fox' });
    expect(await call('get_contact', { contact_id: made.data.id })).toMatchObject({ data: { name: 'Vera Fox' } });
  });
});

describe('refusals', () => {
  it('are the API’s own words, and change nothing', async () => {
    const { call } = await assistant();
    expect(await call('get_conversation', { conversation_id: newId() })).toMatchObject({ refused: true });
    expect(await call('send_message', { text: 'Hello' })).toMatchObject({
      refused: true,
      words: 'Give a conversation_id, or both to and channel_id.',
    });
    expect(await call('create_contact', { phone_number: 'nonsense' })).toMatchObject({
      refused: true,
      words: expect.stringContaining('phone_number'),
    });
  });

  it('need a valid API key, not a member’s token', async () => {
    const none = await post({});
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="/);
    expect((await post({ authorization: 'Bearer wa_live_nonsense' })).status).toBe(401);
    expect((await post({ authorization: `Bearer ${world.token}` })).status).toBe(403);
  });

  it('end with the key, and keep to its addresses', async () => {
    const { id, key } = await keyWith(['contacts:read']);
    expect((await post({ authorization: `Bearer ${key}` })).status).toBe(200);
    await world.api('DELETE /api/api-keys/{id}', { params: { id } });
    expect((await post({ authorization: `Bearer ${key}` })).status).toBe(401);
    const limited = await keyWith(['contacts:read'], { allowed_addresses: ['203.0.113.0/24'] });
    expect((await post({ authorization: `Bearer ${limited.key}` })).status).toBe(403);
  });

  it('of nonsense are answers of the protocol', async () => {
    const { key } = await keyWith(['contacts:read']);
    const authorization = `Bearer ${key}`;
    expect((await post({ authorization }, '{')).status).toBe(400);
    expect((await post({ authorization }, { hello: 1 })).status).toBe(400);
    const get = await fetch(`${world.server.url}/mcp`, { headers: { authorization } });
    expect(get.status).toBe(405);
  });

  it('hide other accounts’ rows', async () => {
    const thread = await customerWrites(world);
    const other = await testWorld();
    const made = await other.api('POST /api/api-keys', { body: { name: 'Spy', scopes: everything } });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${other.server.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${made.body.key}` } },
      }),
    );
    const answer = await client.callTool({ name: 'get_conversation', arguments: { conversation_id: thread.id } });
    expect(answer.isError).toBe(true);
    await other.close();
  });
});

it('calls of tools are in the key’s request log, and counted', async () => {
  const counted = async () => (await world.api('GET /api/integrations', {})).body.api.assistant_requests_24h;
  const before = await counted();
  const { id, key } = await keyWith(['contacts:read']);
  const client = await connect(key);
  await client.callTool({ name: 'list_contacts', arguments: {} });
  await vi.waitFor(
    async () => {
      const { data } = (await world.api('GET /api/api-key-requests', { query: { key_id: id } })).body;
      expect(data).toMatchObject([{ route: 'GET /api/contacts', status: 200, assistant: true }]);
    },
    { timeout: 40_000, interval: 100 },
  );
  expect(await counted()).toBeGreaterThan(before);
  // The mark is known to the server alone.
  const headers = { authorization: `Bearer ${key}`, 'x-assistant-call': 'true' };
  await fetch(`${world.server.url}/api/contacts`, { headers });
  await vi.waitFor(
    async () => {
      const { data } = (await world.api('GET /api/api-key-requests', { query: { key_id: id } })).body;
      expect(data.map(({ assistant: through }) => through)).toEqual([false, true]);
    },
    { timeout: 40_000, interval: 100 },
  );
});

it('calls of the protocol itself are limited by key as well', async () => {
  const slow = await testWorld({ env: { CALLS_PER_SECOND: '1' } });
  const { key } = (await slow.api('POST /api/api-keys', { body: { name: 'Assistant', scopes: everything } })).body;
  const list = () =>
    fetch(`${slow.server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await list()).status);
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(statuses).toContain(429);
  await slow.close();
});

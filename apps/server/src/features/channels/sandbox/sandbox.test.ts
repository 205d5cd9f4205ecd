import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { openCredentials } from '../credentials.ts';

describe('the sandbox of a new account', () => {
  let world: World;
  beforeAll(async () => {
    world = await testWorld();
  });
  afterAll(() => world.close());

  test('its first phone writes, the team answers, the phone reads', async () => {
    const sandbox = await world.api('GET /api/sandbox');
    expect(sandbox.status).toBe(200);
    const [phone] = sandbox.body.phones;
    expect(phone?.name).toBe('Layla Haddad');
    const phone_id = phone?.id ?? '';
    const started = await world.api('GET /api/sandbox/phones/{phone_id}/updates', {
      params: { phone_id },
      query: { timeout: 0 },
    });
    const written = await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: { phone_id },
      body: { type: 'text', text: { body: 'Hello' } },
    });
    expect(written.status).toBe(201);
    const thread = await until(async () =>
      (await world.api('GET /api/threads')).body.data.find((row) => row.channel_id === sandbox.body.channel.id),
    );
    const sent = await world.api('POST /api/messages', {
      body: {
        channel_id: thread.channel_id,
        thread_id: thread.id,
        source: 'INBOX',
        type: 'text',
        text: { body: 'Good morning' },
      },
    });
    expect(sent.status).toBe(201);
    await until(
      async () => (await world.api('GET /api/messages/{id}', { params: { id: sent.body.id } })).body.status === 2,
    );
    await world.api('POST /api/sandbox/phones/{phone_id}/read', { params: { phone_id } });
    await until(
      async () => (await world.api('GET /api/messages/{id}', { params: { id: sent.body.id } })).body.status === 3,
    );

    await world.api('POST /api/threads/{id}/read', { params: { id: thread.id } });
    const updates = await until(async () => {
      const { body } = await world.api('GET /api/sandbox/phones/{phone_id}/updates', {
        params: { phone_id },
        query: { cursor: started.body.cursor, timeout: 1 },
      });
      return body.messages.some((message) => message.direction === 'from_customer' && message.status === 3)
        ? body
        : null;
    });
    expect(updates.messages.map((message) => message.content['body'])).toEqual(
      expect.arrayContaining(['Hello', 'Good morning']),
    );
  });

  test('the simulator accepts the sandbox’s own token and no other', async () => {
    const call = (token: string) =>
      fetch(`${world.server.url}/simulator/control/account`, { headers: { authorization: `Bearer ${token}` } });
    const { rows } = await world.server.owner.query<{ id: string; credentials_enc: Buffer }>(
      'select id, credentials_enc from channels where client_id = $1 and sandbox',
      [world.clientId],
    );
    const [channel] = rows;
    if (channel === undefined) throw new Error('no sandbox channel');
    const { access_token: token } = openCredentials(
      world.server.platform.secrets,
      world.clientId,
      channel.id,
      channel.credentials_enc,
    );
    const known = await call(token);
    expect(known.status).toBe(200);
    expect(((await known.json()) as { phone_number_id: string }).phone_number_id).toMatch(/^\d+$/);
    const changed = token.at(-2) === 'x' ? 'y' : 'x';
    expect((await call(`${token.slice(0, -2)}${changed}${token.slice(-1)}`)).status).toBe(401);
    expect((await call(`sandbox.${crypto.randomUUID()}.abc`)).status).toBe(401);
    expect((await call(world.token)).status).toBe(401);
    const graph = await fetch(`${world.server.url}/simulator/v26.0/1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(graph.status).toBe(400);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Adapter } from '../../../../../../examples/session-adapter/adapter.ts';
import { findSignatureProblem } from '../../../platform/http/signed-call.ts';
import { signedHeaders } from '../../../platform/outbound/sign-webhook.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const customer = { phone_number: '+491510000001', name: 'Ada' };

let world: World;
let adapter: Adapter;
let adapterUrl: string;
let channelId: string;

beforeAll(async () => {
  // Private addresses are refused; the operator of this installation allows the one of the example.
  const probe = new Adapter({ parleyUrl: '', secret });
  adapterUrl = await probe.start();
  const port = Number(new URL(adapterUrl).port);
  await probe.stop();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  adapter = new Adapter({ parleyUrl: world.server.url, secret, port });
  await adapter.start();
  const made = await world.api('POST /api/channels', {
    body: {
      kind: 'SESSION',
      channel_label: 'Our own line',
      phone_number: '+442079460200',
      adapter_url: adapterUrl,
      signing_secret: secret,
    },
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    kind: 'SESSION',
    waba_id: '',
    verified: true,
    adapter_url: adapterUrl,
    checks: [{ name: 'adapter', state: 'ok', fix: null }],
  });
  expect(JSON.stringify(made.body)).not.toContain(secret.slice(8, 20));
  channelId = made.body.id;
  adapter.channelId = channelId;
});
afterAll(async () => {
  await adapter.stop();
  await world.close();
});

const threadOf = (phone: string) =>
  until(async () =>
    (await world.api('GET /api/threads')).body.data.find(
      (row) => row.channel_id === channelId && row.contact.phone_number === phone,
    ),
  );
const send = (threadId: string, body: string) =>
  world.api('POST /api/messages', {
    body: { channel_id: channelId, thread_id: threadId, source: 'INBOX', type: 'text', text: { body } },
  });
const messageOf = async (id: string) => (await world.api('GET /api/messages/{id}', { params: { id } })).body;

describe('a channel of the open protocol', () => {
  test('a customer writes, the team answers and reads, statuses and repetitions find their rows', async () => {
    expect(await adapter.write(customer, 'Hello', 'in-1')).toBe(200);
    // The same again, as after an answer that got lost.
    expect(await adapter.write(customer, 'Hello', 'in-1')).toBe(200);
    const thread = await threadOf('491510000001');
    expect(thread.contact.name).toBe('Ada');
    const messages = await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } });
    expect(messages.body.data.map((row) => [row.direction, row.text?.body, row.provider_message_id])).toEqual([
      ['INCOMING', 'Hello', 'in-1'],
    ]);

    const sent = await send(thread.id, 'Good morning');
    expect(sent.status).toBe(201);
    const accepted = await until(async () => {
      const row = await messageOf(sent.body.id);
      return row.send_state === 'accepted' ? row : null;
    });
    expect(adapter.taken.get(sent.body.id)).toMatchObject({
      id: sent.body.id,
      channel_id: channelId,
      to: { phone_number: '+491510000001' },
      type: 'text',
      text: { body: 'Good morning', preview_url: false },
      providerId: accepted.provider_message_id,
    });
    await adapter.tell(sent.body.id, 'delivered');
    await adapter.tell(sent.body.id, 'read');
    await adapter.tell(sent.body.id, 'delivered');
    await until(async () => (await messageOf(sent.body.id)).status === 3);

    await world.api('POST /api/threads/{id}/read', { params: { id: thread.id } });
    await until(async () => adapter.read.includes('in-1'));
  });

  test('there is no reply window: first messages and late answers are sent as text', async () => {
    const first = await world.api('POST /api/messages', {
      body: { channel_id: channelId, to: '+491510000009', source: 'COMPOSE', type: 'text', text: { body: 'Hi' } },
    });
    expect(first.status).toBe(201);
    await until(async () => adapter.taken.has(first.body.id));
    await until(async () => (await messageOf(first.body.id)).status === 1);
  });

  test('a refusal contains the adapter’s message', async () => {
    const thread = await threadOf('491510000001');
    adapter.trouble = ({ type }) =>
      type === 'message.send'
        ? { status: 422, body: { error: { message: 'No such person', next_step: 'Check the number.' } } }
        : null;
    const sent = await send(thread.id, 'Anyone?');
    const failed = await until(async () => {
      const row = await messageOf(sent.body.id);
      return row.status === -1 ? row : null;
    });
    adapter.trouble = null;
    expect(failed.error).toMatchObject({ message: 'No such person', next_step: 'Check the number.' });
  });

  test('a call that was certainly not accepted is retried automatically', async () => {
    const thread = await threadOf('491510000001');
    let refusals = 0;
    adapter.trouble = ({ type }) =>
      type === 'message.send' && refusals++ === 0
        ? { status: 503, body: { error: { message: 'The line is busy', retry: true } } }
        : null;
    const sent = await send(thread.id, 'Again');
    await until(async () => (await messageOf(sent.body.id)).send_state === 'accepted');
    adapter.trouble = null;
    expect(refusals).toBeGreaterThan(1);
  });

  test('a call that may have been accepted is unknown, and a status with our id settles it', async () => {
    const thread = await threadOf('491510000001');
    adapter.trouble = ({ type }) => (type === 'message.send' ? 'hang up' : null);
    const sent = await send(thread.id, 'Did you get this?');
    await until(async () => (await messageOf(sent.body.id)).send_state === 'unknown');
    adapter.trouble = null;
    expect(await adapter.deliver({ statuses: [{ message_id: sent.body.id, status: 'delivered', timestamp: 0 }] })).toBe(
      200,
    );
    await until(async () => (await messageOf(sent.body.id)).status === 2);
  });

  test('without the right signature and time nothing is accepted, and other channels cannot be named', async () => {
    const stranger = new Adapter({
      parleyUrl: world.server.url,
      secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
    });
    stranger.channelId = channelId;
    expect(await stranger.write(customer, 'Forged')).toBe(401);
    stranger.channelId = world.channelId;
    expect(await stranger.write(customer, 'Forged')).toBe(404);
    const body = Buffer.from('{"messages":[]}');
    const old = signedHeaders(secret, 'x', body, Date.now() - 400_000);
    const delayed = await fetch(`${world.server.url}/webhooks/session/${channelId}`, {
      method: 'POST',
      headers: old,
      body,
    });
    expect(delayed.status).toBe(401);
    expect(await adapter.deliver({ hello: true })).toBe(422);
  });

  test('a private address is refused unless the operator allows it, a redirect is never followed', async () => {
    const refused = [
      'http://127.0.0.1:9/x',
      'http://[::1]:80/',
      'http://10.1.2.3/',
      'http://localhost/x',
      '//example.com/x',
    ];
    for (const adapter_url of refused) {
      const made = await world.api('POST /api/channels', {
        body: {
          kind: 'SESSION',
          channel_label: 'X',
          phone_number: '+442079460201',
          adapter_url,
          signing_secret: secret,
        },
      });
      expect([adapter_url, made.status]).toEqual([adapter_url, 422]);
      expect(made.body).toMatchObject({ error: { data: [{ field: 'adapter_url' }] } });
    }
    adapter.trouble = () => ({ status: 302, body: {} });
    const thread = await threadOf('491510000001');
    const sent = await send(thread.id, 'Where to?');
    await until(async () => {
      const { body } = await world.api('GET /api/channels');
      return body.data.find((row) => row.id === channelId)?.state === 'PAUSED';
    });
    adapter.trouble = null;
    await world.api('PUT /api/channels/{id}', { params: { id: channelId }, body: { state: 'ACTIVE' } });
    await until(async () => (await messageOf(sent.body.id)).send_state === 'accepted');
  });
});

test('signatures are checked against every valid secret', () => {
  const body = Buffer.from('{}');
  const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const headers = signedHeaders(secret, 'id', body, 1_000_000);
  const parts = {
    id: 'id',
    timestamp: headers['webhook-timestamp'] ?? '',
    signature: headers['webhook-signature'] ?? '',
    body,
  };
  expect(findSignatureProblem(parts, [other, secret], 1_000_000)).toBeNull();
  expect(findSignatureProblem(parts, [other], 1_000_000)).toBe('signature');
  expect(findSignatureProblem({ ...parts, body: Buffer.from('{ }') }, [secret], 1_000_000)).toBe('signature');
  expect(findSignatureProblem(parts, [secret], 1_400_000)).toBe('clock');
});

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixtureIds } from '@parley/whatsapp-fixtures';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { customerWrites, getMessage, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { nowS, testWorld, until, type World } from '../../testing/world.ts';

/*
 * What goes wrong between a number and us, through the whole product. Redirecting and private media addresses are in
 * media/faults.slow.test.ts and session/files.test.ts, clocks and what the doctor says of all this in
 * doctor/faults.test.ts, clocks of adapters in session.test.ts, rotation in manage.test.ts.
 */

let world: World;
let between: Server;
/** Answers the next send in WhatsApp's place. */
let instead: { status: number; body: object } | null = null;
beforeAll(async () => {
  world = await testWorld({
    async between(provider) {
      between = createServer((request, response) => void pass(provider, request, response));
      await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    },
  });
});
afterAll(async () => {
  await world.close();
  between.closeAllConnections();
  between.close();
});
afterEach(() => world.phone('DELETE', '/faults'));

async function pass(provider: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (instead !== null && request.method === 'POST' && request.url?.endsWith('/messages')) {
    const { status, body } = instead;
    instead = null;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const answer = await fetch(`${provider}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization, 'content-type': type },
    ...(hasBody ? { body: new Uint8Array(Buffer.concat(chunks)) } : {}),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

const check = async (body: object) => (await world.api('POST /api/channels/check', { body })).body.fields;
async function failed(): Promise<NonNullable<Awaited<ReturnType<typeof getMessage>>['error']>> {
  const thread = await customerWrites(world);
  const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Hello') });
  const { error } = await until(async () => {
    const message = await getMessage(world, sent.body.id);
    return message.status === -1 ? message : null;
  });
  if (error === undefined) throw new Error('failed without a reason');
  return error;
}

test('an expired token: the form says so', async () => {
  await world.phone('POST', '/faults', { token_expired: true });
  const typed = { access_token: 'EAA-token-of-the-test-channel' };
  expect((await check(typed)).find(({ field }) => field === 'access_token')).toMatchObject({ state: 'failed' });
});

test('a revoked permission: the channel pauses with what to do, and the message leaves when it is back', async () => {
  await world.phone('POST', '/faults', { missing_permissions: ['whatsapp_business_messaging'] });
  const thread = await customerWrites(world);
  const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Hello') });
  const channel = async () => {
    const { body } = await world.api('GET /api/channels');
    return body.data.find(({ id }) => id === world.channelId);
  };
  await until(async () => (await channel())?.state === 'PAUSED');
  expect((await channel())?.state_reason).toContain('permission');
  await world.phone('DELETE', '/faults');
  const back = { params: { id: world.channelId }, body: { state: 'ACTIVE' as const } };
  expect((await world.api('PUT /api/channels/{id}', back)).status).toBe(200);
  await until(async () => (await getMessage(world, sent.body.id)).status >= 1);
});

test('error_data as a string: its text is stored, the message fails with ours', async () => {
  instead = {
    status: 400,
    body: { error: { message: '(#131009) Parameter', code: 131_009, error_data: 'as a string', fbtrace_id: 'x' } },
  };
  expect(await failed()).toMatchObject({ code: 'whatsapp_131009', next_step: expect.stringMatching(/\S/) });
});

test('a response whose error is not an object is unknown, with a message', async () => {
  instead = { status: 400, body: { error: 'no' } };
  expect(await failed()).toMatchObject({
    message: expect.stringMatching(/\S/),
    next_step: expect.stringMatching(/\S/),
  });
});

test('ids above 2^53 are preserved, as text or as bare numbers', async () => {
  const { wabaId, phoneNumberId } = fixtureIds;
  const bare = '12345678901234567891';
  const from = freshPhone();
  const message = `{"id":${bare},"from":"${from}","timestamp":"${nowS()}","type":"text","text":{"body":"Large"}}`;
  const metadata = `{"display_phone_number":"1","phone_number_id":"${phoneNumberId}"}`;
  const value = `{"messaging_product":"whatsapp","metadata":${metadata},"messages":[${message}]}`;
  const changes = `[{"field":"messages","value":${value}}]`;
  const body = Buffer.from(`{"object":"whatsapp_business_account","entry":[{"id":"${wabaId}","changes":${changes}}]}`);
  const signature = `sha256=${createHmac('sha256', world.appSecret).update(body).digest('hex')}`;
  expect((await world.postWebhook(body, signature)).status).toBe(200);
  const found = await until(async () => {
    const { rows } = await world.server.owner.query('select id from messages where provider_message_id = $1', [bare]);
    return rows[0];
  });
  expect((await getMessage(world, found.id)).text?.body).toBe('Large');

  const long = '98765432109876543210';
  const made = await world.api('POST /api/channels', {
    body: {
      kind: 'WHATSAPP',
      channel_label: 'Long ids',
      phone_number: '+442079460333',
      phone_number_id: long,
      waba_id: `${long}1`,
      access_token: 'EAA-of-nobody',
      app_secret: 'secret-of-nobody',
      verify_token: 'verify-of-nobody',
    },
  });
  expect(made.body).toMatchObject({ phone_number_id: long, waba_id: `${long}1`, verified: false });
  const asNumber = await world.api('POST /api/channels/check', { body: { phone_number_id: Number(long) } as never });
  expect(asNumber).toMatchObject({ status: 422, body: { error: { data: [{ field: 'phone_number_id' }] } } });
});

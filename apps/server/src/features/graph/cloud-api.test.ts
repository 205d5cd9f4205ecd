// @module-tag data
import type { Scope } from '@parley/contract/types';
import { fixtureIds } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { bodyOf, type CloudApiProgram, startCloudApiProgram } from '../../testing/cloud-api-program.ts';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

const { phoneNumberId, wabaId, displayPhoneNumber } = fixtureIds;
let bot: CloudApiProgram;
let world: World;
let key: string;

beforeAll(async () => {
  bot = await startCloudApiProgram();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: bot.host } });
  key = await keyWith(['messages:read', 'messages:write', 'threads:write']);
  const made = await world.api('POST /api/webhooks', { body: webhookBody() });
  bot.secret = (made.body as { secret: string }).secret;
});
afterAll(async () => {
  await world.close();
  bot.close();
});

const webhookBody = (more: object = {}) => ({
  url: bot.url,
  events: ['message.received', 'message.sent', 'message.status'] as ('message.received' | 'message.status')[],
  format: 'cloud_api' as const,
  verify_token: bot.verifyToken,
  ...more,
});

async function keyWith(scopes: Scope[], more: object = {}): Promise<string> {
  const made = await world.api('POST /api/api-keys', { body: { name: 'Bot', scopes, ...more } });
  return (made.body as { key: string }).key;
}

type Answer = { status: number; headers: Headers; body: Record<string, never> & { messages?: { id: string }[] } };

async function graph(method: string, path: string, body?: object, token = key): Promise<Answer> {
  const answer = await fetch(`${world.server.url}/graph/v25.0/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify({ messaging_product: 'whatsapp', ...body }) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
}
const post = (body: object, token?: string) => graph('POST', `${phoneNumberId}/messages`, body, token);
const text = (to: string, body = 'From the bot') => ({ to, type: 'text', text: { body } });

test('a program answers in a group as WhatsApp takes it: texts, no buttons, and only in one that the number is in', async () => {
  const members = [freshPhone(), freshPhone()];
  for (const phone of members) await world.phone('POST', '/phones', { phone_number: `+${phone}`, name: 'Rider' });
  const { id: group } = await world.phone<{ id: string }>('POST', '/groups', { subject: 'Saturday ride', members });
  const words = `Nine? ${newId()}`;
  await world.phone('POST', `/phones/${group}/messages`, { type: 'text', text: { body: words }, as: members[0] });
  const heard = await bot.untilTold('messages', (one) => bodyOf(one) === words);
  expect(heard).toMatchObject({ from: members[0], group_id: group });
  const inGroup = { recipient_type: 'group', to: group };
  const answered = await post({ ...inGroup, type: 'text', text: { body: 'At the bridge' } });
  expect(answered).toMatchObject({ status: 200, body: { contacts: [{ input: group }] } });
  const reply = { type: 'reply', reply: { id: '1', title: 'Yes' } };
  const interactive = { type: 'button', body: { text: 'Coming?' }, action: { buttons: [reply] } };
  const refused = await post({ ...inGroup, type: 'interactive', interactive });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toMatch(/group/i);
  const elsewhere = await post({ ...inGroup, to: 'Y2FwaV9ncm91cDpub25l', type: 'text', text: { body: 'Anyone?' } });
  expect(elsewhere.status).toBe(400);
  expect(JSON.stringify(elsewhere.body)).toContain('group that this number is in');
});

describe('a program behind Parley', () => {
  test('gets a customer’s message in WhatsApp’s shape, answers it, and is told the statuses under the id of the answer', async () => {
    const from = freshPhone();
    const words = `Olá 👋 ${newId()}`;
    const thread = await customerWrites(world, from, words);
    const message = await bot.untilTold('messages', (one) => bodyOf(one) === words);
    const stored = await getMessage(world, thread.last_message_id ?? '');
    expect(message).toMatchObject({ from, id: stored.provider_message_id, type: 'text', field: 'messages' });
    expect(message['timestamp']).toMatch(/^\d{10}$/);
    const change = bot.changes.find(({ value }) => value['messages']?.some((one) => bodyOf(one) === words));
    expect(change?.value).toMatchObject({
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId },
      contacts: [{ profile: { name: 'Amara Okafor' }, wa_id: from }],
    });
    const sent = await post({ ...text(from), context: { message_id: message['id'] } });
    expect(sent).toMatchObject({
      status: 200,
      body: { messaging_product: 'whatsapp', contacts: [{ input: from, wa_id: from }], messages: [{}] },
    });
    const id = sent.body.messages?.[0]?.id ?? '';
    for (const status of ['sent', 'delivered']) {
      expect(await bot.untilTold('statuses', (one) => one['id'] === id && one['status'] === status)).toMatchObject({
        recipient_id: from,
        timestamp: expect.stringMatching(/^\d{10}$/),
      });
    }
    const { data } = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body;
    expect(data[0]).toMatchObject({ source: 'API', context: { message_id: thread.last_message_id } });
    expect(bot.signed).toBe(true);
  });

  test('may quote and react under both kinds of ids, and mark as read', async () => {
    const from = freshPhone();
    const thread = await customerWrites(world, from);
    const incoming = (await getMessage(world, thread.last_message_id ?? '')).provider_message_id;
    const first = (await post(text(from))).body.messages?.[0]?.id;
    for (const message_id of [incoming, first]) {
      expect((await post({ ...text(from, 'Quoting'), context: { message_id } })).status).toBe(200);
    }
    const reaction = { to: from, type: 'reaction', reaction: { message_id: incoming, emoji: '👍' } };
    expect((await post(reaction)).status).toBe(200);
    expect((await post({ status: 'read', message_id: incoming })).body).toEqual({ success: true });
    expect(await post({ status: 'read', message_id: 'wamid.unknown' })).toMatchObject({
      status: 400,
      body: { error: { code: 131_009, type: 'OAuthException', fbtrace_id: expect.any(String) } },
    });
  });

  test('sends what looks like a variable as it stands', async () => {
    const from = freshPhone();
    const thread = await customerWrites(world, from);
    await post(text(from, 'Hello {{NAME}}, {{code}}'));
    const { data } = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body;
    expect(data[0]?.text?.body).toBe('Hello {{NAME}}, {{code}}');
  });

  test('the same Idempotency-Key sends once', async () => {
    const from = freshPhone();
    await customerWrites(world, from);
    const once = () =>
      fetch(`${world.server.url}/graph/v25.0/${phoneNumberId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'answer-1' },
        body: JSON.stringify({ messaging_product: 'whatsapp', ...text(from) }),
      }).then((answer) => answer.json() as Promise<Answer['body']>);
    const [one, two] = [await once(), await once()];
    expect(two.messages).toEqual(one.messages);
  });
});

describe('a member who answers', () => {
  test('has the conversation: the program listens and is refused, until it is done', async () => {
    const from = freshPhone();
    const thread = await customerWrites(world, from);
    const mine = `From a member ${newId()}`;
    await world.api('POST /api/messages', { body: textBody(thread, mine) });
    expect(await bot.untilTold('message_echoes', (one) => bodyOf(one) === mine)).toMatchObject({
      field: 'smb_message_echoes',
      from: displayPhoneNumber,
      to: from,
    });
    const words = `Thanks ${newId()}`;
    await customerWrites(world, from, words);
    expect(await bot.untilTold('messages', (one) => bodyOf(one) === words)).toMatchObject({ field: 'standby' });
    expect(await post(text(from))).toMatchObject({
      status: 403,
      body: { error: { code: 131_005, error_data: { details: expect.stringContaining('A member of the team') } } },
    });
    await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } });
    expect((await post(text(from))).status).toBe(200);
  });
});

describe('a form that is not whole is refused, and the connection goes on', () => {
  const head =
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
  const field = '--edge\r\nContent-Disposition: form-data; name="type"\r\n\r\na/b\r\n';
  test.each([
    ['cut off in its file', `${head}%PDF-1.4`],
    ['cut off in its head', head.slice(0, 40)],
    ['without a file', `${field}--edge--\r\n`],
    ['without an edge', 'abc'],
    ['with a file of no bytes', `${head}\r\n--edge--\r\n`],
    ['with a file that may not be sent', `${head}${'MZ'.repeat(200_000)}\r\n--edge--\r\n`],
  ])('%s', async (_name, body) => {
    const answer = await fetch(`${world.server.url}/graph/v25.0/${phoneNumberId}/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=edge' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } });
    expect((await post({ ...text(freshPhone()), type: 'wrong' })).status).toBe(400);
  });
});

describe('refusals have Meta’s form and code', () => {
  const refused = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    const { error } = body as unknown as { error: { code: number; type: string; message: string } };
    expect(error.type).toBe('OAuthException');
    expect(error.message).toContain(`(#${error.code})`);
    return [status, error.code];
  };

  test.each([
    ['a token that is none', () => post(text(freshPhone()), 'wa_live_none'), [401, 190]],
    ['a key without the scope', async () => post(text(freshPhone()), await keyWith(['contacts:read'])), [403, 10]],
    ['another number', () => graph('POST', '999/messages', text(freshPhone())), [400, 100]],
    ['a closed window', () => post(text(freshPhone())), [400, 131_047]],
    ['no recipient', () => post({ type: 'text', text: { body: 'Hi' } }), [400, 131_008]],
    ['no product', () => post({ ...text(freshPhone()), messaging_product: undefined }), [400, 131_008]],
    ['an unknown type', () => post({ to: freshPhone(), type: 'poem', poem: {} }), [400, 131_051]],
    ['too long a text', () => post(text(freshPhone(), 'a'.repeat(4_097))), [400, 100]],
    [
      'an unknown template',
      () => post({ to: freshPhone(), type: 'template', template: { name: 'nothing', language: { code: 'en' } } }),
      [404, 132_001],
    ],
    [
      'a file of a private network',
      () => post({ to: freshPhone(), type: 'image', image: { link: 'http://169.254.169.254/a.png' } }),
      [400, 131_053],
    ],
    ['an unknown edge', () => graph('GET', `${phoneNumberId}/nothing`), [400, 100]],
    ['an unknown file', () => graph('GET', newId()), [400, 100]],
    ['another address for webhooks', () => graph('POST', phoneNumberId, { webhook_configuration: {} }), [403, 10]],
  ] as const)('%s', async (_name, call, wanted) => {
    expect(await refused(call() as Promise<Answer>)).toEqual(wanted);
  });

  test('are in the words of the program: no sign-in, and none of our fields', async () => {
    const detailsOf = async (call: Promise<Answer>) =>
      (await call).body['error'] as unknown as { error_data: { details: string } };
    const wrongKey = await detailsOf(post(text(freshPhone()), 'wa_live_none'));
    expect(wrongKey.error_data.details).toContain('API key');
    const noFile = await detailsOf(post({ to: freshPhone(), type: 'image', image: { id: newId() } }));
    expect(noFile.error_data.details).not.toMatch(/media_id|thread_id|channel_id/);
  });

  test('a key of other channels knows no number', async () => {
    const other = await world.api('GET /api/channels');
    const sandbox = other.body.data.find(({ sandbox }) => sandbox)?.id ?? '';
    const restricted = await keyWith(['messages:write'], { channel_ids: [sandbox] });
    expect(await refused(post(text(freshPhone()), restricted))).toEqual([400, 100]);
  });

  test('the address of WhatsApp’s webhooks stays Parley’s', async () => {
    const manager = await keyWith(['channels:read', 'channels:write']);
    const body = { webhook_configuration: { override_callback_uri: 'https://elsewhere.example' } };
    expect(await refused(graph('POST', phoneNumberId, body, manager))).toEqual([400, 100]);
    const subscribed = graph(
      'POST',
      `${wabaId}/subscribed_apps`,
      { override_callback_uri: 'https://x.example' },
      manager,
    );
    expect(await refused(subscribed)).toEqual([400, 100]);
  });
});

describe('a webhook in WhatsApp’s format', () => {
  const create = (more: object) => world.api('POST /api/webhooks', { body: webhookBody(more) as never });

  test('is confirmed by its address, as Meta’s are', async () => {
    expect(await create({ verify_token: 'another' })).toMatchObject({
      status: 422,
      body: { error: { data: [{ field: 'verify_token', msg: expect.stringContaining('refused') }] } },
    });
    expect(await create({ verify_token: undefined })).toMatchObject({
      body: { error: { data: [{ field: 'verify_token' }] } },
    });
    expect(await create({ url: `http://${bot.host.replace(/\d+$/, '1')}/` })).toMatchObject({ status: 422 });
  });

  test('has events of messages alone', async () => {
    expect(await create({ events: ['message.received', 'contact.changed'] })).toMatchObject({
      status: 422,
      body: { error: { data: [{ field: 'events', msg: expect.stringContaining('contact.changed') }] } },
    });
  });

  test('tells each thing once, whatever else changes at the message', async () => {
    const from = freshPhone();
    const words = `Once ${newId()}`;
    const thread = await customerWrites(world, from, words);
    const id = thread.last_message_id ?? '';
    await bot.untilTold('messages', (one) => bodyOf(one) === words);
    await world.api('PUT /api/messages/{id}/star', { params: { id }, body: { starred: true } });
    const after = `After ${newId()}`;
    await customerWrites(world, from, after);
    await bot.untilTold('messages', (one) => bodyOf(one) === after);
    expect(bot.told('messages').filter((one) => bodyOf(one) === words)).toHaveLength(1);
    const rows = await queryAsOwner<{ n: number }>(
      world.server.owner,
      'select count(*)::int as n from webhook_deliveries where client_id = $1 and row_id = $2',
      [world.clientId, id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

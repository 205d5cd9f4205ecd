import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page, TrafficEntry } from './control-types.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import {
  type Answer,
  accountAt,
  accountInput,
  call,
  eventually,
  type SimulatorProcess,
  startProcess,
  type TestAccount,
} from './testing/sandbox.ts';

let simulator: SimulatorProcess;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  simulator = await startProcess([]);
  const input = accountInput(1, null);
  receiver = createReceiver(input.app_secret, input.verify_token ?? '');
  await receiver.listen();
  await simulator.putAccount('106540352242922001', { ...input, webhook_url: receiver.url });
  account = accountAt(simulator.url, '106540352242922001', input);
});

afterAll(async () => {
  await simulator.end();
  await receiver.close();
});

const idOf = (answer: Answer) => (answer.body.messages as { id: string }[])[0]?.id ?? '';
const statusesOf = (wamid: string) =>
  receiver.events.filter((got) => got.kind === 'statuses' && got.element.id === wamid).map((got) => got.element.status);

test('a customer writes, the business answers, and both see their ticks', async () => {
  const ana = '351910000001';
  await account.control('POST', 'phones', { phone_number: `+${ana}`, name: 'Ana', username: 'ana.k' });
  const written = await account.control('POST', `phones/${ana}/messages`, {
    id: 'm1',
    type: 'text',
    text: { body: 'Olá 👋 a/b' },
  });
  expect(written.status).toBe(201);
  const inbound = await eventually('the message arrives', () => receiver.events.find((got) => got.kind === 'messages'));
  expect(inbound.element).toMatchObject({ from: ana, id: written.body.id, type: 'text', text: { body: 'Olá 👋 a/b' } });
  expect(inbound.element.timestamp).toMatch(/^\d{10}$/);
  const userId = String(inbound.element.from_user_id);
  expect(inbound.value).toMatchObject({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550000001', phone_number_id: account.id },
    contacts: [{ profile: { name: 'Ana', username: 'ana.k' }, wa_id: ana, user_id: userId }],
  });
  const mine = (await account.messagesOf(ana)).find((message) => message.id === written.body.id);
  expect(mine).toMatchObject({ direction: 'from_customer', caller_id: 'm1', status: 2 });

  expect((await account.send({ status: 'read', message_id: written.body.id })).body).toEqual({ success: true });
  expect((await account.messagesOf(ana))[0]?.status).toBe(3);

  const answer = await account.sendText(`+${ana}`, 'Hello Ana', 'out_1');
  expect(answer).toMatchObject({ status: 200, body: { contacts: [{ input: `+${ana}`, wa_id: ana }] } });
  const wamid = idOf(answer);
  await eventually('delivered', () => statusesOf(wamid).includes('delivered'));
  expect(statusesOf(wamid)).toEqual(['sent', 'delivered']);
  await account.control('PATCH', `phones/${ana}`, { chat_open: true });
  await eventually('read', () => statusesOf(wamid).includes('read'));
  const sent = receiver.events.find((got) => got.element.id === wamid && got.element.status === 'sent');
  expect(sent?.element).toMatchObject({
    recipient_id: ana,
    recipient_user_id: userId,
    biz_opaque_callback_data: 'out_1',
    pricing: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
  });
  expect((await account.messagesOf(ana)).at(-1)).toMatchObject({
    id: wamid,
    direction: 'to_customer',
    content: { body: 'Hello Ana' },
    status: 3,
    opaque: 'out_1',
  });
  expect(receiver.posts.every((post) => post.signatureOk)).toBe(true);
});

test('webhook bytes are escaped ASCII', async () => {
  await account.control('POST', 'phones', { phone_number: '351910000002', name: 'Zoë/𝒜' });
  await account.control('POST', 'phones/351910000002/messages', { type: 'text', text: { body: 'é € 👍 </b>\ud800' } });
  const raw = await eventually('it arrives', () =>
    receiver.posts.map((post) => post.raw.toString('latin1')).find((text) => text.includes('351910000002')),
  );
  expect(raw).toContain('"body":"\\u00e9 \\u20ac \\ud83d\\udc4d <\\/b>\\ud800"');
  expect(raw).toContain('"name":"Zo\\u00eb\\/\\ud835\\udc9c"');
  expect(/^[ -~]*$/.test(raw)).toBe(true);
});

test('a repeated caller id sends once; other content is a conflict', async () => {
  const path = 'phones/351910000002/messages';
  const first = await account.control('POST', path, { id: 'same', type: 'text', text: { body: 'once' } });
  const again = await account.control('POST', path, { id: 'same', type: 'text', text: { body: 'once' } });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.id).toBe(first.body.id);
  const other = await account.control('POST', path, { id: 'same', type: 'text', text: { body: 'twice' } });
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'id_conflict' } } });
});

test('an offline phone receives messages in order when it is back', async () => {
  const phone = '351910000003';
  await account.control('POST', 'phones', { phone_number: phone, online: true });
  await account.control('POST', `phones/${phone}/messages`, { type: 'text', text: { body: 'hi' } });
  await account.control('PATCH', `phones/${phone}`, { online: false });
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) ids.push(idOf(await account.sendText(`+${phone}`, text)));
  await eventually('all are sent', () => ids.every((id) => statusesOf(id).includes('sent')));
  expect((await account.messagesOf(phone)).filter((message) => message.direction === 'to_customer')).toEqual([]);
  expect(statusesOf(ids[0] ?? '')).toEqual(['sent']);
  await account.control('PATCH', `phones/${phone}`, { online: true, reads: 'at_once' });
  await eventually('all are read', () => ids.every((id) => statusesOf(id).includes('read')));
  const got = (await account.messagesOf(phone)).filter((message) => message.direction === 'to_customer');
  expect(got.map((message) => message.id)).toEqual(ids);
});

test('a phone answers automatically, hides its number, and is reached by its user id', async () => {
  const phone = '351910000004';
  const body = { phone_number: phone, hides_number: true, reply_after_ms: 20, reply_text: 'later' };
  const { user_id } = (await account.control('POST', 'phones', body)).body;
  await account.control('POST', `phones/${phone}/messages`, { type: 'text', text: { body: 'open' } });
  const answer = await account.send({ recipient: user_id, type: 'text', text: { body: 'to you' } });
  expect(answer.body.contacts).toEqual([{ input: user_id, user_id }]);
  const reply = await eventually('the reply', () =>
    receiver.events.find((got) => JSON.stringify(got.element).includes('later')),
  );
  expect(reply.element).not.toHaveProperty('from');
  expect(reply.element.from_user_id).toBe(user_id);
  expect(reply.value.contacts).toEqual([{ profile: { name: 'Customer 0004' }, user_id }]);
  const status = receiver.events.find((got) => got.kind === 'statuses' && got.element.id === idOf(answer));
  expect(status?.element).not.toHaveProperty('recipient_id');
});

test('failures that the platform reports later are failed statuses after a 200', async () => {
  const cases: [string, object, number][] = [
    ['351910000010', {}, 131047],
    ['351910000011', { on_whatsapp: false }, 131026],
    ['351910000012', { blocks_us: true }, 131026],
  ];
  for (const [phone, behaviour, code] of cases) {
    await account.control('POST', 'phones', { phone_number: phone, ...behaviour });
    const answer = await account.sendText(`+${phone}`, 'hello');
    expect(answer.status).toBe(200);
    const failed = await eventually(`failed ${code}`, () =>
      receiver.events.find((got) => got.element.id === idOf(answer) && got.element.status === 'failed'),
    );
    expect(failed.element.errors).toMatchObject([
      { code, title: expect.any(String), error_data: { details: expect.any(String) } },
    ]);
    expect(statusesOf(idOf(answer))).toEqual(['failed']);
    expect(await account.messagesOf(phone)).toEqual([]);
  }
});

test('opting out is reported by a webhook, and marketing fails with 131050 while other templates arrive', async () => {
  const phone = '351910000013';
  await account.control('POST', 'phones', { phone_number: phone });
  await account.control('PATCH', `phones/${phone}`, { opted_out: true });
  const stop = await eventually('the preference', () => receiver.events.find((got) => got.kind === 'user_preferences'));
  expect(stop.element).toMatchObject({ wa_id: phone, category: 'marketing_messages', value: 'stop' });
  const header = { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/a.jpg' } }] };
  const components = [header, { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }];
  const offer = { name: 'spring_offer', language: { code: 'en_US' }, components };
  const marketing = await account.send({ to: `+${phone}`, type: 'template', template: offer });
  const greeting = { name: 'hello_world', language: { code: 'en_US' } };
  const utility = await account.send({ to: `+${phone}`, type: 'template', template: greeting });
  expect(utility.body.messages).toMatchObject([{ message_status: 'accepted' }]);
  await eventually('delivered', () => statusesOf(idOf(utility)).includes('delivered'));
  const failed = receiver.events.find((got) => got.element.id === idOf(marketing));
  expect(failed?.element).toMatchObject({ status: 'failed', errors: [{ code: 131050 }] });
  const [seen] = await account.messagesOf(phone);
  expect(seen?.display).toMatchObject({ header: 'Hello from the sandbox', buttons: [] });
});

test('the clock closes the window', async () => {
  const phone = '351910000014';
  await account.control('POST', 'phones', { phone_number: phone });
  await account.control('POST', `phones/${phone}/messages`, { type: 'text', text: { body: 'hi' } });
  const outcome = async () => {
    const id = idOf(await account.sendText(`+${phone}`, 'answer'));
    return eventually('an outcome', () => statusesOf(id)[0]);
  };
  await account.control('POST', 'clock', { offset_ms: 23 * 3600_000 });
  expect(await outcome()).toBe('sent');
  await account.control('POST', 'clock', { offset_ms: 25 * 3600_000 });
  expect(await outcome()).toBe('failed');
  await account.control('POST', 'clock', { offset_ms: 0 });
});

test('a poll waits for new and changed messages', async () => {
  const phone = '351910000015';
  await account.control('POST', 'phones', { phone_number: phone });
  await account.control('POST', `phones/${phone}/messages`, { type: 'text', text: { body: 'hi' } });
  await eventually('second tick', async () => (await account.messagesOf(phone))[0]?.status === 2);
  const first = await account.control('GET', `phones/${phone}/updates`);
  expect(first.body.messages).toHaveLength(1);
  const poll = account.control('GET', `phones/${phone}/updates?cursor=${first.body.cursor}&timeout=20`);
  const id = idOf(await account.sendText(`+${phone}`, 'news'));
  const second = await poll;
  expect(second.body.messages).toMatchObject([{ id, direction: 'to_customer', status: 2 }]);
  const idle = await account.control('GET', `phones/${phone}/updates?cursor=${second.body.cursor}&timeout=0`);
  expect(idle.body).toMatchObject({ messages: [], cursor: second.body.cursor });
  const typing = account.control('GET', `phones/${phone}/updates?cursor=${second.body.cursor}&timeout=20`);
  const [mine] = await account.messagesOf(phone);
  await account.send({ status: 'read', message_id: mine?.id, typing_indicator: { type: 'text' } });
  expect((await typing).body).toMatchObject({ phone: { typing_until: expect.any(String) }, messages: [{ status: 3 }] });
});

test('media: uploaded, resolved, downloaded with the token while the URL is valid, deleted', async () => {
  const bytes = Buffer.alloc(700_000, 'médiä');
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', 'application/pdf');
  form.set('file', new File([bytes], 'a.pdf', { type: 'application/pdf' }));
  const { token } = account.input;
  const headers = { authorization: `Bearer ${token}` };
  const upload = await fetch(`${simulator.url}/v25.0/${account.id}/media`, { method: 'POST', headers, body: form });
  const { id } = (await upload.json()) as { id: string };
  expect(BigInt(id) > 2n ** 53n).toBe(true);
  const resolved = (await account.graph('GET', id)).body;
  expect(resolved).toMatchObject({ id, mime_type: 'application/pdf', file_size: bytes.length });
  const download = () => fetch(String(resolved.url), { headers });
  expect(Buffer.from(await (await download()).arrayBuffer()).equals(bytes)).toBe(true);
  expect((await fetch(String(resolved.url))).status).toBe(401);
  await account.control('POST', 'clock', { offset_ms: 6 * 60_000 });
  expect((await download()).status).toBe(404);
  await account.control('POST', 'clock', { offset_ms: 0 });
  expect((await account.graph('DELETE', id)).body).toEqual({ success: true });
  expect((await account.graph('GET', id)).body).toMatchObject({ error: { code: 100, error_subcode: 33 } });
});

test('a picture from a phone has its id, hash and a link', async () => {
  const phone = '351910000016';
  await account.control('POST', 'phones', { phone_number: phone });
  const image = {
    data: Buffer.from('not really a picture').toString('base64'),
    mime_type: 'image/png',
    caption: 'look',
  };
  await account.control('POST', `phones/${phone}/messages`, { type: 'image', image });
  const got = await eventually('it arrives', () => receiver.events.find((one) => one.element.type === 'image'));
  const content = got.element.image as { id: string; url: string };
  expect(content).toMatchObject({
    mime_type: 'image/png',
    caption: 'look',
    sha256: expect.stringMatching(/^[\w+/]{43}=$/),
  });
  const bytes = await fetch(content.url, { headers: { authorization: `Bearer ${account.input.token}` } });
  expect(await bytes.text()).toBe('not really a picture');
});

const quoted = { message_id: 'wamid.quoted' };
const inboundTypes: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['location', { location: { latitude: 38.7, longitude: -9.1 } }, { location: { latitude: 38.7, longitude: -9.1 } }],
  ['contacts', { contacts: [{ name: { formatted_name: 'Bo' } }] }, { contacts: [{ name: { formatted_name: 'Bo' } }] }],
  ['reaction', { reaction: { message_id: 'wamid.a', emoji: '👍' } }, { reaction: { emoji: '👍' } }],
  [
    'button',
    { button: { text: 'Yes', payload: 'y' }, context: quoted },
    { context: { from: '15550000001', id: 'wamid.quoted' } },
  ],
  [
    'interactive',
    { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'One' } } },
    { interactive: { type: 'list_reply' } },
  ],
  ['unsupported', {}, { errors: [{ code: 131051 }] }],
  ['request_welcome', {}, { type: 'request_welcome' }],
  ['hologram', { hologram: { depth: 9 } }, { hologram: { depth: 9 } }],
];

test.each(inboundTypes)('a phone writes: %s', async (type, content, wanted) => {
  const phone = '351910000017';
  await account.control('POST', 'phones', { phone_number: phone });
  const written = await account.control('POST', `phones/${phone}/messages`, { type, ...content });
  expect(written.status).toBe(201);
  const got = await eventually('it arrives', () => receiver.events.find((one) => one.element.id === written.body.id));
  expect(got.element).toMatchObject({ from: phone, type, ...wanted });
});

test('a system message comes without contacts', async () => {
  const system = { body: 'Ana changed her number', type: 'user_changed_number', wa_id: '351910000099' };
  const written = await account.control('POST', 'phones/351910000017/messages', { type: 'system', system });
  const got = await eventually('it arrives', () => receiver.events.find((one) => one.element.id === written.body.id));
  expect(got.element).toMatchObject({ system });
  expect(got.value).not.toHaveProperty('contacts');
});

test('traffic shows calls and webhooks unchanged, without the token', async () => {
  await account.sendText('+351910000017', 'watch me');
  const { data } = (await account.control('GET', 'traffic?limit=200')).body as unknown as Page<TrafficEntry>;
  const sent = data.findLast((entry) => entry.direction === 'in' && entry.method === 'POST');
  expect(sent).toMatchObject({ status: 200, url: `/simulator/v25.0/${account.id}/messages` });
  expect(sent?.request).toContain('watch me');
  const webhook = data.find((entry) => entry.direction === 'out');
  expect(webhook).toMatchObject({
    status: 200,
    url: receiver.url,
    request: expect.stringContaining('whatsapp_business_account'),
  });
  expect(JSON.stringify(data)).not.toContain(account.input.token);
});

test('subscribing verifies the callback first; unsubscribing ends the webhooks', async () => {
  const { waba_id, verify_token } = account.input;
  const wrong = { override_callback_uri: receiver.url, verify_token: 'wrong' };
  expect((await account.graph('POST', `${waba_id}/subscribed_apps`, wrong)).body).toMatchObject({
    error: { code: 2200 },
  });
  const remote = { override_callback_uri: 'https://example.com/hook', verify_token };
  expect((await account.graph('POST', `${waba_id}/subscribed_apps`, remote)).body).toMatchObject({
    error: { code: 100 },
  });
  const right = { override_callback_uri: receiver.url, verify_token };
  expect((await account.graph('POST', `${waba_id}/subscribed_apps`, right)).body).toEqual({ success: true });
  expect((await account.graph('GET', `${waba_id}/subscribed_apps`)).body).toMatchObject({
    data: [{ override_callback_uri: receiver.url, whatsapp_business_api_data: { id: expect.any(String) } }],
  });
  await account.graph('DELETE', `${waba_id}/subscribed_apps`);
  expect((await account.graph('GET', `${waba_id}/subscribed_apps`)).body).toEqual({ data: [] });
  await account.control('POST', 'phones/351910000016/messages', { type: 'text', text: { body: 'unheard' } });
  expect((await account.control('GET', 'account')).body.deliveries).toMatchObject({ waiting: 0 });
  await account.graph('POST', `${waba_id}/subscribed_apps`, {});
});

test('a token reaches only its own account', async () => {
  const input = accountInput(2, null);
  await simulator.putAccount('106540352242922002', input);
  const other = accountAt(simulator.url, '106540352242922002', input);
  const [mine] = await account.messagesOf('351910000001');
  expect((await other.control('GET', 'phones')).body.data).toEqual([]);
  expect((await other.control('GET', 'phones/351910000001/messages')).status).toBe(404);
  expect((await other.control('GET', 'books')).body.data).toEqual([]);
  const foreign = [
    await other.graph('GET', account.id),
    await other.graph('GET', `${account.input.waba_id}/phone_numbers`),
    await other.graph('POST', `${account.id}/messages`, { messaging_product: 'whatsapp', to: '+351910000001' }),
  ];
  for (const answer of foreign) {
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 100, error_subcode: 33 } } });
  }
  expect((await other.send({ status: 'read', message_id: mine?.id })).body).toMatchObject({ error: { code: 131009 } });
  expect((await call('GET', `${simulator.url}/simulator/control/account`, 'nobody')).status).toBe(401);
  const stolen = await simulator.putAccount('106540352242922003', {
    ...input,
    waba_id: '5',
    token: account.input.token,
  });
  expect(stolen.status).toBe(409);
  expect((await call('PUT', `${simulator.url}/simulator/control/accounts/1`, input.token, input)).status).toBe(401);
});

test('reset empties one account', async () => {
  await account.control('POST', 'faults', { answer_delay_ms: 1 });
  const { body } = await account.control('POST', 'reset');
  expect(body).toMatchObject({ counts: { phones: 0, messages: 0 }, faults: {}, clock_offset_ms: 0 });
  expect((await account.sends()).length).toBe(0);
});

type Change = { field: string; value: object };
const changesOf = (field: string) =>
  receiver.posts
    .flatMap(({ raw }) => (JSON.parse(raw.toString()) as { entry: { changes: Change[] }[] }).entry)
    .flatMap(({ changes }) => changes.flatMap((change) => (change.field === field ? [change.value] : [])));

test('a group hears everybody in it, and is written to as one', async () => {
  const members = ['351910000101', '351910000102', '351910000103'];
  for (const id of members)
    await account.control('POST', 'phones', { phone_number: `+${id}`, name: `P ${id}`, reads: 'at_once' });
  const made = await account.control('POST', 'groups', { subject: 'Spring tour', members });
  expect(made).toMatchObject({ status: 201, body: { name: 'Spring tour', members } });
  const group = String(made.body.id);
  const joined = await eventually('it is told who is in it', () => changesOf('group_participants_update')[0]);
  expect(joined).toMatchObject({
    groups: [{ group_id: group, added_participants: members.map((wa_id) => ({ wa_id })) }],
  });
  const words = { type: 'text', text: { body: 'Hello all' } };
  expect((await account.control('POST', `phones/${group}/messages`, words)).status, 'somebody writes').toBe(422);
  for (const act of ['calls', 'number', 'device']) {
    expect((await account.control('POST', `phones/${group}/${act}`, {})).status, `a group has no ${act}`).toBe(409);
  }
  const said = await account.control('POST', `phones/${group}/messages`, { ...words, as: members[1] });
  const heard = await eventually('it arrives', () => receiver.events.find((got) => got.element.id === said.body.id));
  expect(heard.element).toMatchObject({ from: members[1], group_id: group });
  const answer = { recipient_type: 'group', to: group, type: 'text', text: { body: 'Welcome' } };
  const wamid = idOf(await account.send(answer));
  await account.control('PATCH', `phones/${group}`, { reads: 'at_once' });
  await eventually('everybody reads it', () => statusesOf(wamid).filter((word) => word === 'read').length === 3);
  const read = receiver.events.filter((got) => got.element.id === wamid && got.element.status === 'read');
  expect(read.map((got) => got.element.recipient_participant_id).toSorted()).toEqual(members);
  expect(read[0]?.element).toMatchObject({ recipient_type: 'group', recipient_id: group });
});

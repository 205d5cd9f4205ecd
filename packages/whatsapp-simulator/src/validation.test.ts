import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Answer,
  accountAt,
  accountInput,
  call,
  type SimulatorProcess,
  startProcess,
  type TestAccount,
} from './testing/sandbox.ts';

let simulator: SimulatorProcess;
let account: TestAccount;
const numberId = '106540352242922001';
const ana = '+351910000001';

beforeAll(async () => {
  simulator = await startProcess([]);
  const input = { ...accountInput(1, null), allowed_recipients: ['351910000001', '5215512345678'] };
  await simulator.putAccount(numberId, input);
  account = accountAt(simulator.url, numberId, input);
});

afterAll(() => simulator.end());

const errorOf = (answer: Answer) =>
  answer.body.error as { code: number; message: string; error_data?: { details: string } };

/** One body, one way to be wrong: the error it must meet. Everything before the wrong part is right. */
const text = { to: ana, type: 'text', text: { body: 'hi' } };
const interactive = (content: object) => ({ to: ana, type: 'interactive', interactive: content });
const button = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const body = { text: 'choose' };
const row = (id: number) => ({ id: String(id), title: `Row ${id}` });
const template = (name: string, code: string, components?: object[]) => ({
  to: ana,
  type: 'template',
  template: { name, language: { code }, ...(components ? { components } : {}) },
});
const bodyValues = (...values: string[]) => ({
  type: 'body',
  parameters: values.map((value) => ({ type: 'text', text: value })),
});
const trackButton = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'A-17' }] };

type Refusal = [string, object, number];
const refusals: Refusal[] = [
  ['no recipient', { type: 'text', text: { body: 'hi' } }, 131008],
  ['no number', { ...text, to: 'Ana' }, 131009],
  ['no such type', { to: ana, type: 'hologram', hologram: {} }, 131051],
  ['no content', { to: ana, type: 'text' }, 131008],
  ['unknown key', { ...text, texts: {} }, 100],
  ['unknown key inside', { ...text, text: { body: 'hi', colour: 'red' } }, 100],
  ['empty text', { ...text, text: { body: '' } }, 131008],
  ['text no text', { ...text, text: { body: 5 } }, 131009],
  ['text too long', { ...text, text: { body: '👍'.repeat(4097) } }, 100],
  ['opaque too long', { ...text, biz_opaque_callback_data: 'x'.repeat(513) }, 100],
  ['no group', { ...text, recipient_type: 'group' }, 131009],
  ['id and link', { to: ana, type: 'image', image: { id: '1', link: 'https://a.example/b' } }, 131009],
  ['unknown media', { to: ana, type: 'image', image: { id: '1' } }, 131009],
  ['audio with caption', { to: ana, type: 'audio', audio: { link: 'https://a.example/b', caption: 'c' } }, 100],
  [
    'caption too long',
    { to: ana, type: 'image', image: { link: 'https://a.example/b', caption: 'x'.repeat(1025) } },
    100,
  ],
  ['location without longitude', { to: ana, type: 'location', location: { latitude: 1 } }, 131008],
  ['latitude beyond the pole', { to: ana, type: 'location', location: { latitude: 91, longitude: 1 } }, 131009],
  ['contact without name', { to: ana, type: 'contacts', contacts: [{ phones: [] }] }, 131008],
  ['reaction with a word', { to: ana, type: 'reaction', reaction: { message_id: 'wamid.x', emoji: 'ok' } }, 131009],
  [
    'reaction with context',
    { to: ana, type: 'reaction', reaction: { message_id: 'w', emoji: '👍' }, context: { message_id: 'w' } },
    131009,
  ],
  [
    'four buttons',
    interactive({ type: 'button', body, action: { buttons: [1, 2, 3, 4].map((n) => button(`${n}`, `${n}`)) } }),
    131009,
  ],
  [
    'two buttons alike',
    interactive({ type: 'button', body, action: { buttons: [button('a', 'x'), button('b', 'x')] } }),
    131009,
  ],
  [
    'button title too long',
    interactive({ type: 'button', body, action: { buttons: [button('a', 'x'.repeat(21))] } }),
    100,
  ],
  [
    'eleven rows',
    interactive({
      type: 'list',
      body,
      action: {
        button: 'b',
        sections: [
          { title: 'one', rows: [1, 2, 3, 4, 5, 6].map(row) },
          { title: 'two', rows: [7, 8, 9, 10, 11].map(row) },
        ],
      },
    }),
    131009,
  ],
  [
    'sections without titles',
    interactive({ type: 'list', body, action: { button: 'b', sections: [{ rows: [row(1)] }, { rows: [row(2)] }] } }),
    131008,
  ],
  ['unknown kind', interactive({ type: 'wheel', body, action: {} }), 131009],
  ['own number', { ...text, to: '+15550000001' }, 131021],
  ['not in the allow-list', { ...text, to: '+351910000009' }, 131030],
  ['no such template', template('nothing', 'en_US'), 132001],
  ['no such language', template('hello_world', 'fr'), 132001],
  ['too few values', template('order_ready', 'en_US', [bodyValues('Ana'), trackButton]), 132000],
  ['too many values', template('hello_world', 'en_US', [bodyValues('Ana')]), 132000],
  ['values without names', template('appointment_reminder', 'en_US', [bodyValues('Ana', 'Friday')]), 132000],
  ['text for a picture', template('spring_offer', 'en_US', [bodyValues('Ana')]), 132012],
  [
    'value of a wrong kind',
    template('order_ready', 'en_US', [{ type: 'body', parameters: [{ type: 'image' }, { type: 'text', text: 'a' }] }]),
    132012,
  ],
  ['no button value', template('order_ready', 'en_US', [bodyValues('Ana', 'A-17')]), 131008],
  [
    'button elsewhere',
    template('order_ready', 'en_US', [bodyValues('Ana', 'A-17'), { ...trackButton, index: '1' }]),
    132018,
  ],
  ...['Ana\nMaria', 'Ana\tMaria', 'Ana     Maria'].map(
    (value): Refusal => [
      `a value with ${JSON.stringify(value)}`,
      template('order_ready', 'en_US', [bodyValues(value, 'A-17'), trackButton]),
      132018,
    ],
  ),
  [
    'a button value with a line end',
    template('order_ready', 'en_US', [
      bodyValues('Ana', 'A-17'),
      { ...trackButton, parameters: [{ type: 'text', text: 'A\n17' }] },
    ]),
    132018,
  ],
  [
    'filled-in text too long',
    template('order_ready', 'en_US', [bodyValues('Ana', 'x'.repeat(1020)), trackButton]),
    132005,
  ],
];

test.each(refusals)('refuses: %s', async (_name, content, code) => {
  const answer = await account.send(content as Record<string, unknown>);
  expect(errorOf(answer)).toMatchObject({
    code,
    message: expect.stringContaining(`(#${code})`),
    type: 'OAuthException',
  });
  expect(errorOf(answer).error_data).toMatchObject({ messaging_product: 'whatsapp', details: expect.any(String) });
  expect(answer.status).toBe(code === 132001 ? 404 : 400);
});

/** Accepted as sent; that the number does not exist is reported later. */
const nowhere = 'http://127.0.0.1:9';

const welcome: [string, object][] = [
  ['text of the greatest length', { ...text, text: { body: '👍'.repeat(4096), preview_url: true } }],
  ['a number as people write it', { ...text, to: '+351 910-000 (001)' }],
  ['location in texts', { to: ana, type: 'location', location: { latitude: '38.7', longitude: '-9.1', name: 'Home' } }],
  ['contacts', { to: ana, type: 'contacts', contacts: [{ name: { formatted_name: 'A', first_name: 'A' } }] }],
  ['document by link', { to: ana, type: 'document', document: { link: `${nowhere}/b.pdf`, filename: 'b.pdf' } }],
  ['sticker', { to: ana, type: 'sticker', sticker: { link: `${nowhere}/b.webp` } }],
  ['voice', { to: ana, type: 'audio', audio: { link: `${nowhere}/b.ogg`, voice: true } }],
  ['reaction', { to: ana, type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👩‍🚀' } }],
  [
    'reply buttons',
    interactive({ type: 'button', body, action: { buttons: [button('a', 'Yes'), button('b', 'No')] } }),
  ],
  ['list', interactive({ type: 'list', body, action: { button: 'b', sections: [{ rows: [row(1), row(2)] }] } })],
  [
    'link',
    interactive({
      type: 'cta_url',
      body,
      action: { name: 'cta_url', parameters: { display_text: 'Go', url: 'https://a.example' } },
    }),
  ],
  ['asking for a place', interactive({ type: 'location_request_message', body, action: { name: 'send_location' } })],
  ['template with values', template('order_ready', 'de', [bodyValues('Ana', 'A-17'), trackButton])],
  [
    'template with names',
    template('appointment_reminder', 'en_US', [
      {
        type: 'BODY',
        parameters: [
          { type: 'text', parameter_name: 'day', text: 'Friday' },
          { type: 'text', parameter_name: 'first_name', text: 'Ana' },
        ],
      },
    ]),
  ],
];

test.each(welcome)('accepts: %s', async (_name, content) => {
  const answer = await account.send(content as Record<string, unknown>);
  expect(answer.body).toMatchObject({
    messaging_product: 'whatsapp',
    messages: [{ id: expect.stringMatching(/^wamid\./) }],
  });
  expect(answer.status).toBe(200);
});

test('checks come in the documented order: each corrected mistake reveals the next one', async () => {
  const put = (change: object) => simulator.putAccount(numberId, { ...account.input, ...change });
  const url = (id: string) => `${simulator.url}/v24.0/${id}/messages`;
  const post = async (id: string, token: string, content: object) => {
    const answer = await call('POST', url(id), token, { messaging_product: 'whatsapp', ...content });
    return [answer.status, errorOf(answer)?.code];
  };
  const { token } = account.input;
  const bad = { ...template('nothing', 'en_US'), to: '+15550000001', extra: true };
  await put({ permissions: [], registered: false });
  expect(await post('1', 'wrong', bad)).toEqual([401, 190]);
  expect(await post('1', token, bad)).toEqual([403, 10]);
  await put({ registered: false });
  expect(await post('1', token, bad)).toEqual([400, 100]);
  expect(await post(numberId, token, bad)).toEqual([400, 133010]);
  await put({});
  expect(await post(numberId, token, bad)).toEqual([400, 100]);
  expect(await post(numberId, token, { ...bad, extra: undefined })).toEqual([400, 131021]);
  expect(await post(numberId, token, { ...bad, extra: undefined, to: '+4915100000000' })).toEqual([400, 131030]);
  expect(await post(numberId, token, { ...bad, extra: undefined, to: ana })).toEqual([404, 132001]);
  expect(await post(numberId, token, template('order_ready', 'de'))).toEqual([400, 132000]);
  await account.control('POST', 'faults', { next_send_error: 130429 });
  expect(await post(numberId, token, template('hello_world', 'en_US'))).toEqual([400, 130429]);
  expect(await post(numberId, token, template('hello_world', 'en_US'))).toEqual([200, undefined]);
});

test('a missing token, unknown paths and unreadable bodies meet the error envelope', async () => {
  const bare = await fetch(`${simulator.url}/v25.0/${numberId}`);
  expect([bare.status, await bare.json()]).toMatchObject([
    401,
    { error: { code: 104, fbtrace_id: expect.any(String) } },
  ]);
  expect(errorOf(await account.graph('GET', `${numberId}/nothing`)).code).toBe(2500);
  expect(errorOf(await account.graph('GET', '42'))).toMatchObject({ code: 100, error_subcode: 33 });
  expect(errorOf(await account.graph('POST', `${numberId}/messages`, '{"messaging_product"')).code).toBe(100);
  expect(errorOf(await account.graph('POST', `${numberId}/messages`, 'x'.repeat(1_100_000))).code).toBe(100);
  expect(errorOf(await account.graph('GET', `${numberId}?fields=id,colour`)).code).toBe(100);
  expect((await account.graph('GET', `${numberId}?fields=throughput,status`)).body).toEqual({
    id: numberId,
    throughput: { level: 'STANDARD' },
    status: 'CONNECTED',
  });
});

test('a body that is too large and comes slowly still gets its response', async () => {
  const { port } = new URL(simulator.url);
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/v25.0/${numberId}/messages`,
    headers: { authorization: `Bearer ${account.input.token}`, 'content-type': 'application/json' },
  });
  const answered = once(request, 'response');
  request.write('x'.repeat(1_100_000));
  await setTimeout(200);
  request.end('x');
  const [response] = (await answered) as [IncomingMessage];
  expect(response.statusCode).toBe(400);
  response.resume();
});

test('sample templates are listed in pages and by filters', async () => {
  const path = `${account.input.waba_id}/message_templates`;
  const names = async (query: string) => {
    const { body: page } = await account.graph('GET', `${path}?${query}`);
    return { page, names: (page.data as { name: string }[]).map((one) => one.name) };
  };
  const all = await names('limit=100');
  expect(all.names.length).toBeGreaterThanOrEqual(5);
  expect(all.page.paging).not.toHaveProperty('next');
  const first = await names('limit=2');
  const { cursors, next } = first.page.paging as { cursors: { after: string }; next: string };
  expect(next).toContain(`after=${cursors.after}`);
  expect([...first.names, ...(await names(`limit=100&after=${cursors.after}`)).names]).toEqual(all.names);
  expect((await names('name=order_ready&language=de')).names).toEqual(['order_ready']);
  expect((await names('status=REJECTED')).names).toEqual([]);
  expect(errorOf(await account.graph('GET', `${path}?after=x`)).code).toBe(100);
});

test('a number written another way reaches the phone under its wa_id', async () => {
  await account.control('POST', 'phones', { phone_number: '5215512345678' });
  const answer = await account.send({ ...template('hello_world', 'en_US'), to: '+525512345678' });
  expect(answer.body.contacts).toEqual([{ input: '+525512345678', wa_id: '5215512345678' }]);
});

test.each([
  ['PATCH', 'phones/351910000001', { mood: 'good' }, 422, 'validation_failed'],
  ['POST', 'phones', { phone_number: 'abc' }, 422, 'validation_failed'],
  ['POST', 'phones', { phone_number: '15550000001' }, 409, 'taken'],
  ['POST', 'phones/351910000001/messages', { type: 'text', text: {} }, 422, 'validation_failed'],
  ['POST', 'phones/351910000001/messages', { type: 'image', image: { id: '7' } }, 422, 'validation_failed'],
  ['POST', 'phones/99/messages', { type: 'text', text: { body: 'x' } }, 404, 'not_found'],
  ['GET', 'phones/351910000001/messages?after=x', undefined, 422, 'validation_failed'],
  ['GET', 'books?limit=0', undefined, 422, 'validation_failed'],
  ['POST', 'clock', { offset_ms: 'tomorrow' }, 422, 'validation_failed'],
  ['POST', 'faults', { next_send_errors: 1 }, 422, 'validation_failed'],
  ['POST', 'faults', '{', 400, 'unreadable'],
  ['GET', 'nothing', undefined, 404, 'not_found'],
  ['GET', 'phones/%E0%A4%A/messages', undefined, 404, 'not_found'],
])('control: %s %s %j is rejected with a message', async (method, path, content, status, code) => {
  const answer = await account.control(method, path, content);
  expect(answer).toMatchObject({ status, body: { error: { code, message: expect.any(String) } } });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerSends } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const form = { response_json: '{"flow_token":"x","date":"2026-12-24"}', body: 'Sent', name: 'flow' };
const answers: [string, object, string][] = [
  ['a form', { type: 'nfm_reply', nfm_reply: form }, 'nfm_reply'],
  [
    'a request to call',
    { type: 'call_permission_reply', call_permission_reply: { response: 'accept', response_source: 'user_action' } },
    'call_permission_reply_accept',
  ],
];

test.each(answers)('the row of a conversation says what was answered to %s', async (_, interactive, preview) => {
  const thread = await customerSends(world, freshPhone(), { type: 'interactive', interactive }, nowS());
  expect(thread.last_message).toMatchObject({ type: 'interactive', preview });
});

const file = { id: '101', mime_type: 'application/pdf', sha256: 'x', filename: 'Receipt 1182.pdf' };
const place = { latitude: 50.36, longitude: -4.14, address: '14 Harbour Road' };
const namedThings: [string, object, string][] = [
  ['document', { document: file }, 'Receipt 1182.pdf'],
  ['document', { document: { ...file, caption: 'As asked' } }, 'As asked'],
  ['location', { location: place }, '14 Harbour Road'],
  ['location', { location: { ...place, name: 'Kestrel Cycles' } }, 'Kestrel Cycles'],
];

test.each(namedThings)('the row of a conversation names a %s: %j', async (type, content, preview) => {
  const thread = await customerSends(world, freshPhone(), { type, ...content }, nowS());
  expect(thread.last_message).toMatchObject({ type, preview });
});

test('a message of WhatsApp without words says what it is about', async () => {
  const thread = await customerSends(world, freshPhone(), { type: 'request_welcome' }, nowS());
  expect(thread.last_message).toMatchObject({ type: 'system', preview: 'request_welcome' });
});

import type { Contact, HistoryImport, Message, Thread } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contactsToken, startWati, type Wati, watiToken } from '../../../testing/wati.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
let wati: Wati;
beforeAll(async () => {
  wati = await startWati();
  const elsewhere = `localhost:${wati.host.split(':')[1]}`;
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: `${wati.host},${elsewhere}` } });
});
afterAll(async () => {
  await world.close();
  await wati.close();
});
const person = (n: number, more: object = {}) => ({
  ...{ id: `5f00${n}`, wa_id: `44770090090${n}`, name: `Customer ${n}`, phone: `+44770090090${n}` },
  ...more,
});
beforeEach(() => {
  wati.faults.length = 0;
  wati.asked.length = 0;
  wati.data.messages.clear();
  Object.assign(wati.data, { channels: [], contacts: [person(1)] });
});

async function call<B = Record<string, unknown>>(method: string, path: string, body?: object) {
  const response = await fetch(`${world.server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${world.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as B };
}
const connect = (source: object = {}) =>
  call<HistoryImport & { error: { data: Array<{ field: string; msg: string }> } }>('POST', '/history-imports', {
    ...{ name: 'WATI', channel_id: world.channelId },
    source: { tool: 'wati', url: wati.url, key: watiToken, ...source },
  });
async function act(id: string, what: 'start' | 'undo', body?: object): Promise<HistoryImport> {
  expect((await call('POST', `/history-imports/${id}/${what}`, body)).status).toBe(200);
  return until(async () => {
    const row = (await call<HistoryImport>('GET', `/history-imports/${id}`)).body;
    return ['running', 'undoing'].includes(row.state) ? null : row;
  }, 90_000);
}
const contactNamed = async (name: string) =>
  (await call<{ data: Contact[] }>('GET', `/contacts?search=${encodeURIComponent(name)}&limit=10`)).body.data[0];

const second = (minute: number) => String(Date.UTC(2024, 2, 1, 10, minute) / 1_000);
const message = (minute: number, more: object = {}) => ({
  ...{ id: `65e1${minute}`, eventType: 'message', type: 'text', text: `m${minute}`, data: null, owner: false },
  ...{ timestamp: second(minute), statusString: 'SENT', operatorName: null, channelId: null },
  ...more,
});

test('WATI: contacts with custom fields, messages with files, templates and authors; again only what is new; undone', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  wati.files.set('65e13', picture);
  // Leads elsewhere, where the token must not go.
  wati.files.set('/elsewhere/plan.png', picture);
  wati.files.set('65e14', `http://localhost:${wati.host.split(':')[1]}/elsewhere/plan.png`);
  const params = [
    { name: 'customer tier', value: 'gold' },
    { name: 'name', value: 'Customer 1' },
  ];
  Object.assign(wati.data, {
    channels: [{ id: 'c2', name: 'Second shop', channel: 'Whatsapp' }],
    contacts: [
      person(1, { custom_params: params }),
      person(2, { phone: null, wa_id: '17841400', channel_type: 'instagram' }),
      person(3),
      person(4),
    ],
  });
  wati.data.messages.set('447700900904', null);
  wati.data.messages.set('447700900901', [
    message(1, { whatsappMessageId: 'wamid.first' }),
    message(2, { owner: true, statusString: 'REPLIED', operatorName: 'Me', operatorEmail: world.user.email }),
    message(3, { type: 'image', text: 'The bike', data: 'data/images/bike.png' }),
    message(4, { type: 'document', text: null, data: 'data/documents/plan.png' }),
    message(5, { type: 'document', text: null, data: 'data/documents/gone.pdf' }),
    message(6, { eventType: 'broadcastMessage', type: null, text: null, owner: null, finalText: 'Hello Ana' }),
    message(7, { eventType: 'ticket', type: 0, eventDescription: 'The chat was assigned' }),
    message(8, { type: 'contacts', text: null }),
    message(9, { channelId: 'c2' }),
    { ...message(10), timestamp: null },
    { ...message(11), owner: 'nobody' },
    message(12, { owner: true, operatorName: 'Dana Cruz' }),
    ...Array.from({ length: 120 }, (_one, n) => message(20 + n)),
  ]);
  const { status, body } = await connect({ url: `${wati.url}/api/v1/`, key: `Bearer ${watiToken}` });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ state: 'ready', format: 'wati', source: { url: wati.url } });
  expect(body.source?.inboxes.map(({ name, kind, chosen }) => [name, kind, chosen])).toEqual([
    ['WhatsApp', 'whatsapp', true],
    ['Second shop', 'whatsapp', false],
  ]);
  const done = await act(body.id, 'start', {});
  expect(done, JSON.stringify(done)).toMatchObject({
    ...{ state: 'done', known: 0, source: { read: 4 } },
    imported: { messages: 127, files: 2, contacts: 3, threads: 1 },
  });
  expect(Object.fromEntries(done.skipped.map(({ reason, count }) => [reason, count]))).toEqual({
    'It is a contact of another channel': 1,
    'WATI does not give the messages of this contact': 1,
    'WATI’s own note of what happened, not a message': 1,
    'Messages of the kind contacts can’t be imported': 1,
    'It came by another channel': 1,
    'WATI gives no time for it': 1,
    'WATI sent it in an unknown form': 1,
  });
  expect((await contactNamed('Customer 1'))?.custom_fields).toEqual({ 'customer tier': 'gold' });
  const { body: threads } = await call<{ data: Thread[] }>('GET', '/threads?search=%2B447700900901&limit=10');
  const { body: found } = await call<{ data: Message[] }>('GET', `/threads/${threads.data[0]?.id}/messages?limit=200`);
  const messages = found.data.toSorted((a, b) => (a.sort_at < b.sort_at ? -1 : 1));
  expect(messages).toHaveLength(127);
  expect(messages.slice(0, 7)).toMatchObject([
    { direction: 'INCOMING', provider_message_id: 'wamid.first', timestamp: '2024-03-01T10:01:00.000Z' },
    { direction: 'OUTGOING', created_by: world.user.uid, status: 3 },
    { type: 'image', image: { caption: 'The bike', media_info: { state: 'ready', width: 40 } } },
    { type: 'image', image: { media_info: { state: 'ready' } } },
    { type: 'document', document: { media_info: { state: 'gone', reason: 'WATI no longer has this file.' } } },
    { direction: 'OUTGOING', text: { body: 'Hello Ana' } },
    { direction: 'OUTGOING', imported: { author: 'Dana Cruz' } },
  ]);
  expect(wati.asked.filter(({ path, authorization }) => path.startsWith('/elsewhere') && authorization)).toEqual([]);

  wati.data.messages.get('447700900901')?.push(message(150));
  const again = await act((await connect()).body.id, 'start', {});
  expect(again).toMatchObject({ state: 'done', imported: { messages: 1, contacts: 0, threads: 0 }, known: 127 });
  expect((await act(body.id, 'undo')).state).toBe('undone');
  expect(await contactNamed('Customer 3')).toBeUndefined();
}, 180_000);

test('WATI asks to wait and breaks off: the import waits and goes on', async () => {
  wati.data.messages.set('447700900901', [message(1)]);
  const { body } = await connect();
  wati.faults.push({ status: 429, headers: { 'retry-after': '1' } }, 'gone');
  expect(await act(body.id, 'start', {})).toMatchObject({ state: 'done', source: { read: 1 } });
}, 120_000);

test('WATI: a wrong token, one without a scope, a wrong address and an account without contacts, each in a sentence', async () => {
  const problem = async (source: object) => {
    const { status, body } = await connect(source);
    expect(status).toBe(422);
    return body.error.data[0];
  };
  expect(await problem({ key: 'wrong' })).toMatchObject({
    field: 'source.key',
    msg: expect.stringContaining('refused this key'),
  });
  expect(await problem({ key: contactsToken })).toMatchObject({
    field: 'source.key',
    msg: expect.stringContaining('lacks the scope conversations:read'),
  });
  expect(await problem({ url: `http://${wati.host}` })).toMatchObject({
    field: 'source.url',
    msg: expect.stringContaining('Copy the whole API endpoint'),
  });
  wati.faults.push('gone');
  expect(await problem({})).toMatchObject({
    field: 'source.url',
    msg: `No WATI answered at ${wati.host}. Copy the address from WATI, such as https://live-mt-server.wati.io/123456.`,
  });
  wati.data.contacts.length = 0;
  expect(await problem({})).toMatchObject({ field: 'source.key', msg: expect.stringContaining('no contacts') });
});

import type { Contact, HistoryImport, Message, Thread } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RespondIo, startRespondIo, workspaceToken } from '../../../testing/respond-io.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
let respond: RespondIo;
beforeAll(async () => {
  respond = await startRespondIo({ channels: [], users: [], contacts: [], messages: new Map() });
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: respond.host } });
});
afterAll(async () => {
  await world.close();
  await respond.close();
});

async function call<B = Record<string, unknown>>(method: string, path: string, body?: object) {
  const response = await fetch(`${world.server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${world.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as B };
}
const connect = (key = workspaceToken) =>
  call<HistoryImport & { error: { data: Array<{ field: string; msg: string }> } }>('POST', '/history-imports', {
    ...{ name: 'respond.io', channel_id: world.channelId },
    source: { tool: 'respond_io', url: respond.url, key },
  });
async function start(id: string): Promise<HistoryImport> {
  expect((await call('POST', `/history-imports/${id}/start`, {})).status).toBe(200);
  return until(async () => {
    const { body } = await call<HistoryImport>('GET', `/history-imports/${id}`);
    return body.state === 'running' ? null : body;
  }, 60_000);
}

/** Ids of messages are their time in microseconds. */
const idAt = (minute: number) => Date.UTC(2024, 2, 1, 10, minute) * 1_000;
const message = (minute: number, more: object = {}) => ({
  ...{ messageId: idAt(minute), channelMessageId: `x${minute}`, contactId: 1, channelId: 1, traffic: 'incoming' },
  ...{ message: { type: 'text', text: `m${minute}` }, ...more },
});

test('respond.io: contacts, tags, messages with files and templates, authors; a second time only what is new', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  respond.files.set('/files/bike.png', picture);
  const template = {
    ...{ name: 'offer', languageCode: 'en' },
    components: [{ type: 'body', text: 'Hello {{1}}, {{2}} is here', parameters: [{ text: 'Ana' }, { text: 'it' }] }],
  };
  const origin = new URL(respond.url).origin;
  const one = {
    id: 1,
    firstName: 'Ana',
    lastName: 'Ruiz',
    phone: '+447700900861',
    status: 'open' as const,
    tags: ['vip'],
    custom_fields: [
      { name: 'Birthday', value: '1990-05-01' },
      { name: 'Orders', value: 3 },
      { name: 'Company', value: null },
    ],
  };
  Object.assign(respond.data, {
    channels: [
      { id: 1, name: 'Shop', source: 'whatsapp_cloud', created_at: 1 },
      { id: 2, name: 'Page', source: 'facebook', created_at: 1 },
    ],
    users: [
      { id: 7, firstName: 'Me', lastName: '', email: world.user.email },
      { id: 8, firstName: 'Dana', lastName: 'Cruz', email: 'dana@elsewhere.example' },
    ],
    contacts: [
      one,
      { id: 2, firstName: 'Nobody', phone: null, status: 'close', tags: [] },
      // More than a page of its contacts.
      ...Array.from({ length: 12 }, (_one, n) => ({
        ...{ id: 10 + n, firstName: `C${n}`, phone: `+44770080${1_000 + n}`, status: 'close' as const, tags: [] },
      })),
    ],
  });
  const sent = (userId: number) => ({ traffic: 'outgoing', sender: { source: 'user', userId } });
  respond.data.messages.set(1, [
    message(1, { channelMessageId: 'wamid.one' }),
    message(2, {
      ...sent(7),
      status: [
        { value: 'sent', timestamp: 1 },
        { value: 'read', timestamp: 2 },
      ],
    }),
    message(3, { ...sent(8), message: { type: 'whatsapp_template', template } }),
    message(4, { message: { type: 'attachment', attachment: { type: 'image', url: `${origin}/files/bike.png` } } }),
    message(5, { channelId: 2 }),
    message(6, { message: { type: 'custom_payload', payload: {} } }),
    { ...message(7), messageId: 77 },
    { ...message(8), traffic: 'sideways' },
    ...Array.from({ length: 30 }, (_one, n) => message(10 + n)),
  ]);
  respond.data.messages.set(10, [message(1)]);

  const { status, body } = await connect();
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({
    ...{ state: 'ready', format: 'respond_io' },
    source: {
      inboxes: [
        { id: 1, name: 'Shop', kind: 'whatsapp', conversations: null, chosen: true },
        { id: 2, name: 'Page', kind: 'other', chosen: false },
      ],
    },
  });
  const done = await start(body.id);
  expect(done, JSON.stringify(done)).toMatchObject({
    ...{ state: 'done', known: 0, source: { read: 14 } },
    imported: { messages: 35, files: 1, contacts: 13, threads: 2 },
  });
  expect(Object.fromEntries(done.skipped.map(({ reason, count }) => [reason, count]))).toEqual({
    'The contact has no phone number': 1,
    'It came by another channel': 1,
    'Messages of the kind custom_payload can’t be imported': 1,
    'respond.io gives no time for it': 1,
    'respond.io sent it in an unknown form': 1,
  });
  const { body: threads } = await call<{ data: Thread[] }>('GET', '/threads?search=%2B447700900861&limit=10');
  const [thread] = threads.data;
  expect(thread).toMatchObject({ state: 'ACTIVE', contact: { name: 'Ana Ruiz' } });
  expect(thread?.label_ids).toHaveLength(1);
  const { body: ana } = await call<Contact>('GET', `/contacts/${thread?.contact_id}`);
  expect(ana.custom_fields).toEqual({ Birthday: '1990-05-01', Orders: '3' });
  const { body: found } = await call<{ data: Message[] }>('GET', `/threads/${thread?.id}/messages?limit=200`);
  const messages = found.data.toSorted((a, b) => (a.sort_at < b.sort_at ? -1 : 1));
  expect(messages).toHaveLength(34);
  expect(messages.slice(0, 4)).toMatchObject([
    { direction: 'INCOMING', provider_message_id: 'wamid.one', timestamp: '2024-03-01T10:01:00.000Z' },
    { direction: 'OUTGOING', created_by: world.user.uid, status: 3 },
    { text: { body: 'Hello Ana, it is here' }, imported: { author: 'Dana Cruz' } },
    { type: 'image', image: { media_info: { state: 'ready', width: 40 } } },
  ]);
  const leaked = respond.asked.filter(
    ({ path, authorization }) => path.startsWith('/files') && authorization !== undefined,
  );
  expect(leaked).toEqual([]);

  respond.data.messages.get(10)?.push(message(2));
  const again = await start((await connect()).body.id);
  expect(again).toMatchObject({ state: 'done', imported: { messages: 1, contacts: 0, threads: 0 }, known: 35 });
});

test('respond.io: a wrong key is refused in a sentence', async () => {
  const { status, body } = await connect('wrong');
  expect(status).toBe(422);
  expect(body.error.data[0]).toMatchObject({ field: 'source.key', msg: expect.stringContaining('refused this key') });
});

import type { CustomField, HistoryImport, Message, Note, SessionTemplate, Thread } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { secretsFrom } from '../../../platform/secrets.ts';
import {
  administratorToken,
  agentToken,
  type Chatwoot,
  type StandInConversation,
  startChatwoot,
  twoAccountsToken,
} from '../../../testing/chatwoot.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { resealHistoryKeys } from './key-repo.ts';

let world: World;
let chatwoot: Chatwoot;
beforeAll(async () => {
  chatwoot = await startChatwoot({ inboxes: [], agents: [], conversations: [], contacts: [] });
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: chatwoot.host } });
});
afterAll(async () => {
  await world.close();
  await chatwoot.close();
});
beforeEach(() => {
  chatwoot.faults.length = 0;
  chatwoot.asked.length = 0;
  Object.assign(chatwoot.data, {
    inboxes: [
      { id: 1, name: 'WhatsApp', channel_type: 'Channel::Whatsapp' },
      { id: 2, name: 'Website', channel_type: 'Channel::WebWidget' },
      { id: 3, name: 'Bridge', channel_type: 'Channel::Api' },
    ],
    agents: [{ id: 7, name: 'Me', email: world.user.email.toUpperCase() }],
    conversations: [],
    contacts: [],
    attributes: [],
    canned: [],
  });
});

async function call<B = Record<string, unknown>>(method: string, path: string, body?: object) {
  const response = await fetch(`${world.server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${world.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as B };
}
const look = async (id: string) => (await call<HistoryImport>('GET', `/history-imports/${id}`)).body;
const settled = (id: string) =>
  until(async () => {
    const row = await look(id);
    return ['running', 'undoing'].includes(row.state) ? null : row;
  }, 60_000);

const connect = (source: object = {}) =>
  call<HistoryImport & { error: { data: Array<{ field: string; msg: string }> } }>('POST', '/history-imports', {
    name: 'Chatwoot',
    channel_id: world.channelId,
    source: { tool: 'chatwoot', url: chatwoot.url, key: administratorToken, ...source },
  });
async function connected(): Promise<string> {
  const { status, body } = await connect();
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
async function start(id: string, body: object = {}): Promise<HistoryImport> {
  const answer = await call('POST', `/history-imports/${id}/start`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return settled(id);
}

let count = 0;
let lastMessage = 0;
const at = (minute: number) => Date.UTC(2024, 2, 1, 10, minute) / 1_000;
const text = (content: string, more: object = {}) => ({
  ...{ id: ++lastMessage, content, message_type: 0 as const, created_at: at(lastMessage % 60) },
  ...more,
});
function conversation(messages: StandInConversation['messages'], more: Partial<StandInConversation> = {}) {
  const n = ++count;
  const contact = { id: n, name: `Customer ${n}`, phone_number: `+4477008${String(n).padStart(5, '0')}` };
  const one: StandInConversation = {
    ...{ id: n, inbox_id: 1, contact, status: 'resolved', labels: [], messages },
    ...more,
  };
  chatwoot.data.conversations.push(one);
  return one;
}
async function threadOf({ contact: { phone_number: phone } }: StandInConversation): Promise<Thread | undefined> {
  const query = `search=${encodeURIComponent(phone ?? '')}&limit=10`;
  const { body } = await call<{ data: Thread[] }>('GET', `/threads?${query}`);
  return body.data.find(({ contact }) => contact.phone_number === phone?.slice(1));
}
async function messagesOf(thread: Thread | undefined): Promise<Message[]> {
  const { body } = await call<{ data: Message[] }>('GET', `/threads/${thread?.id}/messages?limit=200`);
  return body.data.toSorted((a, b) => (a.sort_at < b.sort_at ? -1 : 1));
}
const sumOf = (row: HistoryImport) =>
  row.imported.messages + row.imported.notes + row.known + row.skipped.reduce((sum, one) => sum + one.count, 0);

describe('Chatwoot', () => {
  test('brings conversations, messages, notes, labels, files, quotes and authors; a second time only what is new', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    chatwoot.files.set('/rails/blobs/bike%20one.png', picture);
    const data_url = `${chatwoot.url}/rails/blobs/bike%20one.png`;
    const first = text('Is the bike there?', { source_id: 'wamid.first' });
    const one = conversation(
      [
        first,
        text('Yes', {
          message_type: 1,
          status: 'read',
          sender: { id: 7, name: 'Me', type: 'user' },
          content_attributes: { in_reply_to: first.id },
        }),
        text('Dana assigned this', { message_type: 2 }),
        text('Prefers mornings', {
          message_type: 1,
          private: true,
          sender: { id: 9, name: 'Dana Cruz', type: 'user' },
        }),
        text('Two pictures', {
          message_type: 1,
          sender: { id: 9, name: 'Dana Cruz', type: 'user' },
          attachments: [
            { id: 1, file_type: 'image', data_url },
            { id: 2, file_type: 'image', data_url: `${chatwoot.url}/rails/blobs/gone.png` },
          ],
        }),
        text('', { attachments: [{ id: 3, file_type: 'location', coordinates_lat: 51.5, coordinates_long: -0.1 }] }),
        text('Removed', { content_attributes: { deleted: true } }),
        { id: ++lastMessage, content: 'odd', message_type: 'x' as unknown as 0, created_at: at(1) },
      ],
      { status: 'open', labels: ['vip'] },
    );
    conversation([text('Hello from the website')], { inbox_id: 2 });
    conversation([text('Lost')], { contact: { id: 99, name: 'Nobody', phone_number: null } });
    const lonely = { id: 98, name: 'Without a conversation', phone_number: '+447700900777' };
    chatwoot.data.contacts.push(one.contact, lonely, { id: 97, name: 'Mail only', phone_number: null });

    const { status, body } = await connect({ url: `${chatwoot.url}/app/accounts/3/dashboard?x=1` });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      state: 'ready',
      format: 'chatwoot',
      source: {
        ...{ tool: 'chatwoot', url: chatwoot.url, account: 'Kestrel Cycles', read: 0, waiting_until: null },
        inboxes: [
          { id: 1, kind: 'whatsapp', conversations: 2, chosen: true },
          { id: 2, kind: 'other', conversations: 1, chosen: false },
          { id: 3, kind: 'api', conversations: 0, chosen: false },
        ],
      },
    });
    const done = await start(body.id);
    expect(done, JSON.stringify(done)).toMatchObject({
      state: 'done',
      source: { read: 2 },
      imported: { contacts: 2, threads: 1, messages: 5, notes: 1, files: 1 },
      known: 0,
      error: null,
    });
    expect(Object.fromEntries(done.skipped.map(({ reason, count: many }) => [reason, many]))).toEqual({
      'Chatwoot’s own note of what happened, not a message': 1,
      'The contact has no phone number': 2,
      'The message was deleted': 1,
      'Chatwoot sent it in an unknown form': 1,
    });
    // imported + known + skipped = what Chatwoot has.
    expect(sumOf(done)).toBe(done.found.messages + done.found.notes + 5);
    expect(done.done).toBe(sumOf(done));

    const thread = await threadOf(one);
    expect(thread).toMatchObject({ state: 'ACTIVE', unread_count: 0, contact: { name: one.contact.name } });
    expect(thread?.label_ids).toHaveLength(1);
    const messages = await messagesOf(thread);
    expect(messages).toMatchObject([
      { direction: 'INCOMING', provider_message_id: 'wamid.first', text: { body: 'Is the bike there?' } },
      { direction: 'OUTGOING', created_by: world.user.uid, status: 3, context: { message_id: messages[0]?.id } },
      {
        ...{ type: 'image', created_by: 'import', imported: { author: 'Dana Cruz' } },
        image: { caption: 'Two pictures', media_info: { state: 'ready', width: 40 } },
      },
      { type: 'document', document: { media_info: { state: 'gone', reason: 'Chatwoot no longer has this file.' } } },
      { type: 'location', direction: 'INCOMING' },
    ]);
    const notes = (await call<{ data: Note[] }>('GET', `/threads/${thread?.id}/notes`)).body.data;
    expect(notes).toMatchObject([{ body: 'Dana Cruz: Prefers mornings' }]);
    // The key went to the API only, and is gone with the end of the import.
    expect(chatwoot.asked.filter(({ path }) => path.startsWith('/rails')).map(({ token }) => token)).toEqual([
      undefined,
      undefined,
    ]);
    const sealed = await queryAsOwner(world.server.owner, 'select from history_imports where key_enc is not null');
    expect(sealed).toHaveLength(0);

    one.messages.push(text('One more'));
    const again = await start(await connected());
    expect(again).toMatchObject({
      state: 'done',
      imported: { contacts: 0, threads: 0, messages: 1, notes: 0 },
      known: 6,
    });

    await call('POST', `/history-imports/${again.id}/undo`);
    await settled(again.id);
    await call('POST', `/history-imports/${done.id}/undo`);
    expect(await settled(done.id)).toMatchObject({ state: 'undone' });
    expect(await threadOf(one)).toBeUndefined();
  });

  test('brings custom attributes and canned responses; undo takes those that nobody used', async () => {
    const { contact } = conversation([text('Hello')]);
    contact.custom_attributes = { plan_type: 'gold', is_vip: true, left_open: null };
    const there = { name: 'Ours', shortcut: 'prices', body: 'Ours stays' };
    expect((await call('POST', '/session-templates', there)).status).toBe(201);
    Object.assign(chatwoot.data, {
      contacts: [contact],
      attributes: [
        { attribute_key: 'plan_type', attribute_display_name: 'Plan', attribute_model: 'contact_attribute' },
        {
          attribute_key: 'is_vip',
          attribute_display_name: 'Of a conversation',
          attribute_model: 'conversation_attribute',
        },
      ],
      canned: [
        { id: 1, short_code: 'hours', content: 'Hello {{ contact.first_name }}, open until {{closing}}' },
        { id: 2, short_code: 'big sale', content: 'On now' },
        { id: 3, short_code: 'prices', content: 'Theirs' },
        { id: 4, short_code: 'empty', content: '' },
      ],
    });
    const done = await start(await connected());
    expect(done, JSON.stringify(done)).toMatchObject({
      ...{ state: 'done', found: { replies: 3 }, imported: { contacts: 1, messages: 1, replies: 2 } },
    });
    expect(done.skipped).toEqual(
      expect.arrayContaining([{ reason: 'Another saved reply has this shortcut', count: 1 }]),
    );
    const replies = async () =>
      Object.fromEntries(
        (await call<{ data: SessionTemplate[] }>('GET', '/session-templates')).body.data.map((one) => [
          one.shortcut,
          one.body,
        ]),
      );
    expect(await replies()).toEqual({
      ...{ hours: 'Hello {{FIRST_NAME}}, open until {{closing}}', 'big-sale': 'On now', prices: 'Ours stays' },
    });
    const stored = await queryAsOwner<{ custom_fields: object }>(
      world.server.owner,
      `select custom_fields from contacts where name = '${contact.name}'`,
    );
    expect(Object.values(stored[0]?.custom_fields ?? {}).sort()).toEqual(['gold', 'yes']);
    const fields = (await call<{ data: CustomField[] }>('GET', '/custom-fields')).body.data;
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['Plan', 'is_vip']));

    const again = await start(await connected());
    expect(again).toMatchObject({ imported: { messages: 0, replies: 0 }, known: 3 });
    const { body } = await call<{ data: SessionTemplate[] }>('GET', '/session-templates');
    const used = body.data.find(({ shortcut }) => shortcut === 'hours');
    expect(
      (
        await fetch(`${world.server.url}/api/session-templates/${used?.id}/uses`, {
          method: 'POST',
          headers: { authorization: `Bearer ${world.token}` },
        })
      ).status,
    ).toBe(204);
    await call('POST', `/history-imports/${done.id}/undo`);
    expect(await settled(done.id)).toMatchObject({ state: 'undone' });
    expect(Object.keys(await replies()).sort()).toEqual(['hours', 'prices']);
  });

  test('a trial reads the newest hundred conversations and no more; then the rest', async () => {
    const all = Array.from({ length: 160 }, () => conversation([text('a'), text('b', { message_type: 1 })]));
    // Pages of 25 of Chatwoot, and a conversation of more than its hundred messages.
    all[158]?.messages.push(...Array.from({ length: 230 }, (_one, n) => text(`m${n}`, { created_at: at(1) + n })));
    const id = await connected();
    const tried = await start(id, { trial: true });
    expect(tried, tried.error ?? '').toMatchObject({ state: 'tried', imported: { threads: 100, messages: 430 } });
    expect(tried.source?.read).toBeLessThan(160);
    expect(await threadOf(all[60] as StandInConversation)).toBeDefined();
    expect(await threadOf(all[59] as StandInConversation)).toBeUndefined();
    const rest = await start(id);
    expect(rest).toMatchObject({
      state: 'done',
      imported: { threads: 160, messages: 550 },
      known: 0,
      source: { read: 160 },
    });
    const [pages] = await queryAsOwner<{ n: string }>(world.server.owner, 'select count(*) as n from history_pages');
    expect(Number(pages?.n)).toBe(0);
  });

  test('imports the chosen inboxes', async () => {
    conversation([text('WhatsApp')]);
    const bridged = conversation([text('By a bridge')], { inbox_id: 3 });
    const id = await connected();
    const wrong = await call('POST', `/history-imports/${id}/start`, { inbox_ids: [2] });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('inbox_ids')]);
    expect((await call('POST', `/history-imports/${id}/start`, { inbox_ids: [] })).status).toBe(422);
    expect(await start(id, { inbox_ids: [3] })).toMatchObject({ state: 'done', imported: { messages: 1 } });
    expect(await threadOf(bridged)).toBeDefined();
  });

  test('waits as long as Chatwoot asks, and goes on by itself', async () => {
    conversation([text('a')]);
    const id = await connected();
    chatwoot.faults.push({ status: 429, headers: { 'retry-after': '3' } });
    await call('POST', `/history-imports/${id}/start`, {});
    const waiting = await until(async () => {
      const row = await look(id);
      return row.source?.waiting_until == null ? null : row;
    });
    expect(waiting.state).toBe('running');
    expect(Date.parse(waiting.source?.waiting_until ?? '') - Date.now()).toBeLessThan(3_500);
    expect(await settled(id)).toMatchObject({
      state: 'done',
      imported: { messages: 1 },
      source: { waiting_until: null },
    });
  });

  test('pauses with a sentence when the key is taken back, and continues', async () => {
    conversation([text('a')]);
    const id = await connected();
    chatwoot.faults.push({ status: 401 });
    const paused = await start(id);
    expect(paused).toMatchObject({ state: 'paused', imported: { messages: 0 } });
    expect(paused.error).toContain('Chatwoot refused this key');
    await call('POST', `/history-imports/${id}/resume`);
    expect(await settled(id)).toMatchObject({ state: 'done', error: null, imported: { messages: 1 } });
  });

  test('pauses when Chatwoot stays away', async () => {
    conversation([text('a')]);
    const id = await connected();
    await queryAsOwner(
      world.server.owner,
      `update history_imports set source = source || '{"silent": 5}' where id = $1`,
      [id],
    );
    chatwoot.faults.push('gone');
    const paused = await start(id);
    expect(paused.state).toBe('paused');
    expect(paused.error).toContain('Chatwoot has not answered for a while');
  });

  test.each<[string, { url?: string; key?: string }, string, string]>([
    ['a wrong key', { key: 'wrong' }, 'source.key', 'refused this key'],
    ['the key of an agent', { key: agentToken }, 'source.key', 'Use the access token of an administrator'],
    ['a key with a space', { key: 'a b' }, 'source.key', 'This is not a key'],
    ['a key of several accounts', { key: twoAccountsToken }, 'source.url', 'Kestrel Cycles (3), Other (4)'],
    ['an address of something else', { url: '/elsewhere' }, 'source.url', 'doesn’t answer like Chatwoot'],
    ['a private address', { url: 'https://127.0.0.1:1/' }, 'source.url', 'private network'],
    ['an address without https', { url: 'http://chat.example' }, 'source.url', 'https'],
    ['no address', { url: 'chatwoot' }, 'source.url', 'not an http or https address'],
  ])('refuses %s in a sentence, and stores nothing', async (_what, source, field, words) => {
    const url = source.url?.startsWith('/') === true ? chatwoot.url + source.url : source.url;
    const before = (await call<{ data: object[] }>('GET', '/history-imports?limit=100')).body.data.length;
    const { status, body } = await connect({ ...source, ...(url !== undefined && { url }) });
    expect(status).toBe(422);
    expect(body.error.data[0]).toMatchObject({ field, msg: expect.stringContaining(words) });
    expect((await call<{ data: object[] }>('GET', '/history-imports?limit=100')).body.data).toHaveLength(before);
  });

  test('keeps its key sealed: no answer, list or audit entry has it, and a change of the installation’s key reseals it', async () => {
    conversation([text('a')]);
    const id = await connected();
    const shown = JSON.stringify([await look(id), await call('GET', '/history-imports?limit=100')]);
    expect(shown).not.toContain(administratorToken);
    const [row] = await queryAsOwner<{ key_enc: Buffer }>(
      world.server.owner,
      'select key_enc from history_imports where id = $1',
      [id],
    );
    expect(row?.key_enc.includes(administratorToken)).toBe(false);
    const { platform } = world.server;
    const after = secretsFrom(Buffer.alloc(32, 7));
    const open = (bytes: Buffer, place: string) => platform.secrets.open(bytes, place);
    const both = { ...after, open, isSealedBefore: () => true };
    expect(await resealHistoryKeys({ ...platform, secrets: both })).toBeGreaterThan(0);
    expect((await call<HistoryImport>('POST', `/history-imports/${id}/cancel`)).body.state).toBe('cancelled');
    const sealed = await queryAsOwner(
      world.server.owner,
      'select from history_imports where id = $1 and key_enc is not null',
      [id],
    );
    expect(sealed).toHaveLength(0);
  });
});

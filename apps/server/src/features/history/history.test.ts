import type { Contact, HistoryImport, Message, Note, Thread } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { zipOf } from '../../testing/zip.ts';

let world: World;
let count = 0;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

async function call<B = Record<string, unknown>>(method: string, path: string, body?: object | Buffer) {
  const isBytes = Buffer.isBuffer(body);
  const response = await fetch(`${world.server.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.token}`,
      ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as B };
}
const look = async (id: string) => (await call<HistoryImport>('GET', `/history-imports/${id}`)).body;
const moving = new Set(['reading', 'running', 'undoing']);
const settled = (id: string) =>
  until(async () => {
    const row = await look(id);
    return moving.has(row.state) ? null : row;
  }, 60_000);

async function read(file: string | Buffer, name: string): Promise<HistoryImport> {
  const { body } = await call<HistoryImport>('POST', '/history-imports', { name, channel_id: world.channelId });
  const bytes = Buffer.from(file as string);
  const half = Math.ceil(bytes.length / 2);
  for (const [at, part] of [
    [0, bytes.subarray(0, half)],
    [half, bytes.subarray(half)],
  ] as const)
    expect((await call('PUT', `/history-imports/${body.id}/content?offset=${at}`, part)).status).toBe(200);
  await call('POST', `/history-imports/${body.id}/read`);
  return settled(body.id);
}

async function start(id: string, trial = false): Promise<HistoryImport> {
  const answer = await call('POST', `/history-imports/${id}/start`, { trial });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return settled(id);
}

/** A number that no other test has. */
const number = () => `+4477009${String(++count).padStart(5, '0')}`;

async function threadOf(phone: string): Promise<Thread | undefined> {
  const { body } = await call<{ data: Thread[] }>('GET', `/threads?search=${encodeURIComponent(phone)}&limit=10`);
  return body.data.find(({ contact }) => contact.phone_number === phone.slice(1));
}

async function messagesOf(thread: Thread | undefined): Promise<Message[]> {
  const { body } = await call<{ data: Message[] }>('GET', `/threads/${thread?.id}/messages?limit=200`);
  return body.data.toSorted((a, b) => (a.sort_at < b.sort_at ? -1 : 1));
}

const chat = (name: string) => `31/12/2023, 21:41 - Messages and calls are end-to-end encrypted.
31/12/2023, 21:41 - ${name}: Is the blue bike still there?
It had a basket
31/12/2023, 21:41 - Kestrel Cycles: Yes, until Friday
31/12/2023, 21:42 - ${name}: IMG-20231231-WA0001.png (file attached)
My old one
01/01/2024, 09:05 - ${name}: <Media omitted>
01/01/2024, 09:06 - Kestrel Cycles: IMG-20240101-WA0002.jpg (file attached)
`;

describe('the chat export of a phone', () => {
  test('becomes a conversation of the past, with its files', async () => {
    const phone = number();
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const zip = zipOf({ 'WhatsApp Chat with Ana Ruiz.txt': chat('Ana Ruiz'), 'IMG-20231231-WA0001.png': picture });
    const row = await read(zip, 'WhatsApp Chat with Ana Ruiz.zip');
    expect(row).toMatchObject({
      state: 'ready',
      format: 'chat_export',
      found: { messages: 5, files: 2, threads: 1 },
      skipped: [{ reason: 'WhatsApp’s own note, not a message', count: 1 }],
      chat: {
        title: 'Ana Ruiz',
        date_order_certain: true,
        names: [
          { name: 'Ana Ruiz', messages: 3 },
          { name: 'Kestrel Cycles', messages: 2 },
        ],
        settings: { phone_number: null, own_names: ['Kestrel Cycles'], date_order: 'day_first' },
      },
    });
    const early = await call('POST', `/history-imports/${row.id}/start`, {});
    expect(early.status).toBe(422);
    const settings = { ...row.chat?.settings, phone_number: phone, time_zone: 'Asia/Kolkata' };
    expect((await call('PUT', `/history-imports/${row.id}/chat`, settings)).status).toBe(200);
    expect(await start(row.id)).toMatchObject({
      state: 'done',
      imported: { contacts: 1, threads: 1, messages: 5, files: 1 },
      known: 0,
    });

    const thread = await threadOf(phone);
    expect(thread).toMatchObject({ state: 'DONE', unread_count: 0, window_expires_at: null, waiting_since: null });
    expect(thread?.contact.name).toBe('Ana Ruiz');
    const messages = await messagesOf(thread);
    expect(messages.map(({ direction, type, timestamp }) => [direction, type, timestamp])).toEqual([
      ['INCOMING', 'text', '2023-12-31T16:11:00.000Z'],
      ['OUTGOING', 'text', '2023-12-31T16:11:00.000Z'],
      ['INCOMING', 'image', '2023-12-31T16:12:00.000Z'],
      ['INCOMING', 'document', '2024-01-01T03:35:00.000Z'],
      ['OUTGOING', 'document', '2024-01-01T03:36:00.000Z'],
    ]);
    expect(messages[0]?.text?.body).toBe('Is the blue bike still there?\nIt had a basket');
    expect(messages[1]).toMatchObject({
      created_by: 'import',
      imported: { import_id: row.id, author: 'Kestrel Cycles' },
    });
    expect(messages[2]?.image).toMatchObject({ caption: 'My old one', media_info: { state: 'ready', width: 40 } });
    expect(messages[3]?.document?.media_info).toMatchObject({
      state: 'gone',
      reason: 'The export has no files: it was made without media.',
    });
    expect(messages[4]?.document?.media_info.reason).toBe('The export does not have this file.');
  });

  test('comes once: a later export of the same chat adds what is new', async () => {
    const phone = number();
    const lines = (n: number) =>
      Array.from(
        { length: n },
        (_one, at) => `13/01/2024, 10:${String(Math.floor(at / 4)).padStart(2, '0')} - +44 7700 9: m${at % 3}`,
      );
    const of = async (n: number) => {
      const row = await read(lines(n).join('\n'), 'WhatsApp Chat with Ben.txt');
      const settings = { ...row.chat?.settings, phone_number: phone, own_names: [] };
      await call('PUT', `/history-imports/${row.id}/chat`, settings);
      return start(row.id);
    };
    expect(await of(6)).toMatchObject({ imported: { messages: 6 }, known: 0 });
    expect(await of(11)).toMatchObject({ imported: { messages: 5, contacts: 0, threads: 0 }, known: 6 });
    const messages = await messagesOf(await threadOf(phone));
    expect(messages.map(({ text }) => text?.body)).toEqual(lines(11).map((line) => line.slice(-2)));
  });

  test('of an iPhone without media says what was there', async () => {
    const phone = number();
    const kinds = ['image', 'video', 'audio', 'sticker', 'document'];
    const lines = kinds.map((kind, at) => `[13/01/2024, 10:00:0${at}] Ana Ruiz: \u200e${kind} omitted`);
    const row = await read(lines.join('\n'), '_chat.txt');
    const settings = { ...row.chat?.settings, phone_number: phone, own_names: [] };
    await call('PUT', `/history-imports/${row.id}/chat`, settings);
    await start(row.id);
    const messages = await messagesOf(await threadOf(phone));
    expect(messages.map(({ type }) => type)).toEqual(kinds);
    expect(messages[0]?.image?.media_info).toMatchObject({
      state: 'gone',
      reason: 'The export has no files: it was made without media.',
    });
  });

  test('of a group says who of the customers wrote', async () => {
    const phone = number();
    const lines = ['Zoë', 'Kestrel Cycles', 'דנה'].map((name, at) => `13/01/2024, 10:0${at} - ${name}: m${at}`);
    const row = await read(lines.join('\n'), 'WhatsApp Chat with Bikes.txt');
    const settings = { ...row.chat?.settings, phone_number: phone, own_names: ['Kestrel Cycles'] };
    await call('PUT', `/history-imports/${row.id}/chat`, settings);
    await start(row.id);
    const messages = await messagesOf(await threadOf(phone));
    expect(messages.map(({ direction, imported }) => [direction, imported?.author])).toEqual([
      ['INCOMING', 'Zoë'],
      ['OUTGOING', 'Kestrel Cycles'],
      ['INCOMING', 'דנה'],
    ]);
  });

  test('an import that is cancelled while its file is read stays cancelled', async () => {
    const { body } = await call<HistoryImport>('POST', '/history-imports', { name: 'x', channel_id: world.channelId });
    const lines = Array.from({ length: 60_000 }, (_one, at) => `13/01/2024, 10:00 - Ben: message ${at}`).join('\n');
    await call('PUT', `/history-imports/${body.id}/content?offset=0`, Buffer.from(lines));
    await call('POST', `/history-imports/${body.id}/read`);
    await until(async () => (await look(body.id)).found.messages > 0);
    expect((await call<HistoryImport>('POST', `/history-imports/${body.id}/cancel`)).body.state).toBe('cancelled');
    await until(async () => {
      const jobs = await queryAsOwner(
        world.server.owner,
        `select from jobs where kind = 'history.read' and state in ('waiting', 'running')`,
      );
      return jobs.length === 0;
    });
    expect(await look(body.id)).toMatchObject({ state: 'cancelled', error: null });
  });

  test.each([
    ['a text of another kind', 'Dear diary,\nnothing happened.\n', 'neither a chat exported by WhatsApp'],
    ['an empty file', ' \n', 'This file is empty'],
    ['a damaged zip', zipOf({ '_chat.txt': chat('Ana') }).subarray(0, -30), 'damaged or not complete'],
    ['a zip without a chat', zipOf({ 'a.png': 'x' }), 'no chat and no history.jsonl'],
  ])('%s is refused in a sentence', async (_what, file, words) => {
    const row = await read(file, 'x.zip');
    expect(row.state).toBe('failed');
    expect(row.error).toContain(words);
  });
});

const line = (record: object) => `${JSON.stringify(record)}\n`;

describe('Parley’s own format', () => {
  test('brings custom fields of new contacts, and saved replies; what does not fit is left out', async () => {
    const [known, fresh] = [number(), number()];
    expect((await call('POST', '/custom-fields', { name: 'Orders', type: 'number' })).status).toBe(201);
    await call('POST', '/contacts', { phone_number: known, name: 'There before' });
    const fields = { City: 'Leeds', Orders: 'many' };
    const file = [
      line({ type: 'saved_reply', shortcut: '/Thanks', text: 'Thank you, {{FIRST_NAME}}' }),
      line({ type: 'saved_reply', shortcut: 'two words', text: 'x' }),
      line({ type: 'contact', phone_number: known, name: 'Other', fields }),
      line({ type: 'contact', phone_number: fresh, name: 'New here', fields }),
    ].join('');
    const row = await read(file, 'history.jsonl');
    expect(row).toMatchObject({ state: 'ready', found: { contacts: 2, threads: 0, replies: 1, messages: 0 } });
    const done = await start(row.id);
    expect(done).toMatchObject({
      state: 'done',
      imported: { contacts: 1, replies: 1 },
      undo_until: expect.any(String),
    });
    expect(done.skipped).toContainEqual({ reason: 'A value does not fit the type of its custom field', count: 1 });
    const valuesOf = async (phone: string) => {
      const query = `phone_number=${encodeURIComponent(phone)}`;
      return (await call<Contact[]>('GET', `/contacts/multi?${query}`)).body[0]?.custom_fields;
    };
    expect([await valuesOf(known), await valuesOf(fresh)]).toEqual([{}, { City: 'Leeds' }]);
  });

  test('brings contacts, conversations, messages, quotes, labels and notes', async () => {
    const phone_number = number();
    const member = world.user.email;
    const wamid = `wamid.${phone_number}`;
    const at = (minute: number) => `2024-03-01T10:0${minute}:30.500+02:00`;
    const file = [
      line({ type: 'contact', phone_number, name: 'Chidi Anagonye' }),
      line({ type: 'conversation', phone_number, state: 'ACTIVE', labels: ['VIP', 'vip'] }),
      line({
        type: 'message',
        phone_number,
        id: '1',
        at: at(1),
        direction: 'INCOMING',
        text: 'Hello',
        provider_message_id: wamid,
      }),
      line({
        type: 'message',
        phone_number,
        id: '2',
        at: at(2),
        direction: 'OUTGOING',
        text: 'Hi',
        quoted_id: '1',
        author: { name: 'Me', email: member.toUpperCase() },
        status: 'read',
      }),
      line({
        type: 'message',
        phone_number,
        id: '3',
        at: at(3),
        direction: 'OUTGOING',
        location: { latitude: 1.5, longitude: 2 },
        author: { name: 'Dana Cruz', email: 'dana@elsewhere.example' },
      }),
      line({ type: 'note', phone_number, at: at(4), text: 'Prefers mornings', author: { name: 'Dana Cruz' } }),
      'not json\n',
      line({ type: 'message', phone_number, at: 'yesterday', direction: 'INCOMING', text: 'x' }),
      line({ type: 'message', phone_number: '123456', at: at(5), direction: 'INCOMING', text: 'x' }),
      line({ type: 'message', phone_number, at: at(5), direction: 'INCOMING' }),
    ].join('');
    const row = await read(file, 'history.jsonl');
    expect(row).toMatchObject({ state: 'ready', format: 'parley', chat: null, found: { messages: 4, notes: 1 } });
    const done = await start(row.id);
    expect(done).toMatchObject({ state: 'done', imported: { contacts: 1, threads: 1, messages: 3, notes: 1 } });
    const skipped = (
      await call<{ data: Array<{ place: string; reason: string }> }>('GET', `/history-imports/${row.id}/skipped`)
    ).body.data;
    expect(skipped).toMatchObject([
      { place: '7', reason: 'The line is not JSON' },
      { place: '8', reason: expect.stringContaining('must be a time, such as') },
      { place: '10', reason: 'The message is empty' },
      { place: '9', reason: 'This is not a phone number' },
    ]);
    // imported + known + skipped = what the file has.
    expect(3 + 1 + done.skipped.reduce((sum, one) => sum + one.count, 0)).toBe(8);

    const allDone = async () => (await call<{ all_done?: boolean }>('GET', `/history-imports/${row.id}`)).body.all_done;
    expect(await allDone()).toBe(false);
    const thread = await threadOf(phone_number);
    expect(thread).toMatchObject({
      state: 'ACTIVE',
      unread_count: 0,
      waiting_since: null,
      contact: { name: 'Chidi Anagonye' },
    });
    expect(thread?.label_ids).toHaveLength(1);
    const messages = await messagesOf(thread);
    expect(messages).toMatchObject([
      { timestamp: '2024-03-01T08:01:30.500Z', provider_message_id: wamid },
      { created_by: world.user.uid, status: 3, context: { message_id: messages[0]?.id } },
      { type: 'location', created_by: 'import', imported: { author: 'Dana Cruz' } },
    ]);
    const notes = (await call<{ data: Note[] }>('GET', `/threads/${thread?.id}/notes`)).body.data;
    expect(notes).toMatchObject([{ body: 'Dana Cruz: Prefers mornings', created_at: '2024-03-01T08:04:30.500Z' }]);
  });

  test('leaves out what is dated in the future, which would stand above all new messages', async () => {
    const phone_number = number();
    const at = (year: number) => `${year}-01-01T00:00:00Z`;
    const message = (year: number) =>
      line({ type: 'message', phone_number, at: at(year), direction: 'INCOMING', text: `of ${year}` });
    const row = await read([message(2024), message(2096)].join(''), 'history.jsonl');
    expect(await start(row.id)).toMatchObject({
      state: 'done',
      imported: { messages: 1 },
      skipped: [{ reason: 'Its date is in the future', count: 1 }],
    });
  });

  test('a trial imports the first hundred conversations, then waits', async () => {
    const phones = Array.from({ length: 130 }, number);
    // Rows of some people are on two pages of 500.
    const rows = phones.flatMap((phone_number) =>
      [0, 1, 2, 3, 4, 5, 6].map((n) =>
        line({ type: 'message', phone_number, at: `2024-01-01T00:00:0${n}Z`, direction: 'INCOMING', text: `m${n}` }),
      ),
    );
    const row = await read(rows.join(''), 'history.jsonl');
    expect(await start(row.id, true)).toMatchObject({ state: 'tried', imported: { threads: 100, messages: 700 } });
    expect(await threadOf(phones[99] ?? '')).toBeDefined();
    expect(await threadOf(phones[100] ?? '')).toBeUndefined();
    expect(await start(row.id)).toMatchObject({ state: 'done', imported: { threads: 130, messages: 910 }, known: 0 });
  });

  test('nothing follows from it: no event, no notification, no window, and a message WhatsApp sent stays as it is', async () => {
    const phone = number();
    const thread = await customerWrites(world, phone.slice(1), 'A real one');
    const [real] = await messagesOf(thread);
    const before = await feedOf('messages');
    const file = [
      line({
        type: 'message',
        phone_number: phone,
        id: 'a',
        at: '2020-01-01T00:00:00Z',
        direction: 'INCOMING',
        text: 'Old',
      }),
      line({
        type: 'message',
        phone_number: phone,
        id: 'b',
        at: '2020-01-01T00:00:01Z',
        direction: 'INCOMING',
        text: 'Another',
        provider_message_id: real?.provider_message_id,
      }),
    ];
    const row = await read(file.join(''), 'history.jsonl');
    expect(await start(row.id)).toMatchObject({ imported: { messages: 1, contacts: 0, threads: 0 }, known: 1 });
    expect(await feedOf('messages')).toBe(before);
    const after = await threadOf(phone);
    expect(after).toMatchObject({
      state: 'ACTIVE',
      unread_count: 1,
      last_message_id: real?.id,
      window_expires_at: thread.window_expires_at,
    });
  });
});

const feedOf = async (collection: string) => {
  const rows = await queryAsOwner<{ n: string }>(
    world.server.owner,
    `select count(*) as n from (select 1 from changes where collection = $1 union all select 1 from changes_new where collection = $1) x`,
    [collection],
  );
  return rows[0]?.n;
};

describe('undo', () => {
  test('takes back exactly what it brought', async () => {
    const [mine, theirs] = [number(), number()];
    const thread = await customerWrites(world, theirs.slice(1), 'I was here before');
    const tables = [
      'messages',
      'threads',
      'contacts',
      'notes',
      'media',
      'media_files',
      'contact_identities',
      'history_rows',
    ];
    const counts = async () =>
      Object.fromEntries(
        await Promise.all(
          tables.map(async (table) => [
            table,
            (await queryAsOwner<{ n: string }>(world.server.owner, `select count(*) as n from ${table}`))[0]?.n,
          ]),
        ),
      );
    const before = await counts();
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const at = '2024-01-01T00:00:00Z';
    const records = [
      line({ type: 'message', phone_number: mine, at, direction: 'INCOMING', file: { path: 'media/a.png' } }),
      line({ type: 'note', phone_number: mine, at, text: 'n' }),
      line({ type: 'message', phone_number: theirs, at, direction: 'OUTGOING', text: 'From long ago' }),
      line({ type: 'note', phone_number: theirs, at, text: 'n' }),
    ];
    const row = await read(zipOf({ 'history.jsonl': records.join(''), 'media/a.png': picture }), 'old.zip');
    expect(await start(row.id)).toMatchObject({ imported: { messages: 2, notes: 2, files: 1, threads: 1 } });
    expect(await counts()).not.toEqual(before);
    expect((await look(row.id)).undo_until).not.toBeNull();
    expect((await call('POST', `/history-imports/${row.id}/undo`)).status).toBe(200);
    expect(await settled(row.id)).toMatchObject({ state: 'undone', undo_until: null });
    expect(await counts()).toEqual(before);
    expect(await threadOf(mine)).toBeUndefined();
    expect(await threadOf(theirs)).toMatchObject({ id: thread.id, last_message_id: thread.last_message_id });
  });

  test('leaves a conversation in which somebody wrote since', async () => {
    const phone = number();
    const record = line({
      type: 'message',
      phone_number: phone,
      at: '2024-01-01T00:00:00Z',
      direction: 'INCOMING',
      text: 'Old',
    });
    const row = await read(record, 'history.jsonl');
    await start(row.id);
    const thread = await customerWrites(world, phone.slice(1), 'New');
    await call('POST', `/history-imports/${row.id}/undo`);
    await settled(row.id);
    const messages = await messagesOf(await threadOf(phone));
    expect(messages.map(({ text }) => text?.body)).toEqual(['New']);
    const contact = await call<Contact>('GET', `/contacts/${thread.contact_id}`);
    expect(contact.status).toBe(200);
  });
});

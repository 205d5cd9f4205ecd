import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createAuth } from '../../../testing/auth.ts';
import { customerWrites, getMessage, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { addMember, createSession, createUser } from '../../../testing/users.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* The server fills in variables for each recipient, or does not send the message. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  for (const name of ['City', 'Secret']) await world.api('POST /api/custom-fields', { body: { name } });
  await world.api('PUT /api/custom-fields/{name}', { params: { name: 'Secret' }, body: { hidden: true } });
});
afterAll(() => world.close());

const tools = sendQueries(() => world);
const { openAdapter } = tools;
/**
 * Counts of contacts, conversations, messages and triggers; changes are left out, because earlier sends also create
 * them.
 */
const rowsNow = async () => (await tools.rowsNow()).slice(0, 5);
type Problems = { error: { code: string; data: { field: string; msg: string }[] } };
const problemsOf = (answer: { body: unknown }) => (answer.body as Problems).error.data;
const dataOf = (message: unknown) => JSON.stringify(message);

/** A conversation with an open window and a contact of the given name. */
async function talkingTo(name: string, city?: string): Promise<Thread> {
  const thread = await customerWrites(world);
  await world.api('PUT /api/contacts/{id}', {
    params: { id: thread.contact_id },
    body: { name, ...(city !== undefined && { custom_fields: { City: city } }) },
  });
  return thread;
}
async function orderReady(...values: string[]) {
  const { data } = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body;
  const id = data.find((row) => row.name === 'order_ready' && row.language === 'en_US')?.id ?? '';
  const parameters = values.map((text) => ({ type: 'text', text }));
  const button = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'A-17' }] };
  return { id, components: [{ type: 'body', parameters }, button] };
}

describe('text with variables', () => {
  test('is sent with the values of the contact, and a repeated request returns the same message', async () => {
    const thread = await talkingTo('Ada King Lovelace', 'Leeds');
    const body = textBody(thread, 'Hi {{FIRST_NAME}} {{ LAST_NAME }} from {{City}}, {{NAME}}: {{PHONE_NUMBER}}');
    const sent = await world.api('POST /api/messages', { body });
    expect(sent.status).toBe(201);
    const words = `Hi Ada King Lovelace from Leeds, Ada King Lovelace: +${thread.contact.phone_number}`;
    expect(sent.body.text?.body).toBe(words);
    const { data } = (await world.api('GET /api/messages/{id}/triggers', { params: { id: body.id } })).body;
    expect(data[0]?.payload).toMatchObject({ text: { body: words } });
    // A sent message stays unchanged, even when the value was deleted later.
    await world.api('PUT /api/contacts/{id}', { params: { id: thread.contact_id }, body: { custom_fields: {} } });
    const again = await world.api('POST /api/messages', { body });
    expect([again.status, again.body.text?.body]).toEqual([200, words]);
  });

  test('values are inserted literally: a name with braces stays unchanged', async () => {
    const thread = await talkingTo('{{City}} {{Nobody}}', 'Leeds');
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Hi {{NAME}}') });
    expect(sent.body.text?.body).toBe('Hi {{City}} {{Nobody}}');
  });

  test('a template is filled in, and shown, with the values of the contact', async () => {
    const thread = await talkingTo('Ada Lovelace', 'Leeds');
    const template = await orderReady('{{FIRST_NAME}}', 'A-17 ({{City}})');
    const body = { ...textBody(thread, ''), type: 'template' as const, text: undefined, template };
    const sent = await world.api('POST /api/messages', { body });
    expect(sent.status).toBe(201);
    expect(sent.body.template).toMatchObject({
      display: { body: expect.stringContaining('Hi Ada, your order A-17 (Leeds)') },
    });
    expect(dataOf(await getMessage(world, body.id))).not.toContain('{{');
  });

  test('in Compose each recipient gets their own values, all or none', async () => {
    const [ada, omar] = [await talkingTo('Ada', 'Leeds'), await talkingTo('Omar')];
    const to = (thread: Thread, body: string) => ({
      id: newId(),
      to: `+${thread.contact.phone_number}`,
      type: 'text' as const,
      text: { body },
    });
    const compose = (...messages: ReturnType<typeof to>[]) =>
      world.api('POST /api/compose', { body: { channel_id: world.channelId, messages } });
    const good = await compose(to(ada, 'Hi {{FIRST_NAME}}'), to(omar, 'Hi {{FIRST_NAME}}'));
    expect(good.body.data.map(({ text }) => text?.body)).toEqual(['Hi Ada', 'Hi Omar']);
    const before = await rowsNow();
    const bad = await compose(to(ada, 'From {{City}}'), to(omar, 'From {{City}}'));
    expect(bad.status).toBe(422);
    expect(problemsOf(bad)).toEqual([
      {
        field: 'messages.1.text.body',
        msg: 'This contact has no City. FIX VALUE: write the words yourself, or name City in as_typed.',
      },
    ]);
    const unknown = await compose(to(ada, 'Hi {{Nobody}}'), to(omar, 'Hi'));
    expect(problemsOf(unknown).map(({ field }) => field)).toEqual(['messages.0.text.body']);
    expect(await rowsNow()).toEqual(before);
  });
});

describe('a text about variables', () => {
  test('keeps the names that the sender says it is to keep, and no others', async () => {
    const thread = await talkingTo('Ada');
    const words = 'Hi {{FIRST_NAME}}, use {{code}} or {{City}} here';
    const body = { ...textBody(thread, words), as_typed: ['code', 'City'] };
    const sent = await world.api('POST /api/messages', { body });
    expect([sent.status, sent.body.text?.body]).toEqual([201, 'Hi Ada, use {{code}} or {{City}} here']);
    expect((await world.api('POST /api/messages', { body })).status).toBe(200);
    const other = await world.api('POST /api/messages', { body: { ...body, as_typed: ['code'] } });
    expect((other.body as unknown as Problems).error.code).toBe('id_conflict');
    const refused = await world.api('POST /api/messages', {
      body: { ...textBody(thread, words), as_typed: ['code'] },
    });
    expect(problemsOf(refused)).toEqual([
      {
        field: 'text.body',
        msg: 'This contact has no City. FIX VALUE: write the words yourself, or name City in as_typed.',
      },
    ]);
  });

  test('is sent later, changed until then, and composed in the same way', async () => {
    const thread = await talkingTo('Ada');
    const send_at = new Date(Date.now() + 86_400_000).toISOString();
    const body = { ...textBody(thread, 'Use {{code}}'), as_typed: ['code'], send_at };
    const scheduled = await world.api('POST /api/messages', { body });
    expect([scheduled.status, scheduled.body.text?.body]).toEqual([201, 'Use {{code}}']);
    const change = (text: string, as_typed?: string[]) =>
      world.api('PUT /api/messages/{id}', {
        params: { id: body.id },
        body: { text: { preview_url: false, body: text }, ...(as_typed && { as_typed }) },
      });
    expect((await change('Use {{code}} today')).status).toBe(422);
    expect((await change('Use {{code}} today', ['code'])).body.text?.body).toBe('Use {{code}} today');
    const to = `+${thread.contact.phone_number}`;
    const composed = await world.api('POST /api/compose', {
      body: {
        channel_id: world.channelId,
        messages: [{ to, type: 'text', text: { preview_url: false, body: 'Use {{code}}' }, as_typed: ['code'] }],
      },
    });
    expect(composed.body.data[0]?.text?.body).toBe('Use {{code}}');
  });

  test('never keeps FIX VALUE', async () => {
    const thread = await talkingTo('Ada');
    const body = { ...textBody(thread, 'Hi FIX VALUE'), as_typed: ['FIX VALUE'] };
    expect((await world.api('POST /api/messages', { body })).status).toBe(422);
  });
});

// https://www.unicode.org/charts/PDF/UFF00.pdf: keyboards for Chinese and Japanese write braces in full width.
test('braces in full width are those of a variable too', async () => {
  const thread = await talkingTo('Ada', 'Leeds');
  const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Hi ｛｛FIRST_NAME｝｝') });
  expect(sent.body.text?.body).toBe('Hi Ada');
  const refused = await world.api('POST /api/messages', { body: textBody(thread, 'Hi ｛｛名前｝｝') });
  expect([refused.status, problemsOf(refused)[0]?.msg]).toEqual([422, expect.stringContaining('{{名前}}')]);
});

describe('nothing is sent or changed', () => {
  test.each([
    ['an unknown name', 'Hi {{Frist_name}}', 'Frist_name'],
    ['a name in the wrong case', 'Hi {{first_name}}', 'first_name'],
    ['a name longer than any', `Hi {{${'x'.repeat(150)}}}`, 'xxx'],
    ['a hidden attribute', 'Hi {{Secret}}', 'Secret'],
    ['a value that is missing', 'From {{City}}', 'City'],
    ['FIX VALUE', 'Hi FIX VALUE', 'FIX VALUE'],
  ])('with %s', async (_name, words, named) => {
    const thread = await talkingTo('Ada');
    const before = await rowsNow();
    const refused = await world.api('POST /api/messages', { body: textBody(thread, words) });
    expect([refused.status, problemsOf(refused)[0]?.field]).toEqual([422, 'text.body']);
    expect(problemsOf(refused)[0]?.msg).toContain(named);
    expect(await rowsNow()).toEqual(before);
  });

  test('with an unknown name among the values of a template', async () => {
    const thread = await talkingTo('Ada');
    const template = await orderReady('{{FIRST_NAME}}', '{{order}}');
    const body = { ...textBody(thread, ''), type: 'template' as const, text: undefined, template };
    const refused = await world.api('POST /api/messages', { body });
    expect(problemsOf(refused)[0]?.field).toBe('template.components.0.parameters.1.text');
    // A first message that cannot be sent creates neither a contact nor a conversation.
    const before = await rowsNow();
    const { thread_id: _thread, ...rest } = body;
    for (const values of [['{{order}}'], ['{{NAME}}']]) {
      const first = { ...rest, id: newId(), to: `+${freshPhone()}`, template: await orderReady('Ada', ...values) };
      expect((await world.api('POST /api/messages', { body: first })).status).toBe(422);
    }
    expect(await rowsNow()).toEqual(before);
  });

  test('when the text is too long with its values', async () => {
    const thread = await talkingTo('Ada', 'x'.repeat(900));
    const refused = await world.api('POST /api/messages', { body: textBody(thread, '{{City}}'.repeat(5)) });
    expect(problemsOf(refused)[0]?.msg).toContain('4,096');
  });

  test('with a phone number, for a member who may not see phone numbers', async () => {
    const thread = await talkingTo('Ada');
    const user = await createUser(world.server.owner, 'Lim Ited');
    await addMember(world.server.owner, world.clientId, user, 'User');
    const restrictions = { mask_phone_numbers: true };
    await world.api('PUT /api/team/{user_id}', { params: { user_id: user.uid }, body: { restrictions } as never });
    const auth = await createAuth(world.server.platform);
    const sid = await createSession(world.server.owner, user.uid);
    const account = { clientId: world.clientId, role: 'User' as const };
    const api = world.apiAs(await auth.idTokens.sign({ uid: user.uid, sid, account }));
    const refused = await api('POST /api/messages', { body: textBody(thread, 'Call {{PHONE_NUMBER}}') });
    expect([refused.status, problemsOf(refused)[0]?.msg]).toEqual([422, expect.stringContaining('PHONE_NUMBER')]);
    expect((await api('POST /api/messages', { body: textBody(thread, 'Hi {{NAME}}') })).body.text?.body).toBe('Hi Ada');
  });
});

test('a first message from a sandbox creates a sandbox contact, which other channels cannot write to', async () => {
  const greeting = await orderReady('Ada', 'A-17');
  const send = (recipient: { to: string } | { contact_id: string }) =>
    world.api('POST /api/compose', {
      body: {
        channel_id: world.channelId,
        messages: [{ id: newId(), ...recipient, type: 'template', template: greeting }],
      },
    });
  await tools.sql('update channels set sandbox = true where id = $1', [world.channelId]);
  const first = await send({ to: `+${freshPhone()}` });
  const contactId = first.body.data[0]?.contact_id ?? '';
  expect((await world.api('GET /api/contacts/{id}', { params: { id: contactId } })).body.sandbox).toBe(true);
  await tools.sql('update channels set sandbox = false where id = $1', [world.channelId]);
  const refused = await send({ contact_id: contactId });
  expect([refused.status, problemsOf(refused)[0]?.field]).toEqual([422, 'messages.0.contact_id']);
});

test('a long text full of braces is parsed in linear time', async () => {
  const { variablesIn } = await import('@parley/contract/variables');
  expect(variablesIn(`${'{{'}${' '.repeat(100_000)}`.repeat(3))).toEqual([]);
});

test('on a channel without reply windows a first message is filled in too', async () => {
  await openAdapter(world.channelId);
  const to = `+${freshPhone()}`;
  await world.api('POST /api/contacts', { body: { phone_number: to, name: 'Noor Haddad' } });
  const body = { id: newId(), channel_id: world.channelId, to, source: 'API' as const, type: 'text' as const };
  const sent = await world.api('POST /api/messages', {
    body: { ...body, text: { body: 'Hi {{FIRST_NAME}}' } as never },
  });
  expect(sent.body.text?.body).toBe('Hi Noor');
});

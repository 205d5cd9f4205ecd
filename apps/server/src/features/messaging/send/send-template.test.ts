import type { Template, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, getMessage, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { addMember, createUser } from '../../../testing/users.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* A template is the only content that may be sent when the reply window is closed. */

let world: World;
let templates: Template[];
/** A template of another account with the same name. */
let foreign: string;

beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  templates = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body.data;
  const { createAuth } = await import('../../../testing/auth.ts');
  const auth = await createAuth(world.server.platform);
  const foreigner = await createUser(world.server.owner, 'Foreigner');
  const token = await auth.idTokens.sign({ uid: foreigner.uid, sid: foreigner.sid, account: null });
  const account = await world.apiAs(token)('POST /api/clients', {
    body: { name: 'Elsewhere', country: 'GB', time_zone: 'UTC' },
  });
  foreign = newId();
  await sql(
    `insert into templates (client_id, id, waba_id, name, language, status, components)
     select $1, $2, waba_id, name, language, status, components from templates where id = $3`,
    [account.body.client_id, foreign, idOf('hello_world')],
  );
});
afterAll(() => world.close());

const { sql, count, post, rowsNow } = sendQueries(() => world);

function idOf(name: string, language = 'en_US'): string {
  const found = templates.find((row) => row.name === name && row.language === language);
  if (found === undefined) throw new Error(`the simulator has no ${name}`);
  return found.id;
}
const text = (value: string, parameter_name?: string) => ({
  type: 'text',
  text: value,
  ...(parameter_name === undefined ? {} : { parameter_name }),
});
const order = (name = 'Layla', number = 'A-17') => [
  { type: 'body', parameters: [text(name), text(number)] },
  { type: 'button', sub_type: 'url', index: '0', parameters: [text(number)] },
];
const templateInto = (thread: Thread, template: { id: string; components?: object[] }, changes: object = {}) => ({
  id: newId(),
  channel_id: thread.channel_id,
  thread_id: thread.id,
  source: 'INBOX' as const,
  type: 'template' as const,
  template: template as { id: string; components?: Record<string, unknown>[] },
  ...changes,
});
type Refusal = { error: { data: object[] } };
/** A conversation whose window has closed. */
async function closedThread(): Promise<Thread> {
  const thread = await customerWrites(world);
  await sql(`update threads set window_expires_at = now() - interval '1 minute' where id = $1`, [thread.id]);
  return thread;
}
const setStatus = (name: string, status: string) =>
  sql('update templates set status = $2 where id = $1', [idOf(name), status]);
const goesOut = (id: string) =>
  until(async () => {
    const message = await getMessage(world, id);
    return message.status >= 2 ? message : null;
  });
/** The last message that the simulator's phone shows. */
const shownTo = async (phone: string) =>
  (await world.phone<{ messages: { display: unknown }[] }>('GET', `/phones/${phone}/updates?timeout=0`)).messages;

test.each([
  ['a new line', 'A\r\n-17', 'A -17'],
  ['a tab', 'A\t17', 'A 17'],
  ['more than four blanks', 'A      17 ', 'A 17'],
])(
  'a value with %s is rejected: the error names the field and the allowed values',
  async (_name, value, suggestion) => {
    const thread = await closedThread();
    const before = await rowsNow();
    const components = order('Layla', value);
    const refused = await world.api('POST /api/messages', {
      body: templateInto(thread, { id: idOf('order_ready'), components }),
    });
    expect([refused.status, (refused.body as unknown as Refusal).error.data]).toEqual([
      422,
      ['0.parameters.1', '1.parameters.0'].map((place) => ({
        field: `template.components.${place}.text`,
        msg: 'A template value can’t have new lines, tabs or more than 4 spaces in a row.',
        suggestion,
      })),
    ]);
    expect(await rowsNow()).toEqual(before);
  },
);

describe('a template is sent when the window is closed', () => {
  test('with its variables filled in as the customer sees it, and with the name that the server has', async () => {
    const thread = await closedThread();
    const refused = await world.api('POST /api/messages', { body: textBody(thread, 'Hello?') });
    expect(refused.body).toMatchObject({ error: { code: 'window_closed' } });
    const body = templateInto(thread, { id: idOf('order_ready'), components: order() });
    const sent = await world.api('POST /api/messages', { body });
    expect(sent.status).toBe(201);
    expect(sent.body.template).toEqual({
      id: idOf('order_ready'),
      name: 'order_ready',
      language: 'en_US',
      components: order(),
      display: {
        body: 'Hi Layla, your order A-17 is ready to be picked up.',
        buttons: [{ type: 'URL', text: 'Track order' }],
      },
    });
    await goesOut(body.id);
    const row = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(row.last_message).toMatchObject({
      type: 'template',
      preview: 'Hi Layla, your order A-17 is ready to be picked up.',
    });
    const [last] = (await shownTo(thread.contact.phone_number ?? '')).slice(-1);
    expect(last?.display).toMatchObject({ body: 'Hi Layla, your order A-17 is ready to be picked up.' });
  });

  test('with named values, with none, and without an explicit format', async () => {
    const thread = await closedThread();
    for (const template of [
      {
        id: idOf('appointment_reminder'),
        components: [{ type: 'body', parameters: [text('Friday', 'day'), text('Layla', 'first_name')] }],
      },
      { id: idOf('hello_world'), components: [] },
      { id: idOf('hello_world') },
    ]) {
      const body = templateInto(thread, template);
      expect((await world.api('POST /api/messages', { body })).status).toBe(201);
      const { template: sent } = await goesOut(body.id);
      expect(sent?.['id']).toBe(template.id);
    }
  });

  test('to a contact who has never written, once', async () => {
    const to = freshPhone();
    const { thread_id: _thread, ...body } = templateInto(await closedThread(), { id: idOf('hello_world') });
    const first = await post({ ...body, to: `+${to}` });
    expect(first.status).toBe(201);
    const again = await post({ ...body, to: `+${to}` });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ id: body.id, to });
    await goesOut(body.id);
    expect(await count('messages where "to" = $1', [to])).toBe(1);
  });
});

describe('rejected templates get an error message, and nothing is written', () => {
  const cases: [string, () => object, string][] = [
    ['no template', () => ({ template: undefined }), 'template'],
    [
      'too few values',
      () => ({ template: { id: idOf('order_ready'), components: order().slice(1) } }),
      'template.components',
    ],
    [
      'a button without its value',
      () => ({ template: { id: idOf('order_ready'), components: order().slice(0, 1) } }),
      'template.components',
    ],
    [
      'a value with FIX VALUE',
      () => ({ template: { id: idOf('order_ready'), components: order('FIX VALUE') } }),
      'template.components.0.parameters.0.text',
    ],
    [
      'an empty value',
      () => ({ template: { id: idOf('order_ready'), components: order(' ') } }),
      'template.components.0.parameters.0.text',
    ],
    [
      'a value that makes the text too long',
      () => ({ template: { id: idOf('order_ready'), components: order('x'.repeat(1_020)) } }),
      'template.components.0.parameters.0.text',
    ],
    [
      'a value of another kind',
      () => ({
        template: {
          id: idOf('order_ready'),
          components: [
            {
              type: 'body',
              parameters: [text('Layla'), { type: 'image', image: { link: 'https://shop.example/a.jpg' } }],
            },
            ...order().slice(1),
          ],
        },
      }),
      'template.components.0.parameters.1.type',
    ],
    [
      'an unknown part',
      () => ({ template: { id: idOf('hello_world'), components: [{ type: 'tail' }] } }),
      'template.components.0.type',
    ],
    [
      'a value with a new line',
      () => ({ template: { id: idOf('order_ready'), components: order('Ana\nSilva') } }),
      'template.components.0.parameters.0.text',
    ],
    [
      'a NUL in a value',
      () => ({ template: { id: idOf('order_ready'), components: order('a\u0000b') } }),
      'template.components.0.parameters.0.text',
    ],
    [
      'a picture without its address',
      () => ({ template: { id: idOf('spring_offer'), components: [{ type: 'body', parameters: [text('Layla')] }] } }),
      'template.components',
    ],
    ['a text beside it', () => ({ template: { id: idOf('hello_world') }, text: { body: 'x' } }), 'text'],
    ['name and language of their own', () => ({ template: { id: idOf('hello_world'), name: 'x' } }), 'template.name'],
    ['no such template', () => ({ template: { id: newId() } }), 'template.id'],
    ['another account’s template', () => ({ template: { id: foreign } }), 'template.id'],
  ];
  test.each(cases)('%s', async (_name, changes, field) => {
    const thread = await closedThread();
    const before = await rowsNow();
    const answer = await post(templateInto(thread, { id: '' }, changes()));
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as { error: { code: string; data: { field: string; msg: string }[] } };
    expect(error.data[0]?.field).toBe(field);
    expect(error.data[0]?.msg).toMatch(/\S/);
    expect(await rowsNow()).toEqual(before);
  });

  test('no conversation is created for a template that cannot be sent', async () => {
    const { thread_id: _thread, ...body } = templateInto(await closedThread(), { id: newId() });
    const before = await rowsNow();
    expect((await post({ ...body, to: `+${freshPhone()}` })).status).toBe(422);
    expect(await rowsNow()).toEqual(before);
  });

  test.each(['PAUSED', 'DELETED', 'REJECTED', 'PENDING'])('one that is %s', async (status) => {
    const thread = await closedThread();
    await setStatus('hello_world', status);
    const before = await rowsNow();
    const answer = await post(templateInto(thread, { id: idOf('hello_world') }));
    await setStatus('hello_world', 'ACTIVE');
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { data: [{ field: 'template.id' }] } });
    expect(await rowsNow()).toEqual(before);
  });

  test('a template of another WhatsApp Business account, and any template on an adapter', async () => {
    const thread = await closedThread();
    const body = templateInto(thread, { id: idOf('hello_world') });
    const wabaOf = (waba: string) =>
      sql('update templates set waba_id = $2 where id = $1', [idOf('hello_world'), waba]);
    const { waba_id } = templates.find(({ name }) => name === 'hello_world') as Template;
    await wabaOf('999000000000001');
    const another = await post(body);
    await wabaOf(waba_id);
    expect(another.status).toBe(422);
    const sandbox = (await world.api('GET /api/channels')).body.data.find((row) => row.sandbox)?.id;
    expect((await post({ ...body, channel_id: sandbox })).status).toBe(422);
  });

  test('marketing for a contact who opted out', async () => {
    const thread = await closedThread();
    await sql('update contacts set opted_out_at = now() where id = $1', [thread.contact_id]);
    await sql(
      `insert into suppressions (client_id, contact_id, source, scope, active, provider_at) values ($1, $2, 'platform', 'marketing', true, now())`,
      [world.clientId, thread.contact_id],
    );
    const offer = {
      id: idOf('spring_offer'),
      components: [
        { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/spring.jpg' } }] },
        { type: 'body', parameters: [text('Layla')] },
      ],
    };
    const answer = await post(templateInto(thread, offer));
    expect(await answer.json()).toMatchObject({ error: { code: 'suppressed', data: [{ field: 'template.id' }] } });
    expect((await post(templateInto(thread, { id: idOf('hello_world') }))).status).toBe(201);
  });
});

describe('a repeated request', () => {
  test('returns the same row, even when the template can no longer be sent; other values are a conflict', async () => {
    const thread = await closedThread();
    const body = templateInto(thread, { id: idOf('order_ready'), components: order() });
    const first = await world.api('POST /api/messages', { body });
    expect(first.status).toBe(201);
    await setStatus('order_ready', 'PAUSED');
    const again = await post(body);
    await setStatus('order_ready', 'ACTIVE');
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ id: body.id, template: first.body.template ?? {} });
    const other = await post({ ...body, template: { ...body.template, components: order('Omar') } });
    expect(other.status).toBe(409);
    expect(await count('triggers where message_id = $1', [body.id])).toBe(1);
  });

  test('is not returned to a member who cannot see the thread', async () => {
    const thread = await closedThread();
    const body = templateInto(thread, { id: idOf('hello_world') });
    await world.api('POST /api/messages', { body });
    const { createAuth } = await import('../../../testing/auth.ts');
    const auth = await createAuth(world.server.platform);
    const other = await createUser(world.server.owner, 'Berta');
    await addMember(world.server.owner, world.clientId, other, 'User');
    const limited = { restrictions: { only_assigned: true } };
    await world.api('PUT /api/team/{user_id}', { params: { user_id: other.uid }, body: limited });
    const token = await auth.idTokens.sign({
      uid: other.uid,
      sid: other.sid,
      account: { clientId: world.clientId, role: 'User' },
    });
    expect((await world.apiAs(token)('POST /api/messages', { body })).status).toBe(404);
  });

  test('a template paused after accepting is put on hold with its reason', async () => {
    const thread = await closedThread();
    await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
    const body = templateInto(thread, { id: idOf('hello_world') });
    expect((await world.api('POST /api/messages', { body })).status).toBe(201);
    await setStatus('hello_world', 'PAUSED');
    await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'ACTIVE' } });
    await until(async () => (await getMessage(world, body.id)).held_reason === 'template_not_active');
    await setStatus('hello_world', 'ACTIVE');
  });
});

test('the list of templates can be filtered by channel', async () => {
  const list = async (channel_id?: string) =>
    world.api('GET /api/templates', { query: channel_id === undefined ? {} : { channel_id } });
  expect((await list(world.channelId)).body.data).toEqual((await list()).body.data);
  const sandbox = (await world.api('GET /api/channels')).body.data.find((row) => row.sandbox)?.id;
  expect((await list(sandbox)).body.data).toEqual([]);
});

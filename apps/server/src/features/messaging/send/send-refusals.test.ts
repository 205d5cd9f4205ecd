import { randomUUID } from 'node:crypto';
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, textBody } from '../../../testing/inbox.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { createUser } from '../../../testing/users.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
/** Another account's calls, with its channel. */
let stranger: { api: World['api']; thread: Thread; message: string };

beforeAll(async () => {
  world = await testWorld();
  const { createAuth } = await import('../../../testing/auth.ts');
  const auth = await createAuth(world.server.platform);
  const foreigner = await createUser(world.server.owner, 'Foreigner');
  const token = await auth.idTokens.sign({ uid: foreigner.uid, sid: foreigner.sid, account: null });
  const account = await world.apiAs(token)('POST /api/clients', {
    body: { name: 'Elsewhere', country: 'GB', time_zone: 'UTC' },
  });
  const clientId = account.body.client_id;
  const api = world.apiAs(
    await auth.idTokens.sign({ uid: foreigner.uid, sid: foreigner.sid, account: { clientId, role: 'Owner' } }),
  );
  const channel = (await api('GET /api/channels')).body.data[0];
  await openAdapter(channel?.id ?? '');
  const sent = await api('POST /api/messages', {
    body: {
      channel_id: channel?.id ?? '',
      to: '+447700900999',
      source: 'INBOX',
      type: 'text',
      text: { body: 'foreign' },
    },
  });
  const thread = (await api('GET /api/threads/{id}', { params: { id: sent.body.thread_id } })).body;
  stranger = { api, thread, message: sent.body.id };
  // The channel is paused, so that accepted messages stay queued and can be inspected.
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

const { sql, count, openAdapter, post, rowsNow } = sendQueries(() => world);

describe('wrong input', () => {
  const good = async () => textBody(await customerWrites(world), 'fine');
  const cases: Array<[string, (body: Awaited<ReturnType<typeof good>>) => unknown, string]> = [
    ['no text', ({ text: _text, ...body }) => body, 'text'],
    ['an empty text', (body) => ({ ...body, text: { body: '' } }), 'text.body'],
    ['blanks only', (body) => ({ ...body, text: { body: ' \n ' } }), 'text.body'],
    ['4,097 characters', (body) => ({ ...body, text: { body: 'x'.repeat(4097) } }), 'text.body'],
    ['a NUL', (body) => ({ ...body, text: { body: 'a\u0000b' } }), 'text.body'],
    ['a lone surrogate', (body) => ({ ...body, text: { body: 'a\ud83d' } }), 'text.body'],
    ['a text that is a number', (body) => ({ ...body, text: { body: 7 } }), 'text.body'],
    ['an unknown field', (body) => ({ ...body, colour: 'red' }), 'colour'],
    ['an unknown field inside', (body) => ({ ...body, text: { body: 'x', colour: 'red' } }), 'text.colour'],
    ['no channel', ({ channel_id: _channel, ...body }) => body, 'channel_id'],
    ['a channel that is no id', (body) => ({ ...body, channel_id: 'x' }), 'channel_id'],
    ['an id that is none', (body) => ({ ...body, id: 'x' }), 'id'],
    ['a thread that is no id', (body) => ({ ...body, thread_id: 7 }), 'thread_id'],
    ['neither thread nor number', ({ thread_id: _thread, ...body }) => body, 'to'],
    ['both thread and number', (body) => ({ ...body, to: '+447700900118' }), 'to'],
    ['a number that is none', ({ thread_id: _thread, ...body }) => ({ ...body, to: 'nobody' }), 'to'],
    ['a number with a NUL', ({ thread_id: _thread, ...body }) => ({ ...body, to: '+4477009\u000000118' }), 'to'],
    ['a user id with a NUL', ({ thread_id: _thread, ...body }) => ({ ...body, to: { user_id: 'GB.1\u0000' } }), 'to'],
    [
      'a user id with half a pair',
      ({ thread_id: _thread, ...body }) => ({ ...body, to: { user_id: 'GB.1\ud83d' } }),
      'to',
    ],
    ['a user id that is none', ({ thread_id: _thread, ...body }) => ({ ...body, to: { user_id: 'somebody' } }), 'to'],
    ['an unknown source', (body) => ({ ...body, source: 'ELSEWHERE' }), 'source'],
    ['an unknown type', (body) => ({ ...body, type: 'hologram' }), 'type'],
    ['a reaction without one', (body) => ({ ...body, type: 'reaction' }), 'reaction'],
    [
      'a reaction with a text',
      (body) => ({ ...body, type: 'reaction', reaction: { message_id: body.id, emoji: '👍' } }),
      'text',
    ],
    ['a text with a reaction', (body) => ({ ...body, reaction: { message_id: body.id, emoji: '👍' } }), 'reaction'],
    ['a quote that is no id', (body) => ({ ...body, context: { message_id: 'x' } }), 'context.message_id'],
    ['a quote from nowhere', (body) => ({ ...body, context: { message_id: randomUUID() } }), 'context.message_id'],
    ['a confirmation that is no id', (body) => ({ ...body, confirm_seen: 'x' }), 'confirm_seen'],
  ];

  test.each(cases)('%s names the field and writes nothing', async (_name, change, field) => {
    const body = change(await good());
    const before = await rowsNow();
    const answer = await post(body);
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as { error: { code: string; data: Array<{ field: string; msg: string }> } };
    expect(error.code).toBe('validation_failed');
    expect(error.data[0]?.field.startsWith(field), JSON.stringify(error.data)).toBe(true);
    expect(error.data[0]?.msg).not.toBe('');
    expect(await rowsNow()).toEqual(before);
  });

  test('4,096 characters, emoji and right-to-left text are stored unchanged', async () => {
    const thread = await customerWrites(world);
    for (const body of [
      'x'.repeat(4096),
      '👨‍👩‍👧‍👦 done',
      'مرحبا',
      'a\nb\ttab',
      '\ufffd',
      '{"not": "json"}',
      "'; drop table messages; --",
    ]) {
      const sent = await world.api('POST /api/messages', { body: textBody(thread, body) });
      expect(sent.status).toBe(201);
      expect((await getMessage(world, sent.body.id)).text?.body).toBe(body);
    }
  });

  test('unparsable JSON is 400, a body that is too large 413, another content type 415', async () => {
    expect((await post('{"type":')).status).toBe(400);
    expect((await post('')).status).toBe(400);
    expect((await post('[]')).status).toBe(422);
    expect((await post('null')).status).toBe(422);
    expect((await post(JSON.stringify({ text: { body: 'x'.repeat(1_100_000) } }))).status).toBe(413);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{"__proto__": {"x": 1}}')).status).toBe(400);
    for (const key of ['', 'ä', 'x'.repeat(201), 'with blank'].filter((value) => value !== 'ä'))
      expect((await post(await good(), { 'idempotency-key': key })).status, key).toBe(422);
  });
});

describe('another account’s ids', () => {
  test('of thread, channel, message and quote are treated as unknown, and nothing is written', async () => {
    const thread = await customerWrites(world);
    const own = textBody(thread, 'x');
    const pairs: Array<[string, (id: string) => Promise<Response>, string]> = [
      ['thread', (id) => post({ ...own, thread_id: id }), stranger.thread.id],
      ['channel', (id) => post({ ...own, channel_id: id }), stranger.thread.channel_id],
      [
        'channel and number',
        (id) => post({ channel_id: id, to: '+447700900118', source: 'INBOX', type: 'text', text: { body: 'x' } }),
        stranger.thread.channel_id,
      ],
      ['quote', (id) => post({ ...own, context: { message_id: id } }), stranger.message],
      [
        'reaction',
        (id) =>
          post({
            channel_id: world.channelId,
            source: 'INBOX',
            type: 'reaction',
            reaction: { message_id: id, emoji: '👍' },
          }),
        stranger.message,
      ],
    ];
    for (const [name, call, theirs] of pairs) {
      const before = await rowsNow();
      const [random, foreign] = [await call(randomUUID()), await call(theirs)];
      expect(foreign.status, name).toBe(random.status);
      const strip = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      expect(strip(await foreign.text()), name).toBe(strip(await random.text()));
      if (name !== 'quote') expect(foreign.status, name).toBe(404);
      expect(await rowsNow(), name).toEqual(before);
    }
    const get = (path: string) =>
      fetch(`${world.server.url}${path}`, { headers: { authorization: `Bearer ${world.token}` } });
    for (const path of [
      `/api/messages/${stranger.message}`,
      `/api/messages/${stranger.message}/triggers`,
      `/api/threads/${stranger.thread.id}`,
      `/api/threads/${stranger.thread.id}/messages`,
      `/api/contacts/${stranger.thread.contact_id}`,
    ]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.json()).toMatchObject({
        error: { code: 'not_found', message: expect.stringContaining('not found') },
      });
    }
    expect((await world.api('POST /api/messages/{id}/retry', { params: { id: stranger.message } })).status).toBe(404);
    expect((await world.api('POST /api/threads/{id}/read', { params: { id: stranger.thread.id } })).status).toBe(404);
    expect(
      (await world.api('PUT /api/threads/{id}', { params: { id: stranger.thread.id }, body: { state: 'DONE' } }))
        .status,
    ).toBe(404);
  });

  test('a thread of another channel of the same account is not found under this one', async () => {
    const thread = await customerWrites(world);
    const sandbox = (
      await sql<{ id: string }>('select id from channels where client_id = $1 and sandbox', [world.clientId])
    )[0];
    const answer = await post({ ...textBody(thread, 'x'), channel_id: sandbox?.id });
    expect(answer.status).toBe(404);
  });

  test('the same message id in two accounts is two messages', async () => {
    const thread = await customerWrites(world);
    const mine = await world.api('POST /api/messages', { body: textBody(thread, 'mine', { id: stranger.message }) });
    expect(mine.status).toBe(201);
    expect((await stranger.api('GET /api/messages/{id}', { params: { id: stranger.message } })).body.text?.body).toBe(
      'foreign',
    );
  });
});

describe('Send again', () => {
  test('is allowed for failed, unknown and on-hold messages only; others are 409 and unchanged', async () => {
    const thread = await customerWrites(world);
    const retry = (id: string) => world.api('POST /api/messages/{id}/retry', { params: { id } });
    for (const [state, status, wanted] of [
      ['waiting', 0, 409],
      ['started', 0, 409],
      ['accepted', 1, 409],
      ['accepted', 3, 409],
      ['failed', -1, 200],
      ['unknown', 0, 200],
      ['held', 0, 200],
    ] as const) {
      const { id } = (await world.api('POST /api/messages', { body: textBody(thread, state) })).body;
      await sql('update messages set send_state = $2, status = $3, held_reason = $4, error = $5 where id = $1', [
        id,
        state,
        status,
        state === 'held' ? 'window_closed' : null,
        state === 'failed' ? '{"code":"x","message":"x","next_step":"x"}' : null,
      ]);
      const before = await getMessage(world, id);
      const answer = await retry(id);
      expect(answer.status, state).toBe(wanted);
      if (wanted === 409) {
        expect(await getMessage(world, id)).toEqual(before);
        expect(await count('triggers where message_id = $1', [id])).toBe(1);
        expect(await count("triggers where message_id = $1 and state = 'waiting'", [id])).toBe(1);
        continue;
      }
      expect(answer.body).toMatchObject({ id, attempt: 2, status: 0, send_state: 'waiting' });
      expect(answer.body.error ?? answer.body.held_reason).toBeUndefined();
      expect(await count("triggers where message_id = $1 and state = 'waiting'", [id]), 'one that is to be sent').toBe(
        1,
      );
      const { body } = await world.api('GET /api/messages/{id}/triggers', { params: { id } });
      expect(body.data.at(-1)?.meta_data).toEqual(body.data[0]?.meta_data);
      expect(body.data.at(-1)?.payload).toEqual(body.data[0]?.payload);
    }
    expect((await retry(thread.last_message_id ?? '')).status, 'what a customer wrote').toBe(409);
    for (const id of [randomUUID(), 'x', '%00']) expect((await retry(id)).status).toBe(404);
  });

  test('by ten members at once starts one attempt', async () => {
    const thread = await customerWrites(world);
    const { id } = (await world.api('POST /api/messages', { body: textBody(thread, 'again') })).body;
    await sql("update messages set send_state = 'unknown' where id = $1", [id]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.api('POST /api/messages/{id}/retry', { params: { id } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await count("triggers where message_id = $1 and state = 'waiting'", [id])).toBe(1);
  });
});

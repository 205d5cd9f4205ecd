// @module-tag data
import { randomUUID } from 'node:crypto';
import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { addMember, createUser } from '../../../testing/users.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
/** Another member's calls. */
let teammate: World['api'];

beforeAll(async () => {
  world = await testWorld();
  const { createAuth } = await import('../../../testing/auth.ts');
  const auth = await createAuth(world.server.platform);
  const other = await createUser(world.server.owner, 'Berta');
  await addMember(world.server.owner, world.clientId, other, 'User');
  teammate = world.apiAs(
    await auth.idTokens.sign({ uid: other.uid, sid: other.sid, account: { clientId: world.clientId, role: 'User' } }),
  );
  // The channel is paused, so that accepted messages stay queued and can be inspected.
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

const { sql, count, openAdapter, post, rowsNow } = sendQueries(() => world);

describe('a repeated request', () => {
  test('returns 200 with the same row; other content is 409; nothing is written twice', async () => {
    const thread = await customerWrites(world);
    const body = textBody(thread, 'once');
    const first = await world.api('POST /api/messages', { body });
    expect(first.status).toBe(201);
    const again = await world.api('POST /api/messages', { body: { ...body, id: body.id.toUpperCase() } });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    for (const other of [
      { ...body, text: { body: 'other' } },
      { ...body, text: { body: 'once', preview_url: true } },
      { ...body, source: 'COMPOSE' },
      { ...body, context: { message_id: thread.last_message_id } },
      textBody(await customerWrites(world), 'once', { id: body.id }),
    ]) {
      const answer = await post(other);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ error: { code: 'id_conflict', data: [{ field: 'id' }] } });
    }
    expect(await count('triggers where message_id = $1', [body.id])).toBe(1);
    expect((await post({ ...body, confirm_seen: thread.last_message_id })).status, 'a question is not content').toBe(
      200,
    );
  });

  test('the same Idempotency-Key with other content says that the key was used', async () => {
    const thread = await customerWrites(world);
    const { id: _id, ...body } = textBody(thread, 'once');
    const keyed = (content: object) =>
      fetch(`${world.server.url}/api/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'order-17',
        },
        body: JSON.stringify(content),
      });
    expect((await keyed(body)).status).toBe(201);
    const other = await keyed({ ...body, text: { body: 'twice' } });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({
      error: {
        code: 'id_conflict',
        message: 'This Idempotency-Key was used for another request. Use a new one.',
        data: [{ field: 'Idempotency-Key' }],
      },
    });
  });

  test('the id of an incoming message is a conflict', async () => {
    const thread = await customerWrites(world);
    const answer = await post(textBody(thread, 'mine', { id: thread.last_message_id }));
    expect(answer.status).toBe(409);
  });

  test('an Idempotency-Key is mapped to an id, per member and route', async () => {
    const thread = await customerWrites(world);
    const { id: _id, ...body } = textBody(thread, 'by key');
    const key = { 'idempotency-key': randomUUID() };
    const first = await post(body, key);
    expect(first.status).toBe(201);
    const again = await post(body, key);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(await first.json());
    expect((await post({ ...body, text: { body: 'other' } }, key)).status).toBe(409);
    expect((await post(body, { 'idempotency-key': randomUUID() })).status).toBe(201);
    expect((await post(body)).status).toBe(201);
    expect((await post(body)).status, 'neither is needed').toBe(201);
  });

  test('twenty concurrent copies of a request create one row, one trigger, one change', async () => {
    const thread = await customerWrites(world);
    const body = textBody(thread, 'the same twice');
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.api('POST /api/messages', { body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201]);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await count('messages where id = $1', [body.id])).toBe(1);
    expect(await count('triggers where message_id = $1', [body.id])).toBe(1);
    await until(async () => (await count("changes where collection = 'messages' and row_id = $1", [body.id])) === 1);
  });

  test('concurrent requests with one id and different content: one is written, the others fail', async () => {
    const thread = await customerWrites(world);
    const id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(textBody(thread, `variant ${n}`, { id }))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('a reaction too: the same id creates no second trigger', async () => {
    const thread = await customerWrites(world);
    const body = {
      id: randomUUID(),
      channel_id: world.channelId,
      source: 'INBOX',
      type: 'reaction',
      reaction: { message_id: thread.last_message_id, emoji: '👍' },
    };
    const answers = await Promise.all([post(body), post(body), post(body)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 201]);
    expect((await post({ ...body, reaction: { ...body.reaction, emoji: '❤️' } })).status).toBe(409);
    expect(await count('triggers where message_id = $1', [thread.last_message_id])).toBe(1);
    expect((await getMessage(world, thread.last_message_id ?? '')).reaction?.ours?.emoji).toBe('👍');
  });
});

describe('one transaction', () => {
  test('a message whose trigger cannot be inserted is not inserted; the others are', async () => {
    await sql(`
      create function refuse_trigger() returns trigger language plpgsql as $$
        begin raise exception 'refused for this test' using errcode = '23514'; end $$`);
    await sql(`create trigger refuse_trigger before insert on triggers for each row
      when (new.payload->'text'->>'body' = 'no trigger') execute function refuse_trigger()`);
    const thread = await customerWrites(world);
    const before = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    const bodies = ['good 1', 'no trigger', 'good 2', 'no trigger', 'good 3'].map((text) => textBody(thread, text));
    const answers = await Promise.all(bodies.map((body) => post(body)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 500, 201, 500, 201]);
    const stored = await sql<{ id: string }>('select m.id from messages m where m.id = any($1)', [
      bodies.map((body) => body.id),
    ]);
    const triggered = await sql<{ message_id: string }>('select message_id from triggers where message_id = any($1)', [
      bodies.map((body) => body.id),
    ]);
    const good = [0, 2, 4].map((n) => bodies[n]?.id).sort();
    expect(stored.map((row) => row.id).sort()).toEqual(good);
    expect(triggered.map((row) => row.message_id).sort()).toEqual(good);
    await sql('drop trigger refuse_trigger on triggers');
    const after = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(after.last_message?.preview).toMatch(/^good/);
    expect(after.version).toBeGreaterThan(before.version);
  });

  test('message, trigger and thread contain the sent content', async () => {
    const thread = await customerWrites(world);
    const sent = await world.api('POST /api/messages', {
      body: textBody(thread, 'Good morning', { context: { message_id: thread.last_message_id } }),
    });
    const phone = thread.contact.phone_number;
    expect(sent.body).toMatchObject({
      client_id: world.clientId,
      thread_id: thread.id,
      contact_id: thread.contact_id,
      direction: 'OUTGOING',
      to: phone,
      source: 'INBOX',
      medium: 'WEB_APP',
      status: 0,
      send_state: 'waiting',
      attempt: 1,
      created_by: world.user.uid,
      context: { message_id: thread.last_message_id },
      text: { body: 'Good morning', preview_url: false },
    });
    expect(sent.body.timestamp, 'the provider’s, else created_at').toBe(sent.body.created_at);
    expect(sent.body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { body } = await world.api('GET /api/messages/{id}/triggers', { params: { id: sent.body.id } });
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        message_id: sent.body.id,
        meta_data: {
          type: 'individual',
          client_id: world.clientId,
          channel_id: world.channelId,
          thread_id: thread.id,
          message_id: sent.body.id,
          to: phone,
          name: 'Amara Okafor',
        },
        payload: { to: `+${phone}`, type: 'text', text: { body: 'Good morning', preview_url: false } },
        created_at: expect.any(String),
        created_by: world.user.uid,
      },
    ]);
    const after = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(after).toMatchObject({
      last_message_id: sent.body.id,
      last_message_at: sent.body.timestamp,
      unread_count: 1,
    });
  });
});

describe('the reply window', () => {
  const closed = async (body: unknown) => {
    const before = await rowsNow();
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      error: { code: 'window_closed', data: [{ msg: expect.stringMatching(/window/) }] },
    });
    expect(await rowsNow()).toEqual(before);
  };

  test('closed: 422 and nothing written', async () => {
    const thread = await customerWrites(world);
    await sql("update threads set window_expires_at = now() - interval '1 millisecond' where id = $1", [thread.id]);
    await closed(textBody(thread, 'too late'));
    await sql('update threads set window_expires_at = null where id = $1', [thread.id]);
    await closed(textBody(thread, 'never open'));
  });

  test('a number that never wrote has no window: 422, and neither a contact nor a thread', async () => {
    const { thread_id: _thread, ...body } = textBody(await customerWrites(world), 'hello stranger');
    await closed({ ...body, to: `+${freshPhone()}` });
    await closed({ ...body, to: { user_id: 'GB.12345678' } });
  });

  test('is open for 24 hours after the customer’s last message, by the channel’s clock', async () => {
    const from = freshPhone();
    const at = nowS() - 24 * 3600 + 20;
    await world.deliver(textFromCustomer({ id: freshWamid(), from, body: 'a day ago', timestampS: at }));
    const thread = await until(async () =>
      (await world.api('GET /api/threads', { query: { limit: 200 } })).body.data.find(
        (row) => row.contact.phone_number === from,
      ),
    );
    expect((await post(textBody(thread, 'in time'))).status).toBe(201);
    await sql('update channels set clock_offset_ms = 60000 where id = $1', [world.channelId]);
    await closed(textBody(thread, 'its clock is a minute ahead'));
    await sql('update channels set clock_offset_ms = 0 where id = $1', [world.channelId]);
  });
});

describe('another member who answered meanwhile', () => {
  test('is reported once with confirm_seen; sending with the new id succeeds', async () => {
    const thread = await customerWrites(world);
    const seen = thread.last_message_id ?? '';
    expect(
      (await world.api('POST /api/messages', { body: textBody(thread, 'mine first', { confirm_seen: seen }) })).status,
    ).toBe(201);
    expect(
      (
        await world.api('POST /api/messages', {
          body: textBody(thread, 'my own does not count', { confirm_seen: seen }),
        })
      ).status,
    ).toBe(201);
    const theirs = await teammate('POST /api/messages', { body: textBody(thread, 'theirs') });
    const body = textBody(thread, 'unaware', { confirm_seen: seen });
    const before = await rowsNow();
    const reported = await post(body);
    expect(reported.status).toBe(409);
    const newest = theirs.body.id;
    expect(await reported.json()).toMatchObject({
      error: { code: 'thread_changed', newest_message_id: newest, data: [{ field: 'confirm_seen', id: newest }] },
    });
    expect(await rowsNow()).toEqual(before);
    expect((await post({ ...body, confirm_seen: newest })).status).toBe(201);
  });

  test('a message that the customer wrote meanwhile changes nothing', async () => {
    const phone = freshPhone();
    const thread = await customerWrites(world, phone);
    await customerWrites(world, phone, 'one more thing');
    expect((await post(textBody(thread, 'answer', { confirm_seen: thread.last_message_id }))).status).toBe(201);
  });

  test('is detected although the customer’s clock is ahead of ours', async () => {
    const from = freshPhone();
    await world.deliver(textFromCustomer({ id: freshWamid(), from, body: 'ahead', timestampS: nowS() + 30 }));
    const thread = await until(async () =>
      (await world.api('GET /api/threads', { query: { limit: 200 } })).body.data.find(
        (row) => row.contact.phone_number === from,
      ),
    );
    await teammate('POST /api/messages', { body: textBody(thread, 'theirs') });
    expect((await post(textBody(thread, 'unaware', { confirm_seen: thread.last_message_id }))).status).toBe(409);
  });

  test('of two concurrent answers exactly one is sent', async () => {
    for (let round = 0; round < 25; round++) {
      const thread = await customerWrites(world);
      const confirm = { confirm_seen: thread.last_message_id ?? '' };
      const answers = await Promise.all([
        world.api('POST /api/messages', { body: textBody(thread, 'from one', confirm) }),
        teammate('POST /api/messages', { body: textBody(thread, 'from the other', confirm) }),
      ]);
      expect(answers.map((answer) => answer.status).sort(), `round ${round}`).toEqual([201, 409]);
    }
  });
});

describe('recipients', () => {
  test('any spelling of a number is one thread, also for thirty concurrent first messages', async () => {
    const label = await world.api('POST /api/channels', {
      body: {
        kind: 'WHATSAPP',
        channel_label: 'Adapter',
        phone_number: '+15550004444',
        phone_number_id: '106540000000044',
        waba_id: '1',
        access_token: 'a token that nobody knows',
        app_secret: 'secret of the adapter',
        verify_token: 'verify-adapter',
      },
    });
    const channelId = label.body.id;
    await openAdapter(channelId);
    const spellings = [
      '+44 7700 900321',
      '447700900321',
      '07700 900321',
      ' +44 (0)7700 900321',
      '0044 7700-900-321',
      '+447700900321',
    ];
    const send = (to: unknown, n: number) =>
      post({ channel_id: channelId, to, source: 'COMPOSE', type: 'text', text: { body: `first ${n}` } });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send(spellings[n % spellings.length], n)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const messages = (await Promise.all(answers.map((answer) => answer.json()))) as Array<{
      thread_id: string;
      to: string;
    }>;
    expect(new Set(messages.map((message) => message.thread_id)).size).toBe(1);
    expect(new Set(messages.map((message) => message.to))).toEqual(new Set(['447700900321']));
    expect(await count("contacts where client_id = $1 and phone_number = '447700900321'", [world.clientId])).toBe(1);
    const thread = (await world.api('GET /api/threads/{id}', { params: { id: messages[0]?.thread_id ?? '' } })).body;
    await until(
      async () =>
        (await count("changes where collection = 'threads' and marker = 'NEW' and row_id = $1", [thread.id])) === 1,
    );

    const brazil = [await send('+55 11 98765-4321', 1), await send('+55 11 8765-4321', 2)];
    const two = (await Promise.all(brazil.map((answer) => answer.json()))) as Array<{ thread_id: string; to: string }>;
    expect(new Set(two.map((message) => message.thread_id)).size).toBe(1);
    expect(new Set(two.map((message) => message.to)).size, 'the number as WhatsApp first knew it').toBe(1);

    const scoped = [await send({ user_id: 'GB.1234567890' }, 1), await send({ user_id: 'GB.1234567890' }, 2)];
    const hidden = (await Promise.all(scoped.map((answer) => answer.json()))) as Array<{
      id: string;
      thread_id: string;
      to: null;
      to_user_id: string;
    }>;
    expect(hidden[0]?.thread_id).toBe(hidden[1]?.thread_id);
    expect(hidden[0]).toMatchObject({ to: null, to_user_id: 'GB.1234567890' });
    const { body } = await world.api('GET /api/messages/{id}/triggers', { params: { id: hidden[0]?.id ?? '' } });
    expect(body.data[0]?.meta_data.to).toBeNull();
  });

  test('a customer who wrote from a number is found by it', async () => {
    const thread = await customerWrites(world);
    const sent = await world.api('POST /api/messages', {
      body: {
        channel_id: world.channelId,
        to: `+${thread.contact.phone_number}`,
        source: 'COMPOSE',
        type: 'text',
        text: { body: 'found' },
      },
    });
    expect(sent.status).toBe(201);
    expect(sent.body.thread_id).toBe(thread.id);
  });
});

describe('reactions of ours', () => {
  const react = (messageId: string, emoji: string) =>
    world.api('POST /api/messages', {
      body: {
        channel_id: world.channelId,
        source: 'INBOX',
        type: 'reaction',
        reaction: { message_id: messageId, emoji },
      },
    });

  test('create no message: they are stored with the target and create a trigger, whose number has no plus', async () => {
    const thread = await customerWrites(world);
    const target = thread.last_message_id ?? '';
    const before = await count('messages');
    const answer = await react(target, '👍');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: target,
      reaction: { ours: { emoji: '👍', by: world.user.uid } },
      direction: 'INCOMING',
    });
    expect(await count('messages')).toBe(before);
    const { body } = await world.api('GET /api/messages/{id}/triggers', { params: { id: target } });
    expect(body.data[0]?.payload).toEqual({
      to: thread.contact.phone_number,
      type: 'reaction',
      reaction: { message_id: answer.body.provider_message_id, emoji: '👍' },
    });
    expect(body.data[0]?.meta_data).toMatchObject({ message_id: target, name: 'Amara Okafor' });
    expect((await react(target, '')).body.reaction).toBeUndefined();
    expect((await world.api('GET /api/messages/{id}/triggers', { params: { id: target } })).body.data).toHaveLength(2);
  });

  test('to a message that has not reached WhatsApp, or of another channel, are rejected', async () => {
    const thread = await customerWrites(world);
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'still here') });
    const early = await react(sent.body.id, '👍');
    expect(early.status).toBe(422);
    const wrong = await post({
      channel_id: randomUUID(),
      source: 'INBOX',
      type: 'reaction',
      reaction: { message_id: thread.last_message_id, emoji: '👍' },
    });
    expect([404, 422]).toContain(wrong.status);
    expect((await getMessage(world, thread.last_message_id ?? '')).reaction).toBeUndefined();
  });
});

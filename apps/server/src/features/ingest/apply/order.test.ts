// @module-tag data
import type { Message } from '@parley/contract/types';
import { buildWebhook, fixtureIds, signedBody, statusOfOurs, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, insertOutgoing, textBody, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const reaction = (target: string, emoji: string, timestampS: number, from: string) => ({
  contacts: [{ profile: { name: 'Amara' }, wa_id: from }],
  messages: [
    {
      from,
      id: freshWamid(),
      timestamp: String(timestampS),
      type: 'reaction',
      reaction: { message_id: target, emoji },
    },
  ],
});
const messagesOf = async (threadId: string): Promise<Message[]> =>
  (await world.api('GET /api/threads/{id}/messages', { params: { id: threadId }, query: { limit: 200 } })).body.data;

describe('several entries, changes and messages in one POST', () => {
  test('are all applied, in their order', async () => {
    const from = freshPhone();
    const { wabaId } = fixtureIds;
    const change = (bodies: string[]) => ({
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: fixtureIds.displayPhoneNumber, phone_number_id: fixtureIds.phoneNumberId },
        contacts: [{ profile: { name: 'Amara' }, wa_id: from }],
        messages: bodies.map((body) => ({
          from,
          id: freshWamid(),
          timestamp: String(nowS()),
          type: 'text',
          text: { body },
        })),
      },
    });
    const { body, signature } = signedBody(
      {
        object: 'whatsapp_business_account',
        entry: [
          { id: wabaId, changes: [change(['1', '2']), change(['3'])] },
          { id: wabaId, changes: [change(['4', '5'])] },
        ],
      },
      world.appSecret,
    );
    expect((await world.postWebhook(body, signature)).status).toBe(200);
    const thread = await until(async () =>
      (await world.api('GET /api/threads')).body.data.find((row) => row.contact.phone_number === from),
    );
    expect(thread.unread_count).toBe(5);
    expect((await messagesOf(thread.id)).map((message) => message.text?.body)).toEqual(['5', '4', '3', '2', '1']);
  });
});

describe('the same delivery twice', () => {
  test('in one POST, in one batch and later leaves one message and one unread', async () => {
    const from = freshPhone();
    const id = freshWamid();
    const one = textFromCustomer({ id, from, body: 'once', name: 'Amara', timestampS: nowS() });
    await world.deliver({ ...one, messages: [...(one.messages ?? []), ...(one.messages ?? [])] });
    await Promise.all(Array.from({ length: 30 }, () => world.deliver(one)));
    await untilApplied(world.server.owner);
    await world.deliver(one);
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query(
      `select count(*)::int as messages, t.unread_count, t.version from messages m join threads t on t.client_id = m.client_id and t.id = m.thread_id
       where m.client_id = $1 and m.provider_message_id = $2 group by t.unread_count, t.version`,
      [world.clientId, id],
    );
    expect(rows).toEqual([{ messages: 1, unread_count: 1, version: 2 }]);
  });

  test('the same id with other content changes nothing: the first content wins', async () => {
    const from = freshPhone();
    const id = freshWamid();
    await world.deliver(textFromCustomer({ id, from, body: 'first', timestampS: nowS() }));
    await untilApplied(world.server.owner);
    await world.deliver(textFromCustomer({ id, from, body: 'second', timestampS: nowS() }));
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query(
      "select content->>'body' as body from messages where provider_message_id = $1",
      [id],
    );
    expect(rows).toEqual([{ body: 'first' }]);
  });
});

describe('messages out of order', () => {
  test('an older one that is delayed is sorted to its place and does not become the last', async () => {
    const from = freshPhone();
    const at = nowS();
    const write = async (body: string, timestampS: number) => {
      await world.deliver(textFromCustomer({ id: freshWamid(), from, body, timestampS }));
      await untilApplied(world.server.owner);
    };
    await write('third', at);
    await write('first', at - 60);
    await write('second', at - 30);
    await write('fourth', at);
    const thread = (await world.api('GET /api/threads')).body.data.find((row) => row.contact.phone_number === from);
    expect(thread?.last_message?.preview).toBe('fourth');
    expect(thread?.unread_count).toBe(4);
    expect(Date.parse(thread?.window_expires_at ?? '')).toBe((at + 24 * 3600) * 1000);
    const messages = await messagesOf(thread?.id ?? '');
    expect(messages.map((message) => message.text?.body)).toEqual(['fourth', 'third', 'second', 'first']);
  });

  test('an answer is sorted after the message it answers, even when the customer’s clock is ahead of ours', async () => {
    const from = freshPhone();
    await world.deliver(
      textFromCustomer({ id: freshWamid(), from, body: 'a question from the future', timestampS: nowS() + 30 }),
    );
    const thread = await until(async () =>
      (await world.api('GET /api/threads')).body.data.find((row) => row.contact.phone_number === from),
    );
    await world.api('POST /api/messages', { body: textBody(thread, 'an answer') });
    const messages = await messagesOf(thread.id);
    expect(messages.map((message) => message.text?.body)).toEqual(['an answer', 'a question from the future']);
    const after = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(after.last_message?.preview).toBe('an answer');
  });
});

describe('reactions of customers', () => {
  test('are set, changed and removed; a delayed older one changes nothing', async () => {
    const thread = await customerWrites(world);
    const from = thread.contact.phone_number ?? '';
    const providerId = freshWamid();
    const id = await insertOutgoing(world, thread, { status: 2, sendState: 'accepted', providerId });
    const at = nowS();
    const react = async (emoji: string, timestampS: number) => {
      await world.deliver(reaction(providerId, emoji, timestampS, from));
      await untilApplied(world.server.owner);
      return (await getMessage(world, id)).reaction;
    };
    expect(await react('👍', at - 10)).toEqual({
      theirs: { emoji: '👍', at: new Date((at - 10) * 1000).toISOString() },
    });
    expect(await react('❤️', at - 8)).toMatchObject({ theirs: { emoji: '❤️' } });
    expect(await react('😮', at - 9)).toMatchObject({ theirs: { emoji: '❤️' } });
    expect(await react('', at - 5)).toBeUndefined();
    expect(await react('😮', at - 7), 'older than its removal').toBeUndefined();
    expect(await react('🙏', at - 4)).toMatchObject({ theirs: { emoji: '🙏' } });
  });

  test('to an unknown message are refused with the reason', async () => {
    const target = freshWamid();
    await world.deliver(reaction(target, '👍', nowS(), freshPhone()));
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query(
      "select detail from webhook_refusals where client_id = $1 and reason = 'reaction_to_unknown'",
      [world.clientId],
    );
    expect(rows).toEqual([{ detail: { message_id: target, emoji: '👍' } }]);
  });

  test('apply in one POST with their message', async () => {
    const from = freshPhone();
    const id = freshWamid();
    const message = textFromCustomer({ id, from, body: 'Hello', timestampS: nowS() });
    await world.deliver({
      ...message,
      messages: [...(message.messages ?? []), ...reaction(id, '👍', nowS(), from).messages],
    });
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query(
      "select reaction->'theirs'->>'emoji' as emoji from messages where provider_message_id = $1",
      [id],
    );
    expect(rows).toEqual([{ emoji: '👍' }]);
  });
});

describe('statuses of messages that are not known yet', () => {
  const status = (id: string, word: 'sent' | 'delivered' | 'read' | 'failed', timestampS: number, messageId?: string) =>
    world.deliver({
      statuses: [
        statusOfOurs({
          id,
          status: word,
          recipient: '447700900118',
          timestampS,
          ...(messageId === undefined ? {} : { messageId }),
        }),
      ],
    });
  const parked = async (providerId: string) =>
    (await world.server.owner.query('select 1 from parked_statuses where provider_message_id = $1', [providerId])).rows
      .length;

  test('wait by the provider’s id until a status with our id reveals it', async () => {
    const thread = await customerWrites(world);
    const id = await insertOutgoing(world, thread, { sendState: 'unknown' });
    const providerId = freshWamid();
    await status(providerId, 'delivered', nowS());
    await untilApplied(world.server.owner);
    expect(await parked(providerId)).toBe(1);
    await status(providerId, 'sent', nowS() - 1, id);
    await until(async () => (await getMessage(world, id)).status === 2);
    expect(await parked(providerId)).toBe(0);
    const events = await world.server.owner.query(
      'select status from message_events where message_id = $1 order by provider_at',
      [id],
    );
    expect(events.rows.map((row) => row.status)).toEqual(['sent', 'delivered']);
  });

  test('are applied when they were parked while the outcome of the message was being written', async () => {
    const thread = await customerWrites(world);
    const id = await insertOutgoing(world, thread, { sendState: 'started' });
    const providerId = freshWamid();
    await status(providerId, 'read', nowS());
    await untilApplied(world.server.owner);
    expect(await parked(providerId)).toBe(1);
    // The other writer read before the status was visible: nothing else will apply it.
    await world.server.owner.query(
      "update messages set provider_message_id = $2, status = 1, send_state = 'accepted' where client_id = $3 and id = $1",
      [id, providerId, world.clientId],
    );
    await until(async () => (await getMessage(world, id)).status === 3);
    expect(await parked(providerId)).toBe(0);
  });
});

test('one POST with a thousand updates for hundreds of new customers is applied completely', async () => {
  const value = { contacts: [] as unknown[], messages: [] as unknown[] };
  const phones = Array.from({ length: 250 }, () => freshPhone());
  for (let n = 0; n < 1_000; n++) {
    const part = textFromCustomer({
      id: freshWamid(),
      from: phones[n % 250] ?? '',
      body: `m${n}`,
      name: `N${n % 250}`,
      timestampS: nowS(),
    });
    value.contacts.push(...(part.contacts ?? []));
    value.messages.push(...(part.messages ?? []));
  }
  const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;
  const { body, signature } = signedBody(
    buildWebhook({ wabaId, phoneNumberId, displayPhoneNumber }, value),
    world.appSecret,
  );
  expect((await world.postWebhook(body, signature)).status).toBe(200);
  await untilApplied(world.server.owner, 30_000);
  const { rows } = await world.server.owner.query(
    `select count(distinct t.id)::int as threads, count(*)::int as messages, bool_and(t.unread_count = 4) as counted
     from threads t join messages m on m.client_id = t.client_id and m.thread_id = t.id where t.client_id = $1 and t.to_phone = any($2)`,
    [world.clientId, phones],
  );
  expect(rows).toEqual([{ threads: 250, messages: 1_000, counted: true }]);
});

test('a new customer whose number is only in the second of two messages is one contact with one thread', async () => {
  const phone = freshPhone();
  const userId = `GB.${phone}`;
  const hidden = {
    contacts: [{ profile: { name: 'Amara' }, user_id: userId }],
    messages: [
      { from_user_id: userId, id: freshWamid(), timestamp: String(nowS()), type: 'text', text: { body: 'hidden' } },
    ],
  };
  const shown = {
    contacts: [{ profile: { name: 'Amara' }, wa_id: phone, user_id: userId }],
    messages: [
      {
        from: phone,
        from_user_id: userId,
        id: freshWamid(),
        timestamp: String(nowS()),
        type: 'text',
        text: { body: 'shown' },
      },
    ],
  };
  const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;
  const entries = [hidden, shown].flatMap(
    (value) => (buildWebhook({ wabaId, phoneNumberId, displayPhoneNumber }, value) as { entry: unknown[] }).entry,
  );
  const { body, signature } = signedBody({ object: 'whatsapp_business_account', entry: entries }, world.appSecret);
  await world.postWebhook(body, signature);
  await untilApplied(world.server.owner);
  const { rows } = await world.server.owner.query(
    `select distinct t.id, c.phone_number, c.user_id from messages m join threads t on t.client_id = m.client_id and t.id = m.thread_id
     join contacts c on c.client_id = t.client_id and c.id = t.contact_id
     where m.client_id = $1 and m.content->>'body' in ('hidden', 'shown')`,
    [world.clientId],
  );
  expect(rows).toEqual([{ id: expect.any(String), phone_number: phone, user_id: userId }]);
});

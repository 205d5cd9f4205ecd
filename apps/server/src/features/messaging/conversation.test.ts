import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

describe('a conversation', () => {
  let world: World;
  beforeAll(async () => {
    world = await testWorld();
  });
  afterAll(() => world.close());

  test('a customer writes, the team answers, the ticks advance to read', async () => {
    const phone = await world.phone<{ id: string }>('POST', '/phones', {
      phone_number: '447700900118',
      name: 'Amara Okafor',
      reads: 'at_once',
    });
    await world.phone('POST', `/phones/${phone.id}/messages`, { type: 'text', text: { body: 'Hello' } });
    const thread = await until(async () => (await world.api('GET /api/threads')).body.data[0]);
    expect(thread.contact.name).toBe('Amara Okafor');
    expect(thread.unread_count).toBe(1);
    expect(thread.last_message?.preview).toBe('Hello');

    const sent = await world.api('POST /api/messages', {
      body: {
        channel_id: world.channelId,
        thread_id: thread.id,
        source: 'INBOX',
        type: 'text',
        text: { body: 'Hi Amara 👋' },
      },
    });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      direction: 'OUTGOING',
      status: 0,
      send_state: 'waiting',
      created_by: world.user.uid,
      to: '447700900118',
    });
    const read = await until(async () => {
      const { body } = await world.api('GET /api/messages/{id}', { params: { id: sent.body.id } });
      return body.status === 3 ? body : null;
    });
    expect(read.send_state).toBe('accepted');
    const book = await world.phone<{ data: Array<{ type: string; opaque: string | null; content: { body: string } }> }>(
      'GET',
      `/phones/${phone.id}/messages`,
    );
    const got = book.data.filter((entry) => entry.opaque === sent.body.id);
    expect(got).toHaveLength(1);
    expect(got[0]?.content.body).toBe('Hi Amara 👋');

    const triggers = await world.api('GET /api/messages/{id}/triggers', { params: { id: sent.body.id } });
    expect(triggers.body.data[0]).toMatchObject({
      message_id: sent.body.id,
      meta_data: { type: 'individual', to: '447700900118', name: 'Amara Okafor' },
      payload: { to: '+447700900118', type: 'text', text: { body: 'Hi Amara 👋', preview_url: false } },
    });
  });

  test('50 first messages of one new customer at once make one thread with 50 messages', async () => {
    const from = '447700900555';
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        world.deliver(
          textFromCustomer({ id: freshWamid(), from, body: `message ${n}`, name: 'Many Words', timestampS: nowS() }),
        ),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const thread = await until(async () => {
      const { body } = await world.api('GET /api/threads');
      const found = body.data.filter((row) => row.contact.phone_number === from);
      return found.length > 0 && found[0]?.unread_count === 50 ? found : null;
    });
    expect(thread).toHaveLength(1);
    const messages = await world.api('GET /api/threads/{id}/messages', {
      params: { id: thread[0]?.id ?? '' },
      query: { limit: 200 },
    });
    expect(new Set(messages.body.data.map((message) => message.text?.body)).size).toBe(50);
  });

  test('the same delivery again changes nothing', async () => {
    const value = textFromCustomer({
      id: freshWamid(),
      from: '447700900777',
      body: 'Once',
      name: 'Twice',
      timestampS: nowS(),
    });
    await world.deliver(value);
    await world.deliver(value);
    await world.deliver(value);
    const thread = await until(async () =>
      (await world.api('GET /api/threads')).body.data.find((row) => row.contact.phone_number === '447700900777'),
    );
    await world.deliver(
      textFromCustomer({ id: freshWamid(), from: '447700900777', body: 'After', timestampS: nowS() }),
    );
    await until(
      async () => (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body.unread_count === 2,
    );
  });
});

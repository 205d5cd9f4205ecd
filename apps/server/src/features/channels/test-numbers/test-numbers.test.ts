import type { Message, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Test sends (BROADCAST_SANDBOX) reach the sandbox and verified test phones only. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
beforeEach(() => queryAsOwner(world.server.owner, 'delete from test_numbers where client_id = $1', [world.clientId]));

const add = (phone_number: string, changes: object = {}) =>
  world.api('POST /api/sandbox/test-numbers', { body: { id: newId(), name: 'My phone', phone_number, ...changes } });
const list = async () => (await world.api('GET /api/sandbox/test-numbers')).body.data;
const stateOf = async (id: string) => (await list()).find((number) => number.id === id)?.state;
const remove = (id: string) => world.api('DELETE /api/sandbox/test-numbers/{id}', { params: { id } });
const testSend = (thread: Thread, body = 'A test') =>
  world.api('POST /api/messages', { body: textBody(thread, body, { source: 'BROADCAST_SANDBOX' }) });
const becomes = (id: string, isSo: (message: Message) => boolean) =>
  until(async () => {
    const message = await getMessage(world, id);
    return isSo(message) ? message : null;
  });
const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
const atProvider = async () => {
  const { data } = await world.phone<{ data: { opaque: string }[] }>('GET', '/books?limit=10000');
  return data.map(({ opaque }) => opaque);
};

/** A phone that is on the list and wrote its code. */
async function verified(phone = freshPhone()): Promise<{ id: string; thread: Thread }> {
  const { body } = await add(phone);
  const thread = await customerWrites(world, phone, `Test ${body.code}`);
  await until(async () => (await stateOf(body.id)) === 'VERIFIED');
  return { id: body.id, thread };
}

describe('the list', () => {
  test('a phone is verified once it sent its code itself, by WhatsApp', async () => {
    const phone = freshPhone();
    const { status, body } = await add(`+${phone}`);
    expect([status, body.state, body.phone_number]).toEqual([201, 'WAITING', phone]);
    expect(body.code).toMatch(/^\d{6}$/);
    await customerWrites(world, freshPhone(), `Test ${body.code}`);
    await customerWrites(world, phone, `Test ${String((Number(body.code) + 1) % 1_000_000).padStart(6, '0')}`);
    await customerWrites(world, phone, `My order is ${body.code}`);
    expect(await stateOf(body.id)).toBe('WAITING');
    await customerWrites(world, phone, ` test: ${body.code}. `);
    const number = await until(async () => (await list()).find(({ state }) => state === 'VERIFIED'));
    expect(number).toMatchObject({ id: body.id, code: null, verified_at: expect.any(String) });
  });

  test('a simulated phone verifies nothing', async () => {
    const phone = '447700900321';
    const { body } = await add(phone);
    const made = await world.api('POST /api/sandbox/phones', { body: { name: 'Otto', phone_number: phone } });
    const words = `Test ${body.code}`;
    const text = { type: 'text' as const, text: { body: words } };
    await world.api('POST /api/sandbox/phones/{phone_id}/messages', { params: { phone_id: made.body.id }, body: text });
    await until(async () =>
      (await world.api('GET /api/threads')).body.data.some(({ last_message }) => last_message?.preview === words),
    );
    expect(await stateOf(body.id)).toBe('WAITING');
  });

  test('a repeated request returns the same; a repeated number or id and invalid input are rejected', async () => {
    const id = newId();
    const phone = freshPhone();
    const first = await add(phone, { id });
    expect((await add(phone, { id })).body).toEqual(first.body);
    expect((await add(phone, { id, name: 'Another' })).status).toBe(409);
    expect((await add(`+${phone}`)).status).toBe(422);
    expect((await add('12')).status).toBe(422);
    expect(await list()).toHaveLength(1);
    expect([(await remove(id)).status, (await remove(id)).status, (await remove('x')).status]).toEqual([204, 404, 404]);
  });

  test('has ten places, also for twelve concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(freshPhone())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
    expect(await list()).toHaveLength(10);
  });
});

describe('a test send', () => {
  test('reaches a verified phone', async () => {
    const { thread } = await verified();
    const sent = await testSend(thread);
    expect(sent.status).toBe(201);
    await becomes(sent.body.id, ({ status }) => status === 2);
  });

  test('is refused for every other recipient, and nothing of it is stored; other messages are unaffected', async () => {
    const waiting = freshPhone();
    await add(waiting);
    for (const thread of [await customerWrites(world), await customerWrites(world, waiting)]) {
      const refused = await testSend(thread);
      expect(refused).toMatchObject({ status: 422, body: { error: { code: 'not_a_test_phone' } } });
      const { data } = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body;
      expect(data.map(({ direction }) => direction)).toEqual(['INCOMING']);
      const reaction = { message_id: thread.last_message_id ?? '', emoji: '👍' };
      const reacted = await world.api('POST /api/messages', {
        body: { channel_id: thread.channel_id, source: 'BROADCAST_SANDBOX', type: 'reaction', reaction },
      });
      expect(reacted.status).toBe(422);
      expect((await world.api('POST /api/messages', { body: textBody(thread, 'A real one') })).status).toBe(201);
    }
  });

  test('is put on hold at dispatch when the phone was removed from the list meanwhile', async () => {
    const { id, thread } = await verified();
    await setState('PAUSED');
    const sent = await testSend(thread, 'Too late');
    expect(sent.status).toBe(201);
    await remove(id);
    await setState('ACTIVE');
    const blocked = await becomes(sent.body.id, ({ send_state }) => send_state === 'held');
    expect(blocked.held_reason).toBe('not_a_test_phone');
    expect(await atProvider()).not.toContain(sent.body.id);
  });

  test('of one account does not reach the test phone of another', async () => {
    const phone = freshPhone();
    const thread = await customerWrites(world, phone);
    const other = await world.api('POST /api/clients', {
      body: { name: 'Another', country: 'GB', time_zone: 'Europe/London' },
    });
    await queryAsOwner(
      world.server.owner,
      `insert into test_numbers (client_id, id, position, name, phone_number, match_key, code, verified_at, created_by)
       values ($1, $2, 1, 'Theirs', $3, $3, '123456', now(), 'x')`,
      [other.body.client_id, newId(), phone],
    );
    expect((await testSend(thread)).status).toBe(422);
  });

  test('reaches every sandbox contact', async () => {
    const { body: sandbox } = await world.api('GET /api/sandbox');
    const phone_id = sandbox.phones[0]?.id ?? '';
    const text = { type: 'text' as const, text: { body: 'From the sandbox' } };
    await world.api('POST /api/sandbox/phones/{phone_id}/messages', { params: { phone_id }, body: text });
    const thread = await until(async () =>
      (await world.api('GET /api/threads')).body.data.find(
        ({ channel_id, contact }) => channel_id === sandbox.channel.id && contact.phone_number === phone_id,
      ),
    );
    const sent = await testSend(thread);
    expect(sent.status).toBe(201);
    await becomes(sent.body.id, ({ status }) => status === 2);
  });
});

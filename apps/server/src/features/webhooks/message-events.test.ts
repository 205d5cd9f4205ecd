import type { OutputOf } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { type Receiver, startReceiver } from '../../testing/webhook-receiver.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

type Events = OutputOf<'GET /api/events'>;
let receiver: Receiver;
let world: World;
beforeAll(async () => {
  receiver = await startReceiver();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: receiver.host } });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

test('messages are told as received, sent and with each status; other events are not sent to who did not choose them', async () => {
  const path = '/messages';
  const body = { url: receiver.url(path), events: ['message.received', 'message.sent', 'message.status'] as const };
  const made = await world.api('POST /api/webhooks', { body: { ...body, events: [...body.events] } });
  expect(made.status).toBe(201);
  const thread = await customerWrites(world, freshPhone());
  const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Your bicycle is ready.') });
  const got = () => receiver.of(path).map((one) => one.body);
  const ofSent = () => got().filter(({ data }) => data['id'] === sent.body.id);
  await until(async () => ofSent().some(({ type, data }) => type === 'message.status' && data['status'] !== 0));
  // Deliveries of a batch are made at the same time, and may arrive in any order.
  for (const type of ['message.received', 'message.sent'])
    await until(async () => got().some((one) => one.type === type));
  expect(got().find(({ type }) => type === 'message.received')?.data).toMatchObject({ direction: 'INCOMING' });
  expect(got().find(({ type }) => type === 'message.sent')?.data).toMatchObject({
    id: sent.body.id,
    text: { body: 'Your bicycle is ready.' },
  });
  expect(got().filter(({ type }) => !type.startsWith('message.'))).toEqual([]);
  const events: Events = (await world.api('GET /api/events', { query: { limit: 200 } })).body;
  expect(new Set(events.data.map(({ type }) => type))).toContain('thread.changed');
});

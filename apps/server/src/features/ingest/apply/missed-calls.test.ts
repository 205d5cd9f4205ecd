import type { Message, Thread } from '@parley/contract/types';
import { fixtureIds } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { metadata, missedCall, postAccountUpdate, reportCalls } from '../../../testing/webhooks.ts';
import { nowS, testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

async function messagesOf(from: string): Promise<Message[]> {
  const { data } = (await world.api('GET /api/threads', { query: { limit: 100 } })).body;
  const thread = (data as Thread[]).find(({ contact }) => contact.phone_number === from);
  if (thread === undefined) return [];
  const { body } = await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } });
  return body.data as Message[];
}

const refusals = () =>
  queryAsOwner<{ reason: string }>(
    world.server.owner,
    'select reason from webhook_refusals where client_id = $1 order by id',
    [world.clientId],
  );

test('a call that nobody takes is a message of the customer: unread, once, and the reply window is open', async () => {
  const from = freshPhone();
  const end = missedCall(from);
  await reportCalls(world, from, { ...end, event: 'connect', session: { sdp_type: 'offer', sdp: 'v=0' } });
  expect(await messagesOf(from)).toEqual([]);
  await reportCalls(world, from, end);
  await reportCalls(world, from, end);
  const messages = await messagesOf(from);
  expect(messages).toMatchObject([
    { direction: 'INCOMING', type: 'call', call: { outcome: 'missed' }, provider_message_id: end.id },
  ]);
  const { body } = await world.api('GET /api/threads/{id}', { params: { id: messages[0]?.thread_id ?? '' } });
  expect(body).toMatchObject({
    unread_count: 1,
    window_expires_at: expect.any(String),
    last_message: { type: 'call', preview: 'missed' },
  });
});

test('a call joins the conversation of its customer, in the order of time', async () => {
  const thread = await customerWrites(world, freshPhone(), 'May I call you?', nowS() - 60);
  const from = thread.contact.phone_number ?? '';
  await reportCalls(world, from, missedCall(from, { timestamp: String(nowS() - 120) }), missedCall(from));
  expect((await messagesOf(from)).map(({ type }) => type).sort()).toEqual(['call', 'call', 'text']);
});

test('a call that was taken elsewhere is a line with its length, and nothing waits', async () => {
  const from = freshPhone();
  await reportCalls(
    world,
    from,
    missedCall(from, { status: 'COMPLETED', duration: 61, start_time: String(nowS() - 61) }),
  );
  const [message] = await messagesOf(from);
  expect(message?.call).toEqual({ outcome: 'answered', seconds: 61 });
  const { body } = await world.api('GET /api/threads/{id}', { params: { id: message?.thread_id ?? '' } });
  expect(body).toMatchObject({ unread_count: 0, waiting_since: null });
});

test('a call of the business that another program placed is a line of ours: once, and nothing waits', async () => {
  const from = freshPhone();
  const end = missedCall(fixtureIds.displayPhoneNumber, { to: from, direction: 'BUSINESS_INITIATED' });
  await reportCalls(world, from, end);
  await reportCalls(world, from, end);
  const messages = await messagesOf(from);
  expect(messages).toMatchObject([{ direction: 'OUTGOING', type: 'call', call: { outcome: 'missed' } }]);
  expect(Object.keys(messages[0]?.call ?? {})).toEqual(['outcome']);
  const { body } = await world.api('GET /api/threads/{id}', { params: { id: messages[0]?.thread_id ?? '' } });
  expect(body).toMatchObject({ unread_count: 0, waiting_since: null, window_expires_at: null });
});

test('what is said of a call in a way that is not known is kept, and no message', async () => {
  const before = (await refusals()).length;
  await postAccountUpdate(world, 'calls', { metadata, statuses: [{ id: 'wacid.x', type: 'call', status: 'HELD' }] });
  expect((await refusals()).slice(before).map(({ reason }) => reason)).toEqual(['calls_not_taken']);
});

test('a customer who was talked to waits no longer; one who was only called does', async () => {
  const thread = await customerWrites(world, freshPhone(), 'Please call me', nowS() - 60);
  const from = thread.contact.phone_number ?? '';
  const waits = async () =>
    (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body.waiting_since !== null;
  const ours = { to: from, direction: 'BUSINESS_INITIATED' };
  await reportCalls(world, from, missedCall(fixtureIds.displayPhoneNumber, ours));
  expect(await waits(), 'nobody took it').toBe(true);
  await reportCalls(world, from, missedCall(from, { status: 'COMPLETED', duration: 5 }));
  expect(await waits(), 'they called').toBe(false);
  await customerWrites(world, from, 'And again');
  expect(await waits()).toBe(true);
  await reportCalls(
    world,
    from,
    missedCall(fixtureIds.displayPhoneNumber, { ...ours, status: 'COMPLETED', duration: 5 }),
  );
  expect(await waits(), 'we called').toBe(false);
});

test('a damaged call is set aside, and the others of its delivery are there', async () => {
  const from = freshPhone();
  const before = (await refusals()).length;
  await reportCalls(
    world,
    from,
    missedCall(from, { id: null }),
    7,
    { event: 'terminate' },
    missedCall(from, { timestamp: 'noon' }),
  );
  expect(await messagesOf(from)).toHaveLength(1);
  expect(
    (await refusals())
      .slice(before)
      .map(({ reason }) => reason)
      .sort(),
  ).toEqual(['calls_not_taken', 'flagged_timestamp_invalid', 'id_missing']);
});

test('a simulated customer calls, and nobody takes it', async () => {
  const from = freshPhone();
  await world.phone('POST', '/phones', { phone_number: from });
  await world.phone('POST', `/phones/${from}/messages`, { type: 'call' });
  const messages = await until(async () => {
    const found = await messagesOf(from);
    return found.length > 0 && found;
  });
  expect(messages).toMatchObject([{ type: 'call', call: { outcome: 'missed' } }]);
});

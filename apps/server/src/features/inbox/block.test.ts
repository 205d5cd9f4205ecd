import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

/* Blocking customers at WhatsApp: the simulator keeps the list, refuses sends to who is on it and delivers nothing of them. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
afterEach(() => world.phone('DELETE', '/faults'));

const block = (id: string) => world.api('POST /api/threads/{id}/block', { params: { id } });
const unblock = (id: string) => world.api('POST /api/threads/{id}/unblock', { params: { id } });
const threadNow = async (id: string) => (await world.api('GET /api/threads/{id}', { params: { id } })).body;
const kindsOf = async (id: string) =>
  (await world.api('GET /api/threads/{id}/events', { params: { id } })).body.data.map(({ kind }) => kind);
const auditedOf = async (target: string) =>
  queryAsOwner<{ action: string }>(
    world.server.owner,
    'select action from audit_events where client_id = $1 and target = $2 order by id',
    [world.clientId, target],
  ).then((rows) => rows.map(({ action }) => action));

/** A customer that the simulator knows, who has just written. */
async function knownCustomer() {
  const number = freshPhone();
  await world.phone('POST', '/phones', { phone_number: number, name: 'Layla' });
  await world.phone('POST', `/phones/${number}/messages`, { type: 'text', text: { body: 'Hello' } });
  const thread = await customerWrites(world, number);
  return { number, thread };
}

test('a blocked customer is blocked at WhatsApp, gets nothing, and is unblocked again', async () => {
  const { thread } = await knownCustomer();
  const waiting = textBody(thread, 'Scheduled before', { send_at: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await world.api('POST /api/messages', { body: waiting })).status).toBe(201);

  const blocked = await block(thread.id);
  expect(blocked).toMatchObject({ status: 200, body: { blocked: { by: world.user.uid, at: expect.any(String) } } });
  expect((await block(thread.id)).body.blocked, 'again: the same').toEqual(blocked.body.blocked);
  expect(await kindsOf(thread.id)).toEqual(['blocked']);
  expect(await auditedOf(thread.contact_id)).toEqual(['inbox.contact_blocked']);

  const refused = await world.api('POST /api/messages', { body: textBody(thread, 'No') });
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'contact_blocked' } } });
  const later = textBody(thread, 'No', { send_at: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await world.api('POST /api/messages', { body: later })).body).toMatchObject({
    error: { code: 'contact_blocked' },
  });
  // What was accepted before is held by the dispatcher.
  await queryAsOwner(world.server.owner, 'update scheduled_messages set send_at = now() where id = $1', [waiting.id]);
  const stopped = await until(async () => {
    const message = await getMessage(world, waiting.id);
    return message.send_state === 'held' ? message : undefined;
  });
  expect(stopped.held_reason).toBe('blocked');

  const unblocked = await unblock(thread.id);
  expect(unblocked.status).toBe(200);
  expect(unblocked.body.blocked).toBeUndefined();
  expect((await unblock(thread.id)).status, 'no longer on the list').toBe(200);
  expect(await kindsOf(thread.id)).toEqual(['unblocked', 'blocked']);
  expect(await auditedOf(thread.contact_id)).toEqual(['inbox.contact_blocked', 'inbox.contact_unblocked']);
  const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Hello again') });
  expect(sent.status).toBe(201);
  await until(async () => (await getMessage(world, sent.body.id)).status >= 1);
});

test('what WhatsApp refuses is said in its words, with the next step, and stores nothing', async () => {
  const number = freshPhone();
  await world.phone('POST', '/phones', { phone_number: number, name: 'Omar' });
  // The simulated phone never wrote; Parley got the message another way.
  const thread = await customerWrites(world, number);
  const refused = await block(thread.id);
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } });
  const { msg } = (refused.body as unknown as { error: { data: { msg: string }[] } }).error.data[0] ?? { msg: '' };
  expect(msg).toContain('24 hours');
  expect((await threadNow(thread.id)).blocked).toBeUndefined();
  expect(await kindsOf(thread.id)).toEqual([]);
});

test('unblocking ends what a failed message said, on all conversations of the contact', async () => {
  const { thread } = await knownCustomer();
  await queryAsOwner(
    world.server.owner,
    `update contact_identities set unreachable_at = now() + interval '1 minute', unreachable_reason = 'blocked_by_us'
     where contact_id = $1`,
    [thread.contact_id],
  );
  expect((await threadNow(thread.id)).reach?.state).toBe('blocked_by_us');
  expect((await unblock(thread.id)).body.reach).toBeUndefined();
});

test('merging conversations keeps the block', async () => {
  const [one, two] = [await knownCustomer(), await knownCustomer()];
  await block(two.thread.id);
  const merge = await world.api('POST /api/contacts/merge', {
    body: { contact_id: one.thread.contact_id, merge_ids: [two.thread.contact_id] },
  });
  expect([200, 201]).toContain(merge.status);
  const now = await threadNow(one.thread.id);
  expect(now.blocked?.by).toBe(world.user.uid);
  expect((await unblock(now.id)).body.blocked).toBeUndefined();
});

test('a message that was under way arrives and changes nothing', async () => {
  const { number, thread } = await knownCustomer();
  await block(thread.id);
  const delayed = { id: freshWamid(), from: number, body: 'Sent just before', timestampS: nowS() };
  await world.deliver(textFromCustomer(delayed));
  await until(async () => (await threadNow(thread.id)).last_message?.preview === 'Sent just before');
  expect((await threadNow(thread.id)).blocked).toBeDefined();
});

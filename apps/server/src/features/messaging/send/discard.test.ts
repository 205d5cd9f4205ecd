// @module-tag data
import { randomUUID } from 'node:crypto';
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { sendsOf } from '../../../testing/steady-sends.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Discard: a message that waits or is on hold is never sent, and says who decided so. */

let world: World;
let thread: Thread;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  await setState('PAUSED');
  thread = await customerWrites(world);
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
const send = async (text: string) => (await world.api('POST /api/messages', { body: textBody(thread, text) })).body.id;
const discard = (id: string) => world.api('POST /api/messages/{id}/discard', { params: { id } });
const takenOf = async (ids: readonly string[]) =>
  (await sendsOf(world)).flatMap(({ opaque }) => (ids.includes(opaque ?? '') ? [opaque] : []));

test('one that waits for a paused channel says who discarded it, and is not sent when the channel goes on', async () => {
  const [gone, kept] = [await send('not this'), await send('this')];
  const answer = await discard(gone);
  expect(answer).toMatchObject({
    status: 200,
    body: { id: gone, status: 0, send_state: 'discarded', discarded: { by: world.user.uid } },
  });
  await setState('ACTIVE');
  await until(async () => (await getMessage(world, kept)).status > 0);
  expect(await takenOf([gone, kept])).toEqual([kept]);
  expect(await getMessage(world, gone)).toEqual(answer.body);
});

test('one that was put on hold stays discarded when its reply window opens again', async () => {
  const id = await send('too late');
  await sql(`update threads set window_expires_at = now() - interval '1 minute' where id = $1`, [thread.id]);
  await setState('ACTIVE');
  await until(async () => (await getMessage(world, id)).held_reason === 'window_closed');
  const { body } = await discard(id);
  expect(body).toMatchObject({ send_state: 'discarded', discarded: { by: world.user.uid } });
  expect(body.held_reason).toBeUndefined();
  await sql(`update threads set window_expires_at = now() + interval '1 hour' where id = $1`, [thread.id]);
  const next = await send('in time');
  await until(async () => (await getMessage(world, next)).status > 0);
  expect(await takenOf([id, next])).toEqual([next]);
});

test('discarding again answers the same message; sending it again is refused', async () => {
  const id = await send('once');
  const first = await discard(id);
  expect((await discard(id)).body).toEqual(first.body);
  const again = await world.api('POST /api/messages/{id}/retry', { params: { id } });
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'not_retriable' } } });
  expect((await getMessage(world, id)).send_state).toBe('discarded');
});

describe('what may have left is not discarded, and says so', () => {
  test.each([
    ['started', 0, 'may have left'],
    ['unknown', 0, 'may have left'],
    ['accepted', 1, 'may have left'],
    ['accepted', 3, 'may have left'],
    ['failed', -1, 'failed'],
  ])('%s (%i)', async (state, status, words) => {
    const id = await send('left');
    await sql('update messages set send_state = $2, status = $3 where id = $1', [id, state, status]);
    const answer = await discard(id);
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'not_discardable' } } });
    expect(JSON.stringify(answer.body)).toContain(words);
    expect((await getMessage(world, id)).send_state).toBe(state);
  });

  test('what a customer wrote, and what nobody wrote', async () => {
    expect((await discard(thread.last_message_id ?? '')).status).toBe(409);
    for (const id of [randomUUID(), 'x', '%00']) expect((await discard(id)).status).toBe(404);
  });

  test('one of a broadcast ends with it', async () => {
    const id = await send('to many');
    await sql(`update messages set source = 'BROADCAST' where id = $1`, [id]);
    const answer = await discard(id);
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain('Cancel the broadcast');
  });
});

test('of ten members at once one discards it, and all see the same', async () => {
  const id = await send('ten');
  const answers = await Promise.all(Array.from({ length: 10 }, () => discard(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.version)).size).toBe(1);
});

test('discarded while it leaves: each message is either sent or discarded', async () => {
  const threads = await Promise.all(Array.from({ length: 20 }, () => customerWrites(world)));
  const ids = await Promise.all(
    threads.map(async (one) => (await world.api('POST /api/messages', { body: textBody(one, 'race') })).body.id),
  );
  const active = setState('ACTIVE');
  const answers = await Promise.all(ids.map(async (id) => ({ id, status: (await discard(id)).status })));
  await active;
  await until(async () => (await sql("select from triggers where state <> 'done'")).length === 0);
  const discarded = answers.filter(({ status }) => status === 200).map(({ id }) => id);
  const sent = answers.filter(({ status }) => status === 409).map(({ id }) => id);
  expect([...discarded, ...sent].sort()).toEqual(ids.toSorted());
  expect((await takenOf(ids)).sort()).toEqual(sent.sort());
});

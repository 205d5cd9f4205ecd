// @module-tag data
import type { OutputOf } from '@parley/contract';
import { outboxLimits } from '@parley/contract/sync';
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
let thread: Thread;

beforeAll(async () => {
  world = await testWorld();
  thread = await customerWrites(world);
});
afterAll(() => world.close());

type Call = { route: string; id?: string; body: object; follows?: boolean };
type Answers = OutputOf<'POST /api/sync/outbox'>['answers'];
const make = async (calls: Call[], headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.server.url}/api/sync/outbox`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ calls }),
  });
  const { answers = [] } = (await response.json()) as { answers?: Answers };
  return { status: response.status, answers, coding: response.headers.get('content-encoding') };
};
const messages = async () =>
  (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body.data.filter(
    ({ direction }) => direction === 'OUTGOING',
  );
const notes = async () => (await world.api('GET /api/threads/{id}/notes', { params: { id: thread.id } })).body.data;

it('makes each call once, however often they come, and answers with its row', async () => {
  const [message, note] = [textBody(thread, 'Two of them.'), { id: newId(), body: 'Comes on Friday' }];
  const calls: Call[] = [
    { route: 'POST /api/messages', body: message },
    { route: 'POST /api/threads/{id}/notes', id: thread.id, body: note },
    { route: 'PUT /api/threads/{id}', id: thread.id, body: { assignee_id: world.user.uid } },
  ];
  for (let time = 0; time < 2; time++) {
    const { status, answers } = await make(calls);
    expect([status, answers.map((each) => each.status)]).toEqual([200, [200, 200, 200]]);
    expect(answers.map(({ body }) => (body as { id: string }).id)).toEqual([message.id, note.id, thread.id]);
    expect(answers[2]?.body).toMatchObject({ assignee_id: world.user.uid });
  }
  expect((await messages()).map(({ id }) => id)).toEqual([message.id]);
  expect((await notes()).map(({ id }) => id)).toEqual([note.id]);
});

it('a refused call has its error in the reader’s language, and the others are made', async () => {
  const note = { id: newId(), body: 'Wants two' };
  const { answers } = await make(
    [
      { route: 'PUT /api/threads/{id}', id: newId(), body: { state: 'DONE' } },
      { route: 'POST /api/threads/{id}/notes', id: thread.id, body: note },
      { route: 'POST /api/messages', body: {} },
    ],
    { 'accept-language': 'de' },
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 200, 422]);
  const missing = answers[0]?.body as { error: { code: string; message: string } };
  const alone = await fetch(`${world.server.url}/api/threads/${newId()}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json', 'accept-language': 'de' },
    body: JSON.stringify({ state: 'DONE' }),
  });
  const { error } = (await alone.json()) as { error: { code: string; message: string } };
  expect([missing.error.code, missing.error.message]).toEqual([error.code, error.message]);
  expect((await notes()).some(({ id }) => id === note.id)).toBe(true);
});

it('what follows another call is made after it, and not when that one is refused', async () => {
  const change = (body: object, follows: boolean): Call => ({
    route: 'PUT /api/threads/{id}',
    id: thread.id,
    body,
    follows,
  });
  const { answers } = await make([
    change({ state: 'DONE' }, false),
    change({ state: 'ACTIVE' }, true),
    change({ add_label_ids: [newId()] }, true),
    change({ state: 'DONE' }, true),
    { route: 'POST /api/threads/{id}/notes', id: thread.id, body: { id: newId(), body: 'Beside it' } },
  ]);
  const statuses = answers.map(({ status }) => status);
  expect([...statuses.slice(0, 2), ...statuses.slice(3)]).toEqual([200, 200, 424, 200]);
  expect(statuses[2]).toBeGreaterThanOrEqual(400);
  expect((await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body.state).toBe('ACTIVE');
});

it('makes no other calls, and not more than it may', async () => {
  const read = { route: 'GET /api/threads/{id}', id: thread.id, body: {} };
  expect((await make([read])).status).toBe(422);
  const change = { route: 'PUT /api/threads/{id}', id: thread.id, body: { state: 'DONE' } };
  expect((await make(Array.from({ length: outboxLimits.calls + 1 }, () => change))).status).toBe(422);
  expect((await make([])).status).toBe(422);
});

it('many answers are compressed', async () => {
  const changes = Array.from({ length: 20 }, () => ({
    route: 'PUT /api/threads/{id}',
    id: thread.id,
    body: { state: 'ACTIVE' },
  }));
  const { answers, coding } = await make(changes, { 'accept-encoding': 'br' });
  expect([answers.length, coding]).toEqual([20, 'br']);
});

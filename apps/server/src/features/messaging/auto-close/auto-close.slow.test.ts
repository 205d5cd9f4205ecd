import type { AutoCloseRule, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botTexts } from '../../../testing/automations.ts';
import { customerWrites, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { closeDue } from './close-due.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const rule: AutoCloseRule = { after_minutes: 60, waiting: false, text: 'We closed this.' };
const put = (auto_close_rule: AutoCloseRule | null) => world.api('PUT /api/client', { body: { auto_close_rule } });
const threadOf = async ({ id }: Thread) => (await world.api('GET /api/threads/{id}', { params: { id } })).body;
const eventsOf = async ({ id }: Thread) =>
  (await world.api('GET /api/threads/{id}/events', { params: { id } })).body.data;
/** As if so long had passed since the last message and what was done to the conversation. */
const later = async (thread: Thread, minutes: number) => {
  const move = (text: string) => queryAsOwner(world.server.owner, text, [thread.id, minutes]);
  await move(`update thread_events set at = at - $2 * interval '1 minute' where thread_id = $1`);
  await move(`update threads set last_message_at = last_message_at - $2 * interval '1 minute' where id = $1`);
};
const talk = async (answered = true): Promise<Thread> => {
  const thread = await customerWrites(world, freshPhone(), 'Hello');
  if (answered) await world.api('POST /api/messages', { body: textBody(thread, 'Hello!') });
  return thread;
};
const untilDone = (thread: Thread) => until(async () => (await threadOf(thread)).state === 'DONE');

test('inactive conversations are closed with a text; those that are snoozed, waiting or active stay', async () => {
  const [quiet, active, waiting, snoozed] = [await talk(), await talk(), await talk(false), await talk()];
  const until_ = new Date(Date.now() + 3_600_000).toISOString();
  await world.api('PUT /api/threads/{id}', { params: { id: snoozed.id }, body: { snoozed_until: until_ } });
  for (const thread of [quiet, waiting, snoozed]) await later(thread, 61);
  expect((await put({ ...rule, after_minutes: 10 })).status).toBe(422);
  expect((await put(rule)).body.auto_close_rule).toEqual(rule);
  await untilDone(quiet);
  expect(await botTexts(world, quiet)).toEqual(['We closed this.']);
  expect(await eventsOf(quiet)).toMatchObject([{ kind: 'done', detail: { after_minutes: 60 }, created_by: 'bot' }]);
  // Another one that is due comes later: those that stay were looked at too.
  const next = await talk();
  await later(next, 61);
  await untilDone(next);
  for (const thread of [active, waiting, snoozed]) expect((await threadOf(thread)).state).toBe('ACTIVE');
  await put({ ...rule, waiting: true, text: '' });
  await untilDone(waiting);
  await put(null);
});

test('one that was opened again counts from then, and the text needs an open window', async () => {
  const [reopened, closed] = [await talk(), await talk()];
  await world.api('PUT /api/threads/{id}', { params: { id: reopened.id }, body: { state: 'DONE' } });
  for (const thread of [reopened, closed]) await later(thread, 90);
  await world.api('PUT /api/threads/{id}', { params: { id: reopened.id }, body: { state: 'ACTIVE' } });
  await queryAsOwner(world.server.owner, 'update threads set window_expires_at = now() where id = $1', [closed.id]);
  await put(rule);
  await untilDone(closed);
  expect((await threadOf(reopened)).state).toBe('ACTIVE');
  expect((await threadOf(closed)).last_message?.preview).toBe('Hello!');
  await put(null);
});

test('several processes at once, of which one dies, close each conversation once', async () => {
  const threads = [];
  for (let n = 0; n < 6; n++) threads.push(await talk());
  for (const thread of threads) await later(thread, 90);
  const { platform } = world.server;
  const dies = platform.db.withTenant(world.clientId, async (tx) => {
    await closeDue(tx);
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  await put(rule);
  await Promise.all(Array.from({ length: 4 }, () => platform.db.withTenant(world.clientId, closeDue)));
  for (const thread of threads) {
    await untilDone(thread);
    expect(await botTexts(world, thread)).toEqual(['We closed this.']);
    expect((await eventsOf(thread)).filter(({ kind }) => kind === 'done')).toHaveLength(1);
  }
  await put(null);
});

import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { nowS, testWorld, until, type World } from '../../testing/world.ts';
import { takeClosing } from './closing-query-repo.ts';
import { defaultSettings } from './default-settings.ts';
import { warnOfClosing } from './warn.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const dayS = 24 * 3_600;
/** Changes that notifications have not followed yet. */
const behind = `select from changes_new where client_id = $1 union all
  select from change_counters c left join notification_feeds f using (client_id)
  where client_id = $1 and c.pos > coalesce(f.feed_pos, 0)`;
/** A conversation of the Owner whose customer waits, with so many minutes of its reply window left. */
const waiting = async (minutesLeft: number, assignee: string | null = world.user.uid): Promise<Thread> => {
  const thread = await customerWrites(world, freshPhone(), 'Hello?', nowS() - dayS + minutesLeft * 60);
  // A conversation has one unread notification: that of the message must not come after the warning.
  await until(async () => (await queryAsOwner(world.server.owner, behind, [world.clientId])).length === 0);
  await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: assignee } });
  return thread;
};
const warnings = async (thread: Thread) => {
  const { data } = (await world.api('GET /api/notifications', { query: { only: 'all' } })).body;
  return data.filter((item) => item.kind === 'closing' && item.thread_id === thread.id);
};
const untilWarned = (thread: Thread) => until(async () => (await warnings(thread))[0]);
const setting = (closing_soon_minutes: number) => world.api('PUT /api/client', { body: { closing_soon_minutes } });
const markRead = () => world.api('POST /api/notifications/read', { body: {} });

test('the assignee is warned once for each window, before it closes, and no longer once someone answered', async () => {
  const early = await waiting(130);
  const thread = await waiting(90);
  expect(await untilWarned(thread)).toMatchObject({ kind: 'closing', actor_id: null, read_at: null });
  await markRead();
  const later = await waiting(80);
  await untilWarned(later);
  expect(await warnings(early)).toEqual([]);
  // The first was not warned of again.
  expect((await warnings(thread)).map(({ read_at }) => read_at === null)).toEqual([false]);
  await world.api('POST /api/messages', { body: textBody(later, 'Here I am') });
  await until(async () => (await warnings(later))[0]?.read_at != null);
});

test('of an unassigned one those are warned who are told of unassigned messages', async () => {
  await untilWarned(await waiting(70, null));
  await markRead();
  const unassigned = (in_app: boolean) => {
    const rules = { ...defaultSettings.rules, unassigned: { ...defaultSettings.rules.unassigned, in_app } };
    return world.api('PUT /api/notification-settings', { body: { ...defaultSettings, rules } });
  };
  await unassigned(false);
  const [nobodys, own] = [await waiting(70, null), await waiting(75)];
  await untilWarned(own);
  await markRead();
  expect(await warnings(nobodys)).toEqual([]);
  await unassigned(true);
});

test('a new message opens a new window, with a warning of its own', async () => {
  const thread = await waiting(20);
  await untilWarned(thread);
  await markRead();
  await customerWrites(world, thread.contact.phone_number ?? '', 'Still there?', nowS() - dayS + 40 * 60);
  await until(async () => (await warnings(thread)).length === 2);
});

test('how early is the account’s choice', async () => {
  expect((await setting(10)).status).toBe(422);
  expect((await setting(30)).body.closing_soon_minutes).toBe(30);
  const [outside, inside] = [await waiting(45), await waiting(25)];
  await untilWarned(inside);
  const { data } = (await world.api('GET /api/threads', { query: { closing: 'true' } })).body;
  expect(data.map(({ id }) => id)).toContain(inside.id);
  expect(data.map(({ id }) => id)).not.toContain(outside.id);
  expect(await warnings(outside)).toEqual([]);
  await setting(60);
  await untilWarned(outside);
});

test('a process that dies loses no warning, and several at once warn once', async () => {
  await setting(15);
  const thread = await waiting(50);
  await setting(60);
  const { platform } = world.server;
  const dies = platform.db.withTenant(world.clientId, async (tx) => {
    await takeClosing(tx);
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  await Promise.all(Array.from({ length: 4 }, () => warnOfClosing(platform, world.clientId)));
  expect(await warnings(thread)).toHaveLength(1);
  const kept = await queryAsOwner(world.server.owner, 'select from closing_warnings where thread_id = $1', [thread.id]);
  expect(kept).toHaveLength(1);
});

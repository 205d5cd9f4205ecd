import type { ReplyTargets, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createUser, type TestUser } from '../../testing/users.ts';
import { type Api, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { takeDue } from './due-query-repo.ts';
import { warnOfDue } from './warn.ts';

let world: World;
let member: TestUser;
let asMember: Api;
beforeAll(async () => {
  world = await testWorld();
  member = await createUser(world.server.owner, 'Ana Silva');
  await addMember(world.server.owner, world.clientId, member, 'User');
  const { createAuth } = await import('../../testing/auth.ts');
  const auth = await createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' } as const;
  asMember = world.apiAs(await auth.idTokens.sign({ uid: member.uid, sid: member.sid, account }));
  await putFirst(60);
  await put({ warn_minutes: 20 });
});
afterAll(() => world.close());

const put = (reply_targets: Partial<ReplyTargets>) => world.api('PUT /api/client', { body: { reply_targets } });
const putFirst = (first_minutes: number | null) =>
  put({
    targets: [
      {
        ...{ channel_ids: [], label_ids: [], next_minutes: null, resolve_minutes: null, hours: 'always' },
        first_minutes,
      },
    ],
  });
/** Changes that notifications have not followed yet. */
const behind = `select from changes_new where client_id = $1 union all
  select from change_counters c left join notification_feeds f using (client_id)
  where client_id = $1 and c.pos > coalesce(f.feed_pos, 0)`;
const untilFollowed = () =>
  until(async () => (await queryAsOwner(world.server.owner, behind, [world.clientId])).length === 0);
/** A conversation whose reply is due in so many minutes. */
const waiting = async (minutesLeft: number, assignee: string | null): Promise<Thread> => {
  await putFirst(null);
  const thread = await customerWrites(world, freshPhone(), 'Hello?', nowS() - 3_600 + minutesLeft * 60);
  await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: assignee } });
  // A conversation has one unread notification: that of the message must not come after the warning.
  await untilFollowed();
  for (const api of [world.api, asMember]) await api('POST /api/notifications/read', { body: {} });
  await putFirst(60);
  return thread;
};
/** What a member was told of a conversation, oldest first. */
const warnings = async (api: Api, thread: Thread) => {
  const { data } = (await api('GET /api/notifications', { query: { only: 'all' } })).body;
  const of = data.filter((item) => item.thread_id === thread.id && ['due', 'overdue'].includes(item.kind));
  return of.map(({ kind }) => kind).reverse();
};
const untilWarned = (api: Api, thread: Thread) => until(async () => (await warnings(api, thread)).length > 0);
const rules = async (api: Api, kind: 'due' | 'unassigned', in_app: boolean) => {
  const { body } = await api('GET /api/notification-settings');
  const method = { in_app, desktop: false, phone: false, email: false };
  await api('PUT /api/notification-settings', { body: { ...body, rules: { ...body.rules, [kind]: method } } });
};

test('the assignee is told before a reply is due and when it is overdue, and no longer once a member answered', async () => {
  const later = await waiting(40, member.uid);
  const soon = await waiting(15, member.uid);
  const overdue = await waiting(-5, member.uid);
  await untilWarned(asMember, soon);
  await untilWarned(asMember, overdue);
  expect([await warnings(asMember, later), await warnings(asMember, soon), await warnings(asMember, overdue)]).toEqual([
    ...[[], ['due'], ['overdue']],
  ]);
  expect(await warnings(world.api, overdue)).toEqual([]);
  await world.api('POST /api/messages', { body: textBody(overdue, 'Here I am') });
  const unread = async () => (await asMember('GET /api/notifications', { query: { only: 'unread' } })).body.data;
  await until(async () => !(await unread()).some((item) => item.thread_id === overdue.id));
});

test('so it is with the resolution, once on its own, and no longer when the conversation is done', async () => {
  await putFirst(null);
  const thread = await customerWrites(world, freshPhone(), 'Where is my bike?', nowS() - 3_600);
  await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: member.uid } });
  await untilFollowed();
  await asMember('POST /api/notifications/read', { body: {} });
  const target = {
    channel_ids: [] as string[],
    label_ids: [] as string[],
    first_minutes: null,
    next_minutes: null,
    hours: 'always' as const,
  };
  await put({ targets: [{ ...target, resolve_minutes: 70 }] });
  const kinds = async () => {
    const { data } = (await asMember('GET /api/notifications', { query: { only: 'unread' } })).body;
    return data.filter((item) => item.thread_id === thread.id).map(({ kind }) => kind);
  };
  await until(async () => (await kinds()).includes('resolve_due'));
  await put({ targets: [{ ...target, resolve_minutes: 50 }] });
  await until(async () => (await kinds()).includes('resolve_overdue'));
  await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } });
  await until(async () => (await kinds()).length === 0);
  await putFirst(60);
});

test('Admins and Owners are told of what is overdue, if the account wants it', async () => {
  await put({ tell_admins: true });
  const [soon, overdue] = [await waiting(15, member.uid), await waiting(-5, member.uid)];
  await untilWarned(world.api, overdue);
  await untilWarned(asMember, soon);
  expect(await warnings(world.api, soon)).toEqual([]);
  await put({ tell_admins: false });
});

test('of an unassigned one those are told who are told of unassigned messages', async () => {
  await rules(asMember, 'unassigned', false);
  const first = await waiting(15, null);
  await untilWarned(world.api, first);
  expect(await warnings(asMember, first)).toEqual([]);
  await rules(asMember, 'unassigned', true);
  const second = await waiting(15, null);
  await untilWarned(asMember, second);
  await rules(asMember, 'due', false);
  const third = await waiting(15, null);
  await untilWarned(world.api, third);
  expect(await warnings(asMember, third)).toEqual([]);
  await rules(asMember, 'due', true);
});

test('what is snoozed is told when it wakes up', async () => {
  const thread = await waiting(40, member.uid);
  const snooze = (until_: string | null) =>
    world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { snoozed_until: until_ } });
  await snooze(new Date(Date.now() + 3_600_000).toISOString());
  await put({ warn_minutes: 45 });
  const other = await waiting(42, member.uid);
  await untilWarned(asMember, other);
  expect(await warnings(asMember, thread)).toEqual([]);
  await snooze(null);
  await untilWarned(asMember, thread);
  await put({ warn_minutes: 20 });
});

test('a process that dies loses no warning, and several at once warn once', async () => {
  const thread = await waiting(40, member.uid);
  const { platform } = world.server;
  await queryAsOwner(
    world.server.owner,
    `update clients set reply_targets = reply_targets || '{"warn_minutes": 45}' where id = $1`,
    [world.clientId],
  );
  const dies = platform.db.withTenant(world.clientId, async (tx) => {
    await takeDue(tx);
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  const rounds = await Promise.all(Array.from({ length: 4 }, () => warnOfDue(platform, world.clientId)));
  expect(rounds.filter(({ changed }) => changed.has(member.uid)).length).toBeLessThanOrEqual(1);
  await untilWarned(asMember, thread);
  expect(await warnings(asMember, thread)).toEqual(['due']);
  const [counted] = await queryAsOwner<{ count: number }>(
    world.server.owner,
    `select count(*)::int as count from notifications where thread_id = $1 and user_id = $2 and kind = 'due'`,
    [thread.id, member.uid],
  );
  expect(counted?.count).toBe(1);
});

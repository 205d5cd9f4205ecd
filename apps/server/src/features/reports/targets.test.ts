import type { TargetReport, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createUser, type TestUser } from '../../testing/users.ts';
import { type Api, nowS, testWorld, type World } from '../../testing/world.ts';

let world: World;
let member: TestUser;
let asMember: Api;
let vip: string;
const none = { kept: 0, missed: 0 };

beforeAll(async () => {
  world = await testWorld();
  member = await createUser(world.server.owner, 'Ana Silva');
  await addMember(world.server.owner, world.clientId, member, 'User');
  const { createAuth } = await import('../../testing/auth.ts');
  const auth = await createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' } as const;
  asMember = world.apiAs(await auth.idTokens.sign({ uid: member.uid, sid: member.sid, account }));
  vip = (await world.api('POST /api/labels', { body: { name: 'VIP', color: 'red' } })).body.id;
  const target = { channel_ids: [], label_ids: [], first_minutes: 60, next_minutes: 30, resolve_minutes: 600 };
  await world.api('PUT /api/client', { body: { reply_targets: { targets: [{ ...target, hours: 'always' }] } } });
});
afterAll(() => world.close());

const change = (thread: Thread, body: object) =>
  world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body });
const answer = (thread: Thread) => world.api('POST /api/messages', { body: textBody(thread, 'Hello!') });
const report = async (query: object = {}, api: Api = world.api) =>
  (await api('GET /api/reports/targets', { query })).body as TargetReport;
const missedOf = async (query: object = {}, api: Api = world.api) =>
  (await api('GET /api/reports/targets/missed', { query })).body.data;

let kept: Thread;
let late: Thread;
let open: Thread;

test('replies and resolutions in time and late are counted, by member, channel and label; what is overdue now is missed', async () => {
  expect((await report()).totals).toEqual({ first: none, next: none, resolution: none });
  kept = await customerWrites(world, freshPhone(), 'Hello', nowS() - 60);
  await change(kept, { assignee_id: member.uid, add_label_ids: [vip] });
  await answer(kept);
  await change(kept, { state: 'DONE' });
  late = await customerWrites(world, freshPhone(), 'Hello', nowS() - 7_200);
  await change(late, { assignee_id: world.user.uid });
  await answer(late);
  open = await customerWrites(world, freshPhone(), 'Hello', nowS() - 5_400);
  const { totals, by_member, by_channel, by_label } = await report({ period: '7d' });
  expect(totals).toEqual({ first: { kept: 1, missed: 2 }, next: none, resolution: { kept: 1, missed: 0 } });
  expect(Object.fromEntries(by_member.map(({ id, first }) => [id, first]))).toEqual({
    [member.uid]: { kept: 1, missed: 0 },
    [world.user.uid]: { kept: 0, missed: 1 },
    null: { kept: 0, missed: 1 },
  });
  expect(by_channel).toEqual([{ id: world.channelId, ...totals }]);
  expect(by_label).toEqual([
    { id: vip, first: { kept: 1, missed: 0 }, next: none, resolution: { kept: 1, missed: 0 } },
  ]);
});

test('missed ones are listed with their conversations, the last due first, page by page', async () => {
  const all = await missedOf({ period: '7d' });
  expect(all.map(({ thread_id, ended_at }) => [thread_id, ended_at !== null])).toEqual([
    [open.id, false],
    [late.id, true],
  ]);
  expect(all[0]).toMatchObject({ kind: 'first', contact: { name: expect.any(String) }, member_id: null });
  expect(await missedOf({ period: '7d', member_id: world.user.uid })).toHaveLength(1);
  expect(await missedOf({ period: '7d', kind: 'resolution' })).toEqual([]);
  expect(await missedOf({ period: '7d', label_id: vip })).toEqual([]);
  const ofNobody = await missedOf({ period: '7d', no_member: 'true' });
  expect(ofNobody.map(({ thread_id }) => thread_id)).toEqual([open.id]);
  const first = (await world.api('GET /api/reports/targets/missed', { query: { period: '7d', limit: '1' } })).body;
  const second = await missedOf({ period: '7d', limit: '1', cursor: first.next_cursor });
  expect([...first.data, ...second]).toEqual(all);
});

test('the file of the report has them', async () => {
  const headers = { authorization: `Bearer ${world.token}` };
  const { body: file } = await world.server.app.http.inject({ url: '/api/reports/export?period=7d', headers });
  expect(file).toContain('Reply targets\r\nFirst reply in time,First reply missed,');
  expect(file).toContain('\r\nAna Silva,1,0,0,0,1,0\r\n');
  expect(file).toContain('\r\nVIP,1,0,0,0,1,0\r\n');
});

test('a User sees no figures of other members; one who sees assigned conversations only lists those', async () => {
  expect((await report({ period: '7d' }, asMember)).by_member.map(({ id }) => id)).toEqual([member.uid]);
  expect((await missedOf({ period: '7d' }, asMember)).map(({ member_id }) => member_id)).toEqual([null, null]);
  const forbidden = await asMember('GET /api/reports/targets', { query: { member_id: world.user.uid } });
  expect(forbidden.status).toBe(403);
  await world.api('PUT /api/client', { body: { user_restrictions: { only_assigned: true } } });
  expect(await missedOf({ period: '7d' }, asMember)).toEqual([]);
  expect((await report({ period: '7d' }, asMember)).totals.first).toEqual({ kept: 1, missed: 0 });
});

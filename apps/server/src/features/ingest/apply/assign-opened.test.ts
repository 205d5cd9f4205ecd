import type { AssignmentRule } from '@parley/contract/types';
import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { addMember, createUser } from '../../../testing/users.ts';
import { freshWamid, nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
const members: string[] = [];
beforeAll(async () => {
  world = await testWorld();
  for (const name of ['Ana', 'Ben', 'Cem']) {
    const user = await createUser(world.server.owner, name);
    await addMember(world.server.owner, world.clientId, user, 'User');
    members.push(user.uid);
  }
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql(
    `update client_users set away_until = null, suspended_at = null, restrictions = null, working_hours = '[]' where client_id = $1`,
  );
  await sql(`update threads set assignee_id = null, state = 'DONE', waiting_since = null where client_id = $1`);
});

const sql = (text: string, values: unknown[] = []) =>
  queryAsOwner<Record<string, unknown>>(world.server.owner, text, [world.clientId, ...values]);
const put = (change: Partial<AssignmentRule> | null) => {
  const rule = { user_ids: members, group_ids: [], capacity: null, only_working: false };
  return world.api('PUT /api/client', { body: { assignment_rule: change === null ? null : { ...rule, ...change } } });
};
const writes = async (phone = freshPhone()) => (await customerWrites(world, phone, 'Hello')).assignee_id;

test('without a rule nobody gets a new conversation; with one the chosen members in turn', async () => {
  await put(null);
  expect(await writes()).toBeNull();
  expect((await put({})).body.assignment_rule).toMatchObject({ user_ids: members });
  const given = [await writes(), await writes(), await writes()];
  expect(new Set(given)).toEqual(new Set(members));
  expect([await writes(), await writes(), await writes()]).toEqual(given);
});

test('members and groups that the account does not have are refused; who has left since may stay', async () => {
  await put({});
  const stranger = newId();
  for (const [part, message] of [
    ['user_ids', 'Choose members of this account.'],
    ['group_ids', 'Choose groups of this account.'],
  ] as const) {
    const { status, body } = await put({ [part]: [stranger] });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(message);
  }
  await sql(
    `update clients set assignment_rule = jsonb_set(assignment_rule, '{user_ids}', to_jsonb($2::text[])) where id = $1`,
    [[...members, stranger]],
  );
  expect((await put({ user_ids: [...members, stranger], capacity: 3 })).status).toBe(200);
  await put({});
});

test('a reopened conversation is given again only when nobody has it; the activity says so', async () => {
  await put({});
  const phone = freshPhone();
  const thread = await customerWrites(world, phone, 'Hello');
  const id = thread.id;
  const { data } = (await world.api('GET /api/threads/{id}/events', { params: { id } })).body;
  expect(data).toMatchObject([
    { kind: 'assigned', created_by: 'bot', detail: { assignee_id: thread.assignee_id, by_rule: true } },
  ]);
  const done = () => world.api('PUT /api/threads/{id}', { params: { id }, body: { state: 'DONE' } });
  await done();
  expect(await writes(phone)).toBe(thread.assignee_id);
  await world.api('PUT /api/threads/{id}', { params: { id }, body: { assignee_id: null } });
  expect(await writes(phone)).toBeNull();
  await done();
  expect(await writes(phone)).not.toBeNull();
});

test('who is away, out of hours, without the channel or at capacity gets none', async () => {
  const [ana, ben, cem] = members;
  await put({});
  await sql(`update client_users set away_until = 'infinity' where client_id = $1 and user_id = $2`, [ana]);
  await sql(`update client_users set restrictions = '{"channel_ids": []}' where client_id = $1 and user_id = $2`, [
    ben,
  ]);
  expect([await writes(), await writes()]).toEqual([cem, cem]);
  // In two days and for a minute: not now, whatever the time.
  const day = ((new Date().getUTCDay() + 1) % 7) + 1;
  const hours = JSON.stringify([{ day, from: '12:00', to: '12:01' }]);
  await sql('update client_users set working_hours = $3 where client_id = $1 and user_id = $2', [cem, hours]);
  expect(await writes()).toBe(cem);
  await put({ only_working: true });
  expect(await writes()).toBeNull();
  await put({ only_working: false, capacity: 4 });
  expect([await writes(), await writes()]).toEqual([cem, null]);
});

test('a reopened conversation of someone away, suspended or gone is given to somebody else, or to nobody without room', async () => {
  const [ana = '', ben = '', cem = ''] = members;
  await put({});
  const phone = freshPhone();
  const { id } = await customerWrites(world, phone, 'Hello');
  const reopenedOf = async (assignee_id: string | null, assignee_group_id: string | null = null) => {
    await sql(
      `update threads set assignee_id = $2, assignee_group_id = $3, state = 'DONE' where client_id = $1 and id = $4`,
      [assignee_id, assignee_group_id, id],
    );
    return writes(phone);
  };
  await sql(`update client_users set away_until = now() + interval '1 hour' where client_id = $1 and user_id = $2`, [
    ana,
  ]);
  expect([ben, cem]).toContain(await reopenedOf(ana));
  await sql(`update client_users set away_until = now() - interval '1 second' where client_id = $1 and user_id = $2`, [
    ana,
  ]);
  expect(await reopenedOf(ana)).toBe(ana);
  await sql('update client_users set suspended_at = now() where client_id = $1 and user_id = $2', [ben]);
  expect([ana, cem]).toContain(await reopenedOf(ben));
  expect(members).toContain(await reopenedOf(newId()));
  const group = (await world.api('POST /api/user-groups', { body: { name: 'Back', member_ids: [cem] } })).body.id;
  expect(await reopenedOf(ben, group)).toBeNull();
  await put({ user_ids: [ben] });
  expect(await reopenedOf(ben)).toBeNull();
  await put(null);
  expect(await reopenedOf(ben)).toBe(ben);
});

test('members of chosen groups, and all members when none is chosen', async () => {
  const [ana] = members;
  const group = (await world.api('POST /api/user-groups', { body: { name: 'Shop', member_ids: [ana ?? ''] } })).body;
  await put({ user_ids: [], group_ids: [group.id] });
  expect([await writes(), await writes()]).toEqual([ana, ana]);
  await put({ user_ids: [], capacity: 1 });
  const all = [await writes(), await writes(), await writes()];
  // Ana has two.
  expect(new Set(all)).toEqual(new Set([...members.slice(1), world.user.uid]));
});

test('many at once: each conversation is given once, and nobody gets more than the capacity', async () => {
  await put({ capacity: 7 });
  const phones = Array.from({ length: 30 }, freshPhone);
  await Promise.all(
    phones.flatMap((from) =>
      ['one', 'two'].map((body) =>
        world.deliver(textFromCustomer({ id: freshWamid(), from, body, name: 'Kim', timestampS: nowS() })),
      ),
    ),
  );
  await untilApplied(world.server.owner);
  const open = await sql(
    `select t.assignee_id, count(*)::int as threads, max(e.n)::int as times from threads t
     left join lateral (select count(*) as n from thread_events e where e.client_id = t.client_id and e.thread_id = t.id
       and e.kind = 'assigned') e on true
     where t.client_id = $1 and t.state = 'ACTIVE' and t.to_phone = any($2) group by 1`,
    [phones],
  );
  const byMember = new Map(open.map(({ assignee_id, threads }) => [assignee_id, threads]));
  expect(members.map((id) => byMember.get(id))).toEqual([7, 7, 7]);
  expect(byMember.get(null)).toBe(9);
  expect(open.filter(({ assignee_id }) => assignee_id !== null).map(({ times }) => times)).toEqual([1, 1, 1]);
});

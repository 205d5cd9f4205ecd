import {
  type CountedView,
  compareThreads,
  matchesThread,
  type ThreadClock,
  type ThreadConditions,
  threadSorts,
  viewConditions,
} from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
let seed = 20_261_123;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

/** Threads in every combination of what the conditions look at, at times that repeat. */
async function insertRandomThreads(count: number): Promise<void> {
  const { owner } = world.server;
  const group = await world.api('POST /api/user-groups', {
    body: { name: 'Workshop', member_ids: [world.user.uid] } as never,
  });
  expect(group.status).toBe(201);
  const channels = (
    await queryAsOwner<{ id: string }>(owner, 'select id from channels where client_id = $1', [world.clientId])
  ).map(({ id }) => id);
  const labels: string[] = [];
  for (const name of ['Service', 'Pickup', 'Complaint']) {
    labels.push((await world.api('POST /api/labels', { body: { name, color: 'blue' } })).body.id);
  }
  for (let n = 0; n < count; n++) {
    const [thread, contact, message] = [newId(), newId(), newId()];
    const hours = (from: number, to: number) => `${from + random(to - from)} hours`;
    const at = hours(-60, -1);
    const incoming = random(2) === 0;
    const state = random(4) === 0 ? 'DONE' : 'ACTIVE';
    const snooze = state === 'DONE' ? null : pick([null, null, '3 hours', '-3 hours', 'infinity']);
    const channel = pick(channels);
    await queryAsOwner(owner, 'insert into contacts (client_id, id, name, phone_number) values ($1, $2, $3, null)', [
      world.clientId,
      contact,
      `Customer ${n}`,
    ]);
    await queryAsOwner(
      owner,
      `insert into threads (client_id, id, channel_id, contact_id, state, assignee_id, assignee_group_id, window_expires_at,
         unread_count, last_message_id, last_message_at, waiting_since, snoozed_until, reply_due_at, resolve_due_at)
       values ($1, $2, $3, $4, $5::text, $6, $7, date_trunc('minute', now()) + $8::interval, $9, $10,
         date_trunc('minute', now()) + $11::interval,
         case when $12 then date_trunc('minute', now()) + $11::interval - $13::interval end,
         case when $14 = 'infinity' then 'infinity'::timestamptz else date_trunc('minute', now()) + $14::interval end,
         case when $12 and $5 = 'ACTIVE' then date_trunc('minute', now()) + $15::interval end,
         case when $5 = 'ACTIVE' then date_trunc('minute', now()) + $16::interval end)`,
      [
        world.clientId,
        thread,
        channel,
        contact,
        state,
        pick([null, world.user.uid]),
        pick([null, null, group.body.id]),
        pick([null, '90 minutes', '119 minutes', '5 hours', '-1 hours', '23 hours']),
        random(3),
        message,
        at,
        incoming,
        hours(0, 4),
        snooze,
        pick([null, '-3 hours', '-20 minutes', '10 minutes', '2 hours', '2 hours']),
        pick([null, null, '-30 minutes', '90 minutes', '2 hours']),
      ],
    );
    await queryAsOwner(
      owner,
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status,
         content, created_by, "timestamp", sort_at)
       values ($1, $2, $3, $4, $5, $6, 'INBOX', 'WEB_APP', 'text', $7, '{"body": "Hello"}', $8, now(), now())`,
      [
        world.clientId,
        message,
        thread,
        channel,
        contact,
        incoming ? 'INCOMING' : 'OUTGOING',
        incoming ? 2 : pick([-1, 1, 3]),
        incoming ? 'webhook' : world.user.uid,
      ],
    );
    const reads = pick([{}, { '*': random(4) }, { [world.user.uid]: random(6) }, { [newId()]: 5, '*': random(6) }]);
    await queryAsOwner(owner, 'update threads set received_count = 5, reads = $3 where client_id = $1 and id = $2', [
      world.clientId,
      thread,
      JSON.stringify(reads),
    ]);
    for (const label of labels) {
      if (random(3) > 0) continue;
      await queryAsOwner(owner, 'insert into thread_labels (client_id, thread_id, label_id) values ($1, $2, $3)', [
        world.clientId,
        thread,
        label,
      ]);
    }
  }
}

async function readAll(query: Record<string, unknown>): Promise<Thread[]> {
  const rows: Thread[] = [];
  let cursor: string | undefined;
  do {
    const page = await world.api('GET /api/threads', {
      query: { limit: 7, ...query, ...(cursor && { cursor }) } as never,
    });
    expect(page.status).toBe(200);
    rows.push(...page.body.data);
    cursor = page.body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

test('every filter, sort and count answers as a full scan of all conversations does', async () => {
  await insertRandomThreads(120);
  const all = await readAll({});
  expect(all).toHaveLength(120);
  const channels = [...new Set(all.map((thread) => thread.channel_id))];
  const labels = [...new Set(all.flatMap((thread) => thread.label_ids))];
  expect(labels).toHaveLength(3);
  const groups = [...new Set(all.map((thread) => thread.assignee_group_id).filter((id) => id !== null))];
  // The test runs within the minute to which all times are rounded, or a minute later: no condition is so close.
  const offsets = new Map(
    (
      await queryAsOwner<{ id: string; clock_offset_ms: number }>(
        world.server.owner,
        'select id, clock_offset_ms::int from channels where client_id = $1',
        [world.clientId],
      )
    ).map((row) => [row.id, row.clock_offset_ms]),
  );
  const clock = (): ThreadClock => ({
    uid: world.user.uid,
    nowMs: Date.now(),
    closingSoonMs: 45 * 60_000,
    channelNowMs: (id) => Date.now() + (offsets.get(id) ?? 0),
  });
  await world.api('PUT /api/client', { body: { closing_soon_minutes: 45 } });
  const flags = ['closing', 'overdue', 'failed', 'snoozed', 'unread', 'waiting'] as const;
  const views = Object.keys(viewConditions) as CountedView[];
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  for (let round = 0; round < 60; round++) {
    const conditions: ThreadConditions = random(3) === 0 ? { ...viewConditions[pick(views)] } : {};
    if (random(3) === 0) conditions.state = pick(['ACTIVE', 'DONE']);
    if (random(3) === 0) conditions.assignee = pick(['me', 'none', world.user.uid]);
    if (random(4) === 0) conditions.assignee_group = pick(groups);
    if (random(4) === 0) conditions.channel_id = pick(channels);
    if (random(4) === 0) conditions.label = pick(labels);
    if (random(4) === 0) conditions.since = hoursAgo(random(60));
    if (random(4) === 0) conditions.until = hoursAgo(random(40));
    for (const flag of flags) if (random(5) === 0) conditions[flag] = pick(['true', 'false']);
    const sort = pick(threadSorts);
    const found = await readAll({ ...conditions, sort });
    const expected = all.filter((row) => matchesThread(conditions, row, clock())).sort(compareThreads(sort, clock()));
    expect(
      found.map(({ id }) => id),
      JSON.stringify({ conditions, sort }),
    ).toEqual(expected.map(({ id }) => id));
  }
  const counts = (await world.api('GET /api/threads/counts')).body;
  const count = (conditions: ThreadConditions) => all.filter((row) => matchesThread(conditions, row, clock())).length;
  for (const view of views) expect(counts.views[view], view).toBe(count(viewConditions[view]));
  for (const id of channels) expect(counts.channels[id]).toBe(count({ ...viewConditions.active, channel_id: id }));
  for (const id of labels) expect(counts.labels[id]).toBe(count({ ...viewConditions.active, label: id }));
  for (const id of groups) expect(counts.groups[id]).toBe(count({ ...viewConditions.active, assignee_group: id }));
});

test('counts say how many conversations were marked as done today and still are', async () => {
  const doneToday = async () => (await world.api('GET /api/threads/counts')).body.done_today;
  const put = (id: string, state: 'ACTIVE' | 'DONE') =>
    world.api('PUT /api/threads/{id}', { params: { id }, body: { state } as never });
  const before = await doneToday();
  const [first, second] = [await customerWrites(world, '447700911101'), await customerWrites(world, '447700911102')];
  await put(first.id, 'DONE');
  await put(second.id, 'DONE');
  expect(await doneToday()).toBe(before + 2);
  await put(second.id, 'ACTIVE');
  await put(second.id, 'DONE');
  expect(await doneToday(), 'one that was opened again counts once').toBe(before + 2);
  await put(second.id, 'ACTIVE');
  expect(await doneToday()).toBe(before + 1);
  await queryAsOwner(
    world.server.owner,
    "update thread_events set at = at - interval '1 day' where thread_id = $1 and kind = 'done'",
    [first.id],
  );
  expect(await doneToday()).toBe(before);
});

test('a conversation waits from the first unanswered message until the answer', async () => {
  const first = await customerWrites(world, '447700911001', 'One', Math.floor(Date.now() / 1000) - 60);
  const again = await customerWrites(world, '447700911001', 'Two');
  expect(first.waiting_since).not.toBeNull();
  expect(again.waiting_since).toBe(first.waiting_since);
  await world.api('POST /api/messages', { body: textBody(again, 'Answer') as never });
  expect((await world.api('GET /api/threads/{id}', { params: { id: again.id } })).body.waiting_since).toBeNull();
  expect((await customerWrites(world, '447700911001', 'Three')).waiting_since).not.toBeNull();
});

test('a snooze lasts until its time, until the customer writes, or until the conversation is done', async () => {
  const thread = await customerWrites(world, '447700911002');
  const put = (body: Record<string, unknown>) =>
    world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: body as never });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await put({ snoozed_until: tomorrow })).body).toMatchObject({ state: 'ACTIVE', snoozed_until: tomorrow });
  expect((await put({ state: 'DONE' })).body).toMatchObject({ state: 'DONE', snoozed_until: null });
  expect((await put({ snoozed_until: 'reply' })).body).toMatchObject({ state: 'ACTIVE', snoozed_until: 'reply' });
  await customerWrites(world, '447700911002', 'I am back');
  await until(async () => {
    const { body } = await world.api('GET /api/threads/{id}', { params: { id: thread.id } });
    return body.snoozed_until === null ? true : undefined;
  });
  expect((await put({ snoozed_until: '2020-01-01T00:00:00.000Z' })).status).toBe(422);
  expect((await put({ snoozed_until: null })).body.snoozed_until).toBeNull();
});

test('conversations with files, and those whose contact has a value of a custom field', async () => {
  const clients = await queryAsOwner<{ id: string; contact_id: string }>(
    world.server.owner,
    'select id, contact_id from threads where client_id = $1 order by id limit 4',
    [world.clientId],
  );
  const [first, second, third, fourth] = clients.map((row) => row.id);
  const given = [{ Plan: 'Pro', 'Frame size': '54' }, { Plan: 'pro' }, { Plan: 'Starter' }, {}];
  for (const [n, custom_fields] of given.entries()) {
    const id = clients[n]?.contact_id ?? '';
    const changed = await world.api('PUT /api/contacts/{id}', { params: { id }, body: { custom_fields } as never });
    expect(changed.status).toBe(200);
  }
  for (const [thread, type] of [
    [second, 'image'],
    [fourth, 'document'],
    [first, 'location'],
  ]) {
    await queryAsOwner(
      world.server.owner,
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status,
         content, created_by, "timestamp", sort_at)
       select client_id, $2, id, channel_id, contact_id, 'INCOMING', 'INBOX', 'WEBHOOK', $3, 2, '{}', 'webhook', now(), now()
       from threads where id = $1`,
      [thread, newId(), type],
    );
  }
  const ids = async (query: Record<string, string>) => (await readAll(query)).map(({ id }) => id).sort();
  expect(await ids({ media: 'true' })).toEqual([second, fourth]);
  expect(await ids({ field: 'plan', field_value: 'PRO' })).toEqual([first, second]);
  expect(await ids({ field: 'Plan' })).toEqual([first, second, third]);
  expect(await ids({ field: 'Frame size', field_value: '54', media: 'true' })).toEqual([]);
  expect(await ids({ field: 'Plan', field_value: 'pro', media: 'true' })).toEqual([second]);
  expect(await ids({ field: 'No such field' })).toEqual([]);
  const view = await world.api('POST /api/views', {
    body: {
      name: 'Pro with files',
      shared: false,
      conditions: { field: 'Plan', field_value: 'Pro', media: 'true' },
    } as never,
  });
  expect(view.status).toBe(201);
  expect((await world.api('GET /api/threads/counts')).body.saved[view.body.id]).toBe(1);
});

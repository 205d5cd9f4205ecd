import { openingAt, type WorkingHours, weekdays } from '@parley/contract/opening';
import type { ReplyTarget, ReplyTargets, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botTexts, flowOf, publish, say, turnAllOff } from '../../../testing/automations.ts';
import { customerWrites, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const put = (reply_targets: Partial<ReplyTargets>) => world.api('PUT /api/client', { body: { reply_targets } });
const target = (part: Partial<ReplyTarget>): ReplyTarget => ({
  ...{
    channel_ids: [],
    label_ids: [],
    first_minutes: null,
    next_minutes: null,
    resolve_minutes: null,
    hours: 'always',
  },
  ...part,
});
const targets = (...parts: Partial<ReplyTarget>[]) => put({ targets: parts.map(target) });
const threadOf = async ({ id }: Pick<Thread, 'id'>) =>
  (await world.api('GET /api/threads/{id}', { params: { id } })).body;
const change = (thread: Thread, body: object) =>
  world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body });
const answer = (thread: Thread) => world.api('POST /api/messages', { body: textBody(thread, 'Hello!') });
const writesAgain = (thread: Thread, at = nowS()) =>
  customerWrites(world, thread.contact.phone_number ?? '', 'And?', at);
const resolveMinutesOf = ({ resolve_due_at: due, waiting_since: since }: Thread) =>
  (Date.parse(due ?? '') - Date.parse(since ?? '')) / 60_000;
/** Minutes from the beginning of the wait until the reply is due. */
const minutesOf = ({ reply_due_at: due, waiting_since: since }: Thread) =>
  due === null || since === null ? null : (Date.parse(due) - Date.parse(since)) / 60_000;

test('the settings change part by part, are checked and audited', async () => {
  const first = (await world.api('GET /api/client')).body.reply_targets;
  expect(first).toEqual({ targets: [], warn_minutes: 30, tell_admins: false });
  expect((await targets({ first_minutes: 0 })).status).toBe(422);
  expect((await targets(...Array(21).fill({}))).status).toBe(422);
  await Promise.all([targets({ first_minutes: 60, next_minutes: 240 }), put({ warn_minutes: 20 })]);
  const now = (await world.api('GET /api/client')).body.reply_targets;
  expect(now).toEqual({ ...first, targets: [target({ first_minutes: 60, next_minutes: 240 })], warn_minutes: 20 });
  const { data } = (await world.api('GET /api/audit-events', { query: { action: 'settings.account_changed' } })).body;
  expect(data[0]?.detail?.changes).toMatchObject([{ field: 'reply_targets' }]);
});

test('channels and labels that the account does not have are refused by name; what is deleted later may stay', async () => {
  const refused = async (part: Partial<ReplyTarget>) => {
    const answer = await targets({ first_minutes: 5 }, { first_minutes: 60, ...part });
    const { error } = answer.body as unknown as { error: { data: { field: string; msg: string }[] } };
    return [answer.status, error.data[0]];
  };
  const stranger = '01890000-0000-7000-8000-000000000001';
  const field = (name: string) => expect.objectContaining({ field: `reply_targets.targets.1.${name}` });
  expect(await refused({ channel_ids: [world.channelId, stranger] })).toEqual([422, field('channel_ids')]);
  expect(await refused({ label_ids: [stranger] })).toEqual([422, field('label_ids')]);
  const label = (await world.api('POST /api/labels', { body: { name: 'Soon gone', color: 'red' } } as never))
    .body as unknown as {
    id: string;
  };
  const kept = { first_minutes: 60, channel_ids: [world.channelId], label_ids: [label.id] };
  expect((await targets(kept)).status).toBe(200);
  expect((await world.api('DELETE /api/labels/{id}', { params: { id: label.id } })).status).toBeLessThan(300);
  expect((await targets(kept, { first_minutes: 90 })).status).toBe(200);
  await targets({ first_minutes: 60, next_minutes: 240 });
});

test('the first reply has its target, later ones another; a further message of the customer moves nothing', async () => {
  const thread = await customerWrites(world, freshPhone(), 'Hello', nowS() - 600);
  expect(minutesOf(thread)).toBe(60);
  expect((await writesAgain(thread)).reply_due_at).toBe(thread.reply_due_at);
  await answer(thread);
  expect((await threadOf(thread)).reply_due_at).toBeNull();
  expect(minutesOf(await writesAgain(thread))).toBe(240);
});

test('an answer of a bot does not end the wait', async () => {
  await publish(world, 'Greeting', flowOf({ kind: 'message' }, [say('a', 'We will be with you soon.')]));
  const thread = await customerWrites(world, freshPhone());
  await botTexts(world, thread);
  expect((await threadOf(thread)).reply_due_at).toBe(thread.reply_due_at);
  await turnAllOff(world);
  await answer(thread);
  expect((await threadOf(thread)).reply_due_at).toBeNull();
});

test('being done ends it, being opened again begins with a first reply; assigning and snoozing change nothing', async () => {
  const thread = await customerWrites(world, freshPhone(), 'Hello', nowS() - 7_200);
  const due = thread.reply_due_at;
  await change(thread, { assignee_id: world.user.uid });
  await change(thread, { snoozed_until: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await threadOf(thread)).reply_due_at).toBe(due);
  await change(thread, { state: 'DONE' });
  expect((await threadOf(thread)).reply_due_at).toBeNull();
  // By a member, without an answer so far: from now.
  const before = Date.now();
  await change(thread, { state: 'ACTIVE' });
  const reopened = Date.parse((await threadOf(thread)).reply_due_at ?? '');
  expect(reopened - before).toBeGreaterThanOrEqual(60 * 60_000 - 1_000);
  await change(thread, { state: 'DONE' });
  // By the customer: from the message.
  const at = nowS() - 120;
  expect((await writesAgain(thread, at)).reply_due_at).toBe(new Date((at + 3_600) * 1_000).toISOString());
  await answer(thread);
  await change(thread, { state: 'DONE' });
  expect(minutesOf(await writesAgain(thread))).toBe(60);
});

test('a changed target applies to those who wait, and is told to all devices', async () => {
  const thread = await customerWrites(world, freshPhone(), 'Hello');
  const answered = await customerWrites(world, freshPhone(), 'Hello');
  await answer(answered);
  const { version } = await threadOf(answered);
  await targets({ first_minutes: 5 });
  expect(minutesOf(await threadOf(thread))).toBe(5);
  expect((await threadOf(thread)).version).toBe(thread.version + 1);
  expect((await threadOf(answered)).version).toBe(version);
  await targets();
  expect((await threadOf(thread)).reply_due_at).toBeNull();
  await targets({ first_minutes: 60 });
  expect(minutesOf(await threadOf(thread))).toBe(60);
});

test('a customer who waits anew since the conversation was reopened keeps that wait when targets change', async () => {
  const thread = await customerWrites(world, freshPhone(), 'Hello', nowS() - 7_200);
  await change(thread, { state: 'DONE' });
  await change(thread, { state: 'ACTIVE' });
  const { reply_due_at: due } = await threadOf(thread);
  await targets({ first_minutes: 90 });
  expect(Date.parse((await threadOf(thread)).reply_due_at ?? '') - Date.parse(due ?? '')).toBe(30 * 60_000);
});

const createLabel = async (name: string) =>
  (await world.api('POST /api/labels', { body: { name, color: 'red' } })).body.id;

test('the first target of the list that fits channel and label decides all three times', async () => {
  const [urgent, other] = [await createLabel('Urgent'), await createLabel('Other')];
  const elsewhere = '00000000-0000-4000-8000-000000000001';
  await sql(
    `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
     values ($1, $2, 'WHATSAPP', 'Elsewhere', '', 'elsewhere', '', '', '{"access_token": "", "app_secret": "", "verify_token": ""}')`,
    [world.clientId, elsewhere],
  );
  await targets(
    { channel_ids: [elsewhere], first_minutes: 1 },
    { label_ids: [urgent], channel_ids: [world.channelId], first_minutes: 10 },
    { first_minutes: 60, resolve_minutes: 600 },
  );
  const thread = await customerWrites(world, freshPhone());
  expect(minutesOf(thread)).toBe(60);
  expect(resolveMinutesOf(thread)).toBe(600);
  await change(thread, { add_label_ids: [other] });
  expect(minutesOf(await threadOf(thread))).toBe(60);
  await change(thread, { add_label_ids: [urgent] });
  const labelled = await threadOf(thread);
  expect(minutesOf(labelled)).toBe(10);
  expect(labelled.resolve_due_at).toBeNull();
  await change(thread, { remove_label_ids: [urgent] });
  expect(minutesOf(await threadOf(thread))).toBe(60);
  await change(thread, { add_label_ids: [urgent] });
  const { version } = await threadOf(thread);
  await world.api('DELETE /api/labels/{id}', { params: { id: urgent } });
  expect(await threadOf(thread)).toMatchObject({ reply_due_at: thread.reply_due_at, version: version + 1 });
});

test('a resolution is due from the first message until it is done, whoever writes; reopened, it begins anew', async () => {
  await targets({ resolve_minutes: 120 });
  const at = nowS() - 3_600;
  const thread = await customerWrites(world, freshPhone(), 'Hello', at);
  const due = new Date((at + 7_200) * 1_000).toISOString();
  expect(thread.resolve_due_at).toBe(due);
  await answer(thread);
  await writesAgain(thread);
  expect((await threadOf(thread)).resolve_due_at).toBe(due);
  await targets({ resolve_minutes: 60 });
  expect((await threadOf(thread)).resolve_due_at).toBe(new Date((at + 3_600) * 1_000).toISOString());
  await change(thread, { state: 'DONE' });
  expect((await threadOf(thread)).resolve_due_at).toBeNull();
  const before = Date.now();
  await change(thread, { state: 'ACTIVE' });
  const again = Date.parse((await threadOf(thread)).resolve_due_at ?? '');
  expect(again - before).toBeGreaterThanOrEqual(60 * 60_000 - 1_000);
});

test('what is overdue for its resolution alone is in the view, its count and its order', async () => {
  await targets({ resolve_minutes: 30 });
  const thread = await customerWrites(world, freshPhone(), 'Hello', nowS() - 3_600);
  await answer(thread);
  const query = { state: 'ACTIVE', overdue: 'true', sort: 'due' } as const;
  const listed = async () => (await world.api('GET /api/threads', { query })).body.data.map(({ id }) => id);
  expect(await listed()).toContain(thread.id);
  const { views } = (await world.api('GET /api/threads/counts')).body;
  expect(views.overdue).toBe((await listed()).length);
  await change(thread, { state: 'DONE' });
  expect(await listed()).not.toContain(thread.id);
});

/** What came of the targets of a conversation, by time. */
const resultsOf = ({ id }: Thread) =>
  sql<{ kind: string; kept: boolean; assignee_id: string | null }>(
    `select kind, ended_at <= due_at as kept, assignee_id from target_results where thread_id = $1
     order by ended_at, kind`,
    [id],
  );

test('what came of each target is written down once, with whoever had the conversation', async () => {
  await targets({ first_minutes: 60, next_minutes: 10, resolve_minutes: 600 });
  const thread = await customerWrites(world, freshPhone(), 'Hello', nowS() - 1_800);
  await change(thread, { assignee_id: world.user.uid });
  await answer(thread);
  await answer(thread);
  await writesAgain(thread);
  await sql(`update threads set reply_due_at = now() - interval '1 minute' where id = $1`, [thread.id]);
  await answer(thread);
  await writesAgain(thread);
  await change(thread, { state: 'DONE' });
  const assignee_id = world.user.uid;
  expect(await resultsOf(thread)).toEqual([
    { kind: 'first', kept: true, assignee_id },
    { kind: 'next', kept: false, assignee_id },
    { kind: 'resolution', kept: true, assignee_id },
  ]);
});

test('an overdue reply that never came is missed when the conversation is done', async () => {
  await targets({ first_minutes: 60 });
  const thread = await customerWrites(world, freshPhone(), 'Hello', nowS() - 7_200);
  await change(thread, { state: 'DONE' });
  expect(await resultsOf(thread)).toMatchObject([{ kind: 'first', kept: false }]);
});

/** The moment after so many open minutes, step by step from one change of the hours to the next. */
function naiveDue(hours: WorkingHours, sinceMs: number, minutes: number): number {
  let [at, left] = [sinceMs, minutes * 60_000];
  for (;;) {
    const { open, changesAtMs } = openingAt(hours, at);
    if (changesAtMs === null) throw new Error('hours that never change');
    if (open && left <= changesAtMs - at) return at + left;
    if (open) left -= changesAtMs - at;
    at = changesAtMs;
  }
}

test('working hours: with pauses, holidays and changes of the clock, as counted step by step', async () => {
  let seed = 20_261_127;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  // Around the changes of these zones' clocks, and around a holiday.
  const zones = ['Europe/London', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
  const days = ['2026-10-24', '2026-10-31', '2027-03-12', '2027-03-26', '2027-04-02', '2026-12-24'];
  for (let round = 0; round < 300; round++) {
    const ranges = () => {
      // Not while clocks change: such a time may exist twice or never.
      const from = 240 + random(400);
      const pause = from + 30 + random(200);
      const next = pause + random(90);
      return [
        { from: clock(from), to: clock(pause) },
        ...(random(2) === 0 ? [{ from: clock(next), to: clock(next + 1 + random(1_439 - next)) }] : []),
        // Over midnight, until before clocks change.
        ...(random(3) === 0 ? [{ from: '23:59', to: clock(random(60)) }] : []),
      ];
    };
    const hours: WorkingHours = {
      time_zone: zones[random(zones.length)] ?? 'UTC',
      days: Object.fromEntries(
        weekdays.map((day) => [day, day === 'mon' || random(4) > 0 ? ranges() : []]),
      ) as unknown as WorkingHours['days'],
      holidays: random(2) === 0 ? [{ date: '2026-12-25', name: '' }] : [],
    };
    const since = Date.parse(`${days[random(days.length)]}T00:00:00Z`) + random(4_320) * 60_000;
    const minutes = 1 + random(3_000);
    const [row] = await sql<{ at: Date }>('select after_working_minutes($1, $2, $3) as at', [
      ...[new Date(since), minutes, JSON.stringify(hours)],
    ]);
    const expected = new Date(naiveDue(hours, since, minutes)).toISOString();
    expect(row?.at.toISOString(), JSON.stringify({ hours, since: new Date(since), minutes })).toBe(expected);
  }
});

test('hours of the channel before those of the business; without any all time counts, and without open ones none is due', async () => {
  const every = (ranges: { from: string; to: string }[]) => ({
    days: Object.fromEntries(weekdays.map((day) => [day, ranges])) as WorkingHours['days'],
    holidays: [],
  });
  const writes = () => customerWrites(world, freshPhone());
  const putChannel = (working_hours: WorkingHours | null) =>
    world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { working_hours } });
  await targets({ first_minutes: 60, hours: 'working' });
  expect(minutesOf(await writes())).toBe(60);
  await world.api('PUT /api/client', { body: { working_hours: every([]) } });
  expect((await writes()).reply_due_at).toBeNull();
  await putChannel({ ...every([{ from: '00:00', to: '24:00' }]), time_zone: 'Asia/Tokyo' });
  expect(minutesOf(await writes())).toBe(60);
  await putChannel(null);
  await world.api('PUT /api/client', { body: { working_hours: null } });
});

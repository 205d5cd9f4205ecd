import type { Report } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { bearer, type TestUser } from '../../testing/users.ts';
import { countChanges } from './counting/count-changes.ts';
import { countAccounts } from './counting/counter.ts';

let server: TestServer;
let team: Team;
let firstMember: Member;
let otherMember: Member;
let group: string;
/** Two real channels and the sandbox. */
let channels: string[];

beforeAll(async () => {
  // The test counts by itself, so that it knows when the figures are there.
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
  firstMember = await team.add('User', 'Pia');
  otherMember = await team.add('User', '=Kim');
  await team.call(team.owner, 'PUT', '/client', { time_zone: 'Europe/London' });
  const made = await team.call<{ id: string }>(team.owner, 'POST', '/user-groups', { name: 'Workshop' });
  group = made.body.id;
  const { rows } = await server.owner.query('select id from channels where client_id = $1', [team.clientId]);
  const real = [newId(), newId()];
  for (const [n, id] of real.entries()) {
    await server.owner.query(
      `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
       values ($1, $2, 'WHATSAPP', $3, '4477', $4, '1', '\\x00', '{}')`,
      [team.clientId, id, `Number ${n}`, `${n}`],
    );
  }
  channels = [...real, rows[0].id];
});
afterAll(() => server.close());

type Place = { channel?: number; assignee?: TestUser; group?: string };
type Line = { at: string; by: TestUser | 'customer' | 'bot' | 'agent'; status?: number; source?: string };

async function conversation(lines: Line[], { channel = 0, assignee, group: groupId }: Place = {}): Promise<string> {
  const [contact, thread] = [newId(), newId()];
  const account = [team.clientId, thread, channels[channel], contact];
  await server.owner.query(`insert into contacts (client_id, id, name) values ($1, $2, 'Otto')`, [
    team.clientId,
    contact,
  ]);
  await server.owner.query(
    `insert into threads (client_id, id, channel_id, contact_id, assignee_id, assignee_group_id, created_at, last_message_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [...account, assignee?.uid, groupId, lines[0]?.at],
  );
  for (const line of lines) await write(account, line);
  return thread;
}

/** A row and its line in the change feed. */
const fed = (collection: string, marker: string, change: string) => `with made as (${change} returning id), counted as (
    update change_counters c set pos = pos + n from (select count(*) as n from made) m where client_id = $1 returning c.pos - n as base
  ) insert into changes (client_id, pos, collection, row_id, marker, version)
  select $1, base + row_number() over (), '${collection}', id::text, '${marker}', 1 from made, counted`;

async function write(account: unknown[], { at, by, source = 'INBOX', status = 2 }: Line): Promise<void> {
  await server.owner.query(
    fed(
      'messages',
      'NEW',
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status,
       content, created_by, created_at, "timestamp", sort_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'WEB_APP', 'text', $8, '{"body": "x"}', $9, $10, $10, date_trunc('second', $10::timestamptz))`,
    ),
    [
      ...[account[0], newId(), account[1], account[2], account[3], by === 'customer' ? 'INCOMING' : 'OUTGOING'],
      ...[
        by === 'bot' ? 'AUTOMATION' : source,
        status,
        by === 'agent' ? by : typeof by === 'string' ? 'webhook' : by.uid,
        at,
      ],
    ],
  );
}

async function event(thread: string, kind: 'done' | 'reopened', at: string, by: TestUser | 'webhook'): Promise<void> {
  await server.owner.query(
    fed(
      'thread_events',
      'NEW',
      'insert into thread_events (client_id, id, thread_id, kind, at, created_by) values ($1, $2, $3, $4, $5, $6)',
    ),
    [team.clientId, newId(), thread, kind, at, by === 'webhook' ? by : by.uid],
  );
}

async function setStatus(status: number): Promise<void> {
  const change = `update messages set status = $2 where client_id = $1 and direction = 'OUTGOING'`;
  await server.owner.query(fed('messages', 'MODIFIED', change), [team.clientId, status]);
}

const clear = async () => {
  await countAccounts(server.platform);
  for (const table of [
    'thread_events',
    'messages',
    'threads',
    'contacts',
    'report_counts',
    'report_times',
    'report_reopenings',
    'report_charges',
    'report_rollups',
    'report_days',
    'report_durations',
  ]) {
    await server.owner.query(`delete from ${table} where client_id = $1`, [team.clientId]);
  }
};
const ask = async (by: TestUser, query: Record<string, string>) => {
  await countAccounts(server.platform);
  return team.call<Report>(by, 'GET', `/reports?${new URLSearchParams(query)}`);
};
const reportOf = async (query: Record<string, string>, by: TestUser = team.owner) => (await ask(by, query)).body;
const days = (from: string, to = from) => ({ from, to });

describe('what is counted', () => {
  it('is no reply of the team where Meta’s agent answered', async () => {
    await clear();
    await conversation([
      { at: '2026-03-01T09:00:00Z', by: 'customer' },
      { at: '2026-03-01T09:00:02Z', by: 'agent' },
      { at: '2026-03-01T10:00:00Z', by: 'customer' },
      { at: '2026-03-01T10:10:00Z', by: firstMember },
    ]);
    await countAccounts(server.platform);
    const counted = await server.owner.query(
      `select seconds from report_times where client_id = $1 and kind = 'reply'`,
      [team.clientId],
    );
    expect(counted.rows).toEqual([{ seconds: 600 }]);
  });

  it('is messages, new conversations, replies to waiting customers, and resolutions', async () => {
    await clear();
    const thread = await conversation([
      { at: '2026-03-02T09:00:00Z', by: 'customer' },
      { at: '2026-03-02T09:01:00Z', by: 'customer' },
      { at: '2026-03-02T09:04:10Z', by: firstMember },
      { at: '2026-03-02T09:05:00Z', by: firstMember },
      { at: '2026-03-02T10:00:00Z', by: 'customer' },
      { at: '2026-03-02T10:00:01Z', by: 'bot' },
      { at: '2026-03-02T10:30:00Z', by: otherMember },
    ]);
    await event(thread, 'done', '2026-03-02T11:00:00Z', firstMember);
    await event(thread, 'reopened', '2026-03-03T09:00:00Z', 'webhook');
    await write(
      [
        team.clientId,
        thread,
        channels[0],
        (await server.owner.query('select contact_id from threads')).rows[0].contact_id,
      ],
      { at: '2026-03-03T09:00:00Z', by: 'customer' },
    );
    await event(thread, 'done', '2026-03-03T09:20:00Z', otherMember);
    await conversation([{ at: '2026-03-02T12:00:00Z', by: firstMember, source: 'BROADCAST' }]);
    const report = await reportOf(days('2026-03-02', '2026-03-03'));
    expect(report.totals).toEqual({
      ...{ received: 4, sent: 5, opened: 2 },
      first_reply: { count: 1, median_s: 250, p90_s: 250 },
      resolution: { count: 2, median_s: 1_200, p90_s: 7_200 },
      windows: { saved: 0, missed: 0 },
    });
    expect(report.series).toEqual([
      { start: '2026-03-02', received: 3, sent: 5, opened: 1 },
      { start: '2026-03-03', received: 1, sent: 0, opened: 1 },
    ]);
    expect(report.bands).toEqual({ first_reply: [1, 0, 0, 0, 0], resolution: [1, 1, 0, 0, 0] });
    expect(report.by_member).toMatchObject([
      { name: '=Kim', first_reply: { count: 0 }, resolution: { count: 1, median_s: 1_200 } },
      { name: 'Pia', first_reply: { count: 1 }, resolution: { count: 1, median_s: 7_200 } },
    ]);
    expect(report.busy.received[0]?.[9]).toBe(2);
    expect(report.busy.days).toEqual([1, 1, 0, 0, 0, 0, 0]);
  });

  it('is no failed reply, until it is sent again', async () => {
    await clear();
    await conversation([
      { at: '2026-03-02T09:00:00Z', by: 'customer' },
      { at: '2026-03-02T09:02:00Z', by: firstMember },
    ]);
    const replies = async () => (await reportOf(days('2026-03-02'))).totals.first_reply.count;
    expect(await replies()).toBe(1);
    await setStatus(-1);
    expect(await replies()).toBe(0);
    await setStatus(1);
    expect(await replies()).toBe(1);
  });

  it('stays when messages are deleted, and when rows are added up', async () => {
    await clear();
    await conversation([
      { at: '2026-03-02T09:00:00Z', by: 'customer' },
      { at: '2026-03-02T09:01:00Z', by: 'customer' },
    ]);
    await countAccounts(server.platform);
    await conversation([
      { at: '2026-03-02T09:01:00Z', by: 'customer' },
      { at: '2026-03-02T09:02:00Z', by: firstMember },
    ]);
    const before = await reportOf(days('2026-03-02'));
    await server.owner.query('delete from messages where client_id = $1', [team.clientId]);
    const { rows } = await server.owner.query('select merge_report_counts(report_quarter(now()), 100) as saved');
    expect(rows[0].saved).toBe(1);
    const { generated_at: _, ...after } = await reportOf(days('2026-03-02'));
    expect(before).toMatchObject(after);
  });
});

it('counts reply windows by when they closed: saved in their last two hours, or missed', async () => {
  await clear();
  const heard = { at: '2026-03-02T09:00:00Z', by: 'customer' } as const;
  const replyAt = (at: string): Line => ({ at, by: firstMember });
  // In time, just in time, in the last second, and too late; the window begins with the last message of the customer.
  for (const at of ['2026-03-03T06:59:59Z', '2026-03-03T07:00:00Z', '2026-03-03T08:59:59Z', '2026-03-03T09:00:00Z'])
    await conversation([{ at: '2026-03-01T01:00:00Z', by: 'customer' }, heard, replyAt(at)]);
  const done = await conversation([heard, replyAt('2026-03-05T09:00:00Z')]);
  await event(done, 'done', '2026-03-02T10:00:00Z', firstMember);
  await conversation([heard, replyAt('2026-03-05T09:00:00Z')], { assignee: otherMember });
  const failed = await conversation([heard, { ...replyAt('2026-03-03T08:00:00Z'), status: -1 }]);
  const silent = await conversation([heard], { assignee: otherMember });
  await server.owner.query(
    `update threads set waiting_since = $3, window_expires_at = $3::timestamptz + interval '24 hours'
     where client_id = $1 and id = any($2)`,
    [team.clientId, [silent], heard.at],
  );
  const windows = async (query: Record<string, string>) => (await reportOf(query)).totals.windows;
  expect(await windows(days('2026-03-03'))).toEqual({ saved: 2, missed: 3 });
  expect(await windows(days('2026-03-02'))).toEqual({ saved: 0, missed: 0 });
  expect((await reportOf(days('2026-03-04'))).previous.totals.windows).toEqual({ saved: 2, missed: 3 });
  expect(await windows({ ...days('2026-03-03'), member_id: otherMember.uid })).toEqual({ saved: 0, missed: 2 });
  await server.owner.query(
    fed('messages', 'MODIFIED', 'update messages set status = 2 where client_id = $1 and thread_id = $2'),
    [...[team.clientId, failed]],
  );
  expect(await windows(days('2026-03-03'))).toEqual({ saved: 3, missed: 3 });
});

describe('spend', () => {
  const rates = [
    { from: '2026-01-01', category: 'marketing', market: '', price: 0.1 },
    { from: '2026-03-03', category: 'marketing', market: '', price: 0.2 },
    { from: '2026-01-01', category: 'marketing', market: 'GB', price: 0.05 },
    { from: '2026-01-01', category: 'utility', market: '', price: 0.004 },
  ];

  /** A delivered message to a number; each status tells the price again. */
  async function bill(at: string, category: string, number: string, channel = 0, billable = true): Promise<void> {
    const thread = await conversation([{ at, by: firstMember }], { channel });
    await server.owner.query('update threads set to_phone = $3 where client_id = $1 and id = $2', [
      ...[team.clientId, thread, number],
    ]);
    await server.owner.query(
      `insert into message_events (client_id, message_id, status, provider_at, detail)
       select client_id, id, s, $3::timestamptz + n * interval '1 hour', $4
       from messages, unnest(array['sent', 'delivered', 'read']) with ordinality as x(s, n)
       where client_id = $1 and thread_id = $2`,
      [team.clientId, thread, at, { pricing: { billable, pricing_model: 'PMP', category } }],
    );
    for (let n = 0; n < 2; n++) {
      const change = 'update messages set status = 3 where client_id = $1 and thread_id = $2';
      await server.owner.query(fed('messages', 'MODIFIED', change), [team.clientId, thread]);
      await countAccounts(server.platform);
    }
  }

  it('is what was billed, once for a message, by the rates of the day', async () => {
    await clear();
    await bill('2026-03-01T10:00:00Z', 'marketing', '4915112345');
    await bill('2026-03-03T10:00:00Z', 'marketing', '4915112345', 1);
    await bill('2026-03-03T10:00:00Z', 'marketing', '447700900', 1);
    await bill('2026-03-03T11:00:00Z', 'utility', '447700900');
    await bill('2026-03-03T11:00:00Z', 'authentication', '447700900');
    await bill('2026-03-03T11:00:00Z', 'service', '447700900', 0, false);
    const period = days('2026-03-01', '2026-03-04');
    expect((await reportOf(period)).spend).toMatchObject({ currency: null, amount: null, billed: 5, without_rate: 5 });
    const put = (version: number) =>
      team.call(team.owner, 'PUT', '/reports/rates', { currency: 'GBP', version, rates });
    expect(await put(0)).toMatchObject({ status: 200, body: { currency: 'GBP', version: 1 } });
    expect((await put(0)).status).toBe(409);
    expect(await put(1)).toMatchObject({ status: 200, body: { version: 2, rates: expect.arrayContaining(rates) } });
    const expected = {
      ...{ currency: 'GBP', amount: 0.354, billed: 5, without_rate: 1, free: 1, rates_from: '2026-03-03' },
      by_category: [
        { category: 'marketing', billed: 3, amount: 0.35 },
        { category: 'utility', billed: 1, amount: 0.004 },
        { category: 'authentication', billed: 1, amount: null },
      ],
      by_channel: [
        { id: channels[1], name: 'Number 1', billed: 2, amount: 0.25 },
        { id: channels[0], name: 'Number 0', billed: 3, amount: 0.104 },
      ],
      by_month: [{ month: '2026-03-01', billed: 5, amount: 0.354 }],
    };
    expect((await reportOf(period)).spend).toEqual({ ...expected, before: null });
    const { rows } = await server.owner.query(
      `select count(distinct message_id)::int as n from message_events where client_id = $1
       and detail -> 'pricing' ->> 'billable' = 'true' and status = 'delivered'`,
      [team.clientId],
    );
    expect(rows[0].n).toBe(expected.billed);
    await server.owner.query('update report_cursors set pos = null where client_id = $1', [team.clientId]);
    expect((await reportOf(period)).spend).toEqual({ ...expected, before: null });
    expect((await reportOf(days('2026-03-04'))).spend).toMatchObject({ billed: 0, before: 0.254 });
    const url = '/api/reports/export?from=2026-03-01&to=2026-03-04';
    const headers = await bearer(team.auth, team.owner, { clientId: team.clientId, role: 'Owner' });
    const { body: file } = await server.app.http.inject({ url, headers });
    expect(file).toContain('marketing,3,0.35');
  });

  it('is for Admins, and of all members and groups', async () => {
    expect((await reportOf(days('2026-03-03'), firstMember)).spend).toBeNull();
    expect((await reportOf({ ...days('2026-03-03'), group_id: group })).spend).toBeNull();
    expect((await team.call(firstMember, 'GET', '/reports/rates')).status).toBe(403);
    const put = async (list: unknown[]) =>
      (await team.call(team.owner, 'PUT', '/reports/rates', { currency: 'GBP', version: 2, rates: list })).status;
    const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
    expect(await put(Array.from({ length: 10_001 }, (_, n) => ({ ...rates[0], from: day(n) })))).toBe(422);
    for (const market of ['44', 'Gb', 'rest-of-europe', 'constructor']) {
      expect(await put([{ ...rates[0], market }])).toBe(422);
    }
    const twice = { currency: 'GBP', version: 2, rates: [rates[0], rates[0]] };
    expect((await team.call(team.owner, 'PUT', '/reports/rates', twice)).status).toBe(422);
  });
});

it.each(['0001-01-01', '0000-01-01', '1999-12-31', '2200-01-01', '9999-12-31'])(
  '%s is no day of a report',
  async (day) => {
    for (const path of ['reports', 'reports/export']) {
      expect((await team.call(team.owner, 'GET', `/${path}?from=${day}&to=${day}`)).status).toBe(422);
    }
  },
);

it('says how far a recount is', async () => {
  await clear();
  await conversation([{ at: '2026-03-02T09:00:00Z', by: 'customer' }]);
  await countAccounts(server.platform);
  await server.owner.query('update report_cursors set pos = null where client_id = $1', [team.clientId]);
  await server.platform.db.withTenant(team.clientId, (tx) => countChanges(tx));
  const { body } = await team.call<Report>(team.owner, 'GET', '/reports?from=2026-03-02&to=2026-03-02');
  expect(body).toMatchObject({ recount: { done: 0, total: 1 }, totals: { received: 0 } });
  expect(await reportOf(days('2026-03-02'))).toMatchObject({ recount: null, totals: { received: 1 } });
});

it('tells up to when everything is counted', async () => {
  await clear();
  await conversation([{ at: '2026-03-02T09:00:00Z', by: 'customer' }]);
  const { rows } = await server.owner.query(
    'select created_at from changes where client_id = $1 order by pos desc limit 1',
    [team.clientId],
  );
  const path = '/reports?from=2026-03-02&to=2026-03-02';
  const { body } = await team.call<Report>(team.owner, 'GET', path);
  expect(body).toMatchObject({ generated_at: rows[0].created_at.toISOString(), totals: { received: 0 } });
  const counted = await reportOf(days('2026-03-02'));
  expect(counted.totals.received).toBe(1);
  expect(Date.parse(counted.generated_at)).toBeGreaterThan(Date.parse(body.generated_at));
});

describe('days', () => {
  it('are those of the account’s time zone, also when the clocks change', async () => {
    await clear();
    // London puts its clocks forward on 29 March 2026 at 01:00 and back on 25 October at 02:00.
    for (const at of [
      '2026-03-28T23:59:59Z',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00Z',
      '2026-03-29T22:59:00Z',
      '2026-03-29T23:00:00Z',
    ])
      await conversation([{ at, by: 'customer' }]);
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T23:59:00Z', '2026-10-26T00:00:00Z'])
      await conversation([{ at, by: 'customer' }]);
    const spring = await reportOf(days('2026-03-28', '2026-03-30'));
    expect(spring.series.map(({ received }) => received)).toEqual([1, 3, 1]);
    expect(spring.busy.received[6]?.slice(0, 4)).toEqual([1, 0, 1, 0]);
    expect(spring.busy.received[6]?.[23]).toBe(1);
    const autumn = await reportOf(days('2026-10-25', '2026-10-26'));
    expect(autumn.series.map(({ received }) => received)).toEqual([3, 1]);
    expect(autumn.by_hour[1]?.received).toBe(2);
  });

  it('begin on a quarter of an hour in Nepal', async () => {
    await clear();
    await team.call(team.owner, 'PUT', '/client', { time_zone: 'Asia/Kathmandu' });
    for (const at of ['2026-05-04T18:14:59Z', '2026-05-04T18:15:00Z']) await conversation([{ at, by: 'customer' }]);
    const { series } = await reportOf(days('2026-05-04', '2026-05-05'));
    expect(series.map(({ received }) => received)).toEqual([1, 1]);
    await team.call(team.owner, 'PUT', '/client', { time_zone: 'Europe/London' });
  });

  it('come before and after each other, and are not endless', async () => {
    const { previous } = await reportOf(days('2026-03-03', '2026-03-05'));
    expect(previous).toMatchObject({ from: '2026-02-28', to: '2026-03-02' });
    expect((await ask(team.owner, days('2026-03-03', '2026-03-02'))).status).toBe(422);
    expect((await ask(team.owner, { from: '2026-03-03' })).status).toBe(422);
    expect((await ask(team.owner, days('2025-01-01', '2026-03-02'))).status).toBe(422);
    const year = await reportOf({ period: '12m' });
    expect([year.step, year.series.length]).toEqual(['month', expect.toSatisfy((n: number) => n === 12 || n === 13)]);
    const today = await reportOf({ period: 'today' });
    expect(today.from).toBe(today.to);
  });
});

describe('every number', () => {
  /** The same random numbers in each run. */
  function randomFrom(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
  }
  const floorOf = (s: number) => {
    const steps: [number, number][] = [
      ...([
        [60, 1],
        [300, 5],
        [900, 15],
        [3_600, 60],
        [14_400, 300],
      ] as [number, number][]),
      ...([
        [86_400, 900],
        [259_200, 7_200],
        [2_592_000, 21_600],
      ] as [number, number][]),
    ];
    const step = steps.find(([below]) => s < below)?.[1] ?? 86_400;
    return s - (s % step);
  };
  const durationsOf = (all: number[]) => {
    const sorted = all.map(floorOf).sort((a, b) => a - b);
    const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? null;
    return { count: sorted.length, median_s: at(0.5), p90_s: at(0.9) };
  };

  it('equals a recount of random conversations, before and after the account is counted again', async () => {
    await clear();
    const random = randomFrom(20);
    const authors = ['customer', 'customer', firstMember, otherMember, 'bot'] as const;
    const assignees = [undefined, firstMember, otherMember];
    type Reply = {
      seconds: number;
      by: string;
      channel: number;
      assignee: string | undefined;
      group: string | undefined;
      hour: number;
    };
    const replies: Reply[] = [];
    const seen = { received: 0, sent: 0, opened: 0 };
    for (let n = 0; n < 150; n++) {
      const channel = random(3);
      const assignee = assignees[random(3)];
      const groupId = random(3) === 0 ? group : undefined;
      // January: London is on UTC.
      let at = Date.parse('2026-01-05T00:00:00Z') + random(10 * 86_400) * 1_000;
      let waiting: number | null = null;
      let last = 'none';
      let heard = false;
      const lines: Line[] = [];
      for (let k = random(9); k >= 0; k--) {
        const by = authors[random(5)] ?? 'customer';
        const status = random(8) === 0 ? -1 : 2;
        const incoming = by === 'customer';
        lines.push({ at: new Date(at).toISOString(), by, status: incoming ? 2 : status });
        if (incoming) {
          waiting ??= at;
          if (channel < 2) seen.received++;
          if (channel < 2 && !heard) seen.opened++;
          heard = true;
        } else {
          if (channel < 2) seen.sent++;
          if (channel < 2 && by !== 'bot' && status >= 0 && last === 'customer' && waiting !== null) {
            replies.push({
              ...{ seconds: (at - waiting) / 1_000, by: by.uid, channel, assignee: assignee?.uid, group: groupId },
              hour: new Date(at).getUTCHours(),
            });
          }
          waiting = null;
        }
        last = incoming ? 'customer' : 'other';
        at += (1 + random(random(4) === 0 ? 200_000 : 900)) * 1_000;
      }
      await conversation(lines, { channel, ...(assignee && { assignee }), ...(groupId && { group: groupId }) });
    }
    const period = days('2026-01-01', '2026-02-20');
    const check = async () => {
      const report = await reportOf(period);
      expect(report.totals).toMatchObject(seen);
      expect(replies.length).toBeGreaterThan(20);
      expect(report.totals.first_reply).toEqual(durationsOf(replies.map(({ seconds }) => seconds)));
      for (const { id, first_reply } of report.by_member) {
        expect(first_reply).toEqual(durationsOf(replies.filter(({ by }) => by === id).map(({ seconds }) => seconds)));
      }
      for (const { id, first_reply } of report.by_group) {
        const own = replies.filter((one) => (one.group ?? null) === id);
        expect(first_reply).toEqual(durationsOf(own.map(({ seconds }) => seconds)));
      }
      for (const { id, first_reply } of report.by_channel) {
        const own = replies.filter(({ channel }) => channels[channel] === id);
        expect(first_reply).toEqual(durationsOf(own.map(({ seconds }) => seconds)));
      }
      for (const { hour, first_reply } of report.by_hour) {
        expect(first_reply).toEqual(
          durationsOf(replies.filter((one) => one.hour === hour).map(({ seconds }) => seconds)),
        );
      }
      expect(report.bands.first_reply.reduce((sum, n) => sum + n)).toBe(replies.length);
      expect(report.bands.first_reply[0]).toBe(replies.filter(({ seconds }) => seconds < 300).length);
      expect(report.busy.received.flat().reduce((sum, n) => sum + n)).toBe(seen.received);
      const filtered = await reportOf({ ...period, member_id: firstMember.uid, group_id: group });
      const own = replies.filter((one) => one.assignee === firstMember.uid && one.group === group);
      expect(filtered.totals.first_reply).toEqual(durationsOf(own.map(({ seconds }) => seconds)));
      expect(filtered.broadcasts).toBeNull();
    };
    await check();
    await server.owner.query('update report_cursors set pos = null where client_id = $1', [team.clientId]);
    await check();
    const { rows } = await server.owner.query('select roll_up_reports(1000) as days');
    expect(rows[0].days).toBeGreaterThan(50);
    await check();
    // What is written later about these days is added.
    await conversation([
      { at: '2026-01-10T09:00:00Z', by: 'customer' },
      { at: '2026-01-10T09:01:00Z', by: firstMember },
    ]);
    seen.received++;
    seen.sent++;
    seen.opened++;
    replies.push({ seconds: 60, by: firstMember.uid, channel: 0, assignee: undefined, group: undefined, hour: 9 });
    await check();
  });
});

describe('what a member sees', () => {
  it('is never a sandbox beside other channels', async () => {
    await clear();
    await conversation([{ at: '2026-03-02T09:00:00Z', by: 'customer' }], { channel: 0 });
    await conversation([{ at: '2026-03-02T09:00:00Z', by: 'customer' }], { channel: 2 });
    expect(await reportOf(days('2026-03-02'))).toMatchObject({ sandbox: false, totals: { received: 1 } });
    expect(await reportOf({ ...days('2026-03-02'), channel_id: channels[2] ?? '' })).toMatchObject({
      ...{ sandbox: true, totals: { received: 1 }, backlog: { open: 1 } },
    });
  });

  it('is what their restrictions leave', async () => {
    await clear();
    await conversation([{ at: '2026-03-02T09:00:00Z', by: 'customer' }], { channel: 0, assignee: firstMember });
    await conversation([{ at: '2026-03-02T09:00:00Z', by: 'customer' }], { channel: 1, assignee: otherMember });
    const seen = async () => {
      const { totals, backlog, by_channel } = await reportOf(days('2026-03-02'), firstMember);
      return [totals.received, backlog.open, by_channel.length];
    };
    expect(await seen()).toEqual([2, 2, 2]);
    const restrict = (restrictions: object) =>
      team.call(team.owner, 'PUT', `/team/${firstMember.uid}`, { restrictions });
    await restrict({ only_assigned: true });
    expect(await seen()).toEqual([1, 1, 1]);
    await restrict({ only_assigned: false, channel_ids: [channels[1]] });
    expect(await seen()).toEqual([1, 1, 1]);
    expect(
      (await reportOf({ ...days('2026-03-02'), channel_id: channels[0] ?? '' }, firstMember)).totals.received,
    ).toBe(0);
    await restrict({ channel_ids: null });
  });

  it('is of members, for a User, only their own figures', async () => {
    await clear();
    await conversation([
      { at: '2026-03-02T09:00:00Z', by: 'customer' },
      { at: '2026-03-02T09:02:00Z', by: otherMember },
    ]);
    expect((await reportOf(days('2026-03-02'), firstMember)).by_member).toEqual([]);
    expect((await reportOf(days('2026-03-02'), otherMember)).by_member).toHaveLength(1);
    expect((await ask(firstMember, { ...days('2026-03-02'), member_id: otherMember.uid })).status).toBe(403);
    expect((await ask(firstMember, { ...days('2026-03-02'), member_id: firstMember.uid })).status).toBe(200);
  });
});

it('the file has the same figures, with harmless formulas', async () => {
  await clear();
  await conversation([
    { at: '2026-03-02T09:00:00Z', by: 'customer' },
    { at: '2026-03-02T09:02:00Z', by: otherMember },
  ]);
  await countAccounts(server.platform);
  const headers = await bearer(team.auth, team.owner, { clientId: team.clientId, role: 'Owner' });
  const response = await server.app.http.inject({ url: '/api/reports/export?from=2026-03-02&to=2026-03-03', headers });
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="report-2026-03-02-2026-03-03.csv"',
  });
  expect(response.body).toContain('\r\n2026-03-02,2026-03-03,1,1,1,1,120,120,0,,,0,0\r\n');
  expect(response.body).toContain("\r\n'=Kim,1,120,120,0,,\r\n");
  expect(response.body).toContain('\r\nMonday,1,0,0,0,0,0,0,0,0,0,1,0');
  expect(response.body).not.toMatch(/\n[=@+-]/);
});

it('the file of conversations has a row for each with what happened in the period, of those the member sees', async () => {
  await clear();
  const place = { assignee: firstMember, group };
  const thread = await conversation(
    [
      { at: '2026-03-02T09:00:00Z', by: 'customer' },
      { at: '2026-03-02T09:02:00Z', by: otherMember },
      { at: '2026-03-02T09:30:00Z', by: 'customer' },
      { at: '2026-03-04T09:00:00Z', by: otherMember },
    ],
    place,
  );
  await event(thread, 'done', '2026-03-02T11:00:00Z', firstMember);
  const stage = { name: 'Won', color: 'green', closes: false };
  const { id } = (await team.call<{ id: string }>(team.owner, 'POST', '/stages', stage)).body;
  await team.call(team.owner, 'PUT', `/threads/${thread}`, { stage_id: id, value: 1_250 });
  await conversation([{ at: '2026-03-01T09:00:00Z', by: 'customer' }]);
  const unassigned = await conversation([{ at: '2026-03-03T09:00:00Z', by: 'customer' }], { channel: 1 });
  await countAccounts(server.platform);
  const fileFor = async (user: TestUser, role: 'Owner' | 'User', more = '') => {
    const url = `/api/reports/conversations?from=2026-03-02&to=2026-03-03${more}`;
    const headers = await bearer(team.auth, user, { clientId: team.clientId, role });
    return server.app.http.inject({ url, headers });
  };
  const answer = await fileFor(team.owner, 'Owner');
  expect(answer.headers['content-disposition']).toContain('conversations-2026-03-02-2026-03-03.csv');
  const [head, ...rows] = answer.body.trim().split('\r\n');
  expect(head).toContain(
    'Conversation,Name,Number,Channel,State,Assigned to,Group,Labels,Stage,Value,Created,First message',
  );
  const rowOf = (id: string) => rows.find((row) => row.startsWith(id))?.replaceAll('.000Z', 'Z');
  expect(rows).toHaveLength(2);
  expect(rowOf(thread)).toContain(
    ',Number 0,active,Pia,Workshop,,Won,12.5,2026-03-02T09:00:00Z,2026-03-02T09:00:00Z,2026-03-02T09:30:00Z,2,1,120,2026-03-02T11:00:00Z,7200,0,',
  );
  expect(rowOf(unassigned)).toContain(',2026-03-03T09:00:00Z,1,0,,,,0,');
  expect((await fileFor(team.owner, 'Owner', `&member_id=${firstMember.uid}`)).body.trim().split('\r\n')).toHaveLength(
    2,
  );
  await team.call(team.owner, 'PUT', `/team/${firstMember.uid}`, { restrictions: { only_assigned: true } });
  const theirs = (await fileFor(firstMember, 'User')).body;
  await team.call(team.owner, 'PUT', `/team/${firstMember.uid}`, { restrictions: { only_assigned: false } });
  expect(theirs).toContain(thread);
  expect(theirs).not.toContain(unassigned);
});

import type { Report } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';

let server: TestServer;
let team: Team;
let pia: Member;

const zone = 'America/New_York';
/** Conversations of 50 days, which were done and opened again up to seven times. */
const insert = `
  with people as (
    insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n from generate_series(1, 300) n returning id
  ), talks as (
    select gen_random_uuid() as id, id as contact_id, h, now() - h % 72000 * interval '1 minute' as at, h % 8 as changes
    from people cross join lateral (select abs(hashtext(id::text)) as h) x
  ), made as (
    insert into threads (client_id, id, channel_id, contact_id, assignee_id, state, created_at, last_message_at)
    select $1, id, (select id from channels where client_id = $1), contact_id, case when h % 3 = 0 then $2::uuid end,
      case when changes % 2 = 1 then 'DONE' else 'ACTIVE' end, at, case when h % 17 > 0 then at end
    from talks returning id
  )
  insert into thread_events (client_id, id, thread_id, kind, at, created_by)
  select $1, gen_random_uuid(), t.id, case when k % 2 = 1 then 'done' else 'reopened' end, t.at + (now() - t.at) * k / 9.0, 'webhook'
  from talks t join made m using (id) cross join lateral generate_series(1, t.changes) k`;

beforeAll(async () => {
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
  pia = await team.add('User', 'Pia');
  await team.call(team.owner, 'PUT', '/client', { time_zone: zone });
  await server.owner.query(insert, [team.clientId, pia.uid]);
});
afterAll(() => server.close());

const reportOf = async (query: Record<string, string>) =>
  (await team.call<Report>(team.owner, 'GET', `/reports?${new URLSearchParams(query)}`)).body;

/** Conversation by conversation: what its next event says it was, or what it is now. */
async function recount(after: string, where = 'true'): Promise<number> {
  const { rows } = await server.owner.query<{ n: number }>(
    `select count(*)::int as n from threads t cross join lateral (select least($2::date::timestamp at time zone '${zone}', now()) as at) e
     where t.client_id = $1 and t.last_message_at is not null and t.created_at < e.at and ${where} and coalesce((
       select kind = 'done' from thread_events n where n.client_id = $1 and n.thread_id = t.id and n.kind in ('done', 'reopened')
         and n.at >= e.at order by n.at, n.id limit 1), t.state = 'ACTIVE')`,
    [team.clientId, after],
  );
  return rows[0]?.n ?? -1;
}
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

test('every day’s end equals a recount, in all and of a member', async () => {
  for (const [query, where] of [
    [{}, 'true'],
    [{ member_id: pia.uid }, `t.assignee_id = '${pia.uid}'`],
  ] as const) {
    const { backlog, from, to } = await reportOf({ period: '30d', ...query });
    expect(backlog.series.map(({ start }) => start)).toEqual([
      ...new Set([from, ...backlog.series.map(({ start }) => start), to]),
    ]);
    expect(backlog.series).toHaveLength(30);
    const counts = [];
    for (const { start } of backlog.series) counts.push({ start, open: await recount(dayAfter(start), where) });
    expect(backlog.series).toEqual(counts);
    expect(backlog.series.at(-1)?.open).toBe(backlog.open);
    expect(new Set(counts.map(({ open }) => open)).size).toBeGreaterThan(5);
  }
});

test('weeks and months end with their last day, and the future has no figure', async () => {
  const { backlog, step, to } = await reportOf({ period: '90d' });
  expect(step).toBe('week');
  for (const [n, { start, open }] of backlog.series.entries()) {
    expect({ start, open }).toEqual({ start, open: await recount(backlog.series[n + 1]?.start ?? dayAfter(to)) });
  }
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
  const ahead = await reportOf({ from: today, to: dayAfter(dayAfter(today)) });
  expect(ahead.backlog.series.map(({ open }) => open)).toEqual([ahead.backlog.open, null, null]);
});

import type { Report } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import type { TestUser } from '../../testing/users.ts';

let server: TestServer;
let team: Team;
let pia: Member;
let group: string;

/** 400 conversations that were done over 40 days, most of them rated. */
const insert = `
  with people as (
    insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n from generate_series(1, 400) n returning id
  ), talks as (
    insert into threads (client_id, id, channel_id, contact_id, state)
    select $1, gen_random_uuid(), (select id from channels where client_id = $1), id, 'DONE' from people
    returning id, channel_id
  ), numbered as (
    select *, row_number() over (order by id) as n, '2026-03-01T00:00:00Z'::timestamptz + row_number() over (order by id) * interval '143 minutes' as at
    from talks
  )
  insert into ratings (client_id, id, thread_id, channel_id, user_id, assignee_id, assignee_group_id, due_at, asked_at, scale, score, answered_at)
  select $1, gen_random_uuid(), id, channel_id, case when n % 3 = 0 then $2::uuid when n % 3 = 1 then $3::uuid end,
    case when n % 2 = 0 then $2::uuid end, case when n % 5 = 0 then $4::uuid end, at, at, 5,
    case when n % 7 > 1 then 1 + (n * 13) % 5 end, case when n % 7 > 1 then at + interval '2 hours' end
  from numbered`;

beforeAll(async () => {
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
  pia = await team.add('User', 'Pia');
  await team.call(team.owner, 'PUT', '/client', { time_zone: 'Asia/Kathmandu' });
  group = (await team.call<{ id: string }>(team.owner, 'POST', '/user-groups', { name: 'Workshop' })).body.id;
  await server.owner.query(insert, [team.clientId, pia.uid, team.owner.uid, group]);
});
afterAll(() => server.close());

const days = { from: '2026-03-05', to: '2026-03-20' };
const reportOf = async (query: Record<string, string> = {}, by: TestUser = team.owner) =>
  (await team.call<Report>(by, 'GET', `/reports?${new URLSearchParams({ ...days, ...query })}`)).body.ratings;

/** The same from the rows. */
async function recount(where = 'true') {
  const local = (column: string) =>
    `(${column} at time zone 'Asia/Kathmandu')::date between '${days.from}' and '${days.to}'`;
  const { rows } = await server.owner.query<{ asked: number; answered: number; average: number; scores: number[] }>(
    `select (select count(*)::int from ratings where client_id = $1 and ${local('asked_at')} and ${where}) as asked,
       count(*)::int as answered, round(avg(score), 2)::float8 as average,
       array(select (select count(*)::int from ratings where client_id = $1 and ${local('answered_at')} and ${where} and score = s)
         from generate_series(1, 5) s) as scores
     from ratings where client_id = $1 and ${local('answered_at')} and ${where}`,
    [team.clientId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}

test('asked, answered, average and scores equal a recount, in all and of a part', async () => {
  const all = await reportOf();
  expect(all).toMatchObject(await recount());
  expect(all.answered).toBeGreaterThan(50);
  expect(all.series.reduce((sum, { answered }) => sum + answered, 0)).toBe(all.answered);
  expect(all.series).toHaveLength(16);
  expect(await reportOf({ member_id: pia.uid })).toMatchObject(await recount(`assignee_id = '${pia.uid}'`));
  expect(await reportOf({ group_id: group })).toMatchObject(await recount(`assignee_group_id = '${group}'`));
  for (const { id, answered, average } of all.by_member) {
    expect({ answered, average }).toMatchObject(
      await recount(id === null ? 'user_id is null' : `user_id = '${id}'`).then((row) => ({
        ...{ answered: row.answered, average: row.average },
      })),
    );
  }
  expect(all.by_member.map(({ name }) => name)).toContain('Pia');
  expect(all.by_group.find(({ id }) => id === group)?.answered).toBe(
    (await recount(`assignee_group_id = '${group}'`)).answered,
  );
  expect(all.by_channel).toMatchObject([{ answered: all.answered }]);
});

test('the list behind a figure has as many ratings, and Users see no other members', async () => {
  const { scores } = await reportOf();
  const listed = async (query: Record<string, string>, by: TestUser = team.owner) =>
    team.call<{ data: { member_id: string | null }[] }>(
      ...([by, 'GET', `/ratings?${new URLSearchParams({ ...days, limit: '200', ...query })}`] as const),
    );
  expect((await listed({ score: '2' })).body.data).toHaveLength(scores[1] ?? 0);
  const members = new Set((await listed({}, pia)).body.data.map(({ member_id }) => member_id));
  expect(members).toEqual(new Set([pia.uid, null]));
  expect((await listed({ member_id: team.owner.uid }, pia)).status).toBe(403);
  expect((await reportOf({}, pia)).by_member.map(({ id }) => id)).toEqual([pia.uid]);
  await team.call(team.owner, 'PUT', `/team/${pia.uid}`, { restrictions: { only_assigned: true } });
  expect((await listed({}, pia)).body.data).toEqual([]);
});

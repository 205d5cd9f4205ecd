import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { statement } from '../../../platform/db/sql.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { countedFigures, makeConversations, scannedFigures } from '../../../testing/report-figures.ts';
import { serverBeside, type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { countChanges } from './count-changes.ts';
import { countAccounts } from './counter.ts';

let server: TestServer;
let beside: TestServer;
let team: Team;
let place: { clientId: string; channelId: string };

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = [team.clientId]) =>
  queryAsOwner<R>(server.owner, text, values);
const counted = () => countedFigures(server.owner, team.clientId);
const scanned = () => scannedFigures(server.owner, team.clientId);

const lockOwnCursor = statement('testing.lock_cursor', 'select from report_cursors where client_id = $1 for update');
const ownProcess = statement('testing.find_process', 'select pg_backend_pid() as pid');
const mergeAndRollUp =
  'select merge_report_counts(report_quarter(now()), 10000) as saved, roll_up_reports(1000) as days';

beforeAll(async () => {
  server = await testServer({ env: { ROLE: 'api' } });
  beside = await serverBeside(server);
  team = await createTeam(server);
  const [channel] = await sql<{ id: string }>('select id from channels where client_id = $1');
  place = { clientId: team.clientId, channelId: channel?.id ?? '' };
});
afterAll(async () => {
  await beside.close();
  await server.close();
});
beforeEach(async () => {
  await countAccounts(server.platform);
  for (const table of [...['thread_events', 'messages', 'threads', 'report_counts', 'report_times']])
    await sql(`delete from ${table} where client_id = $1`);
  await makeConversations(server.owner, place, { threads: 40, each: 15 });
});

/** Counts in transactions of a few changes. */
async function countBy(changes: number, platform = server.platform): Promise<void> {
  while (await platform.db.withTenant(team.clientId, (tx) => countChanges(tx, changes)));
}

test('batches of any size, and a recount, give the figures of a full scan', async () => {
  await countBy(7);
  const byFeed = await counted();
  expect(Object.keys(byFeed.times).length).toBeGreaterThan(100);
  expect(byFeed).toEqual(await scanned());
  await sql('update report_cursors set pos = null where client_id = $1');
  await countAccounts(server.platform);
  expect(await counted()).toEqual(byFeed);
});

test('several processes at once count each change once', async () => {
  const { platform } = server;
  await Promise.all([countBy(5), countBy(3, beside.platform), countBy(4), countBy(6, beside.platform)]);
  await countAccounts(platform);
  expect(await counted()).toEqual(await scanned());
});

test('a transaction that fails, or whose connection breaks, counts nothing', async () => {
  const { db } = server.platform;
  const before = await counted();
  const failing = db.withTenant(team.clientId, async (tx) => {
    await countChanges(tx, 50);
    throw new Error('at the end');
  });
  await expect(failing).rejects.toThrow('at the end');
  expect(await counted()).toEqual(before);
  const broken = db.withTenant(team.clientId, async (tx) => {
    await countChanges(tx, 50);
    const [own] = await tx.rows<{ pid: number }>(ownProcess);
    await sql('select pg_terminate_backend($1)', [own?.pid]);
    return countChanges(tx, 50);
  });
  await expect(broken).rejects.toThrow();
  expect(await counted()).toEqual(before);
  await countBy(50);
  expect(await counted()).toEqual(await scanned());
});

test('rows are not added up while their account is counted', async () => {
  const maintain = () => sql<{ saved: number; days: number }>(mergeAndRollUp, []);
  await countBy(100);
  await server.platform.db.withTenant(team.clientId, async (tx) => {
    await tx.run(lockOwnCursor, [team.clientId]);
    expect(await maintain()).toEqual([{ saved: 0, days: 0 }]);
  });
  const [done] = await maintain();
  expect(done?.saved).toBeGreaterThan(0);
  expect(done?.days).toBeGreaterThan(0);
  expect(await counted()).toEqual(await scanned());
});

test('a message or event that the feed calls new in several batches counts once', async () => {
  await countBy(100);
  await sql(
    `with again as (
       select row_number() over (order by c.pos, n) as place, c.collection, c.row_id,
         case n when 1 then 'NEW' else 'MODIFIED' end as marker
       from changes c cross join generate_series(0, 1) n
       where c.client_id = $1 and c.marker = 'NEW' and c.collection in ('messages', 'thread_events')
     ), moved as (
       update change_counters set pos = pos + (select count(*) from again) where client_id = $1 returning pos
     )
     insert into changes (client_id, pos, collection, row_id, marker, version)
     select $1, pos - (select count(*) from again) + place, collection, row_id, marker, 1 from again, moved`,
  );
  await countBy(300);
  expect(await counted()).toEqual(await scanned());
});

test('figures stay when messages are deleted; what was deleted before it was counted is none', async () => {
  await sql(
    `delete from messages where client_id = $1 and id in (select id from messages where client_id = $1 order by md5(id::text) limit 50)`,
  );
  await countBy(100);
  const before = await counted();
  expect(before).toEqual(await scanned());
  await sql('delete from messages where client_id = $1');
  await countAccounts(server.platform);
  expect(await counted()).toEqual(before);
});

test('where the feed is lost, the messages are counted, and the figures of earlier ones stay', async () => {
  await countAccounts(server.platform);
  const before = await counted();
  const [middle] = await sql<{ quarter: number }>(
    'select report_quarter(percentile_disc(0.5) within group (order by sort_at)) as quarter from messages where client_id = $1',
  );
  const quarter = middle?.quarter ?? 0;
  await sql('delete from messages where client_id = $1 and report_quarter(sort_at) < $2', [team.clientId, quarter]);
  await sql('delete from thread_events where client_id = $1 and report_quarter(at) < $2', [team.clientId, quarter]);
  await makeConversations(server.owner, place, { threads: 5, each: 15 });
  await sql(
    `delete from messages where client_id = $1 and report_quarter(sort_at) < $2 and thread_id in (
       select thread_id from messages where client_id = $1 order by arrival desc limit 75)`,
    [team.clientId, quarter],
  );
  await sql('delete from changes where client_id = $1');
  await sql('update change_counters set pos = pos + 1000000 where client_id = $1');
  await countAccounts(server.platform);
  const after = await counted();
  const early = (key: string) => Number(key.split(' ')[0]) < quarter;
  const only = (counts: typeof after.counts, isEarly: boolean) =>
    Object.fromEntries(Object.entries(counts).filter(([key]) => early(key) === isEarly));
  expect(only(after.counts, true)).toEqual(only(before.counts, true));
  const { received, sent } = (
    await sql<{ received: number; sent: number }>(
      `select count(*) filter (where direction = 'INCOMING')::int as received,
         count(*) filter (where direction = 'OUTGOING')::int as sent from messages where client_id = $1`,
    )
  )[0] ?? { received: 0, sent: 0 };
  const rest = Object.values(only(after.counts, false));
  expect([0, 1].map((n) => rest.reduce((sum, sums) => sum + (sums[n] ?? 0), 0))).toEqual([received, sent]);
});

test('a recount goes on where it was interrupted, while the feed is counted beside it', async () => {
  await countAccounts(server.platform);
  await sql('update report_cursors set pos = null where client_id = $1');
  const { db } = server.platform;
  const step = () => db.withTenant(team.clientId, (tx) => countChanges(tx, 50));
  const progress = () =>
    sql<{ recounted: number; total: number; pos: number }>(
      'select recounted, recount_total as total, pos from report_cursors where client_id = $1',
    );
  for (let n = 0; n < 5; n++) expect(await step()).toBe(true);
  const [begun] = await progress();
  expect(begun?.recounted).toBe(200);
  expect(begun?.total).toBeGreaterThan(600);
  const failing = db.withTenant(team.clientId, async (tx) => {
    await countChanges(tx, 50);
    throw new Error('at the end');
  });
  await expect(failing).rejects.toThrow('at the end');
  expect(await progress()).toEqual([begun]);
  // Ids are random: some are before the place of the recount, others behind.
  await makeConversations(server.owner, place, { threads: 10, each: 15 });
  expect(await step()).toBe(true);
  expect((await progress())[0]?.pos).toBe((begun?.pos ?? 0) + 50);
  expect(await sql<{ days: number }>('select roll_up_reports(10) as days', [])).toEqual([{ days: 0 }]);
  await Promise.all([countBy(40), countBy(30, beside.platform)]);
  await countAccounts(server.platform);
  expect(await progress()).toEqual([expect.objectContaining({ recounted: null, total: null })]);
  expect(await counted()).toEqual(await scanned());
});

test('what still waits for its position when an account is recounted is counted once', async () => {
  await countAccounts(server.platform);
  await makeConversations(server.owner, place, { threads: 5, each: 15 });
  // As if single writers had written the last changes, and the sequencer had not come yet.
  await sql(
    `with last as (
       delete from changes where client_id = $1 and pos > (select pos from report_cursors where client_id = $1) returning *
     ), back as (update change_counters set pos = (select min(pos) - 1 from last) where client_id = $1)
     insert into changes_new (client_id, collection, row_id, marker, version)
     select client_id, collection, row_id, marker, version from last`,
  );
  await sql('update report_cursors set pos = null where client_id = $1');
  await countAccounts(server.platform);
  await sql(
    `with moved as (delete from changes_new where client_id = $1 returning *), counted as (
       update change_counters c set pos = pos + n from (select count(*) as n from moved) m where client_id = $1 returning c.pos - n as base)
     insert into changes (client_id, pos, collection, row_id, marker, version)
     select $1, base + row_number() over (order by id), collection, row_id, marker, version from moved, counted`,
  );
  await countAccounts(server.platform);
  expect(await counted()).toEqual(await scanned());
});

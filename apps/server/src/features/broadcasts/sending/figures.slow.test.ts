// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftTo, freshPhones, getCampaign, runCommand, templateOf } from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

/* Each figure once as it is kept and once counted from the recipients, in one statement: both see the same moment. */
const differences = `with marks as (
    select r.variant, r.share = 1 as rest, s.state from campaign_recipients r cross join lateral (
      values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
        (case when r.tapped is not null or r.opened_at is not null then 'TAPPED' end),
        (case when r.opted_out_at is not null then 'OPTED_OUT' end)) s(state)
    where r.campaign_id = $1 and s.state is not null
  ), kept as (
    select 'figure ' || state as what, n::bigint from campaign_counters where campaign_id = $1 and n <> 0
    union all
    select 'variant ' || variant || ' ' || rest || ' ' || state, n from campaign_ab_counters where campaign_id = $1 and n <> 0
    union all
    select 'chart ' || kind, sum(n) from campaign_minutes where campaign_id = $1 group by kind having sum(n) <> 0
  ), counted as (
    select 'figure ' || state as what, count(*) as n from marks group by state
    union all
    select 'variant ' || variant || ' ' || rest || ' ' || state, count(*) from marks where variant is not null
      group by variant, rest, state
    union all
    select 'chart ' || k.kind, count(*) from marks m join (values ('sent', array['SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED']),
      ('delivered', array['DELIVERED', 'READ']), ('read', array['READ']), ('replied', array['REPLIED']), ('failed', array['FAILED']))
      k(kind, states) on m.state = any(k.states) group by k.kind
  )
  select what, kept.n as kept, counted.n as counted from kept full join counted using (what)
  where kept.n is distinct from counted.n`;

test('every figure of a running broadcast equals an SQL recount at each moment, of each variant and in the chart too', async () => {
  const a = await templateOf(world);
  const b = await templateOf(world, 'order_ready');
  const variables = { 'body.1': { value: 'Ada' }, 'body.2': { value: 'A-17' }, 'button.0': { value: 'A-17' } };
  const campaign = await draftTo(world, freshPhones(400), {
    template_id: a,
    ab_test: { template_id: b, variables, percent: 50, winner: 'read', wait_hours: 1 },
  });
  await world.phone('POST', '/faults', { next_send_error: 131_026, next_send_error_count: 11 });
  await runCommand(world, campaign, 'start');
  const states = new Set<string>();
  for (let over = false; !over; ) {
    expect(await sql(differences, [campaign.id])).toEqual([]);
    const { state, counters, after } = await getCampaign(world, campaign);
    states.add(state);
    // Replies come while it is still sent.
    await sql(
      `update campaign_recipients set replied_at = now() where campaign_id = $1 and n in (
         select n from campaign_recipients where campaign_id = $1 and state = 'DELIVERED' and replied_at is null order by n limit 3)`,
      [campaign.id],
    );
    over = state === 'FINISHED' && counters.sent === 0 && after.replied > 0;
  }
  expect(await sql(differences, [campaign.id])).toEqual([]);
  expect([...states]).toEqual(['RUNNING', 'FINISHED']);
  expect((await getCampaign(world, campaign)).counters.failed).toBe(11);
});

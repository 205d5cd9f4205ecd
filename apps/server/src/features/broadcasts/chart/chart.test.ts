import type { CampaignChart } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  runCommand,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const read = async ({ id }: { id: string }, unit?: 'minute' | 'hour' | 'day') =>
  (await world.api('GET /api/campaigns/{id}/chart', { params: { id }, query: unit === undefined ? {} : { unit } }))
    .body;
const kinds = ['sent', 'delivered', 'read', 'replied', 'failed'] as const;
const sumsOf = ({ buckets }: CampaignChart) =>
  Object.fromEntries(kinds.map((kind) => [kind, buckets.reduce((all, bucket) => all + bucket[kind], 0)]));

/** The numbers by minute, counted from the recipients themselves. */
const recount = ({ id }: { id: string }) =>
  sql<{ kind: string; at: string; n: number }>(
    `select kind, to_char(date_trunc('minute', at) at time zone 'UTC', 'HH24:MI') as at, count(*)::int as n from (
       select 'sent' as kind, coalesce(sent_at, settled_at, enqueued_at) as at from campaign_recipients
         where campaign_id = $1 and message_id is not null and state not in ('QUEUED', 'SKIPPED')
       union all select 'delivered', coalesce(delivered_at, read_at) from campaign_recipients
         where campaign_id = $1 and state in ('DELIVERED', 'READ')
       union all select 'read', read_at from campaign_recipients where campaign_id = $1 and state = 'READ'
       union all select 'replied', replied_at from campaign_recipients where campaign_id = $1 and replied_at is not null
       union all select 'failed', settled_at from campaign_recipients where campaign_id = $1 and state = 'FAILED') x
     group by 1, 2 order by 1, 2`,
    [id],
  );

test('its sums are the figures, and its minutes an SQL recount', async () => {
  await world.phone('POST', '/faults', { next_send_error: 131_026, next_send_error_count: 7 });
  const campaign = await draftTo(world, freshPhones(300), { template_id: template });
  await runCommand(world, campaign, 'start');
  await untilCampaign(world, campaign, isSettled);
  await sql(
    `update campaign_recipients set replied_at = now() - interval '3 minutes' where campaign_id = $1 and n <= 5 and state <> 'FAILED'`,
    [campaign.id],
  );
  const { counters, after } = await getCampaign(world, campaign);
  const chart = await read(campaign, 'minute');
  expect(sumsOf(chart)).toEqual({
    sent: 300,
    delivered: counters.delivered + counters.read,
    read: counters.read,
    replied: after.replied,
    failed: counters.failed,
  });
  expect(counters.failed).toBe(7);
  const shown = kinds.flatMap((kind) =>
    chart.buckets
      .filter((bucket) => bucket[kind] > 0)
      .map((bucket) => ({ kind, at: bucket.at.slice(11, 16), n: bucket[kind] })),
  );
  const order = (rows: readonly { kind: string; at: string }[]) =>
    rows.toSorted((one, other) => `${one.kind} ${one.at}`.localeCompare(`${other.kind} ${other.at}`));
  expect(order(shown)).toEqual(order(await recount(campaign)));
});

test('a long broadcast has bounded buckets, in the account’s days', async () => {
  const campaign = await draftTo(world, freshPhones(4), { template_id: template });
  await runCommand(world, campaign, 'start');
  await untilCampaign(world, campaign, isSettled);
  const back = async (interval: string) => {
    await sql('update campaigns set started_at = now() - $2::interval where id = $1', [campaign.id, interval]);
    return read(campaign);
  };
  await sql("update clients set time_zone = 'Asia/Kolkata' where id = $1", [world.clientId]);
  expect(await back('90 minutes')).toMatchObject({ unit: 'minute', units: ['minute', 'hour', 'day'] });
  const hours = await back('3 days');
  expect(hours).toMatchObject({ unit: 'hour', units: ['hour', 'day'] });
  // Full hours there are half hours elsewhere.
  expect(hours.buckets[0]?.at.slice(14, 16)).toBe('30');
  const days = await back('3000 days');
  expect(days.unit).toBe('day');
  expect(days.buckets.length).toBeLessThanOrEqual(401);
  expect(sumsOf(days)).toMatchObject({ sent: 4 });
  expect((await read(campaign, 'minute')).unit).toBe('day');
});

test('a draft has an empty chart', async () => {
  expect(await read(await draftTo(world, freshPhones(1), { template_id: template }))).toEqual({
    unit: 'minute',
    units: ['minute'],
    buckets: [],
  });
});

// @module-tag data
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  moveClock,
  pauseWhileQueued,
  receivedByPhones,
  runCommand,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* What WhatsApp does in the middle of a broadcast: everybody gets it once, or is said not to have got it. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
});
afterAll(() => world.close());
afterEach(async () => {
  await world.phone('DELETE', '/faults');
  await moveClock(world, 0);
});

const recipientCount = 60;
/** Messages wait up to minutes after a refusal: the test does not. */
const skipWaiting = () =>
  queryAsOwner(world.server.owner, "update triggers set run_at = now() where channel_id = $1 and state = 'waiting'", [
    world.channelId,
  ]);
async function gotBy(phones: readonly string[]): Promise<Record<string, number>> {
  const got: Record<string, number> = {};
  for (const { phone } of await receivedByPhones(world)) if (phones.includes(phone)) got[phone] = (got[phone] ?? 0) + 1;
  return got;
}
const sentCount = async (id: string) =>
  (
    await queryAsOwner(
      world.server.owner,
      "select from campaign_recipients where campaign_id = $1 and state <> 'QUEUED'",
      [id],
    )
  ).length;
const onceEach = (phones: readonly string[]) => Object.fromEntries(phones.map((phone) => [phone, 1]));
const untilSettled = (id: string) =>
  until(async () => {
    await skipWaiting();
    const now = await getCampaign(world, { id });
    return isSettled(now) ? now : null;
  }, 60_000);

describe('in the middle of a broadcast', () => {
  test.each([
    ['a storm of 130429', { next_send_error: 130_429, next_send_error_count: 40 }],
    ['errors of the server', { next_send_error: 131_000, next_send_error_count: 10 }],
    ['errors of the server that name no cause', { next_send_error: 1, next_send_error_count: 10 }],
  ])('%s: everybody gets it once in the end', async (_name, faults) => {
    const phones = freshPhones(recipientCount);
    const campaign = await draftTo(world, phones, { template_id: template, stop_rules: null });
    await startAndSnapshot(world, campaign);
    await world.phone('POST', '/faults', faults);
    const end = await untilSettled(campaign.id);
    expect(end.counters).toMatchObject({ queued: 0, skipped: 0, unknown: 0 });
    const got = await gotBy(phones);
    // What WhatsApp refuses for good is told as failed, and nobody else is.
    expect(Object.values(got).every((n) => n === 1)).toBe(true);
    expect(Object.keys(got).length + end.counters.failed).toBe(recipientCount);
    if (faults.next_send_error === 130_429) expect(got).toEqual(onceEach(phones));
  });

  test('answers that are lost after acceptance: nobody gets it twice', async () => {
    const phones = freshPhones(recipientCount);
    const campaign = await draftTo(world, phones, { template_id: template, stop_rules: null });
    await world.phone('POST', '/faults', { drop_answer: 15, webhooks: { late_ms: 1_500 } });
    await startAndSnapshot(world, campaign);
    const end = await untilCampaign(world, campaign, (now) => isSettled(now) && now.counters.unknown === 0);
    expect(end.counters).toMatchObject({ failed: 0, skipped: 0 });
    expect(await gotBy(phones)).toEqual(onceEach(phones));
  });

  test('a database that ends all connections, twice: everybody gets it once, or is said to be unknown', async () => {
    const phones = freshPhones(recipientCount);
    const campaign = await draftTo(world, phones, { template_id: template, stop_rules: null });
    await startAndSnapshot(world, campaign);
    for (const share of [0.2, 0.6]) {
      await until(async () => (await sentCount(campaign.id)) >= share * recipientCount);
      await queryAsOwner(
        world.server.owner,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`,
      );
    }
    const end = await untilCampaign(world, campaign, (now) => now.state === 'FINISHED' && now.counters.sent === 0);
    expect(end.counters).toMatchObject({ queued: 0, failed: 0, skipped: 0 });
    const got = await gotBy(phones);
    expect(Object.values(got).every((n) => n === 1)).toBe(true);
    expect(Object.keys(got).length).toBe(end.counters.delivered + end.counters.read);
  });

  test('a revoked token: it pauses with its channel, and goes on with it', async () => {
    const phones = freshPhones(recipientCount);
    const campaign = await draftTo(world, phones, { template_id: template, stop_rules: null });
    await world.phone('POST', '/faults', { next_send_error: 190, next_send_error_count: 1_000 });
    await startAndSnapshot(world, campaign);
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('channel');
    await world.phone('DELETE', '/faults');
    await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'ACTIVE' } });
    await untilSettled(campaign.id);
    expect(await gotBy(phones)).toEqual(onceEach(phones));
  });
});

test('messages that come back to the queue while their broadcast is resumed are sent', async () => {
  const phones = freshPhones(recipientCount);
  const campaign = await draftTo(world, phones, { template_id: template, stop_rules: null });
  await startAndSnapshot(world, campaign);
  const countTriggers = async (state: string) => {
    const values = [world.channelId, state];
    const found = await queryAsOwner(
      world.server.owner,
      'select from triggers where channel_id = $1 and state = $2',
      values,
    );
    return found.length;
  };
  await pauseWhileQueued(world, campaign, () => countTriggers('parked'));
  await until(async () => (await countTriggers('started')) === 0);
  const other = new pg.Client({ connectionString: world.server.ownerUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query("update campaigns set state = 'RUNNING', state_reason = null where id = $1", [campaign.id]);
    await queryAsOwner(
      world.server.owner,
      `with back as (update triggers set state = 'waiting', run_at = now() where channel_id = $1 and state = 'parked'
         returning client_id, message_id)
       update messages m set send_state = 'waiting', held_reason = null, version = version + 1 from back b
       where m.client_id = b.client_id and m.id = b.message_id`,
      [world.channelId],
    );
    // Replies leave first: when one has left, the queue was looked at.
    const reply = textBody(await customerWrites(world), 'On its way');
    await world.api('POST /api/messages', { body: reply });
    await until(async () => (await getMessage(world, reply.id)).status > 0);
    await other.query('commit');
  } finally {
    await other.end();
  }
  await untilSettled(campaign.id);
  expect(await gotBy(phones)).toEqual(onceEach(phones));
});

describe('a limit of recipients per day', () => {
  test('sends that many, the next as many a day later, and the rest on the third', async () => {
    const phones = freshPhones(25);
    const campaign = await draftTo(world, phones, { template_id: template, schedule: { per_day: 10 } });
    await startAndSnapshot(world, campaign);
    for (const [hours, sent] of [
      [0, 10],
      [24.1, 20],
      [48.2, 25],
    ] as const) {
      await moveClock(world, hours);
      const now = await untilCampaign(world, campaign, ({ counters }) => counters.queued <= 25 - sent);
      // Nothing more that day: what is queued is not written yet.
      expect([now.counters.queued, Object.keys(await gotBy(phones)).length <= sent]).toEqual([25 - sent, true]);
      if (sent < 25) expect((await getCampaign(world, campaign)).state).toBe('RUNNING');
    }
    await untilCampaign(world, campaign, isSettled);
    expect(await gotBy(phones)).toEqual(onceEach(phones));
  });

  test('survives a pause, and is refused when it is no number of recipients', async () => {
    const phones = freshPhones(8);
    const campaign = await draftTo(world, phones, { template_id: template, schedule: { per_day: 5 } });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, ({ counters }) => counters.queued === 3);
    await runCommand(world, campaign, 'pause');
    await runCommand(world, campaign, 'resume');
    await moveClock(world, 24.1);
    await untilCampaign(world, campaign, isSettled);
    expect(await gotBy(phones)).toEqual(onceEach(phones));
    const refused = await world.api('POST /api/campaigns', {
      body: {
        name: 'Spring sale',
        channel_id: world.channelId,
        template_id: template,
        audience: { phone_numbers: ['+447700900118'] },
        schedule: { per_day: 0 },
      },
    });
    expect(refused).toMatchObject({ status: 422, body: { error: { data: [{ field: 'schedule.per_day' }] } } });
  });
});

import type { AbTest, Campaign } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  moveClock,
  runCommand,
  startAndSnapshot,
  templateOf,
  timesGot,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { decide } from '../ab-test/winner.ts';
import { variantAt } from '../snapshot/assign-variants.ts';

let world: World;
let a: string;
let b: string;
beforeAll(async () => {
  world = await testWorld();
  a = await templateOf(world);
  b = await templateOf(world, 'order_ready');
});
afterAll(() => world.close());
afterEach(async () => {
  await world.phone('DELETE', '/faults');
  await moveClock(world, 0);
  await sql("update templates set status = 'ACTIVE'");
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const variablesOfB = {
  'body.1': { value: 'Ada' },
  'body.2': { value: 'A-17' },
  'button.0': { value: 'A-17' },
};
const testOf = (more: Partial<AbTest> = {}): AbTest => ({
  template_id: b,
  variables: variablesOfB,
  percent: 10,
  winner: 'replied',
  wait_hours: 2,
  ...more,
});
const draft = (phones: readonly string[], more: Partial<AbTest> = {}) =>
  draftTo(world, phones, { template_id: a, ab_test: testOf(more) });
const waiting = (campaign: Campaign) => untilCampaign(world, campaign, (now) => now.share?.state === 'WAITING');
const resultOf = (campaign: Campaign, variant: 'A' | 'B') => {
  const found = campaign.ab_result?.variants.find((one) => one.variant === variant);
  if (found === undefined) throw new Error('the broadcast shows no variants');
  return found;
};

type Row = { phone_number: string; variant: string | null; share: number; sent_as: string | null };
/** Recipients with the template of the message that was written for them. */
const recipients = ({ id }: Campaign) =>
  sql<Row>(
    `select r.phone_number, r.variant, r.share, m.content->>'id' as sent_as from campaign_recipients r
     left join messages m on m.client_id = r.client_id and m.id = r.message_id where r.campaign_id = $1 order by r.n`,
    [id],
  );
const replied = ({ id }: Campaign, variant: string, n: number) =>
  sql(
    `update campaign_recipients set replied_at = now() where campaign_id = $1 and n in (
       select n from campaign_recipients where campaign_id = $1 and variant = $2 and share = 0 order by n limit $3)`,
    [id, variant, n],
  );

test.each([1, 7, 10, 33, 50])('of any number of recipients %i percent get each variant', (percent) => {
  const count = { A: 0, B: 0, rest: 0 };
  for (let n = 0; n < 2_000; n++) {
    count[variantAt(n, percent) ?? 'rest'] += 1;
    expect(count.A).toBe(Math.ceil(((n + 1) * percent) / 100));
    expect(count.A - count.B).toBeGreaterThanOrEqual(0);
    expect(count.A - count.B).toBeLessThanOrEqual(1);
  }
  expect(count.rest).toBe(percent === 50 ? 0 : 2_000 - count.A - count.B);
});

test.each([
  [{ a_of: 100, a: 20, b_of: 100, b: 21 }, [], 'B', 'rate'],
  [{ a_of: 100, a: 20, b_of: 90, b: 17 }, [], 'A', 'rate'],
  [{ a_of: 100, a: 20, b_of: 50, b: 10 }, [], 'A', 'tie'],
  [{ a_of: 100, a: 20, b_of: 9, b: 9 }, [], 'A', 'too_few'],
  [{ a_of: 100, a: 0, b_of: 100, b: 0 }, [], 'A', 'too_few'],
  [{ a_of: 100, a: 50, b_of: 100, b: 0 }, ['A'], 'B', 'template'],
  [{ a_of: 100, a: 50, b_of: 100, b: 0 }, ['A', 'B'], 'A', 'rate'],
] as const)('of %o with %o not active wins %s: %s', (figures, inactive, winner, why) => {
  expect(decide(figures, inactive)).toEqual({ winner, why });
});

test('the rest gets the variant with the higher rate; figures are an SQL recount', async () => {
  const phones = freshPhones(205);
  const campaign = await draft(phones);
  await startAndSnapshot(world, campaign);
  const fixed = (await recipients(campaign)).map(({ variant }) => variant);
  expect([fixed.filter((one) => one === 'A').length, fixed.filter((one) => one === 'B').length]).toEqual([21, 20]);
  const now = await waiting(campaign);
  expect(now.counters.queued).toBe(164);
  await untilCampaign(world, campaign, ({ counters }) => counters.delivered === 41);
  await replied(campaign, 'A', 2);
  await replied(campaign, 'B', 5);
  await moveClock(world, 3);
  const end = await untilCampaign(world, campaign, isSettled);
  expect(end.ab_result).toMatchObject({
    ...{ winner: 'B', why: 'rate', chosen_by: 'bot' },
    decided_with: { a_of: 21, a: 2, b_of: 20, b: 5 },
  });
  const rows = await recipients(campaign);
  for (const [at, row] of rows.entries()) {
    // Nobody changes their variant, and everyone is sent the template of theirs.
    expect(row.variant).toBe(fixed[at] ?? 'B');
    expect(row.sent_as).toBe(row.variant === 'A' ? a : b);
  }
  expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  for (const variant of ['A', 'B'] as const) {
    const [counted] = await sql<Record<string, number>>(
      `select count(*) filter (where state = 'DELIVERED' and share = 0)::int as delivered,
         count(*) filter (where replied_at is not null and share = 0)::int as replied,
         count(*) filter (where share = 1)::int as rest
       from campaign_recipients where campaign_id = $1 and variant = $2`,
      [campaign.id, variant],
    );
    const { counters, after, rest } = resultOf(end, variant);
    expect({ delivered: counters.delivered, replied: after.replied, rest }).toEqual(counted);
  }
  const filtered = await world.api('GET /api/campaigns/{id}/recipients', {
    params: { id: campaign.id },
    query: { variant: 'A', limit: 100 },
  });
  expect(filtered.body.data.map(({ variant }) => variant)).toEqual(Array.from({ length: 21 }, () => 'A'));
});

describe('a test that waits', () => {
  test('of too few results is won by variant A, with the reason', async () => {
    const phones = freshPhones(20);
    const campaign = await draft(phones);
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await moveClock(world, 3);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.ab_result).toMatchObject({ winner: 'A', why: 'too_few' });
    expect(resultOf(end, 'A').rest).toBe(16);
    expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  });

  test('pauses and asks when that was chosen; only a choice ends that', async () => {
    const phones = freshPhones(20);
    const campaign = await draft(phones, { winner: 'ask' });
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await moveClock(world, 3);
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('ab_choice');
    await until(async () => (await sql("select from email_outbox where kind = 'broadcasts.tell_creator'")).length > 0);
    const resumed = await world.api('POST /api/campaigns/{id}/resume', { params: { id: campaign.id } });
    expect(resumed).toMatchObject({ status: 409, body: { error: { code: 'campaign_state' } } });
    const chosen = await choose(campaign, 'B');
    expect(chosen).toMatchObject({
      status: 200,
      body: { state: 'RUNNING', ab_result: { winner: 'B', why: 'person' } },
    });
    expect((await choose(campaign, 'A')).status).toBe(409);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(resultOf(end, 'B').rest).toBe(16);
    expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  });

  test('ends early by a choice, and survives a pause', async () => {
    const phones = freshPhones(20);
    const campaign = await draft(phones);
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await runCommand(world, campaign, 'pause');
    expect((await choose(campaign, 'A')).body.state).toBe('PAUSED');
    await runCommand(world, campaign, 'resume');
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  });

  test('does not pause for a template that nobody is to get any more, and it cannot win', async () => {
    const phones = freshPhones(20);
    const campaign = await draft(phones);
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await sql("update templates set status = 'PAUSED' where id = $1", [a]);
    await moveClock(world, 3);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.ab_result).toMatchObject({ winner: 'B', why: 'template' });
    expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  });

  test('gives its rest nothing once it is cancelled', async () => {
    const phones = freshPhones(20);
    const campaign = await draft(phones);
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await runCommand(world, campaign, 'cancel');
    const end = await getCampaign(world, campaign);
    expect(end.counters.skipped).toBe(16);
    expect(end.ab_result?.winner).toBeNull();
  });
});

const choose = (campaign: Campaign, variant: 'A' | 'B') =>
  world.api('POST /api/campaigns/{id}/winner', { params: { id: campaign.id }, body: { variant } });

test('half and half waits for nobody; a retry keeps the variant; a template that is not active is refused by field', async () => {
  const phones = freshPhones(30);
  const campaign = await draft(phones, { percent: 50 });
  await world.phone('POST', '/faults', { next_send_error: 131_049, next_send_error_count: 1 });
  await startAndSnapshot(world, campaign);
  const end = await untilCampaign(world, campaign, isSettled);
  expect(end.share).toBeNull();
  const before = await recipients(campaign);
  expect(before.filter(({ variant }) => variant === 'A').length).toBe(15);
  // A retry sends the same message.
  await world.api('POST /api/campaigns/{id}/retry', {
    params: { id: campaign.id },
    body: { states: ['CAPPED', 'FAILED'] },
  });
  await untilCampaign(world, campaign, (now) => isSettled(now) && now.counters.delivered === 30);
  expect(await recipients(campaign)).toEqual(before);

  const second = await draft(freshPhones(4), { percent: 50 });
  await sql("update templates set status = 'PAUSED' where id = $1", [b]);
  const refused = await world.api('POST /api/campaigns/{id}/start', { params: { id: second.id } });
  expect(refused).toMatchObject({ status: 422, body: { error: { data: [{ field: 'ab_test.template_id' }] } } });
});

describe('is refused by step and field', () => {
  test.each<[string, Partial<AbTest>, string]>([
    ['without a second template', { template_id: null }, 'ab_test.template_id'],
    [
      'without a value',
      { variables: { 'body.1': { value: 'x' }, 'button.0': { value: 'x' } } },
      'ab_test.variables.body.2',
    ],
    ['to count taps that nobody can make', { winner: 'tapped', template_id: null }, 'ab_test.winner'],
  ])('%s', async (_name, more, field) => {
    const campaign = await draft(freshPhones(2), more);
    const answer = await world.api('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'campaign_not_ready' } } });
    const { data = [] } = (answer.body as unknown as { error: { data: { field: string }[] } }).error;
    expect(data.map((problem) => problem.field)).toContain(field);
  });

  test('with the same message twice, or a first share besides', async () => {
    const campaign = await draftTo(world, freshPhones(2), {
      template_id: a,
      ab_test: testOf({ template_id: a, variables: {} }),
      schedule: { first_share: { percent: 5, wait_hours: 1, rest: 'go_on', failure_percent: 25, opt_out_percent: 5 } },
    });
    const answer = await world.api('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
    expect(answer).toMatchObject({
      body: { error: { data: [{ field: 'ab_test.template_id' }, { field: 'schedule.first_share' }] } },
    });
  });
});

import type { RateList } from '@parley/contract/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuth } from '../../../testing/auth.ts';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  moveClock,
  runCommand,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { addMember, createUser } from '../../../testing/users.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* What a broadcast is expected to cost, what WhatsApp billed, and the budget of a month. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
  template = await templateOf(world);
  await putRates([
    { from: '2026-01-01', category: 'utility', market: '', price: 0.5 },
    { from: '2020-01-01', category: 'utility', market: '', price: 9 },
    { from: '2026-02-01', category: 'utility', market: 'DE', price: 2 },
  ]);
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql(
    "update campaigns set state = 'CANCELLED', ended_at = '2026-01-01' where state in ('RUNNING', 'PAUSED', 'SCHEDULED')",
  );
  // What is under way would be billed during the next test; what a paused broadcast holds back stays where it is.
  await until(async () => {
    const rows = await sql(
      `select from campaign_recipients r join messages m on m.client_id = r.client_id and m.id = r.message_id
       where r.state in ('QUEUED', 'SENT') and m.send_state is distinct from 'held'`,
    );
    return rows.length === 0 ? true : null;
  });
  await sql('delete from campaign_costs');
  await sql('delete from broadcast_settings');
  await moveClock(world, 0);
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

async function putRates(rates: RateList['rates']): Promise<void> {
  const { version } = (await world.api('GET /api/reports/rates', {})).body;
  const answer = await world.api('PUT /api/reports/rates', { body: { currency: 'EUR', version, rates } });
  expect(answer.status).toBe(200);
}
async function setBudget(amount: number | null, more: { warn_percent?: number; start_over_budget?: boolean } = {}) {
  const { version } = (await world.api('GET /api/broadcast-settings', {})).body;
  const limit = { limit_messages: null, limit_days: null };
  const body = { monthly_budget: amount, warn_percent: 80, start_over_budget: false, ...limit, version, ...more };
  const answer = await world.api('PUT /api/broadcast-settings', { body });
  expect(answer.status).toBe(200);
  return answer.body;
}
/** Numbers of Germany, for which another rate is valid. */
const germans = (n: number) => freshPhones(n).map((phone) => `49151${phone.slice(-8)}`);
const check = (phones: readonly string[]) =>
  world.api('POST /api/campaigns/audience', {
    body: {
      channel_id: world.channelId,
      template_id: template,
      audience: { phone_numbers: phones.map((phone) => `+${phone}`) },
    },
  });
const costs = (campaign: { id: string }) => world.api('GET /api/campaigns/{id}/costs', { params: { id: campaign.id } });

describe('the price before sending', () => {
  test('is by country and category, by the rates of the day, and names who has no rate', async () => {
    const phones = [...freshPhones(3), ...germans(2)];
    const { price } = (await check(phones)).body;
    expect(price).toMatchObject({
      ...{ currency: 'EUR', high: 5.5, rates_from: '2026-02-01', without_rate: 0, sandbox: false, budget: null },
      by_country: [
        { country: 'DE', category: 'utility', count: 2, high: 4 },
        { country: 'GB', category: 'utility', count: 3, high: 1.5 },
      ],
    });
    await putRates([{ from: '2026-02-01', category: 'utility', market: 'DE', price: 2 }]);
    expect((await check(phones)).body.price).toMatchObject({
      ...{ high: 4, without_rate: 3 },
      by_country: [{ country: 'DE' }, { country: 'GB', count: 3, high: null }],
    });
    await putRates([
      { from: '2026-01-01', category: 'utility', market: '', price: 0.5 },
      { from: '2026-02-01', category: 'utility', market: 'DE', price: 2 },
    ]);
  });

  test('has gaps where no list names the market on the day, and says for how many', async () => {
    const before = (await world.api('GET /api/reports/rates', {})).body.rates;
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await putRates([
      { from: '2026-01-01', category: 'utility', market: 'GB', price: 0.5 },
      { from: day(5).slice(0, 10), category: 'utility', market: 'PE', price: 1 },
    ]);
    const phones = [...freshPhones(1), '51987654321'];
    const on = async (at?: string) => {
      const audience = { phone_numbers: phones.map((phone) => `+${phone}`) };
      const schedule = at === undefined ? {} : { at };
      const { body } = await world.api('POST /api/campaigns/audience', {
        body: { channel_id: world.channelId, template_id: template, audience, schedule },
      });
      return body.price;
    };
    expect(await on()).toMatchObject({ high: 0.5, without_rate: 1, by_country: [{}, { country: 'PE', high: null }] });
    expect(await on(day(7))).toMatchObject({ high: 1.5, without_rate: 0 });
    await putRates(before);
  });

  test('refuses a currency that there is none', async () => {
    const { version, rates } = (await world.api('GET /api/reports/rates', {})).body;
    const answer = await world.api('PUT /api/reports/rates', { body: { currency: 'QQQ', version, rates } });
    expect(answer).toMatchObject({ status: 422, body: { error: { data: [{ field: 'currency' }] } } });
  });

  test('is lower by the share that is usually not delivered', async () => {
    const earlier = await draftTo(world, freshPhones(2), { template_id: template });
    await untilCampaign(world, await runCommand(world, earlier, 'start'), isSettled);
    await sql("insert into campaign_counters (client_id, campaign_id, state, n) values ($1, $2, 'FAILED', 98)", [
      world.clientId,
      earlier.id,
    ]);
    const { price } = (await check(freshPhones(100))).body;
    expect(price?.high).toBe(50);
    expect(price?.low).toBeLessThan(50);
    expect(price?.low).toBeCloseTo((50 * (price?.delivered_percent ?? 0)) / 100, 0);
    await sql("delete from campaign_counters where campaign_id = $1 and state = 'FAILED'", [earlier.id]);
  });

  test('and the budget are not shown to Users', async () => {
    await setBudget(100);
    const user = await createUser(world.server.owner);
    await addMember(world.server.owner, world.clientId, user, 'User');
    const auth = await createAuth(world.server.platform);
    const as = world.apiAs(
      await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account: { clientId: world.clientId, role: 'User' } }),
    );
    const answer = await as('POST /api/campaigns/audience', {
      body: { channel_id: world.channelId, template_id: template, audience: { phone_numbers: ['+447700900123'] } },
    });
    expect(answer.body.price).toBeNull();
    expect((await as('GET /api/broadcast-settings', {})).status).toBe(403);
  });
});

describe('what WhatsApp billed', () => {
  test('stands beside what was expected, once for each message', async () => {
    const campaign = await draftTo(world, [...freshPhones(3), ...germans(2)], { template_id: template });
    await untilCampaign(world, await runCommand(world, campaign, 'start'), isSettled);
    const now = await until(async () => {
      const { body } = await costs(campaign);
      return body.billed === 5 ? body : null;
    });
    expect(now).toMatchObject({
      ...{ currency: 'EUR', expected: 5, estimated: 5.5, billed: 5, amount: 5.5, free: 0, open: 0, without_rate: 0 },
      by_country: [
        { country: 'DE', category: 'utility', expected: 2, estimated: 4, billed: 2, amount: 4 },
        { country: 'GB', category: 'utility', expected: 3, estimated: 1.5, billed: 3, amount: 1.5 },
      ],
    });
    // As the recipients say one by one.
    const recount = await sql<{ n: number }>(
      'select count(*)::int as n from campaign_recipients where campaign_id = $1 and billable',
      [campaign.id],
    );
    expect(recount).toEqual([{ n: 5 }]);
  });

  test('is added up by the month in which broadcasts started', async () => {
    const before = (await world.api('GET /api/campaign-costs', {})).body.months[0];
    const campaign = await draftTo(world, [...freshPhones(3), ...germans(2)], { template_id: template });
    await untilCampaign(world, await runCommand(world, campaign, 'start'), isSettled);
    const now = await until(async () => {
      const { body } = await world.api('GET /api/campaign-costs', {});
      return body.months[0]?.open === 0 && body.months[0].billed - (before?.billed ?? 0) === 5 ? body : null;
    });
    const [month] = now.months;
    expect(now).toMatchObject({ currency: 'EUR', months: [{ open: 0 }] });
    expect((month?.estimated ?? 0) - (before?.estimated ?? 0)).toBeCloseTo(5.5);
    expect((month?.amount ?? 0) - (before?.amount ?? 0)).toBeCloseTo(5.5);
    expect((month?.broadcasts ?? 0) - (before?.broadcasts ?? 0)).toBe(1);
  });

  // https://developers.facebook.com/docs/whatsapp/pricing/, "Volume tiers".
  test('is what was expected also where its messages pass a volume tier of the month', async () => {
    const counted = () => sql<{ n: number }>('select coalesce(sum(n), 0)::int as n from report_charges where billable');
    const billed = () => sql<{ n: number }>('select count(*)::int as n from campaign_recipients where billable');
    await until(async () => (await counted())[0]?.n === (await billed())[0]?.n);
    await sql('delete from report_charges');
    const before = (await world.api('GET /api/reports/rates', {})).body.rates;
    const tier = { from: '2026-01-01', category: 'utility', market: '' } as const;
    await putRates([
      { ...tier, price: 0.5 },
      { ...tier, price: 0.2, above: 3 },
      { from: '2026-02-01', category: 'utility', market: 'DE', price: 2 },
    ]);
    const phones = [...freshPhones(7), ...germans(1)];
    const expected = 3 * 0.5 + 4 * 0.2 + 2;
    expect((await check(phones)).body.price?.high).toBe(expected);
    const campaign = await draftTo(world, phones, { template_id: template });
    await untilCampaign(world, await runCommand(world, campaign, 'start'), isSettled);
    await until(async () => (await counted())[0]?.n === 8);
    const { body } = await costs(campaign);
    expect(body).toMatchObject({ billed: 8, estimated: expected, amount: expected });
    const { spend } = (await world.api('GET /api/reports', { query: { period: 'today' } })).body;
    expect(spend?.amount).toBe(expected);
    // The next ones cost the second price.
    expect((await check(freshPhones(10))).body.price?.high).toBeLessThan(10 * 0.5);
    await putRates(before);
  });

  test('is not found for a broadcast of another account', async () => {
    expect((await costs({ id: '0199aaaa-0000-7000-8000-000000000000' })).status).toBe(404);
  });
});

describe('the budget of a month', () => {
  test('needs rates, and is refused when another member changed it', async () => {
    const { version } = await setBudget(100);
    const limit = { limit_messages: null, limit_days: null };
    const body = { monthly_budget: 50, warn_percent: 80, start_over_budget: false, ...limit, version: version - 1 };
    expect((await world.api('PUT /api/broadcast-settings', { body })).body).toMatchObject({
      error: { code: 'version_conflict' },
    });
    for (const wrong of [{ monthly_budget: 0 }, { monthly_budget: 1.001 }, { warn_percent: 101 }]) {
      const answer = await world.api('PUT /api/broadcast-settings', { body: { ...body, version, ...wrong } });
      expect(answer.status).toBe(422);
    }
  });

  test('warns in the check, and names when it would be exceeded', async () => {
    await setBudget(10);
    const stateFor = async (n: number) => (await check(freshPhones(n))).body.price?.budget?.state;
    expect(await stateFor(15)).toBe('within');
    expect(await stateFor(16)).toBe('warning');
    expect(await stateFor(20)).toBe('warning');
    expect(await stateFor(21)).toBe('exceeded');
  });

  test('refuses a start that would exceed it, unless the account allows it', async () => {
    await setBudget(1);
    const campaign = await draftTo(world, freshPhones(3), { template_id: template });
    const start = () => world.api('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
    const refused = await start();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { code: 'budget_exceeded' } });
    expect((await getCampaign(world, campaign)).state).toBe('DRAFT');
    await setBudget(1, { start_over_budget: true });
    expect((await start()).status).toBe(200);
  });

  test('of several that start at once only those within it start', async () => {
    await setBudget(3);
    const drafts = await Promise.all([0, 1, 2, 3].map(() => draftTo(world, freshPhones(3), { template_id: template })));
    const answers = await Promise.all(
      drafts.map(({ id }) => world.api('POST /api/campaigns/{id}/start', { params: { id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  });

  test('pauses a running broadcast when it is used, which goes on once it is raised', async () => {
    await setBudget(2, { start_over_budget: true });
    const campaign = await draftTo(world, freshPhones(9), { template_id: template });
    await startAndSnapshot(world, campaign);
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('budget');
    const written = await sql<{ n: number }>(
      'select count(*)::int as n from campaign_recipients where campaign_id = $1 and message_id is not null',
      [campaign.id],
    );
    expect(written).toEqual([{ n: 4 }]);
    const resume = await world.api('POST /api/campaigns/{id}/resume', { params: { id: campaign.id } });
    expect(resume.body).toMatchObject({ error: { code: 'budget_exceeded' } });
    await setBudget(100);
    await runCommand(world, campaign, 'resume');
    const done = await untilCampaign(world, campaign, isSettled);
    expect(done.counters.delivered + done.counters.read).toBe(9);
  });

  test('two broadcasts together never spend more than it', async () => {
    await setBudget(5, { start_over_budget: true });
    const drafts = await Promise.all([0, 1].map(() => draftTo(world, freshPhones(12), { template_id: template })));
    await Promise.all(drafts.map((draft) => runCommand(world, draft, 'start')));
    for (const draft of drafts) {
      const paused = await untilCampaign(world, draft, ({ state }) => state === 'PAUSED');
      expect(paused.state_reason).toBe('budget');
    }
    const written = await sql<{ n: number }>(
      'select count(*)::int as n from campaign_recipients where campaign_id = any($1) and message_id is not null',
      [drafts.map(({ id }) => id)],
    );
    expect(written).toEqual([{ n: 10 }]);
  });

  test('does not count what failed', async () => {
    // The messages of other broadcasts have left: the faults are for these four.
    await until(async () => (await sql("select from triggers where state in ('waiting', 'started')")).length === 0);
    await setBudget(2);
    const phones = freshPhones(4);
    await world.phone('POST', '/faults', { next_send_error: 131_026, next_send_error_count: 4 });
    const campaign = await draftTo(world, phones, { template_id: template });
    await untilCampaign(world, await runCommand(world, campaign, 'start'), isSettled);
    await world.phone('DELETE', '/faults');
    await until(async () => ((await world.api('GET /api/broadcast-settings', {})).body.used === 0 ? true : null));
  });
});

describe('the budget of a broadcast', () => {
  const writtenOf = async (campaign: { id: string }) =>
    (
      await sql<{ n: number }>(
        'select count(*)::int as n from campaign_recipients where campaign_id = $1 and message_id is not null',
        [campaign.id],
      )
    )[0]?.n;

  test('pauses it before the recipient who would exceed it; who resumes it sends the rest', async () => {
    await setBudget(null);
    const campaign = await draftTo(world, freshPhones(7), { template_id: template, schedule: { budget: 1.5 } });
    await startAndSnapshot(world, campaign);
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('own_budget');
    expect(await writtenOf(campaign)).toBe(3);
    await runCommand(world, campaign, 'resume');
    const done = await untilCampaign(world, campaign, isSettled);
    expect(done.counters.delivered + done.counters.read).toBe(7);
  });

  test('is raised by who resumes it, to more than was spent, and pauses again', async () => {
    await setBudget(null);
    const campaign = await draftTo(world, freshPhones(7), { template_id: template, schedule: { budget: 1 } });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    const resume = (budget: number) =>
      world.api('POST /api/campaigns/{id}/resume', { params: { id: campaign.id }, body: { budget } });
    for (const budget of [1, 1.2]) {
      expect((await resume(budget)).body).toMatchObject({ error: { data: [{ field: 'budget' }] } });
    }
    expect(await writtenOf(campaign)).toBe(2);
    expect((await resume(2.5)).body).toMatchObject({ state: 'RUNNING', schedule: { budget: 2.5 } });
    const again = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(again.state_reason).toBe('own_budget');
    expect(await writtenOf(campaign)).toBe(5);
    await runCommand(world, campaign, 'resume');
    expect((await untilCampaign(world, campaign, isSettled)).schedule.budget).toBeUndefined();
  });

  test('holds beside that of the month, and the smaller one pauses', async () => {
    await setBudget(1, { start_over_budget: true });
    const campaign = await draftTo(world, freshPhones(7), { template_id: template, schedule: { budget: 3 } });
    await startAndSnapshot(world, campaign);
    const paused = await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
    expect(paused.state_reason).toBe('budget');
    expect(await writtenOf(campaign)).toBe(2);
    await setBudget(null);
  });

  test('needs rates, and is an amount', async () => {
    const campaign = await draftTo(world, freshPhones(1), { template_id: template, schedule: { budget: 5 } });
    const { rows } = { rows: await sql('delete from report_rates returning client_id') };
    expect(rows.length).toBeGreaterThan(0);
    await sql('delete from report_currencies');
    const answer = await world.api('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
    expect(answer.body).toMatchObject({
      error: { code: 'campaign_not_ready', data: [{ field: 'schedule.budget' }] },
    });
  });
});

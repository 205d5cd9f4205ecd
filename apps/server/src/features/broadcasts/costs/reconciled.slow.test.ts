import { isMarket } from '@parley/contract/markets';
import type { Rate, Report } from '@parley/contract/types';
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftTo, templateOf } from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* What was expected to be billed is what was billed, to the cent, and the report of the month says the same. */

let world: World;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

/** Countries with a price of their own, of groups, and of all others. */
const countries: CountryCode[] = [
  ...(['AR', 'BR', 'CL', 'CO', 'EG', 'FR', 'DE', 'IN', 'ID', 'IL', 'IT', 'MY', 'MX', 'NL', 'NG', 'PK', 'PE'] as const),
  ...(['RU', 'SA', 'ZA', 'ES', 'TR', 'AE', 'GB', 'US', 'KE', 'GH', 'JP', 'AU', 'PL', 'CZ', 'BO', 'UY', 'QA'] as const),
  ...(['JO', 'AT', 'SE', 'IS', 'KR', 'FJ'] as const),
];
const groups = [
  ...['north-america', 'rest-of-africa', 'rest-of-asia-pacific', 'rest-of-central-and-eastern-europe'],
  ...['rest-of-latin-america', 'rest-of-middle-east', 'rest-of-western-europe', ''],
];
const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
const perCampaign = 25_000;

test('100,000 messages to 40 markets in all categories: expected minus billed is 0.00', async () => {
  expect([...groups, ...countries].every(isMarket)).toBe(true);
  const rates: Rate[] = ['marketing', 'utility', 'authentication', 'service'].flatMap((category, n) =>
    [...countries.slice(0, 25), ...groups].map((market, at) => ({
      ...{ from: '2026-01-01', category: category as Rate['category'], market },
      price: (17 * at + 131 * n + 3) / 10_000,
    })),
  );
  const put = await world.api('PUT /api/reports/rates', { body: { currency: 'USD', version: 0, rates } });
  expect(put.status).toBe(200);
  const template = await templateOf(world);
  const digits = countries.map((country) => `${getCountryCallingCode(country)}2345678`.slice(0, 8));
  let expected = 0;
  for (const category of categories) {
    const campaign = await draftTo(world, [], { template_id: template });
    await sql(
      `update campaigns set state = 'FINISHED', started_at = now(), ended_at = now(), template = $2
       where id = $1`,
      [campaign.id, { category }],
    );
    await sql(
      `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, phone_number, state, digits)
       select $1, $2, n, 'p:' || n, phone || n, 'QUEUED', left(phone, 4)
       from generate_series(1, $3::int) n cross join lateral (select ($4::text[])[1 + n % cardinality($4::text[])] as phone) p`,
      [world.clientId, campaign.id, perCampaign, digits],
    );
    // As the first status of each message says; the rest of the day in another order than they were written.
    await sql(
      `update campaign_recipients set state = 'DELIVERED', billed_day = current_date, billed_as = lower($2), billable = true
       where campaign_id = $1 and n % 2 = 0`,
      [campaign.id, category],
    );
    await sql(
      `update campaign_recipients set state = 'READ', billed_day = current_date, billed_as = lower($2), billable = true
       where campaign_id = $1 and n % 2 = 1`,
      [campaign.id, category],
    );
    const { body } = await world.api('GET /api/campaigns/{id}/costs', { params: { id: campaign.id } });
    expect(body).toMatchObject({ expected: perCampaign, billed: perCampaign, open: 0, without_rate: 0 });
    expect(body.by_country.length).toBe(countries.length);
    for (const line of body.by_country) expect(line.amount).toBe(line.estimated);
    expect(((body.estimated ?? 0) - (body.amount ?? 0)).toFixed(2)).toBe('0.00');
    expected += body.estimated ?? 0;
  }
  // Free-form replies, at the price for service messages.
  await sql(
    `insert into report_charges (client_id, quarter, channel_id, category, digits, billable, n)
     select client_id, report_quarter(now()), $2::uuid, lower(billed_as), digits, true, count(*) from campaign_recipients
     where client_id = $1 group by 1, 4, 5
     union all select $1::uuid, report_quarter(now()), $2::uuid, 'service', left(phone, 4), true, count(*)
     from generate_series(1, $3::int) n cross join lateral (select ($4::text[])[1 + n % cardinality($4::text[])] as phone) p
     group by 5`,
    [world.clientId, world.channelId, perCampaign, digits],
  );
  const priceOf = new Map(
    rates.filter(({ category }) => category === 'service').map((rate) => [rate.market, rate.price]),
  );
  const { spend } = (await world.api('GET /api/reports', { query: { period: 'today' } })).body as Report;
  expect(spend).toMatchObject({ billed: 4 * perCampaign, without_rate: 0, currency: 'USD' });
  const service = spend?.by_category.find(({ category }) => category === 'service');
  expect(service?.billed).toBe(perCampaign);
  expect(service?.amount).toBeGreaterThan(perCampaign * Math.min(...priceOf.values()));
  expect(((spend?.amount ?? 0) - (service?.amount ?? 0) - expected).toFixed(2)).toBe('0.00');
});

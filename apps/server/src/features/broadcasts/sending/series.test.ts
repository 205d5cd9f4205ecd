import { nextOccurrence } from '@parley/contract/broadcast-repeat';
import { dayTimeIn } from '@parley/contract/local-time';
import type { Campaign, CampaignRepeat } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  listRecipients,
  moveClock,
  runCommand,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { serverBeside } from '../../../testing/server.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { lockCampaign } from '../core/repo.ts';
import { runSeries } from './series.ts';

/* Recurring broadcasts: each due time makes one broadcast. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
  await world.api('POST /api/custom-fields', { body: { name: 'Born', type: 'date' } });
});
afterAll(() => world.close());
afterEach(async () => {
  await sql("update campaigns set state = 'CANCELLED' where state = 'SCHEDULED'");
  await moveClock(world, 0);
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const zone = 'Europe/London';
const hourMs = 3_600_000;
/** Every day at the hour that is two to three hours from now. */
const time = `${dayTimeIn(zone, Date.now() + 3 * hourMs).time.slice(0, 2)}:00`;
const daily: CampaignRepeat = { every: 'week', days: [1, 2, 3, 4, 5, 6, 7], time };
const timesMade = async ({ id }: { id: string }) =>
  (await world.api('GET /api/campaigns', { query: { series_id: id } })).body.data;
async function scheduled(
  repeat: CampaignRepeat,
  more: Partial<Parameters<typeof draftTo>[2]> = {},
  phones = freshPhones(3),
) {
  const draft = await draftTo(world, phones, { template_id: template, schedule: { repeat }, ...more });
  return runCommand(world, draft, 'start');
}
const untilMade = (series: Campaign, n: number) =>
  until(async () => {
    const made = await timesMade(series);
    return made.length >= n ? made : null;
  });

test('each due time makes one broadcast with the audience of then, and the series waits for the next', async () => {
  const series = await scheduled(daily);
  expect(series.state).toBe('SCHEDULED');
  const first = series.schedule.at ?? '';
  expect(first).toBe(nextOccurrence(daily, zone, Date.now())?.at);
  await moveClock(world, 4);
  const [made] = await untilMade(series, 1);
  expect(made?.series_id).toBe(series.id);
  expect(made?.name).toBe(`Spring sale - ${dayTimeIn(zone, Date.parse(first)).day}`);
  expect(made?.schedule).toEqual({ at: first });
  await untilCampaign(world, { id: made?.id ?? '' }, isSettled);
  const next = await getCampaign(world, series);
  expect([next.state, next.schedule.at]).toEqual(['SCHEDULED', nextOccurrence(daily, zone, Date.parse(first))?.at]);
  const phone = freshPhone();
  const changed = await world.api('PUT /api/campaigns/{id}', {
    params: { id: series.id },
    body: { audience: { phone_numbers: [`+${phone}`] } },
  });
  expect(changed.status).toBe(200);
  await moveClock(world, 28);
  const [second] = await untilMade(series, 2);
  await untilCampaign(world, { id: second?.id ?? '' }, isSettled);
  expect((await listRecipients(world, { id: second?.id ?? '' })).map((row) => row.phone_number)).toEqual([phone]);
});

test('times missed while no server ran are made up for once, and the series says how many were left out', async () => {
  const series = await scheduled(daily);
  await moveClock(world, 24 * 3 + 4);
  const made = await untilMade(series, 1);
  const now = await getCampaign(world, series);
  expect(Date.parse(now.schedule.at ?? '')).toBeGreaterThan(Date.now() + (24 * 3 + 4) * hourMs);
  expect(made).toHaveLength(1);
  const { data } = (await world.api('GET /api/campaigns/{id}/events', { params: { id: series.id } })).body;
  expect(data[0]).toMatchObject({ kind: 'repeated', detail: { campaign_id: made[0]?.id, missed: 3 } });
});

test('two processes make one broadcast, and a time that made one never makes another', async () => {
  const other = await serverBeside(world.server);
  try {
    const series = await scheduled(daily);
    const first = series.schedule.at;
    await moveClock(world, 4);
    await untilMade(series, 1);
    const start = (await getCampaign(world, series)).schedule.at;
    // As after a kill whose transaction was lost for one of the two: the same time is due again.
    await sql(
      `update campaigns set schedule = schedule || jsonb_build_object('at', $2::text), start_at = $2::timestamptz where id = $1`,
      [series.id, first],
    );
    await until(async () => (await getCampaign(world, series)).schedule.at === start);
    expect(await timesMade(series)).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test('a time that another process took while this one waited is not followed by the next one', async () => {
  const series = await scheduled(daily);
  // Listed as due by a process that gets the row only after its next time was set.
  await world.server.platform.db.withTenant(world.clientId, async (tx) => {
    const row = await lockCampaign(tx, series.id);
    if (row !== null) await runSeries(tx, row);
  });
  expect(await timesMade(series)).toEqual([]);
  expect((await getCampaign(world, series)).schedule.at).toBe(series.schedule.at);
});

test('a paused one makes nothing and does not make up for it; an ended one never goes on', async () => {
  const series = await scheduled(daily);
  expect((await runCommand(world, series, 'pause')).state).toBe('PAUSED');
  await moveClock(world, 30);
  const resumed = await runCommand(world, series, 'resume');
  expect(resumed.state).toBe('SCHEDULED');
  expect(Date.parse(resumed.schedule.at ?? '')).toBeGreaterThan(Date.now() + 30 * hourMs);
  expect(await timesMade(series)).toEqual([]);
  expect((await runCommand(world, series, 'end')).state).toBe('CANCELLED');
  expect((await world.api('POST /api/campaigns/{id}/resume', { params: { id: series.id } })).status).toBe(409);
  const draft = await draftTo(world, freshPhones(1), { template_id: template });
  expect((await world.api('POST /api/campaigns/{id}/end', { params: { id: draft.id } })).status).toBe(409);
});

test('editing takes it back to a draft; started again it goes on with its new time', async () => {
  const series = await scheduled(daily);
  expect((await runCommand(world, series, 'cancel')).state).toBe('DRAFT');
  const monthly: CampaignRepeat = { every: 'month', day: 31, time: '09:00' };
  await world.api('PUT /api/campaigns/{id}', { params: { id: series.id }, body: { schedule: { repeat: monthly } } });
  const again = await runCommand(world, series, 'start');
  expect(again.schedule.at).toBe(nextOccurrence(monthly, zone, Date.now())?.at);
});

describe('on a date field', () => {
  const contact = async (born: string | null) => {
    const phone = freshPhone();
    const fields = born === null ? {} : { custom_fields: { Born: born } };
    await world.api('POST /api/contacts', { body: { name: 'Noor', phone_number: `+${phone}`, ...fields } });
    return phone;
  };

  test('those whose day it is get it, of lists, filters and typed numbers alike', async () => {
    const day = dayTimeIn(zone, Date.parse(nextOccurrence(daily, zone, Date.now())?.at ?? '')).day.slice(5);
    const today = [await contact(`1990-${day}`), await contact(`2001-${day}`)];
    const notToday = [await contact('1990-01-01'), await contact(null), freshPhone()];
    const series = await scheduled({ every: 'date', field: 'Born', time }, {}, [...today, ...notToday]);
    await moveClock(world, 4);
    const [made] = await untilMade(series, 1);
    await untilCampaign(world, { id: made?.id ?? '' }, isSettled);
    const got = (await listRecipients(world, { id: made?.id ?? '' })).map((row) => row.phone_number);
    expect(got.sort()).toEqual([...today].sort());
  });

  test('a day without anyone makes no broadcast', async () => {
    const series = await scheduled({ every: 'date', field: 'Born', time }, {}, [await contact(null)]);
    await moveClock(world, 4);
    await until(async () => (await getCampaign(world, series)).schedule.at !== series.schedule.at);
    expect(await timesMade(series)).toEqual([]);
  });

  test('a field that is missing or no date is named before it starts', async () => {
    await world.api('POST /api/custom-fields', { body: { name: 'City' } });
    for (const field of ['City', 'Nothing']) {
      const draft = await draftTo(world, freshPhones(1), {
        template_id: template,
        schedule: { repeat: { every: 'date', field, time } },
      });
      const refused = await world.api('POST /api/campaigns/{id}/start', { params: { id: draft.id } });
      const { error } = refused.body as unknown as { error: { data: { field: string }[] } };
      expect(error.data.map((one) => one.field)).toEqual(['schedule.repeat.field']);
    }
  });
});

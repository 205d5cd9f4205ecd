import type { Campaign } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  listRecipients,
  moveClock,
  runCommand,
  startAndSnapshot,
  templateOf,
  timesGot,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* When recipients are sent to: by their local time, and after a first share. */

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

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const tried = ({ counters }: Campaign) =>
  counters.sent + counters.delivered + counters.read + counters.failed + counters.capped;
const hourMs = 3_600_000;
/** A full hour, so many hours from now. */
const hourIn = (hours: number) => new Date(Math.ceil(Date.now() / hourMs) * hourMs + hours * hourMs);
/** Numbers of a country. */
const phonesOf = (code: string, n: number) => freshPhones(n).map((phone) => code + phone.slice(-9));
const zoneOf = async (zone: string) => sql('update clients set time_zone = $2 where id = $1', [world.clientId, zone]);

describe('in each recipient’s time zone', () => {
  test('each zone is sent to when its clocks show the time', async () => {
    await zoneOf('UTC');
    // The account's clock is at the time in 30 hours; India's five and a half earlier.
    const at = hourIn(30);
    const india = phonesOf('919', 2);
    const campaign = await draftTo(world, [...india, ...phonesOf('819', 2)], {
      template_id: template,
      schedule: { at: at.toISOString(), recipient_zone: { passed: 'next_day' } },
    });
    expect((await runCommand(world, campaign, 'start')).state).toBe('SCHEDULED');
    // The first clocks of the world show it 14 hours earlier: the recipients are known from then on.
    await moveClock(world, 17);
    await untilCampaign(world, campaign, (now) => now.state === 'RUNNING' && !now.preparing);
    const due = (await listRecipients(world, campaign)) as unknown as { phone_number: string; due_at: Date }[];
    const dueOf = (start: string) =>
      due.filter(({ phone_number: phone }) => phone.startsWith(start)).map((row) => row.due_at.getTime());
    expect(dueOf('91')).toEqual(india.map(() => at.getTime() - 5.5 * hourMs));
    expect(dueOf('81')).toEqual([at.getTime() - 9 * hourMs, at.getTime() - 9 * hourMs]);
    expect((await getCampaign(world, campaign)).next_due_at).toBe(new Date(at.getTime() - 9 * hourMs).toISOString());
    expect(await timesGot(world, india)).toEqual([0, 0]);
    await moveClock(world, 22.5);
    await untilCampaign(world, campaign, (now) => now.counters.delivered === 2);
    expect((await getCampaign(world, campaign)).state).toBe('RUNNING');
    expect(await timesGot(world, india)).toEqual([0, 0]);
    await moveClock(world, 26.5);
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, india)).toEqual([1, 1]);
  });

  test.each([
    ['now', [1, 1]],
    ['next_day', [0, 0]],
  ] as const)('whose time has passed is sent to %s', async (passed, got) => {
    await zoneOf('America/New_York');
    const tokyo = phonesOf('819', 2);
    // In New York it is later; in Tokyo the hour has passed.
    const campaign = await draftTo(world, tokyo, {
      template_id: template,
      schedule: { at: hourIn(2).toISOString(), recipient_zone: { passed } },
    });
    await startAndSnapshot(world, campaign);
    if (passed === 'now') await untilCampaign(world, campaign, isSettled);
    else await untilCampaign(world, campaign, (now) => now.next_due_at !== null);
    expect(await timesGot(world, tokyo)).toEqual(got);
    if (passed === 'now') return;
    const next = Date.parse((await getCampaign(world, campaign)).next_due_at ?? '');
    expect(next - Date.now()).toBeGreaterThan(10 * hourMs);
    expect(next - Date.now()).toBeLessThanOrEqual(24 * hourMs);
    await moveClock(world, 25);
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, tokyo)).toEqual([1, 1]);
  });

  test('sending hours count where the recipient is', async () => {
    await zoneOf('UTC');
    const japan = phonesOf('819', 2);
    const tokyoHour = (hours: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' }).format(
        Date.now() + hours * hourMs,
      );
    const campaign = await draftTo(world, japan, {
      template_id: template,
      schedule: {
        at: hourIn(0).toISOString(),
        window: { from: tokyoHour(4), to: tokyoHour(8) },
        recipient_zone: { passed: 'now' },
      },
    });
    await startAndSnapshot(world, campaign);
    const waiting = await untilCampaign(world, campaign, (now) => now.next_due_at !== null);
    expect(Date.parse(waiting.next_due_at ?? '') - Date.now()).toBeGreaterThan(3.9 * hourMs);
    expect(await timesGot(world, japan)).toEqual([0, 0]);
    await moveClock(world, 5);
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, japan)).toEqual([1, 1]);
  });

  test('the check counts by zone, and a schedule without a time is refused', async () => {
    await zoneOf('UTC');
    const phones = [...phonesOf('819', 2), ...phonesOf('919', 1)].map((phone) => `+${phone}`);
    const at = hourIn(30);
    const check = await world.api('POST /api/campaigns/audience', {
      body: {
        channel_id: world.channelId,
        audience: { phone_numbers: phones },
        schedule: { at: at.toISOString(), recipient_zone: { passed: 'now' } },
      },
    });
    expect(check.body.zones).toEqual([
      {
        time_zone: 'Asia/Tokyo',
        count: 2,
        unknown: 0,
        at: new Date(at.getTime() - 9 * hourMs).toISOString(),
        passed: false,
        clock_change: null,
      },
      {
        time_zone: 'Asia/Kolkata',
        count: 1,
        unknown: 0,
        at: new Date(at.getTime() - 5.5 * hourMs).toISOString(),
        passed: false,
        clock_change: null,
      },
    ]);
    const draft = await draftTo(world, freshPhones(1), {
      template_id: template,
      schedule: { recipient_zone: { passed: 'now', field: 'Zone of mine' } },
    });
    const refused = await world.api('POST /api/campaigns/{id}/start', { params: { id: draft.id } });
    expect(refused).toMatchObject({ status: 422, body: { error: { data: [{ field: 'schedule.at' }] } } });
  });
});

describe('a first share', () => {
  const withShare = (phones: readonly string[], rest: 'go_on' | 'ask') =>
    draftTo(world, phones, {
      template_id: template,
      schedule: {
        first_share: { percent: 10, wait_hours: 2, rest, failure_percent: 25, opt_out_percent: 5 },
      },
    });
  const waiting = (campaign: Campaign) => untilCampaign(world, campaign, (now) => now.share?.state === 'WAITING');

  test('is sent alone; the rest follows by itself after the wait', async () => {
    const phones = freshPhones(40);
    const campaign = await withShare(phones, 'go_on');
    await startAndSnapshot(world, campaign);
    const now = await waiting(campaign);
    expect(tried(now)).toBe(4);
    expect(now.counters.queued).toBe(36);
    await moveClock(world, 3);
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  });

  test('“Send the rest now” ends the wait; a pause before it does not', async () => {
    const phones = freshPhones(20);
    const campaign = await withShare(phones, 'go_on');
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await runCommand(world, campaign, 'pause');
    expect((await runCommand(world, campaign, 'resume')).share?.state).toBe('WAITING');
    expect((await runCommand(world, campaign, 'send-rest')).share).toBeNull();
    expect((await runCommand(world, campaign, 'send-rest')).share).toBeNull();
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  });

  test('asks before the rest when that was chosen', async () => {
    const phones = freshPhones(20);
    const campaign = await withShare(phones, 'ask');
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await moveClock(world, 3);
    const paused = await untilCampaign(world, campaign, (now) => now.state === 'PAUSED');
    expect(paused.state_reason).toBe('share_sent');
    expect(tried(paused)).toBe(2);
    await until(
      async () => (await sql("select from email_outbox where kind = 'broadcasts.tell_creator'")).length === 1,
    );
    await runCommand(world, campaign, 'resume');
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, phones)).toEqual(phones.map(() => 1));
  });

  test('pauses when too many of it opted out', async () => {
    const phones = freshPhones(20);
    const campaign = await withShare(phones, 'go_on');
    await startAndSnapshot(world, campaign);
    await waiting(campaign);
    await sql(
      `update campaign_recipients set opted_out_at = now() where campaign_id = $1 and n = (
         select min(n) from campaign_recipients where campaign_id = $1 and message_id is not null)`,
      [campaign.id],
    );
    await moveClock(world, 3);
    const paused = await untilCampaign(world, campaign, (now) => now.state === 'PAUSED');
    expect(paused.state_reason).toBe('share_limits');
    expect(tried(paused)).toBe(2);
    await runCommand(world, campaign, 'cancel');
  });

  test('of one recipient is everybody', async () => {
    const phones = freshPhones(1);
    const campaign = await withShare(phones, 'ask');
    await startAndSnapshot(world, campaign);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.share).toBeNull();
    expect(await timesGot(world, phones)).toEqual([1]);
  });
});

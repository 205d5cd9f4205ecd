import type { Campaign } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  listRecipients,
  moveClock,
  receivedByPhones,
  runCommand,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Recipients that WhatsApp held back (131049) are retried by schedule. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
  // WhatsApp holds back marketing only.
  await sql("update templates set category = 'MARKETING' where id = $1", [template]);
});
afterAll(() => world.close());
afterEach(async () => {
  await world.phone('DELETE', '/faults');
  await moveClock(world, 0);
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const holdBack = (times: number) =>
  world.phone('POST', '/faults', { next_send_error: 131_049, next_send_error_count: times });
/** The simulator accepts a message before it reports that it held it back. */
const timesTaken = async (phone: string) =>
  (await receivedByPhones(world)).filter((entry) => entry.phone === phone).length;
const capped = (now: Campaign) => now.state === 'FINISHED' && now.counters.capped === 1;
const hoursUntil = (at: string | null) => (Date.parse(at ?? '') - Date.now()) / 3_600_000;

/** A broadcast to one recipient, whom WhatsApp held back. */
async function onHold(phone: string, times: number): Promise<Campaign> {
  await holdBack(times);
  const campaign = await draftTo(world, [phone], { template_id: template, schedule: { retry_capped: true } });
  await startAndSnapshot(world, campaign);
  return untilCampaign(world, campaign, capped);
}

test('after twelve hours the same message is sent again, once', async () => {
  const [phone = ''] = freshPhones(1);
  const campaign = await onHold(phone, 1);
  expect(hoursUntil(campaign.next_retry_at)).toBeGreaterThan(11.9);
  expect(hoursUntil(campaign.next_retry_at)).toBeLessThanOrEqual(12);
  const [before] = await listRecipients(world, campaign);
  await moveClock(world, 12.1);
  const end = await untilCampaign(world, campaign, (now) => now.state === 'FINISHED' && now.counters.delivered === 1);
  expect(end.next_retry_at).toBeNull();
  const [after] = await listRecipients(world, campaign);
  expect(after).toMatchObject({ state: 'DELIVERED', attempt: 2, message_id: before?.message_id });
  expect(await timesTaken(phone)).toBe(2);
  const events = await world.api('GET /api/campaigns/{id}/events', { params: { id: campaign.id } });
  expect(events.body.data.find(({ kind }) => kind === 'retried')).toMatchObject({
    actor: 'bot',
    detail: { people: 1 },
  });
});

test('at most three times: after 12, 24 and 48 hours', async () => {
  const [phone = ''] = freshPhones(1);
  const campaign = await onHold(phone, 10);
  let hours = 0;
  for (const [at, wait] of [12, 24, 48].entries()) {
    expect(hoursUntil((await getCampaign(world, campaign)).next_retry_at) - hours).toBeCloseTo(wait, 0);
    hours += wait + 0.1;
    await moveClock(world, hours);
    const attempt = at + 2;
    await until(async () => {
      const [row] = await listRecipients(world, campaign);
      return row?.attempt === attempt && row.state === 'CAPPED' ? row : null;
    });
    await untilCampaign(world, campaign, capped);
  }
  expect((await getCampaign(world, campaign)).next_retry_at).toBeNull();
  expect(await timesTaken(phone)).toBe(4);
});

test('who opted out meanwhile is not sent to', async () => {
  const [phone = ''] = freshPhones(1);
  const campaign = await onHold(phone, 1);
  const [row] = await sql<{ contact_id: string }>('select contact_id from campaign_recipients where campaign_id = $1', [
    campaign.id,
  ]);
  await sql(
    `insert into suppressions (client_id, contact_id, source, active, provider_at) values ($1, $2, 'platform', true, now())`,
    [world.clientId, row?.contact_id],
  );
  await sql('update contacts set opted_out_at = now(), version = version + 1 where id = $1', [row?.contact_id]);
  await moveClock(world, 12.1);
  const end = await untilCampaign(world, campaign, (now) => now.state === 'FINISHED' && now.counters.skipped === 1);
  expect(end.next_retry_at).toBeNull();
  expect(await timesTaken(phone)).toBe(1);
});

test('retries that were stopped, or not wanted, do not happen', async () => {
  const [phone = '', other = ''] = freshPhones(2);
  const campaign = await onHold(phone, 1);
  const stopped = await runCommand(world, campaign, 'cancel');
  expect(stopped).toMatchObject({ state: 'FINISHED', next_retry_at: null, counters: { capped: 1 } });
  await holdBack(1);
  const without = await draftTo(world, [other], { template_id: template });
  await startAndSnapshot(world, without);
  expect((await untilCampaign(world, without, capped)).next_retry_at).toBeNull();
  await moveClock(world, 100);
  // Another broadcast that starts now is sent: the two had their turn.
  const last = await draftTo(world, freshPhones(1), { template_id: template });
  await startAndSnapshot(world, last);
  await untilCampaign(world, last, (now) => now.counters.delivered === 1);
  expect((await getCampaign(world, campaign)).counters.capped).toBe(1);
  expect((await getCampaign(world, without)).counters.capped).toBe(1);
});

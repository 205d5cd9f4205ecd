// @module-tag data
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { flowOf, keyword, publish, runIn, turnAllOff } from '../../../testing/automations.ts';
import {
  draftTo,
  freshPhones,
  listRecipients,
  moveClock,
  runCommand,
  startAndSnapshot,
  templateOf,
  timesGot,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { customerWrites, getMessage, queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Whatever sends later: who opted out of marketing meanwhile gets none, and the reason is shown. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
  await sql("update templates set category = 'MARKETING'");
  // Confirmations would be counted as messages too.
  await world.api('PUT /api/client', { body: { opt_out_answers: { on: false, texts: [] } } });
});
afterEach(async () => {
  await world.phone('DELETE', '/faults');
  await moveClock(world, 0);
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const stop = (phone: string) => customerWrites(world, phone, 'STOP');
const failNext = (code: number, times: number) =>
  world.phone('POST', '/faults', { next_send_error: code, next_send_error_count: times });

test('the rest of an A/B test', async () => {
  const phones = freshPhones(20);
  const other = await templateOf(world, 'order_ready');
  await sql("update templates set category = 'MARKETING'");
  const values = { 'body.1': { value: 'Ada' }, 'body.2': { value: 'A-17' }, 'button.0': { value: 'A-17' } };
  const campaign = await draftTo(world, phones, {
    template_id: template,
    ab_test: { template_id: other, variables: values, percent: 10, winner: 'replied', wait_hours: 2 },
  });
  await startAndSnapshot(world, campaign);
  await untilCampaign(world, campaign, ({ share }) => share?.state === 'WAITING');
  const [out] = await sql<{ phone: string }>(
    "select phone_number as phone from campaign_recipients where campaign_id = $1 and state = 'QUEUED' order by n limit 1",
    [campaign.id],
  );
  await stop(out?.phone ?? '');
  await moveClock(world, 3);
  await untilCampaign(world, campaign, ({ counters }) => counters.skipped === 1 && counters.delivered === 19);
  const row = (await listRecipients(world, campaign)).find(({ phone_number }) => phone_number === out?.phone);
  expect(row).toMatchObject({ state: 'SKIPPED', reason: 'opted_out' });
  expect(await timesGot(world, [out?.phone ?? ''])).toEqual([0]);
});

test('a broadcast’s retry, and a member’s retry of one message', async () => {
  const phones = freshPhones(2);
  await failNext(131_026, 2);
  const campaign = await draftTo(world, phones, { template_id: template });
  await startAndSnapshot(world, campaign);
  await untilCampaign(world, campaign, ({ counters }) => counters.failed === 2);
  const before = await timesGot(world, phones);
  for (const phone of phones) await stop(phone);
  const [first, second] = await listRecipients(world, campaign);
  const retried = await world.api('POST /api/messages/{id}/retry', { params: { id: first?.message_id ?? '' } });
  expect(retried.status).toBe(200);
  await until(async () => (await getMessage(world, first?.message_id ?? '')).held_reason === 'opted_out');
  await world.api('POST /api/campaigns/{id}/retry', { params: { id: campaign.id }, body: { states: ['FAILED'] } });
  await until(async () => (await getMessage(world, second?.message_id ?? '')).held_reason === 'opted_out');
  await untilCampaign(world, campaign, ({ counters }) => counters.skipped === 2);
  expect((await listRecipients(world, campaign)).map(({ reason }) => reason)).toEqual(['opted_out', 'opted_out']);
  expect(await timesGot(world, phones)).toEqual(before);
});

test('a recurring broadcast leaves them out, with the reason', async () => {
  const phones = freshPhones(2);
  const time = `${String((new Date().getUTCHours() + 3) % 24).padStart(2, '0')}:00`;
  const draft = await draftTo(world, phones, {
    template_id: template,
    schedule: { repeat: { every: 'week', days: [1, 2, 3, 4, 5, 6, 7], time } },
  });
  const series = await runCommand(world, draft, 'start');
  await stop(phones[0] ?? '');
  await moveClock(world, 5);
  const made = await until(async () => {
    const { body } = await world.api('GET /api/campaigns', { query: { series_id: series.id } });
    return body.data[0];
  });
  await untilCampaign(world, made, ({ counters }) => counters.skipped === 1 && counters.delivered === 1);
  expect((await listRecipients(world, made)).map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['opted_out', null]),
  );
  expect(await timesGot(world, phones)).toEqual([0, 1]);
  await runCommand(world, series, 'end');
});

test('a scheduled message', async () => {
  const phone = freshPhone();
  const message = { id: newId(), to: `+${phone}`, type: 'template' as const, template: { id: template } };
  const at = new Date(Date.now() + 7_200_000).toISOString();
  const made = await world.api('POST /api/compose', {
    body: { channel_id: world.channelId, messages: [message], send_at: at } as never,
  });
  expect(made.status).toBe(201);
  await stop(phone);
  await sql("update scheduled_messages set send_at = now() - interval '1 second' where id = $1", [message.id]);
  await until(async () => (await getMessage(world, message.id)).held_reason === 'opted_out');
  expect(await timesGot(world, [phone])).toEqual([0]);
});

test('an automation that waits before its template', async () => {
  const flow = flowOf(keyword('offers'), [
    { id: 'w', kind: 'wait', minutes: 60, next: 't' },
    { id: 't', kind: 'send_template', template_id: template, values: {}, next: null },
  ]);
  const offers = await publish(world, 'Offers', flow);
  const phone = freshPhone();
  const thread = await customerWrites(world, phone, 'offers');
  const { id } = await runIn(world, thread, offers, 'WAITING');
  // A member notes it: no word of the customer ends the run.
  await world.api('PUT /api/contacts/{id}/suppression', {
    params: { id: thread.contact_id },
    body: { scope: 'marketing' },
  });
  await sql('update automation_runs set due_at = now() where id = $1', [id]);
  expect((await runIn(world, thread, offers, 'STOPPED')).reason).toBe('suppressed');
  expect(await timesGot(world, [phone])).toEqual([0]);
  await turnAllOff(world);
});

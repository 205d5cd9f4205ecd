import type { Campaign, ConversionGoal } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { draftTo, freshPhones, isSettled, runCommand, templateOf, untilCampaign } from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* Conversions are noted when a field changes or a label is given, within days of delivery. */

let world: World;
let template: string;
let label: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
  for (const name of ['Stage', 'City']) await world.api('POST /api/custom-fields', { body: { name } });
  label = (await world.api('POST /api/labels', { body: { name: 'Won', color: 'green' } } as never)).body.id;
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const plan = (phones: readonly string[], conversion: ConversionGoal) =>
  draftTo(world, phones, { template_id: template, stop_rules: null, schedule: { conversion } });
async function sent(phones: readonly string[], goal: ConversionGoal): Promise<Campaign> {
  const campaign = await plan(phones, goal);
  await runCommand(world, campaign, 'start');
  return untilCampaign(world, campaign, isSettled);
}
const contactOf = async (phone: string) => {
  const [row] = await sql<{ id: string }>('select id from contacts where client_id = $1 and phone_number = $2', [
    world.clientId,
    phone,
  ]);
  return row?.id ?? '';
};
const setField = async (phone: string, name: string, value: string) => {
  const id = await contactOf(phone);
  const body = { id, operation: 'SET', name, value };
  const answer = await world.api('POST /api/contacts/{id}/modify-custom-field', { params: { id }, body } as never);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const converted = async ({ id }: Campaign) => {
  const figure = (await world.api('GET /api/campaigns/{id}/conversions', { params: { id } })).body;
  const listed = await world.api('GET /api/campaigns/{id}/recipients', {
    params: { id },
    query: { after: 'converted', limit: 100 },
  });
  const phones = listed.body.data.map(({ phone_number }) => phone_number ?? '').sort();
  // The figure is exactly who its filter shows, and who SQL counts.
  const [counted] = await sql<{ n: number }>(
    `select count(distinct r.n)::int as n from campaign_recipients r join campaign_conversions v
       on v.campaign_id = r.campaign_id and v.n = r.n where r.campaign_id = $1`,
    [id],
  );
  expect(figure.converted).toBe(phones.length);
  expect(figure.converted).toBe(counted?.n);
  return { ...figure, phones };
};
const problems = async (campaign: { id: string }) => {
  const answer = await world.api('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  const { error } = answer.body as unknown as { error?: { data: { field: string }[] } };
  return (error?.data ?? []).map(({ field }) => field);
};

test('a field that gets the value counts once, in any case; others, other values and other contacts do not', async () => {
  const [one = '', two = '', three = '', outside = ''] = freshPhones(4);
  const [stranger = ''] = freshPhones(1);
  await world.api('POST /api/contacts', { body: { phone_number: stranger } });
  const campaign = await sent([one, two, three, outside], { field: 'Stage', value: 'won', days: 7 });
  expect(await converted(campaign)).toMatchObject({ converted: 0, delivered: 4 });
  await setField(one, 'Stage', 'Won');
  await setField(two, 'Stage', 'lost');
  await setField(three, 'City', 'won');
  await setField(stranger, 'Stage', 'won');
  await sql(
    `update campaign_recipients set delivered_at = now() - interval '8 days' where campaign_id = $1 and phone_number = $2`,
    [campaign.id, outside],
  );
  await setField(outside, 'Stage', 'won');
  expect((await converted(campaign)).phones).toEqual([one]);
  await setField(one, 'Stage', 'lost');
  await setField(one, 'Stage', 'won');
  await setField(two, 'Stage', 'won');
  expect((await converted(campaign)).phones).toEqual([one, two].sort());
});

test('any change of a field counts', async () => {
  const [one = '', two = ''] = freshPhones(2);
  const campaign = await sent([one, two], { field: 'City', days: 1 });
  await setField(one, 'City', 'Oslo');
  expect((await converted(campaign)).phones).toEqual([one]);
});

test('a label counts when it is given, not for a conversation that has it already', async () => {
  const [one = '', two = ''] = freshPhones(2);
  const campaign = await sent([one, two], { label_id: label, days: 7 });
  const [thread] = await sql<{ id: string }>(
    'select t.id from threads t join contacts c on c.id = t.contact_id where c.client_id = $1 and c.phone_number = $2',
    [world.clientId, one],
  );
  await sql('insert into thread_labels (client_id, thread_id, label_id) values ($1, $2, $3)', [
    world.clientId,
    thread?.id,
    label,
  ]);
  expect((await converted(campaign)).phones).toEqual([one]);
  const after = await sent([one], { label_id: label, days: 7 });
  expect((await converted(after)).phones).toEqual([]);
});

test('a start is refused by field: a field or label that is not there, also one of another account, or neither', async () => {
  const phones = freshPhones(1);
  expect(await problems(await plan(phones, { field: 'Nothing', days: 7 }))).toEqual(['schedule.conversion.field']);
  expect(await problems(await plan(phones, { label_id: newId(), days: 7 }))).toEqual(['schedule.conversion.label_id']);
  expect(await problems(await plan(phones, { days: 7 }))).toEqual(['schedule.conversion']);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftTo, freshPhones, getCampaign, templateOf } from '../../testing/broadcasts.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { testWorld, type World } from '../../testing/world.ts';

/* What is wrong with a broadcast is refused before anything is sent, with the field named. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
  template = await templateOf(world);
});
afterAll(() => world.close());

const sql = (text: string, values: unknown[] = []) => queryAsOwner(world.server.owner, text, values);
/** The fields that a start names; the broadcast must still be a draft. */
async function refusedFields(campaign: { id: string }): Promise<string[]> {
  const { status, body } = await world.api('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  expect(status).toBe(422);
  const { error } = body as unknown as { error: { code: string; data: { field: string }[] } };
  expect(error.code).toBe('campaign_not_ready');
  expect((await getCampaign(world, campaign)).state).toBe('DRAFT');
  return error.data.map(({ field }) => field);
}

test('an empty audience', async () => {
  expect(await refusedFields(await draftTo(world, [], { template_id: template }))).toEqual(['audience']);
  const made = await world.api('POST /api/contact-lists', { body: { name: 'Nobody' } });
  const audience = { contact_list_ids: [made.body.id] };
  expect(await refusedFields(await draftTo(world, [], { template_id: template, audience }))).toEqual(['audience']);
});

test('an audience of which everyone opted out', async () => {
  const phones = freshPhones(2);
  for (const phone of phones) {
    const { body } = await world.api('POST /api/contacts', { body: { name: 'Noor', phone_number: `+${phone}` } });
    await world.api('PUT /api/contacts/{id}/suppression', { params: { id: body.id }, body: { scope: 'all' } });
  }
  expect(await refusedFields(await draftTo(world, phones, { template_id: template }))).toEqual(['audience']);
  // Planned, it is sent to who is in the audience then.
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const planned = await draftTo(world, phones, { template_id: template, schedule: { at } });
  const { status } = await world.api('POST /api/campaigns/{id}/start', { params: { id: planned.id } });
  expect(status).toBe(200);
});

test('a template that changed since: it is paused, deleted, or has another variable', async () => {
  const campaign = await draftTo(world, freshPhones(1), { template_id: template });
  const [before] = await sql('select components from templates where id = $1', [template]);
  for (const status of ['PAUSED', 'DELETED']) {
    await sql('update templates set status = $2 where id = $1', [template, status]);
    expect(await refusedFields(campaign)).toEqual(['template_id']);
  }
  const components = JSON.stringify([{ type: 'BODY', text: 'Hello {{1}}, hello' }]);
  await sql(
    `update templates set status = 'ACTIVE', parameter_format = 'POSITIONAL', components = $2::jsonb where id = $1`,
    [template, components],
  );
  expect(await refusedFields(campaign)).toEqual(['variables.body.1']);
  // Nobody has a value: the variable is named, not the audience.
  await world.api('PUT /api/campaigns/{id}', {
    params: { id: campaign.id },
    body: { variables: { 'body.1': { field: 'FIRST_NAME' } } },
  });
  expect(await refusedFields(campaign)).toEqual(['variables.body.1']);
  await sql('update templates set components = $2::jsonb where id = $1', [
    template,
    JSON.stringify(before?.['components']),
  ]);
});

test('a time that has passed', async () => {
  const schedule = { at: new Date(Date.now() - 60_000).toISOString() };
  const campaign = await draftTo(world, freshPhones(1), { template_id: template, schedule });
  expect(await refusedFields(campaign)).toEqual(['schedule.at']);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { draftTo, freshPhones, getCampaign, templateOf } from '../../../testing/broadcasts.ts';
import { type FileServer, startFileServer } from '../../../testing/file-server.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* What is wrong with a broadcast is refused before anything is sent, with the field named. */

let world: World;
let template: string;
let files: FileServer;
beforeAll(async () => {
  files = await startFileServer();
  world = await testWorld({ withOtherAccounts: true, env: { ALLOWED_PRIVATE_HOSTS: files.host } });
  template = await templateOf(world);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

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

test('a header by an address that holds no such file: found by the check and before the start, once', async () => {
  const id = newId();
  const components = JSON.stringify([
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Look at this' },
  ]);
  await sql(
    `insert into templates (client_id, id, waba_id, name, language, status, category, parameter_format, components)
     select client_id, $1, waba_id, 'pictured', 'en', 'ACTIVE', 'UTILITY', 'POSITIONAL', $3::jsonb from channels where id = $2`,
    [id, world.channelId, components],
  );
  files.files.set('/login', { headers: { 'content-type': 'text/html' }, body: '<html>Sign in' });
  const at = (path: string) => ({ template_id: id, variables: { 'header.file': { value: files.url(path) } } });
  const campaign = await draftTo(world, freshPhones(1), at('/login'));
  const { audience } = campaign;
  const check = (path: string) =>
    world.api('POST /api/campaigns/audience', { body: { channel_id: world.channelId, audience, ...at(path) } });
  const page = 'A web page is at this address, not a picture. Use the address of the file itself, or upload the file.';
  expect((await check('/login')).body.links).toEqual([{ key: 'header.file', msg: page }]);
  expect((await check('/none')).body.links[0]?.msg).toContain('Nothing is at this address (status 404).');
  expect(await refusedFields(campaign)).toEqual(['variables.header.file']);
  files.files.set('/a.png', { headers: { 'content-type': 'image/png' } });
  expect((await check('/a.png')).body.links).toEqual([]);
  // Later: WhatsApp does not know this template, and the failure would sync those that other tests change.
  const later = { schedule: { at: new Date(Date.now() + 3_600_000).toISOString() } };
  const good = await draftTo(world, freshPhones(1), { ...at('/a.png'), ...later });
  expect((await world.api('POST /api/campaigns/{id}/start', { params: { id: good.id } })).status).toBe(200);
  expect(files.asked('/a.png')).toHaveLength(1);
  const test = { template_id: id, variables: { 'header.file': { value: files.url('/login') } } };
  const both = await draftTo(world, freshPhones(2), {
    ...at('/a.png'),
    ab_test: { ...test, percent: 50, winner: 'read', wait_hours: 1 },
  });
  expect(await refusedFields(both)).toContain('ab_test.variables.header.file');
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

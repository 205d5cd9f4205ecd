import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { findCampaigns } from '../core/repo.ts';
import { enqueueSnapshot } from '../snapshot/snapshot.ts';
import { findStartProblems } from './readiness.ts';

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = newId();
  await world.api('POST /api/custom-fields', { body: { name: 'City' } });
  await sql(
    `insert into templates (client_id, id, waba_id, name, language, status, category, parameter_format, components)
     select $1, $2, waba_id, 'offer', 'en', 'ACTIVE', 'MARKETING', 'NAMED', $4 from channels where id = $3`,
    [world.clientId, template, world.channelId, JSON.stringify(components)],
  );
});
afterAll(() => world.close());

const components = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Hi {{who}}, come to {{town}}' },
];
const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const create = async (body: object) =>
  (await world.api('POST /api/campaigns', { body: { name: 'Offer', channel_id: world.channelId, ...body } as never }))
    .body;
const lacks = (id: string) =>
  world.server.platform.db.withTenant(world.clientId, async (tx) => {
    const [row] = await findCampaigns(tx, [id]);
    if (row === undefined) throw new Error('no such broadcast');
    return (await findStartProblems(tx, row)).map(({ field }) => field);
  });

const whole = {
  audience: { phone_numbers: ['+4915112345678'] },
  variables: {
    'header.file': { value: 'https://shop.example/a.png' },
    'body.who': { field: 'FIRST_NAME' },
    'body.town': { field: 'City', fallback: 'Oslo' },
  },
};

test('problems of a broadcast are reported by field, all at once; a complete one has none', async () => {
  expect(await lacks((await create({})).id)).toEqual(['audience', 'template_id']);
  expect(await lacks((await create({ template_id: template })).id)).toEqual([
    'audience',
    'variables.header.file',
    'variables.body.who',
    'variables.body.town',
  ]);
  const odd = { 'header.file': { value: 'a file' }, 'body.who': { field: 'Nothing' }, 'body.town': { value: ' ' } };
  expect(await lacks((await create({ ...whole, template_id: template, variables: odd })).id)).toEqual([
    'variables.header.file',
    'variables.body.who',
    'variables.body.town',
  ]);
  const { id } = await create({ ...whole, template_id: template });
  expect(await lacks(id)).toEqual([]);
  await sql(`update templates set status = 'PAUSED' where id = $1`, [template]);
  expect(await lacks(id)).toEqual(['template_id']);
  await sql(`update templates set status = 'ACTIVE' where id = $1`, [template]);
});

test('a text with an unknown variable, or one that WhatsApp refuses, is not started', async () => {
  const start = async (town: object) => {
    const variables = { ...whole.variables, 'body.town': town };
    const { id } = await create({ ...whole, template_id: template, variables });
    const { status, body } = await world.api('POST /api/campaigns/{id}/start', { params: { id } });
    return [status, (body as unknown as { error: { data: object[] } }).error.data];
  };
  const field = 'variables.body.town';
  const unknown = 'Unknown variable {{Town}}. There is no field of that name.';
  expect(await start({ value: 'near {{Town}}' })).toEqual([422, [{ field, msg: unknown }]]);
  expect(await start({ field: 'City', fallback: '{{Town}}' })).toEqual([422, [{ field, msg: unknown }]]);
  const msg = 'New lines, tabs and more than 4 spaces in a row can’t be sent in town.';
  expect(await start({ value: 'Oslo\n\nand\tRome' })).toEqual([422, [{ field, msg, suggestion: 'Oslo and Rome' }]]);
  expect(await start({ field: 'City', fallback: 'your     town' })).toEqual([
    422,
    [{ field, msg, suggestion: 'your town' }],
  ]);
});

test('a renamed field is updated in broadcasts that have not started, and not in others', async () => {
  const filter = { field: 'custom:City', op: 'is', value: 'Oslo' };
  const [draft, begun] = [
    await create({ ...whole, template_id: template, audience: { filter } }),
    await create({ ...whole, template_id: template, audience: { filter } }),
  ];
  await sql(`update campaigns set state = 'FINISHED' where id = $1`, [begun.id]);
  await world.api('PUT /api/custom-fields/{name}', { params: { name: 'City' }, body: { name: 'Town' } });
  const read = async (id: string) => (await world.api('GET /api/campaigns/{id}', { params: { id } })).body;
  expect(await read(draft.id)).toMatchObject({
    audience: { filter: { field: 'custom:Town' } },
    variables: { 'body.town': { field: 'Town', fallback: 'Oslo' } },
  });
  expect(await read(begun.id)).toMatchObject({ audience: { filter }, variables: { 'body.town': { field: 'City' } } });
});

test('a failed snapshot, because a field was deleted, leaves a draft with the reason', async () => {
  await world.api('POST /api/custom-fields', { body: { name: 'Gone' } });
  const filter = { field: 'custom:Gone', op: 'is', value: 'x' };
  const { id } = await create({ ...whole, template_id: template, audience: { filter } });
  await sql(`delete from contact_fields where name = 'Gone'`);
  await sql(`update campaigns set state = 'RUNNING', preparing = true, started_at = now() where id = $1`, [id]);
  await world.server.platform.db.withTenant(world.clientId, (tx) => enqueueSnapshot(tx, id));
  notifyJobs(world.server.platform);
  const after = await until(async () => {
    const { body } = await world.api('GET /api/campaigns/{id}', { params: { id } });
    return body.preparing ? null : body;
  }, 60_000);
  expect(after).toMatchObject({ state: 'DRAFT', total: null, started_at: null });
  const events = await world.api('GET /api/campaigns/{id}/events', { params: { id } });
  expect(events.body.data[0]).toMatchObject({
    kind: 'cancelled',
    actor: 'bot',
    detail: { because: expect.stringContaining('Gone') },
  });
});

test('a text that would be too long with its values is excluded, not sent', async () => {
  const name = 'x'.repeat(190);
  const phone = '+4915100000077';
  await world.api('POST /api/contacts', { body: { phone_number: phone, name } });
  const long = newId();
  await sql(
    `insert into templates (client_id, id, waba_id, name, language, status, parameter_format, components)
     select $1, $2, waba_id, 'long', 'en', 'ACTIVE', 'NAMED', $4 from channels where id = $3`,
    [world.clientId, long, world.channelId, JSON.stringify([{ type: 'BODY', text: `${'y'.repeat(900)} {{who}}` }])],
  );
  const audience = { phone_numbers: [phone, '+4915100000078'] };
  const variables = { 'body.who': { field: 'NAME', fallback: 'you' } };
  const { id } = await create({ audience, variables, template_id: long });
  await sql(`update campaigns set state = 'PAUSED', preparing = true where id = $1`, [id]);
  await world.server.platform.db.withTenant(world.clientId, (tx) => enqueueSnapshot(tx, id));
  notifyJobs(world.server.platform);
  await until(async () => (await sql('select from campaigns where id = $1 and not preparing', [id]))[0], 60_000);
  const rows = await sql(
    'select state, reason, "values" from campaign_recipients where campaign_id = $1 order by phone_number',
    [id],
  );
  expect(rows).toEqual([
    { state: 'SKIPPED', reason: 'too_long', values: { 'body.who': name } },
    { state: 'QUEUED', reason: null, values: { 'body.who': 'you' } },
  ]);
});

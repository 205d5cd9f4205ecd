import type { Campaign } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { signInSyncConnection } from '../../../testing/sync-connection.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
});
afterAll(() => world.close());

const create = (body: object = {}) =>
  world.api('POST /api/campaigns', { body: { name: 'Spring offer', channel_id: world.channelId, ...body } as never });
const existing = async (body: object = {}): Promise<Campaign> => {
  const answer = await create(body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const change = (id: string, body: object) =>
  world.api('PUT /api/campaigns/{id}', { params: { id }, body: body as never });
const setState = (id: string, state: string, startedAt: string | null = null) =>
  world.server.owner.query(
    `update campaigns set state = $2, started_at = $3, template_id = coalesce(template_id, id),
       start_at = case when $2 = 'SCHEDULED' then now() + interval '1 day' end where id = $1`,
    [id, state, startedAt],
  );

test('a draft is created once, however often requested; other content with its id is a conflict', async () => {
  const live = await signInSyncConnection(world.server.url, world.token);
  const id = newId();
  const first = await create({ id, purpose: 'Sell' });
  expect(first).toMatchObject({ status: 201, body: { id, state: 'DRAFT', purpose: 'Sell', total: null, version: 1 } });
  expect(await create({ id, purpose: 'Sell' })).toMatchObject({ status: 200, body: first.body });
  expect(await create({ id, purpose: 'Give' })).toMatchObject({
    status: 409,
    body: { error: { code: 'id_conflict' } },
  });
  const reported = await until(async () => live.changes().find((change) => change.id === id));
  expect(reported).toMatchObject({ collection: 'campaigns', marker: 'NEW', data: first.body });
  expect((await change(id, { name: 'Summer offer', version: 1 })).body).toMatchObject({
    name: 'Summer offer',
    version: 2,
  });
  const again = await until(async () => live.changes().find((row) => row.id === id && row.version === 2));
  expect(again).toMatchObject({ marker: 'MODIFIED', data: { name: 'Summer offer', purpose: 'Sell' } });
  // The same call answers the broadcast as it is by now.
  expect(await create({ id, purpose: 'Sell' })).toMatchObject({ status: 200, body: { name: 'Summer offer' } });
  expect(await change(id, { name: 'Late', version: 1 })).toMatchObject({
    body: { error: { code: 'version_conflict' } },
  });
  expect((await world.api('DELETE /api/campaigns/{id}', { params: { id } })).status).toBe(204);
  await until(async () => live.changes().find((row) => row.id === id && row.marker === 'DELETED'));
  expect((await world.api('GET /api/campaigns/{id}', { params: { id } })).status).toBe(404);
  live.close();
});

test('ids of other accounts are rejected by field, and nothing is written', async () => {
  const nobodys = newId();
  const cases: [object, string][] = [
    [{ channel_id: nobodys }, 'channel_id'],
    [{ template_id: nobodys }, 'template_id'],
    [{ audience: { contact_list_ids: [nobodys] } }, 'audience.contact_list_ids'],
    [{ audience: { segment_ids: [nobodys] } }, 'audience.segment_ids'],
    [{ audience: { earlier: { campaign_id: nobodys, states: ['READ'] } } }, 'audience.earlier.campaign_id'],
    [{ audience: { selection: { contact_list_id: nobodys } } }, 'audience.selection.contact_list_id'],
    [{ audience: { filter: { field: 'custom:Nothing', op: 'is', value: 'x' } } }, 'audience.filter'],
    [{ exclude: { contact_list_ids: [nobodys] } }, 'exclude.contact_list_ids'],
  ];
  const draft = await existing();
  const count = async () => (await world.server.owner.query('select from campaigns')).rowCount;
  const before = await count();
  for (const [body, field] of cases) {
    const refused = { status: 422, body: { error: { code: 'validation_failed', data: [{ field }] } } };
    expect(await create(body)).toMatchObject(refused);
    expect(await change(draft.id, body)).toMatchObject(refused);
    const check = { channel_id: world.channelId, audience: {}, ...body };
    expect(await world.api('POST /api/campaigns/audience', { body: check as never })).toMatchObject(refused);
  }
  expect(await count()).toBe(before);
  expect((await world.api('GET /api/campaigns/{id}', { params: { id: draft.id } })).body).toEqual(draft);
});

test('once started only its name and purpose can be changed; only drafts are deleted, only ended ones archived', async () => {
  const { id } = await existing();
  await setState(id, 'RUNNING', new Date().toISOString());
  const refused = { status: 409, body: { error: { code: 'campaign_state' } } };
  expect(await change(id, { name: 'Other', audience: {} })).toMatchObject(refused);
  expect(await world.api('DELETE /api/campaigns/{id}', { params: { id } })).toMatchObject(refused);
  const archive = (archived: boolean) =>
    world.api('POST /api/campaigns/{id}/archive', { params: { id }, body: { archived } });
  expect(await archive(true)).toMatchObject(refused);
  expect((await change(id, { name: 'Other' })).body.name).toBe('Other');
  await setState(id, 'FINISHED', new Date().toISOString());
  expect((await archive(true)).body.archived_at).not.toBeNull();
  const ids = async (query: object) =>
    (await world.api('GET /api/campaigns', { query: query as never })).body.data.map((row) => row.id);
  expect(await ids({})).not.toContain(id);
  expect(await ids({ archived: 'true' })).toContain(id);
  expect((await archive(false)).body.archived_at).toBeNull();
  const events = await world.api('GET /api/campaigns/{id}/events', { params: { id } });
  // The worker pauses a running broadcast without a template, if it looks at it during the test.
  const kinds = events.body.data.map(({ kind }) => kind).filter((kind) => kind !== 'paused');
  expect(kinds).toEqual(['renamed', 'created']);
});

test('its typed numbers are in lists and in the feed while they can be changed, and on its own page always', async () => {
  const { id } = await existing({ audience: { phone_numbers: ['+447700900601', '+447700900602'] } });
  const listed = async () => {
    const { body } = await world.api('GET /api/campaigns', { query: { limit: 200 } });
    const row = body.data.find((one) => one.id === id);
    return [row?.audience.phone_numbers?.length, row?.typed_numbers];
  };
  expect(await listed()).toEqual([2, 2]);
  await setState(id, 'RUNNING', new Date().toISOString());
  expect(await listed()).toEqual([undefined, 2]);
  const own = (await world.api('GET /api/campaigns/{id}', { params: { id } })).body;
  expect(own.audience.phone_numbers).toHaveLength(2);
});

test('a scheduled one keeps its time and its template, and changes them only to valid ones', async () => {
  const [template] = (await world.api('GET /api/templates', { query: {} })).body.data;
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const { id } = await existing({ template_id: template?.id, schedule: { at } });
  await setState(id, 'SCHEDULED');
  const refusedFor = (field: string) => ({ status: 422, body: { error: { data: [{ field }] } } });
  expect(await change(id, { schedule: {} })).toMatchObject(refusedFor('schedule.at'));
  expect(await change(id, { schedule: { at: '2020-01-01T00:00:00.000Z' } })).toMatchObject(refusedFor('schedule.at'));
  expect(await change(id, { template_id: null })).toMatchObject(refusedFor('template_id'));
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString();
  expect((await change(id, { schedule: { at: later } })).body).toMatchObject({
    state: 'SCHEDULED',
    schedule: { at: later },
  });
  const { rows } = await world.server.owner.query('select start_at from campaigns where id = $1', [id]);
  expect(rows[0].start_at.toISOString()).toBe(later);
});

test('the list is sorted by start, latest first, paged and filtered', async () => {
  const made5 = [];
  for (let n = 0; n < 5; n++) made5.push(await existing({ name: `Listed ${n}` }));
  const [a, b, c, d, e] = made5.map(({ id }) => id);
  await setState(a ?? '', 'FINISHED', '2031-01-01T00:00:00.000Z');
  await setState(b ?? '', 'FINISHED', '2032-01-01T00:00:00.000Z');
  const pages: string[] = [];
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const query: Record<string, string> = { search: 'listed', limit: '2', ...(cursor === null ? {} : { cursor }) };
    const { body }: { body: { data: Campaign[]; next_cursor: string | null } } = await world.api('GET /api/campaigns', {
      query: query as never,
    });
    pages.push(...body.data.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  expect(pages).toEqual([b, a, e, d, c]);
  const filtered = async (query: object) =>
    (await world.api('GET /api/campaigns', { query: query as never })).body.data.map(({ id }) => id);
  expect(await filtered({ state: 'FINISHED', search: 'LISTED' })).toEqual([b, a]);
  expect(await filtered({ from: '2031-06-01T00:00:00.000Z' })).toEqual([b]);
  expect(await filtered({ from: '2030-06-01T00:00:00.000Z', to: '2031-06-01T00:00:00.000Z' })).toEqual([a]);
  expect(await filtered({ channel_id: newId() })).toEqual([]);
  expect((await world.api('GET /api/campaigns', { query: { cursor: 'x' } as never })).status).toBe(422);
});

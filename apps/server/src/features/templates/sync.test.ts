import type { Template } from '@parley/contract/types';
import { createWhatsAppClient } from '@parley/whatsapp-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { runDueSyncs } from './automatic-sync.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sync = (dry_run = false) =>
  world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run } });
const list = async (status?: string) =>
  (await world.api('GET /api/templates', { query: status === undefined ? {} : { status } })).body.data;
const graph = (method: string, path: string, body?: object) =>
  fetch(`${world.simulator.url}/v25.0/${path}`, {
    method,
    headers: { authorization: 'Bearer EAA-token-of-the-test-channel', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

test('listing changes nothing; a fetch stores everything and notifies the feed, and a repeated one changes nothing', async () => {
  const live = await signInSyncConnection(world.server.url, world.token);
  const looked = await sync(true);
  expect(looked.status).toBe(200);
  expect(looked.body).toMatchObject({ run_id: null, modified: 0, deleted: 0 });
  expect(looked.body.new).toBeGreaterThan(3);
  expect(await list()).toEqual([]);

  const fetched = await sync();
  expect(fetched.body).toMatchObject({ new: looked.body.new, modified: 0, deleted: 0 });
  const rows = await list();
  expect(rows).toHaveLength(looked.body.new);
  expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted());
  const greeting = rows.find(({ name }) => name === 'hello_world');
  expect(greeting).toMatchObject({ status: 'ACTIVE', language: 'en_US', components: expect.any(Array) });
  const reported = await until(async () => live.changes().find(({ id }) => id === greeting?.id));
  live.close();
  expect(reported).toMatchObject({ collection: 'templates', marker: 'NEW', data: greeting });
  expect((await world.api('GET /api/templates/{id}', { params: { id: greeting?.id ?? '' } })).body).toEqual(greeting);
  const { body: start } = await world.api('GET /api/bootstrap');
  expect(start.templates).toEqual(await list('ACTIVE'));
  expect((await sync()).body).toMatchObject({ new: 0, modified: 0, deleted: 0 });
});

test('updates changed templates, marks deleted ones, and does not overwrite updates newer than the fetch', async () => {
  const before = (await list()).find(({ name }) => name === 'hello_world');
  const { owner } = world.server;
  await owner.query(`update templates set components = '[]' where id = $1`, [before?.id]);
  await owner.query(
    `insert into templates (client_id, id, waba_id, name, language, status)
     select client_id, gen_random_uuid(), waba_id, 'no_longer_there', 'en', 'ACTIVE' from templates where id = $1`,
    [before?.id],
  );
  const { rows: gone } = await owner.query(`select id from templates where name = 'no_longer_there'`);
  await world.api('PUT /api/channels/{id}', {
    params: { id: world.channelId },
    body: { default_templates: { first_message: gone[0]?.id } },
  });
  const compared = (await sync(true)).body.changes;
  expect(compared).toMatchObject([
    { name: 'hello_world', language: 'en_US', marker: 'MODIFIED', fields: expect.any(Array) },
    { name: 'no_longer_there', language: 'en', marker: 'DELETED', fields: [], used_in: [{ kind: 'channel' }] },
  ]);
  // Paused a moment from now: WhatsApp reported it after the fetch began.
  await owner.query(`update templates set status = 'PAUSED', status_at = now() + interval '1 minute' where id = $1`, [
    before?.id,
  ]);
  expect((await sync()).body).toMatchObject({ new: 0, modified: 1, deleted: 1 });
  const after = await list();
  expect(after.some(({ name }) => name === 'no_longer_there')).toBe(false);
  // What is in use is not removed: it is marked, and still named where it is used.
  expect((await list('DELETED')).map(({ id }) => id)).toEqual([gone[0]?.id]);
  const { data: usage } = (await world.api('GET /api/templates/usage')).body;
  expect(usage.find(({ template_id }) => template_id === gone[0]?.id)?.used_in).toMatchObject([{ kind: 'channel' }]);
  const greeting = after.find(({ name }) => name === 'hello_world') as Template;
  expect(greeting).toMatchObject({ status: 'PAUSED', components: before?.components });
});

test('a template created at WhatsApp is stored with its review status', async () => {
  const { wabaId } = { wabaId: (await list())[0]?.waba_id };
  const made = await graph('POST', `${wabaId}/message_templates`, {
    name: 'new_offer',
    language: 'en_US',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Hello' }],
  });
  expect(made.status).toBe(200);
  await sync();
  expect((await list()).find(({ name }) => name === 'new_offer')?.category).toBe('MARKETING');
});

test('a provider that refuses or does not answer changes nothing, and the error says so', async () => {
  const before = await list();
  await world.phone('POST', '/faults', { missing_permissions: ['whatsapp_business_management'] });
  expect(await sync()).toMatchObject({ status: 422, body: { error: { data: [{ field: 'channel_id' }] } } });
  await world.phone('POST', '/faults', { missing_permissions: [], every_call_error: 2 });
  expect((await sync()).status).toBe(503);
  await world.phone('DELETE', '/faults');
  expect(await list()).toEqual(before);
  const nobody = await world.api('POST /api/templates/sync', { body: { channel_id: world.clientId, dry_run: false } });
  expect(nobody.status).toBe(404);
});

test('every differing field is told, only the chosen changes are applied, and every run is kept', async () => {
  await sync();
  const [first, second] = (await list()).filter(({ status }) => status === 'ACTIVE');
  const { owner } = world.server;
  await owner.query(`update templates set category = 'OTHER' where id = any($1)`, [[first?.id, second?.id]]);
  const { changes } = (await sync(true)).body;
  expect(changes.find(({ id }) => id === first?.id)).toMatchObject({
    marker: 'MODIFIED',
    fields: [{ field: 'category', before: 'OTHER', after: first?.category }],
  });
  const only = [{ name: first?.name ?? '', language: first?.language ?? '' }];
  const applied = await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, only } });
  expect(applied.body).toMatchObject({ new: 0, modified: 1, deleted: 0 });
  const left = (await sync(true)).body.changes.map(({ id }) => id);
  expect(left).toContain(second?.id);
  expect(left).not.toContain(first?.id);
  const { data } = (await world.api('GET /api/templates/sync-runs', { query: { channel_id: world.channelId } })).body;
  expect(data[0]).toMatchObject({ id: applied.body.run_id, trigger: 'member', modified: 1, error: null });
  expect(data.some(({ error }) => error !== null)).toBe(true);
});

test('a template whose change WhatsApp reported is synced by itself, one that is in step is left alone', async () => {
  await sync();
  const { owner, platform } = world.server;
  const client = createWhatsAppClient({
    baseUrl: platform.config.GRAPH_BASE_URL,
    version: platform.config.GRAPH_VERSION,
  });
  const providers = { graph: client, clientFor: () => Promise.resolve(client) } as unknown as ProviderAccess;
  const [row] = await list();
  await owner.query(`update templates set fetched_at = null, components = '[]' where id = $1`, [row?.id]);
  await owner.query(`update template_sync_runs set started_at = started_at - interval '2 minutes'`);
  await owner.query(`update channels set verified = true where id = $1`, [world.channelId]);
  const before = (await world.api('GET /api/templates/sync-runs')).body.data.length;
  await runDueSyncs(platform, providers);
  expect((await list())[0]).toMatchObject({ components: row?.components });
  const after = (await world.api('GET /api/templates/sync-runs')).body.data;
  expect(after[0]).toMatchObject({ trigger: 'webhook', created_by: null, error: null });
  await runDueSyncs(platform, providers);
  expect((await world.api('GET /api/templates/sync-runs')).body.data).toHaveLength(before + 1);
});

import type { Template } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInLive } from '../../testing/live.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

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

test('a look changes nothing; a fetch stores everything, tells the feed, and repeated changes nothing more', async () => {
  const live = await signInLive(world.server.url, world.token);
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
  const hello = rows.find(({ name }) => name === 'hello_world');
  expect(hello).toMatchObject({ status: 'ACTIVE', language: 'en_US', components: expect.any(Array) });
  const told = await until(async () => live.changes().find(({ id }) => id === hello?.id));
  live.close();
  expect(told).toMatchObject({ collection: 'templates', marker: 'NEW', data: hello });
  expect((await world.api('GET /api/templates/{id}', { params: { id: hello?.id ?? '' } })).body).toEqual(hello);
  const { body: start } = await world.api('GET /api/bootstrap');
  expect(start.templates).toEqual(await list('ACTIVE'));
  expect((await sync()).body).toMatchObject({ new: 0, modified: 0, deleted: 0 });
});

test('what changed there is changed here, what is gone is gone, and news told later than the fetch stays', async () => {
  const before = (await list()).find(({ name }) => name === 'hello_world');
  const { owner } = world.server;
  await owner.query(`update templates set components = '[]' where id = $1`, [before?.id]);
  await owner.query(
    `insert into templates (client_id, id, waba_id, name, language, status)
     select client_id, gen_random_uuid(), waba_id, 'no_longer_there', 'en', 'ACTIVE' from templates where id = $1`,
    [before?.id],
  );
  const compared = (await sync(true)).body.changes;
  expect(compared).toEqual([
    { name: 'hello_world', language: 'en_US', marker: 'MODIFIED' },
    { name: 'no_longer_there', language: 'en', marker: 'DELETED' },
  ]);
  // Paused a moment from now: WhatsApp told so after the fetch began.
  await owner.query(`update templates set status = 'PAUSED', status_at = now() + interval '1 minute' where id = $1`, [
    before?.id,
  ]);
  expect((await sync()).body).toMatchObject({ new: 0, modified: 1, deleted: 1 });
  const after = await list();
  expect(after.some(({ name }) => name === 'no_longer_there')).toBe(false);
  const hello = after.find(({ name }) => name === 'hello_world') as Template;
  expect(hello).toMatchObject({ status: 'PAUSED', components: before?.components });
});

test('a template that was made there comes in with its review’s state', async () => {
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

test('a provider that refuses or does not answer changes nothing, in words', async () => {
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const put = (body: object) => world.api('PUT /api/auth/preferences', { body: body as never });
const get = async () => (await world.api('GET /api/auth/preferences')).body;

describe('preferences', () => {
  test('are stored for all devices, each without the others', async () => {
    expect((await get()).preferences).toEqual({});
    expect((await put({ theme: 'dark', undo_send_seconds: 5 })).body).toEqual({ theme: 'dark', undo_send_seconds: 5 });
    await put({ keys: { 'app.search': 'mod+f', 'message.new': null }, single_keys: false });
    await put({ theme: 'auto', keys: { 'app.search': 'g s' } });
    const all = { theme: 'auto', undo_send_seconds: 5, single_keys: false, keys: { 'app.search': 'g s' } };
    expect((await get()).preferences).toEqual(all);
    expect((await world.api('GET /api/bootstrap')).body.preferences).toEqual(all);
  });

  test.each([
    ['theme', { theme: 'green' }],
    ['undo_send_seconds', { undo_send_seconds: 3 }],
    ['enter', { enter: null }],
    ['keys', { keys: 'mod+f' }],
    ['keys.__proto__x', { keys: { __proto__x: 'mod+f' } }],
    ['keys', { keys: Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`app.x${index}`, 'x'])) }],
    ['font', { font: 'serif' }],
  ])('refuse %s that cannot be: %j', async (field, body) => {
    const before = await get();
    const refused = await put(body);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ error: { data: [{ field }] } });
    expect(await get()).toEqual(before);
  });

  test('of a user are told to that user’s open pages, and so is the region', async () => {
    const live = await signInSyncConnection(world.server.url, world.token);
    await put({ density: 'compact' });
    await live.next('preferences');
    live.frames.length = 0;
    await world.api('PUT /api/auth/profile', { body: { formats: { region: 'DE' } } });
    await live.next('preferences');
    live.close();
  });
});

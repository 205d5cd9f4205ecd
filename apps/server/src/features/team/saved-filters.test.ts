import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { addMember, createSession, createUser } from '../../testing/users.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const page = { query: { page: 'broadcasts' as const } };
const failed = { name: 'Failed', filter: { status: 'finished', by: 'me' } };
const mine = { name: 'as drafts', filter: { status: 'draft' } };

test('are a member’s own, of one table, and by name', async () => {
  const saved = await world.api('PUT /api/saved-filters', { body: { page: 'broadcasts', filters: [failed, mine] } });
  expect(saved.body).toEqual({ filters: [mine, failed] });
  expect((await world.api('GET /api/saved-filters', page)).body).toEqual({ filters: [mine, failed] });
  const other = { query: { page: 'sent_messages' as const } };
  expect((await world.api('GET /api/saved-filters', other)).body).toEqual({ filters: [] });

  const user = await createUser(world.server.owner, 'Pia');
  await addMember(world.server.owner, world.clientId, user, 'User');
  const auth = await createAuth(world.server.platform);
  const sid = await createSession(world.server.owner, user.uid);
  const account = { clientId: world.clientId, role: 'User' as const };
  const as = world.apiAs(await auth.idTokens.sign({ uid: user.uid, sid, account }));
  expect((await as('GET /api/saved-filters', page)).body).toEqual({ filters: [] });
});

test('are refused with a name twice, without a name, or of a table that has none', async () => {
  const put = (filters: object[]) =>
    world.api('PUT /api/saved-filters', { body: { page: 'broadcasts', filters: filters as never } });
  expect((await put([failed, { ...failed, name: 'failed' }])).status).toBe(422);
  expect((await put([{ name: ' ', filter: {} }])).status).toBe(422);
  expect((await world.api('GET /api/saved-filters', { query: { page: 'contacts' as never } })).status).toBe(422);
});

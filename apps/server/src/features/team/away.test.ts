import type { TeamMember, User } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const put = (body: object) =>
  world.api('PUT /api/team/{user_id}', { params: { user_id: world.user.uid }, body: body as never });
const member = async () =>
  (await world.api('GET /api/team/{user_id}', { params: { user_id: world.user.uid } })).body as TeamMember;
const row = async () =>
  ((await world.api('GET /api/bootstrap', {})).body.users as User[]).find(({ id }) => id === world.user.uid);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('a member is away without an end, until a time, and back; everyone sees it', async () => {
  expect(await row()).not.toHaveProperty('away');
  await put({ away: true });
  expect(await member()).toMatchObject({ away: true, away_until: null });
  expect(await row()).toMatchObject({ away: { until: null } });
  const until = inHours(2);
  await put({ away_until: until });
  expect(await member()).toMatchObject({ away: true, away_until: until });
  await put({ name: 'Dana' });
  expect(await row()).toMatchObject({ away: { until } });
  await put({ away: false });
  expect(await member()).toMatchObject({ away: false, away_until: null });
  for (const wrong of [inHours(-1), inHours(24 * 400)]) expect((await put({ away_until: wrong })).status).toBe(422);
});

test('the load of each member is counted as the assignment rule counts it', async () => {
  const loads = async () => (await world.api('GET /api/team/load', {})).body.data;
  expect(await loads()).toEqual([{ user_id: world.user.uid, open: 0 }]);
  for (const state of ['ACTIVE', 'ACTIVE', 'DONE'] as const) {
    const { id } = await customerWrites(world, freshPhone());
    await world.api('PUT /api/threads/{id}', { params: { id }, body: { assignee_id: world.user.uid, state } });
  }
  expect(await loads()).toEqual([{ user_id: world.user.uid, open: 2 }]);
});

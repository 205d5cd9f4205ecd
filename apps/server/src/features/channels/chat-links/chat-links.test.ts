import type { ChatLink, ThreadOrigin } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { createTeam } from '../../../testing/team.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const create = (more: object = {}) =>
  world.api('POST /api/chat-links', {
    body: { channel_id: world.channelId, name: 'Poster', text: 'Hello & welcome', ...more },
  } as never) as Promise<{ status: number; body: ChatLink }>;
const list = async () => (await world.api('GET /api/chat-links')).body.data;
const originsOf = async (id: string): Promise<ThreadOrigin[]> =>
  (await world.api('GET /api/threads/{id}/origins', { params: { id } })).body.data;
/** Another message in the same conversation, applied. */
const writes = (from: string, body: string) => customerWrites(world, from, body);

test('a message with the reference of a link shows where the conversation came from', async () => {
  const { body: link } = await create();
  expect(link.message).toBe(`Hello & welcome (ref ${link.code})`);
  const opened = new URL(link.url);
  expect(opened.origin).toBe('https://wa.me');
  expect(opened.searchParams.get('text')).toBe(link.message);

  const [first, second] = [freshPhone(), freshPhone()];
  const thread = await writes(first, link.message);
  await writes(first, `again, ref ${link.code.toLowerCase()}`);
  const other = await writes(second, `Hi! ${link.message}`);
  const without = await writes(freshPhone(), 'Hello & welcome');
  expect((await originsOf(thread.id)).map(({ name, link_id }) => [name, link_id])).toEqual(
    Array(2).fill(['Poster', link.id]),
  );
  expect(await originsOf(other.id)).toHaveLength(1);
  expect(await originsOf(without.id)).toEqual([]);
  expect(await list()).toMatchObject([{ id: link.id, conversations: 2, conversations_24h: 2 }]);
});

test('a changed link keeps its reference; a removed one is no longer recognized, and its conversations keep its name', async () => {
  const { body: link } = await create({ name: 'Van' });
  const phone = freshPhone();
  const thread = await writes(phone, link.message);
  const params = { id: link.id };
  const changed = await world.api('PUT /api/chat-links/{id}', { params, body: { name: 'Van door' } });
  expect(changed.body).toMatchObject({ name: 'Van door', code: link.code, conversations: 1, version: 2 });
  await writes(phone, link.message);
  expect((await originsOf(thread.id)).map(({ name }) => name)).toEqual(['Van door', 'Van']);
  expect((await world.api('DELETE /api/chat-links/{id}', { params })).status).toBe(204);
  await writes(phone, link.message);
  expect(await originsOf(thread.id)).toHaveLength(2);
  expect((await list()).some(({ id }) => id === link.id)).toBe(false);
});

test('a link is created once for an id, on a channel of the account', async () => {
  const id = crypto.randomUUID();
  const [made, again] = [await create({ id }), await create({ id })];
  expect([made.status, again.status]).toEqual([201, 200]);
  expect(again.body.code).toBe(made.body.code);
  expect((await create({ id, name: 'Another' })).status).toBe(409);
  expect((await create({ channel_id: crypto.randomUUID() })).status).toBe(422);
});

test('a link of another account is not found, and its reference means nothing there', async () => {
  const { body: link } = await create();
  const team = await createTeam(world.server);
  const path = `/chat-links/${link.id}`;
  expect((await team.call(team.owner, 'PUT', path, { name: 'Mine' })).status).toBe(404);
  expect((await team.call(team.owner, 'DELETE', path)).status).toBe(404);
  const thread = await writes(freshPhone(), link.message);
  expect((await team.call(team.owner, 'GET', `/threads/${thread.id}/origins`)).status).toBe(404);
  const user = await team.add('User', 'Uma');
  expect((await team.call(user, 'GET', '/chat-links')).status).toBe(403);
});

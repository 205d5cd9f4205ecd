import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createSession, createUser } from '../../testing/users.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
const inesPhone = '447700900634';
const threads: Record<'ines' | 'done' | 'other' | 'deleted', string> = { ines: '', done: '', other: '', deleted: '' };

async function conversationWith(name: string, phone = freshPhone()): Promise<string> {
  const thread = await customerWrites(world, phone);
  await world.api('PUT /api/contacts/{id}', { params: { id: thread.contact_id }, body: { name } });
  return thread.id;
}

beforeAll(async () => {
  world = await testWorld();
  threads.ines = await conversationWith('Inês', inesPhone);
  threads.done = await conversationWith('Inés Done');
  await world.api('PUT /api/threads/{id}', { params: { id: threads.done }, body: { state: 'DONE' } });
  threads.other = await conversationWith('Bruno');
  threads.deleted = await conversationWith('Ines Deleted');
  await queryAsOwner(
    world.server.owner,
    'update contacts set deleted_at = now() where client_id = $1 and id = (select contact_id from threads where client_id = $1 and id = $2)',
    [world.clientId, threads.deleted],
  );
});
afterAll(() => world.close());

async function found(search: string, query: Record<string, unknown> = {}, api = world.api): Promise<string[]> {
  const answer = await api('GET /api/threads', { query: { limit: 20, search, ...query } });
  expect(answer.status).toBe(200);
  return answer.body.data.map(({ id }) => id);
}

test('finds conversations in every state by name or number, latest first, including those of deleted contacts', async () => {
  expect(await found('ines')).toEqual([threads.deleted, threads.done, threads.ines]);
  expect(await found('INÊS')).toEqual([threads.deleted, threads.done, threads.ines]);
  expect(await found('br')).toEqual([threads.other]);
  expect(await found('07700 900634')).toEqual([threads.ines]);
  expect(await found('900634')).toEqual([threads.ines]);
  expect(await found('nobody at all')).toEqual([]);
  expect(await found('   ')).toHaveLength(4);
});

test('returns pages and applies the other filters', async () => {
  const first = await world.api('GET /api/threads', { query: { limit: 2, search: 'ines' } });
  expect(first.body.data.map(({ id }) => id)).toEqual([threads.deleted, threads.done]);
  expect(await found('ines', { cursor: first.body.next_cursor })).toEqual([threads.ines]);
  expect(await found('ines', { state: 'DONE' })).toEqual([threads.done]);
});

test('shows a restricted member only what they may see, without numbers', async () => {
  const user = await createUser(world.server.owner, 'Lim Ited');
  await addMember(world.server.owner, world.clientId, user, 'User');
  const limits = { mask_phone_numbers: true, only_assigned: true };
  const set = await world.api('PUT /api/team/{user_id}', {
    params: { user_id: user.uid },
    body: { restrictions: limits } as never,
  });
  expect(set.status).toBe(200);
  const auth = await createAuth(world.server.platform);
  const sid = await createSession(world.server.owner, user.uid);
  const token = await auth.idTokens.sign({ uid: user.uid, sid, account: { clientId: world.clientId, role: 'User' } });
  const api = world.apiAs(token);
  expect(await found('ines', {}, api)).toEqual([]);
  await world.api('PUT /api/threads/{id}', { params: { id: threads.ines }, body: { assignee_id: user.uid } });
  expect(await found('ines', {}, api)).toEqual([threads.ines]);
  expect(await found(inesPhone, {}, api)).toEqual([]);
});

test('rejects a text that is too long, naming the field', async () => {
  const answer = await world.api('GET /api/threads', { query: { limit: 2, search: 'x'.repeat(201) } });
  expect(answer).toMatchObject({ status: 422, body: { error: { data: [{ field: 'search' }] } } });
});

import type { Message, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { addMember, createUser } from '../../../testing/users.ts';
import { type Api, testWorld, type World } from '../../../testing/world.ts';

let world: World;
let member: { api: Api; uid: string };
let [ana, noor] = [] as unknown as [Thread, Thread];
beforeAll(async () => {
  world = await testWorld();
  const user = await createUser(world.server.owner, 'Ben');
  await addMember(world.server.owner, world.clientId, user, 'User');
  const { createAuth } = await import('../../../testing/auth.ts');
  const auth = await createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' } as const;
  member = { api: world.apiAs(await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account })), uid: user.uid };
  [ana, noor] = [await customerWrites(world, freshPhone()), await customerWrites(world, freshPhone())];
});
afterAll(() => world.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const schedule = async (thread: Thread, text: string, send_at: string) =>
  (await world.api('POST /api/messages', { body: { ...textBody(thread, text), send_at } })).body as Message;
const list = async (query: object = {}, api: Api = world.api) =>
  (await api('GET /api/scheduled-messages', { query })).body;
const textsOf = (rows: Message[]) => rows.map(({ text }) => text?.body);
const count = async (api: Api = world.api) => (await api('GET /api/threads/counts')).body.scheduled;

test('scheduled messages of all conversations are listed by their times, those that wait for a reply last, page by page', async () => {
  expect(await count()).toBe(0);
  const waits = await schedule(noor, 'when they reply', 'reply');
  await schedule(ana, 'in two days', inDays(2));
  await schedule(noor, 'tomorrow', inDays(1));
  expect(textsOf((await list()).data)).toEqual(['tomorrow', 'in two days', 'when they reply']);
  expect(await count()).toBe(2);
  const read: Message[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: '1', ...(cursor && { cursor }) });
    read.push(...page.data);
    cursor = page.next_cursor;
  }
  expect(textsOf(read)).toEqual(['tomorrow', 'in two days', 'when they reply']);
  await world.api('DELETE /api/messages/{id}', { params: { id: waits.id } });
  expect(textsOf((await list()).data)).toEqual(['tomorrow', 'in two days']);
});

test('a member who sees assigned conversations only lists and counts those', async () => {
  expect(await count(member.api)).toBe(2);
  await world.api('PUT /api/client', { body: { user_restrictions: { only_assigned: true } } });
  expect((await list({}, member.api)).data).toEqual([]);
  expect(await count(member.api)).toBe(0);
  await world.api('PUT /api/threads/{id}', { params: { id: ana.id }, body: { assignee_id: member.uid } });
  expect(textsOf((await list({}, member.api)).data)).toEqual(['in two days']);
  expect(await count(member.api)).toBe(1);
});

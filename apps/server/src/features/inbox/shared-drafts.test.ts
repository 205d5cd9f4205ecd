import type { SharedDraft, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { addMember, createUser, type TestUser } from '../../testing/users.ts';
import { type Api, testWorld, type World } from '../../testing/world.ts';

let world: World;
let dana: Api;
let danaUser: TestUser;
let mara: Api;
let maraUser: TestUser;

beforeAll(async () => {
  world = await testWorld();
  const auth = await (await import('../../testing/auth.ts')).createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  const join = async (name: string) => {
    const user = await createUser(world.server.owner, name);
    await addMember(world.server.owner, world.clientId, user, 'User');
    const api = world.apiAs(await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account }));
    return { user, api };
  };
  ({ user: danaUser, api: dana } = await join('Dana Whitfield'));
  ({ user: maraUser, api: mara } = await join('Mara Lindt'));
});
afterAll(() => world.close());

const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000).toISOString();
const paramsOf = ({ id }: Thread) => ({ params: { id } });
const put = (api: Api, thread: Thread, text: string, seconds: number) =>
  api('PUT /api/threads/{id}/draft', { ...paramsOf(thread), body: { text, updated_at: at(seconds) } });
const share = (api: Api, thread: Thread, shared = true) =>
  api('PUT /api/threads/{id}/draft/sharing', { ...paramsOf(thread), body: { shared } });
const shared = async (api: Api, thread: Thread): Promise<SharedDraft[]> =>
  (await api('GET /api/threads/{id}/shared-drafts', paramsOf(thread))).body.data;
const textOf = async (api: Api, thread: Thread) =>
  (await api('GET /api/threads/{id}/draft', paramsOf(thread))).body.text;
const takeOver = (api: Api, thread: Thread, draft: SharedDraft, seconds: number) =>
  api('POST /api/threads/{id}/draft/take-over', {
    ...paramsOf(thread),
    body: { user_id: draft.user_id, version: draft.version, updated_at: at(seconds) },
  });
const first = async (api: Api, thread: Thread): Promise<SharedDraft> => {
  const [draft] = await shared(api, thread);
  if (draft === undefined) throw new Error('no shared draft');
  return draft;
};

test('a draft is the member’s own until they share it, follows what they type, and is private again', async () => {
  const thread = await customerWrites(world, '447700934001');
  expect((await share(dana, thread)).status).toBe(422);
  await put(dana, thread, 'We have two', 1);
  expect(await shared(mara, thread)).toEqual([]);
  expect((await share(dana, thread)).body.text).toBe('We have two');
  expect(await shared(mara, thread)).toMatchObject([{ user_id: danaUser.uid, text: 'We have two', shared: true }]);
  await put(dana, thread, 'We have two left', 2);
  expect(await shared(mara, thread)).toMatchObject([{ text: 'We have two left' }]);
  const again = await first(mara, thread);
  await share(dana, thread);
  expect(await first(mara, thread)).toEqual(again);
  await share(dana, thread, false);
  expect(await shared(mara, thread)).toEqual([]);
  expect(await textOf(dana, thread)).toBe('We have two left');
});

test('sending or discarding ends it, and a later draft is private', async () => {
  const thread = await customerWrites(world, '447700934002');
  await put(dana, thread, 'Yes', 1);
  await share(dana, thread);
  await put(dana, thread, ' ', 2);
  expect(await shared(mara, thread)).toEqual([]);
  await put(dana, thread, 'Yes, two', 3);
  expect(await shared(mara, thread)).toEqual([]);
  await share(dana, thread);
  expect(await shared(mara, thread)).toHaveLength(1);
  const sent = { ...textBody(thread, 'Yes, two'), clear_draft_at: at(4) };
  expect((await dana('POST /api/messages', { body: sent as never })).status).toBe(201);
  expect(await shared(mara, thread)).toEqual([]);
});

test('of two members who take it over, one gets it; its first member is told and finds their field empty', async () => {
  const thread = await customerWrites(world, '447700934003');
  await put(dana, thread, 'We have two', 1);
  await share(dana, thread);
  const seen = await first(mara, thread);
  const both = await Promise.all([takeOver(mara, thread, seen, 5), takeOver(world.api, thread, seen, 5)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [winner, loser] = both[0].status === 200 ? [mara, world.api] : [world.api, mara];
  expect([await textOf(winner, thread), await textOf(loser, thread), await textOf(dana, thread)]).toEqual([
    'We have two',
    '',
    '',
  ]);
  expect(await shared(dana, thread)).toMatchObject([{ taken_from: danaUser.uid, text: 'We have two', shared: true }]);
  // What Dana typed before the device knew is later than the draft that was taken.
  expect((await put(dana, thread, 'We have two left', 2)).body.text).toBe('We have two left');
  expect(await shared(mara, thread)).toHaveLength(1);
});

test('a draft that changed since it was seen is not taken over, nor one’s own, nor a private one', async () => {
  const thread = await customerWrites(world, '447700934004');
  await put(dana, thread, 'We have two', 1);
  await share(dana, thread);
  const seen = await first(mara, thread);
  await put(dana, thread, 'We have two left', 2);
  expect((await takeOver(mara, thread, seen, 3)).body).toMatchObject({ error: { code: 'version_conflict' } });
  const now = await first(mara, thread);
  expect((await takeOver(dana, thread, now, 3)).status).toBe(409);
  await share(dana, thread, false);
  expect((await takeOver(mara, thread, { ...now, version: now.version + 1 }, 3)).status).toBe(409);
  expect(await textOf(dana, thread)).toBe('We have two left');
});

test('a text of one’s own comes before what is taken over, and stays private', async () => {
  const thread = await customerWrites(world, '447700934005');
  await put(mara, thread, 'Hello Ana,', 1);
  await put(dana, thread, 'we have two', 1);
  await share(dana, thread);
  const taken = await takeOver(mara, thread, await first(mara, thread), 3);
  expect(taken.body.text).toBe('Hello Ana,\nwe have two');
  // Dana is told, without the text; nobody else is.
  expect(await shared(dana, thread)).toMatchObject([{ user_id: maraUser.uid, text: '', shared: false }]);
  expect(await shared(world.api, thread)).toEqual([]);
});

test('who does not see the conversation any more shares nothing in it, and reads nothing', async () => {
  const thread = await customerWrites(world, '447700934006');
  await put(dana, thread, 'We have two', 1);
  await share(dana, thread);
  const limit = (only_assigned: boolean) =>
    world.api('PUT /api/team/{user_id}', {
      params: { user_id: danaUser.uid },
      body: { restrictions: { only_assigned } } as never,
    });
  expect((await limit(true)).status).toBe(200);
  expect(await shared(mara, thread)).toEqual([]);
  expect((await dana('GET /api/threads/{id}/shared-drafts', paramsOf(thread))).status).toBe(404);
  await world.api('PUT /api/threads/{id}', { ...paramsOf(thread), body: { assignee_id: danaUser.uid } });
  expect(await shared(mara, thread)).toHaveLength(1);
  expect((await limit(false)).status).toBe(200);
  const removed = await world.api('DELETE /api/team/{user_id}', { params: { user_id: danaUser.uid } });
  expect(removed.status).toBe(204);
  expect(await shared(mara, thread)).toEqual([]);
});

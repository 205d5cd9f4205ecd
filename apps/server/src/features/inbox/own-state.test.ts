import { unreadFor } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { addMember, createUser, type TestUser } from '../../testing/users.ts';
import { type Api, freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

let world: World;
let dana: Api;
let danaUser: TestUser;

beforeAll(async () => {
  world = await testWorld();
  danaUser = await createUser(world.server.owner, 'Dana Whitfield');
  await addMember(world.server.owner, world.clientId, danaUser, 'User');
  const auth = await (await import('../../testing/auth.ts')).createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  dana = world.apiAs(await auth.idTokens.sign({ uid: danaUser.uid, sid: danaUser.sid, account }));
});
afterAll(() => world.close());

const idsOf = async (api: Api, query: Record<string, unknown>) =>
  (await api('GET /api/threads', { query: query as never })).body.data.map(({ id }) => id);
const isUnread = async (api: Api, id: string) => (await idsOf(api, { unread: 'true', limit: 200 })).includes(id);
const read = (api: Api, { id }: Thread) => api('POST /api/threads/{id}/read', { params: { id } });

test('a conversation is unread for each member by themselves', async () => {
  const thread = await customerWrites(world, '447700933001');
  expect([await isUnread(world.api, thread.id), await isUnread(dana, thread.id)]).toEqual([true, true]);
  await read(world.api, thread);
  // The customer still waits, and Dana has not seen it.
  expect([await isUnread(world.api, thread.id), await isUnread(dana, thread.id)]).toEqual([false, true]);
  await read(dana, thread);
  expect(await isUnread(dana, thread.id)).toBe(false);
  await customerWrites(world, '447700933001', 'Hello?');
  expect([await isUnread(world.api, thread.id), await isUnread(dana, thread.id)]).toEqual([true, true]);
});

test('what a member has unread changes by messages, answers and their own reading, never by a teammate’s', async () => {
  const own = world.user.uid;
  const at = (step: number) => Math.floor(Date.now() / 1_000) - 1_000 + step * 10;
  const actions = ['write', 'write', 'read 0', 'read 1', 'unread 0', 'unread 1', 'answer'] as const;
  for (const seed of [1, 2, 3, 4]) {
    const from = `44770093302${seed}`;
    let thread = await customerWrites(world, from, 'Hello', at(0));
    const members = [
      { api: world.api, uid: own, count: 1, hasRead: false },
      { api: dana, uid: danaUser.uid, count: 1, hasRead: false },
    ];
    let random = seed;
    const trace: string[] = [];
    for (let step = 0; step < 16; step++) {
      random = (random * 48_271) % 2_147_483_647;
      const action = actions[random % actions.length] ?? 'write';
      trace.push(action);
      const member = members[Number(action.at(-1))];
      if (action === 'write') {
        thread = await customerWrites(world, from, `Message ${step}`, at(step + 1));
        for (const each of members) each.count++;
      } else if (action === 'answer') {
        // Whoever answers has read what they answer.
        await read(world.api, thread);
        await world.api('POST /api/messages', { body: textBody(thread, 'Here you are') as never });
        for (const [place, each] of members.entries()) if (place === 0 || !each.hasRead) each.count = 0;
        if (members[0]) members[0].hasRead = true;
      } else if (member !== undefined) {
        if (action.startsWith('read')) await read(member.api, thread);
        else await member.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { unread: true } });
        member.count = action.startsWith('read') ? 0 : Math.max(1, member.count);
        member.hasRead = true;
      }
      for (const { api, uid, count } of members) {
        const seen = (await api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
        expect([unreadFor(seen, uid), await isUnread(api, thread.id)], trace.join(', ')).toEqual([count, count > 0]);
      }
    }
  }
});

test('what WhatsApp says about a customer is unread for nobody', async () => {
  const from = '447700933009';
  const thread = await customerWrites(world, from);
  const notice = { from, id: freshWamid(), timestamp: String(nowS()), type: 'system' };
  const system = { type: 'customer_identity_changed', body: 'Security code changed' };
  await world.deliver({ messages: [{ ...notice, system }] });
  const own = async (api: Api) => (await api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
  await until(async () => (await own(world.api)).last_message?.type === 'system' || null);
  await read(world.api, thread);
  expect(unreadFor(await own(dana), danaUser.uid)).toBe(1);
  await read(dana, thread);
  await world.deliver({ messages: [{ ...notice, id: freshWamid(), system }] });
  const twice = 'select count(*)::int as n from messages where thread_id = $1 and type = $2';
  await until(async () => {
    const [row] = await queryAsOwner<{ n: number }>(world.server.owner, twice, [thread.id, 'system']);
    return row?.n === 2 || null;
  });
  const { version } = await own(dana);
  await read(dana, thread);
  expect((await own(dana)).version).toBe(version);
});

test('what was answered is not unread for members who never opened it', async () => {
  const thread = await customerWrites(world, '447700933002');
  await read(world.api, thread);
  await world.api('POST /api/messages', { body: textBody(thread, 'Here you are') as never });
  expect(await isUnread(dana, thread.id)).toBe(false);
});

test('marking as unread is for the one who does it, and lasts until they read it', async () => {
  const thread = await customerWrites(world, '447700933003');
  await read(world.api, thread);
  await read(dana, thread);
  const marked = await dana('PUT /api/threads/{id}', { params: { id: thread.id }, body: { unread: true } });
  expect(marked.status).toBe(200);
  expect([await isUnread(world.api, thread.id), await isUnread(dana, thread.id)]).toEqual([false, true]);
  expect((await idsOf(dana, { sort: 'unread', limit: 200 }))[0]).toBeDefined();
  await read(dana, thread);
  expect(await isUnread(dana, thread.id)).toBe(false);
});

test('a change that is made already writes nothing: no version, no activity, nothing in the feed', async () => {
  const thread = await customerWrites(world, '447700933040');
  const params = { id: thread.id };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const put = async (body: Record<string, unknown>) => (await dana('PUT /api/threads/{id}', { params, body })).body;
  const lines = async () => (await dana('GET /api/threads/{id}/events', { params })).body.data.length;
  const rows = async () =>
    (
      await queryAsOwner<{ n: number }>(
        world.server.owner,
        `select (select count(*) from changes where row_id = $1) + (select count(*) from changes_new where row_id = $1) as n`,
        [thread.id],
      )
    )[0]?.n;
  for (const change of [
    { assignee_id: danaUser.uid },
    { snoozed_until: until },
    { snoozed_until: 'reply' },
    { snoozed_until: null },
    { muted_until: until },
    { muted_until: 'always' },
    { unread: true },
    { state: 'DONE' },
    { assignee_id: null, assignee_group_id: null, state: 'ACTIVE' },
  ]) {
    const first = await put(change);
    const before = [await lines(), await rows()];
    expect((await put(change)).version, JSON.stringify(change)).toBe(first.version);
    expect([await lines(), await rows()], JSON.stringify(change)).toEqual(before);
  }
});

test('a private view is its owner’s, a shared one everyone’s, and both are counted for each member', async () => {
  const label = (await world.api('POST /api/labels', { body: { name: 'Recall', color: 'red' } })).body.id;
  const thread = await customerWrites(world, '447700933004');
  await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { add_label_ids: [label] } });
  const make = (name: string, shared: boolean) =>
    world.api('POST /api/views', { body: { id: newId(), name, shared, conditions: { label }, sort: 'waiting' } });
  const [own, shared] = [await make('Mine only', false), await make('Recalls', true)];
  expect([own.status, shared.status]).toEqual([201, 201]);
  const again = await world.api('POST /api/views', {
    body: { id: own.body.id, name: 'Mine only', shared: false, conditions: { label }, sort: 'waiting' },
  });
  expect(again).toMatchObject({ status: 200, body: own.body });

  const namesOf = async (api: Api) => (await api('GET /api/views')).body.data.map(({ name }) => name);
  expect([await namesOf(world.api), await namesOf(dana)]).toEqual([['Mine only', 'Recalls'], ['Recalls']]);
  expect((await dana('GET /api/bootstrap')).body.saved_views).toEqual([shared.body]);
  expect((await dana('GET /api/threads/counts')).body.saved).toEqual({ [shared.body.id]: 1 });
  expect((await world.api('GET /api/threads/counts')).body.saved[own.body.id]).toBe(1);

  const change = (api: Api, id: string, body: Record<string, unknown>) =>
    api('PUT /api/views/{id}', { params: { id }, body: body as never });
  expect((await change(dana, own.body.id, { name: 'Seen' })).status).toBe(404);
  expect((await change(dana, shared.body.id, { name: 'Seen' })).status).toBe(403);
  const renamed = await change(world.api, shared.body.id, { name: 'Open recalls', sort: 'newest' });
  expect(renamed.body).toMatchObject({ name: 'Open recalls', sort: 'newest', conditions: { label }, version: 2 });
  expect((await world.api('DELETE /api/views/{id}', { params: { id: shared.body.id } })).status).toBe(200);
  expect(await namesOf(dana)).toEqual([]);
});

test('a draft is on all devices of its member, the latest one wins, and nobody else reads it', async () => {
  const { id } = await customerWrites(world, '447700933005');
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000).toISOString();
  const put = (text: string, seconds: number) =>
    dana('PUT /api/threads/{id}/draft', { params: { id }, body: { text, updated_at: at(seconds) } });
  await put('We have two left', 10);
  expect((await put('An older one', 5)).body.text).toBe('We have two left');
  expect((await put('We have one left', 20)).body.text).toBe('We have one left');
  expect((await dana('GET /api/drafts')).body.data).toMatchObject([{ thread_id: id, text: 'We have one left' }]);
  expect((await world.api('GET /api/threads/{id}/draft', { params: { id } })).body.text).toBe('');
  expect((await world.api('GET /api/drafts')).body.data).toEqual([]);
  await put('', 30);
  expect((await dana('GET /api/threads/{id}/draft', { params: { id } })).body.text).toBe('');
});

test('sending empties the draft with the message, and never a later one', async () => {
  const thread = await customerWrites(world, '447700933010');
  const params = { id: thread.id };
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000).toISOString();
  const put = (text: string, seconds: number) =>
    dana('PUT /api/threads/{id}/draft', { params, body: { text, updated_at: at(seconds) } });
  const draft = async () => (await dana('GET /api/threads/{id}/draft', { params })).body.text;
  const send = (api: Api, seconds: number, more: Record<string, unknown> = {}) =>
    api('POST /api/messages', {
      body: { ...textBody(thread, 'We have two left'), clear_draft_at: at(seconds), ...more } as never,
    });
  // The device that sent it may be gone before its next call.
  await put('We have two', 10);
  expect((await send(world.api, 20)).status).toBe(201);
  expect(await draft()).toBe('We have two');
  expect((await send(dana, 20)).status).toBe(201);
  expect(await draft()).toBe('');
  // A text that was on its way when the message was sent.
  expect((await put('We have two', 15)).body.text).toBe('');

  await put('Until Friday', 30);
  const delayed = textBody(thread, 'Sent before that was typed');
  expect((await send(dana, 25, delayed)).status).toBe(201);
  expect(await draft()).toBe('Until Friday');
  expect((await send(dana, 40, { source: 'BROADCAST_SANDBOX' })).status).toBe(422);
  expect(await draft()).toBe('Until Friday');
  expect((await send(dana, 40, { send_at: 'reply' })).status).toBe(201);
  expect(await draft()).toBe('');
});

test('messages of a conversation are found by words, stars and files', async () => {
  const thread = await customerWrites(world, '447700933006', 'Is the Blue bell 100% in stock?');
  await customerWrites(world, '447700933006', 'And the red one?');
  const params = { id: thread.id };
  const find = async (query: Record<string, unknown>) =>
    (await world.api('GET /api/threads/{id}/messages', { params, query: query as never })).body.data.map(
      ({ text }) => text?.body,
    );
  expect(await find({ search: 'blue BELL' })).toEqual(['Is the Blue bell 100% in stock?']);
  expect(await find({ search: '%' })).toEqual(['Is the Blue bell 100% in stock?']);
  expect(await find({ search: 'green' })).toEqual([]);
  expect(await find({ media: 'true' })).toEqual([]);
  expect(await find({ starred: 'true' })).toEqual([]);
  const star = (starred: boolean) =>
    dana('PUT /api/messages/{id}/star', { params: { id: thread.last_message_id ?? '' }, body: { starred } });
  expect((await star(true)).body.starred).toMatchObject({ by: danaUser.uid });
  const again = await star(true);
  expect(again.body.version).toBe((await getMessage(world, thread.last_message_id ?? '')).version);
  expect(await find({ starred: 'true' })).toEqual(['Is the Blue bell 100% in stock?']);
  expect((await star(false)).body.starred).toBeUndefined();
  expect(await find({ starred: 'true', search: 'bell' })).toEqual([]);
});

test('a reply waits for the customer’s next message, leaves with it once, and can be cancelled before', async () => {
  const thread = await customerWrites(world, '447700933007');
  const [kept, cancelled] = [
    { ...textBody(thread, 'Welcome back'), send_at: 'reply' as const },
    { ...textBody(thread, 'Never mind'), send_at: 'reply' as const },
  ];
  for (const body of [kept, cancelled]) {
    const made = await world.api('POST /api/messages', { body: body as never });
    expect(made).toMatchObject({ status: 201, body: { send_state: 'scheduled', send_at: 'reply' } });
    expect((await world.api('POST /api/messages', { body: body as never })).status).toBe(200);
  }
  await world.api('DELETE /api/messages/{id}', { params: { id: cancelled.id } });
  const listed = async () =>
    (await world.api('GET /api/threads/{id}/scheduled', { params: { id: thread.id } })).body.data.map(({ id }) => id);
  expect(await listed()).toEqual([kept.id]);
  await customerWrites(world, '447700933007', 'Are you there?');
  await until(async () => ((await getMessage(world, kept.id)).status >= 1 ? true : undefined));
  expect(await listed()).toEqual([]);
  const sent = await queryAsOwner<{ n: number }>(
    world.server.owner,
    `select count(*)::int as n from messages where client_id = $1 and thread_id = $2 and direction = 'OUTGOING'`,
    [world.clientId, thread.id],
  );
  expect(sent).toEqual([{ n: 1 }]);
});

import type { Note, OutputOf } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import type { TestUser } from '../../testing/users.ts';

let server: TestServer;
let team: Team;
let dana: Member;
let omar: Member;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  [dana, omar] = [await team.add('User', 'Dana'), await team.add('User', 'Omar')];
});
afterAll(() => server.close());

async function newThread(assignee: string | null = null): Promise<string> {
  const [contact, thread] = [newId(), newId()];
  await server.owner.query(`insert into contacts (client_id, id, name) values ($1, $2, 'Otto')`, [
    team.clientId,
    contact,
  ]);
  await server.owner.query(
    `insert into threads (client_id, id, channel_id, contact_id, assignee_id)
     select $1, $2, (select id from channels where client_id = $1 limit 1), $3, $4`,
    [team.clientId, thread, contact, assignee],
  );
  return thread;
}
const write = (user: TestUser, thread: string, body: string, more: object = {}) =>
  team.call<Note>(user, 'POST', `/threads/${thread}/notes`, { body, ...more });
const notesOf = async (user: TestUser, thread: string) =>
  (await team.call<OutputOf<'GET /api/threads/{id}/notes'>>(user, 'GET', `/threads/${thread}/notes`)).body.data;
const mentionsOf = async (user: TestUser) =>
  (await team.call<OutputOf<'GET /api/mentions'>>(user, 'GET', '/mentions?limit=200')).body.data;
const unreadOf = async (user: TestUser) =>
  (await team.call<OutputOf<'GET /api/mentions/unread'>>(user, 'GET', '/mentions/unread')).body.thread_ids;
const naming = (...users: TestUser[]) => ({ mentions: { user_ids: users.map(({ uid }) => uid) } });

describe('a note', () => {
  it('is listed in its conversation with its author, newest first, and creates no message and no trigger', async () => {
    const thread = await newThread();
    const first = await write(dana, thread, 'He wants a discount');
    await write(omar, thread, 'Give ten percent');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      thread_id: thread,
      body: 'He wants a discount',
      created_by: dana.uid,
      mentions: { user_ids: [], group_ids: [] },
    });
    expect((await notesOf(team.owner, thread)).map(({ body }) => body)).toEqual([
      'Give ten percent',
      'He wants a discount',
    ]);
    const { rows } = await server.owner.query(
      `select (select count(*)::int from messages where client_id = $1) as messages,
         (select count(*)::int from triggers where client_id = $1) as triggers`,
      [team.clientId],
    );
    expect(rows).toEqual([{ messages: 0, triggers: 0 }]);
  });

  it('is written once when its request is repeated, and different content with the same id is a conflict', async () => {
    const [thread, id] = [await newThread(), newId()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => write(dana, thread, 'Once', { id, ...naming(omar) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(await notesOf(dana, thread)).toHaveLength(1);
    expect((await mentionsOf(omar)).filter(({ note }) => note.id === id)).toHaveLength(1);
    expect((await write(dana, thread, 'Twice', { id })).code).toBe('id_conflict');
    expect((await write(omar, thread, 'Once', { id, ...naming(omar) })).code).toBe('id_conflict');
    expect((await write(dana, await newThread(), 'Once', { id, ...naming(omar) })).code).toBe('id_conflict');
  });

  it.each([
    ['nothing but spaces', { body: '   ' }],
    ['too long', { body: 'x'.repeat(4_001) }],
    ['characters that cannot be kept', { body: 'a\u0000b' }],
    ['a field nobody knows', { body: 'Hello', to: '447700900123' }],
  ])('is refused when it is %s', async (_what, payload) => {
    const thread = await newThread();
    expect((await team.call(dana, 'POST', `/threads/${thread}/notes`, payload)).status).toBe(422);
    expect(await notesOf(dana, thread)).toEqual([]);
  });

  it('reaches only members who can see its thread through the change feed', async () => {
    const limited = await team.add('User');
    await team.call(team.owner, 'PUT', `/team/${limited.uid}`, { restrictions: { only_assigned: true } });
    const [open, theirs] = [await newThread(), await newThread(limited.uid)];
    const cursorOf = async (user: TestUser) =>
      (await team.call<{ cursor: string }>(user, 'GET', '/sync/poll')).body.cursor;
    const [before, beforeLimited] = [await cursorOf(dana), await cursorOf(limited)];
    await write(omar, open, 'For all');
    await write(omar, theirs, 'For one');
    const bodiesAfter = async (user: TestUser, from: string, wanted: number) => {
      const bodies: string[] = [];
      for (let cursor = from; bodies.length < wanted; ) {
        const { body } = await team.call<OutputOf<'GET /api/sync/poll'>>(
          user,
          'GET',
          `/sync/poll?cursor=${cursor}&timeout=5`,
        );
        if (!('changes' in body) || body.changes === undefined) throw new Error('the feed was reset');
        for (const { collection, data } of body.changes) {
          if (collection === 'notes') bodies.push((data as Note).body);
        }
        cursor = body.cursor ?? cursor;
      }
      return bodies;
    };
    expect(await bodiesAfter(dana, before, 2)).toEqual(['For all', 'For one']);
    expect(await bodiesAfter(limited, beforeLimited, 1)).toEqual(['For one']);
  });
});

describe('a mention', () => {
  it('mentions members and current members of a group, except its author, and each reads it separately', async () => {
    const [thread, mei] = [await newThread(), await team.add('User', 'Mei')];
    const group = await team.call<{ id: string }>(team.owner, 'POST', '/user-groups', {
      name: `Workshop ${newId()}`,
      member_ids: [dana.uid, mei.uid],
    });
    const { body } = await write(dana, thread, '@Workshop @Omar look', {
      mentions: { user_ids: [omar.uid], group_ids: [group.body.id] },
    });
    for (const account of [omar, mei]) expect(await unreadOf(account)).toContain(thread);
    expect(await unreadOf(dana)).not.toContain(thread);
    const found = (await mentionsOf(mei)).find(({ note }) => note.id === body.id);
    expect(found).toMatchObject({ read: false, note: { mentions: { group_ids: [group.body.id] } } });

    const read = await team.call(mei, 'POST', `/threads/${thread}/mentions/read`);
    expect(read.body).toEqual({ read: 1 });
    expect((await team.call(mei, 'POST', `/threads/${thread}/mentions/read`)).body).toEqual({ read: 0 });
    expect(await unreadOf(mei)).not.toContain(thread);
    expect(await unreadOf(omar)).toContain(thread);
    // Members who join the group later are not mentioned.
    const delayed = await team.add('User');
    await team.call(team.owner, 'PUT', `/user-groups/${group.body.id}`, { member_ids: [delayed.uid] });
    expect(await unreadOf(delayed)).toEqual([]);
  });

  it('does not make the thread visible to a member who may not see it, which the author can check first', async () => {
    const limited = await team.add('User');
    await team.call(team.owner, 'PUT', `/team/${limited.uid}`, { restrictions: { only_assigned: true } });
    const thread = await newThread(dana.uid);
    const audience = await team.call<OutputOf<'GET /api/threads/{id}/audience'>>(
      dana,
      'GET',
      `/threads/${thread}/audience`,
    );
    const sees = new Map(audience.body.data.map((row) => [row.user_id, row.sees]));
    expect([sees.get(limited.uid), sees.get(omar.uid), sees.get(team.owner.uid)]).toEqual([false, true, true]);
    await write(dana, thread, '@limited come here', naming(limited));
    expect(await unreadOf(limited)).toEqual([]);
    expect(await mentionsOf(limited)).toEqual([]);
    for (const path of ['notes', 'audience']) {
      expect((await team.call(limited, 'GET', `/threads/${thread}/${path}`)).status).toBe(404);
    }
    expect((await write(limited, thread, 'Hello')).status).toBe(404);
    // Once the conversation is assigned to them, they find it.
    await team.call(team.owner, 'PUT', `/threads/${thread}`, { assignee_id: limited.uid });
    expect(await unreadOf(limited)).toEqual([thread]);
    expect(await mentionsOf(limited)).toHaveLength(1);
  });

  it('can mention only members and groups of this account, and no suspended member', async () => {
    const [thread, away] = [await newThread(), await team.add('User')];
    await team.call(team.owner, 'PUT', `/team/${away.uid}`, { suspended: true });
    expect((await write(dana, thread, 'Hi', naming(away))).status).toBe(201);
    await team.call(team.owner, 'PUT', `/team/${away.uid}`, { suspended: false });
    expect(await unreadOf(away)).toEqual([]);
    const stranger = await createTeam(server);
    const foreignGroup = await stranger.call<{ id: string }>(stranger.owner, 'POST', '/user-groups', {
      name: 'Theirs',
    });
    const wrong = [
      { user_ids: [stranger.owner.uid] },
      { user_ids: [newId()] },
      { group_ids: [foreignGroup.body.id] },
      { group_ids: [newId()] },
    ];
    for (const mentions of wrong) {
      expect((await write(dana, thread, 'Hello', { mentions })).status).toBe(404);
    }
    expect(await notesOf(dana, thread)).toHaveLength(1);
  });

  it('loses its mention when the member leaves; the note stays with its author', async () => {
    const [thread, leaving] = [await newThread(), await team.add('User', 'Leaving')];
    await write(dana, thread, 'You too', naming(leaving));
    await write(leaving, thread, 'Bye');
    expect((await team.call(team.owner, 'DELETE', `/team/${leaving.uid}`)).status).toBe(204);
    expect((await notesOf(dana, thread)).map(({ created_by: by }) => by)).toEqual([leaving.uid, dana.uid]);
  });
});

describe('an own note', () => {
  const path = (thread: string, id: string) => `/threads/${thread}/notes/${id}`;
  const earlierOf = async (user: TestUser, thread: string, id: string) =>
    (await team.call<{ data: { body: string; until: string }[] }>(user, 'GET', `${path(thread, id)}/earlier`)).body
      .data;

  it('is edited with a trace; mentions follow its text', async () => {
    const thread = await newThread();
    const { body: note } = await write(dana, thread, 'Ask Omar', naming(omar));
    expect(await unreadOf(omar)).toContain(thread);
    const change = { body: 'Ask the owner', ...naming(team.owner) };
    const edited = await team.call<Note>(dana, 'PUT', path(thread, note.id), change);
    expect(edited.body).toMatchObject({ body: 'Ask the owner', mentions: { user_ids: [team.owner.uid] } });
    expect(edited.body.edited_at).toBeDefined();
    expect(await unreadOf(omar)).not.toContain(thread);
    expect(await unreadOf(team.owner)).toContain(thread);
    const again = await team.call<Note>(dana, 'PUT', path(thread, note.id), change);
    expect(again.body.version, 'the same again changes nothing').toBe(edited.body.version);
    const earlier = await earlierOf(omar, thread, note.id);
    expect(earlier.map(({ body }) => body)).toEqual(['Ask Omar']);
    expect(earlier[0]?.until).toBe(new Date(earlier[0]?.until ?? '').toISOString());
  });

  it('is deleted with its text and mentions; that there was one stays', async () => {
    const thread = await newThread();
    const { body: note } = await write(dana, thread, 'A secret', naming(omar));
    await team.call(dana, 'PUT', path(thread, note.id), { body: 'A bigger secret' });
    const gone = await team.call<Note>(dana, 'DELETE', path(thread, note.id));
    expect(gone.body).toMatchObject({ id: note.id, body: '', created_by: dana.uid });
    expect(gone.body.deleted_at).toBeDefined();
    expect((await team.call<Note>(dana, 'DELETE', path(thread, note.id))).body).toEqual(gone.body);
    expect((await team.call(dana, 'PUT', path(thread, note.id), { body: 'Back' })).status).toBe(404);
    expect(await unreadOf(omar)).not.toContain(thread);
    expect(await earlierOf(dana, thread, note.id)).toEqual([]);
    const { rows } = await server.owner.query("select 1 from notes n where n::text like '%secret%'");
    expect(rows).toEqual([]);
  });

  it('can be changed by its author only, and in its conversation only', async () => {
    const [thread, other] = [await newThread(), await newThread()];
    const { body: note } = await write(dana, thread, 'Mine');
    for (const account of [omar, team.owner]) {
      expect((await team.call(account, 'PUT', path(thread, note.id), { body: 'Yours' })).status).toBe(403);
      expect((await team.call(account, 'DELETE', path(thread, note.id))).status).toBe(403);
    }
    expect((await team.call(dana, 'DELETE', path(other, note.id))).status).toBe(404);
    expect((await team.call(dana, 'PUT', path(thread, note.id), { body: ' ' })).status).toBe(422);
    expect((await notesOf(dana, thread))[0]).toMatchObject({ body: 'Mine' });
  });
});

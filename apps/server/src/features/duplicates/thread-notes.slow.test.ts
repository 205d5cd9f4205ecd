import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, queryAsOwner, untilBlocked } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { type Api, freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

/** Internal notes of conversations that a merge combines, and their mentions. */
let world: World;
/** Another member of the account, who is mentioned in notes. */
let omar: { uid: string; api: Api };
beforeAll(async () => {
  world = await testWorld();
  const user = await createUser(world.server.owner, 'Omar');
  await addMember(world.server.owner, world.clientId, user, 'User');
  const auth = await createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  omar = {
    uid: user.uid,
    api: world.apiAs(await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account })),
  };
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const write = async (threadId: string, body: string, id = newId()) => {
  const note = { id, body, mentions: { user_ids: [omar.uid], group_ids: [] } };
  return (await world.api('POST /api/threads/{id}/notes', { params: { id: threadId }, body: note })).status;
};
/** In the order of the alphabet: what is written in one millisecond has no other. */
const bodiesOf = async (threadId: string) =>
  (await world.api('GET /api/threads/{id}/notes', { params: { id: threadId } })).body.data
    .map(({ body }) => body)
    .sort();
const unread = async () => (await omar.api('GET /api/mentions/unread')).body.thread_ids;
const read = async (id: string) =>
  (await omar.api('POST /api/threads/{id}/mentions/read', { params: { id } })).body.read;
const merge = async (contactId: string, mergeIds: string[]) => {
  const made = await world.api('POST /api/contacts/merge', {
    body: { contact_id: contactId, merge_ids: mergeIds } as never,
  });
  expect(made.status).toBe(201);
  return made.body.id;
};
const undo = async (id: string) =>
  expect((await world.api('POST /api/contacts/merges/{id}/undo', { params: { id } })).status).toBe(200);
const talk = () => customerWrites(world, freshPhone(), 'Hello');
const reported = (noteId: string) =>
  sql<{ marker: string; version: number }>(
    `select marker, version::int from changes where client_id = $1 and collection = 'notes' and row_id = $2 order by pos`,
    [world.clientId, noteId],
  );

describe('notes of a conversation that is merged into another', () => {
  test('move with their mentions, are sent to screens, and an undo returns exactly those', async () => {
    const [stays, joins] = [await talk(), await talk()];
    const ofJoined = newId();
    await write(stays.id, 'Of the first');
    expect(await write(joins.id, 'Of the second', ofJoined)).toBe(201);
    expect(new Set(await unread())).toEqual(new Set([stays.id, joins.id]));
    const merged = await merge(stays.contact_id, [joins.contact_id]);
    expect(await bodiesOf(stays.id)).toEqual(['Of the first', 'Of the second']);
    expect(await bodiesOf(joins.id)).toEqual(['Of the first', 'Of the second']);
    expect(await unread()).toEqual([stays.id]);
    const listed = (await omar.api('GET /api/mentions')).body.data;
    expect(listed.find(({ note }) => note.id === ofJoined)?.note).toMatchObject({ thread_id: stays.id, version: 2 });
    expect(await read(stays.id)).toBe(2);
    expect(await unread()).toEqual([]);
    // A repeated request is recognized; a note written with the old id is in the remaining conversation.
    expect(await write(joins.id, 'Of the second', ofJoined)).toBe(200);
    expect(await write(joins.id, 'Written since')).toBe(201);
    expect(await unread()).toEqual([stays.id]);

    await undo(merged);
    expect(await bodiesOf(joins.id)).toEqual(['Of the second']);
    expect(await bodiesOf(stays.id)).toEqual(['Of the first', 'Written since']);
    expect(await unread()).toEqual([stays.id]);
    const places = await sql('select 1 as x from note_mentions where note_id = $1 and thread_id = $2', [
      ofJoined,
      joins.id,
    ]);
    expect(places).toHaveLength(1);
    expect(
      await until(async () => {
        const rows = await reported(ofJoined);
        return rows.length >= 3 ? rows : null;
      }),
    ).toEqual([
      { marker: 'NEW', version: 1 },
      { marker: 'MODIFIED', version: 2 },
      { marker: 'MODIFIED', version: 3 },
    ]);
  });

  test('a chain of merges is undone from its end', async () => {
    const [a, b, c] = [await talk(), await talk(), await talk()];
    for (const [thread, body] of [[a, 'A'] as const, [b, 'B'] as const, [c, 'C'] as const])
      await write(thread.id, body);
    const inner = await merge(b.contact_id, [a.contact_id]);
    const outer = await merge(c.contact_id, [b.contact_id]);
    expect(await bodiesOf(a.id)).toEqual(['A', 'B', 'C']);
    await undo(outer);
    expect(await bodiesOf(c.id)).toEqual(['C']);
    expect(await bodiesOf(b.id)).toEqual(['A', 'B']);
    await undo(inner);
    for (const [thread, body] of [[a, 'A'] as const, [b, 'B'] as const])
      expect(await bodiesOf(thread.id)).toEqual([body]);
  });

  test('written during merges and undos stay visible', async () => {
    const [stays, joins] = [await talk(), await talk()];
    for (let round = 0; round < 4; round++) {
      const writing = (name: string) =>
        Promise.all(Array.from({ length: 12 }, (_, n) => write(joins.id, `${name} ${round} ${n}`)));
      const [before, merged] = await Promise.all([writing('joined'), merge(stays.contact_id, [joins.contact_id])]);
      const [after] = await Promise.all([writing('parted'), undo(merged)]);
      expect(new Set([...before, ...after])).toEqual(new Set([201]));
    }
    const kept = await merge(stays.contact_id, [joins.contact_id]);
    const found = await sql(
      `select n.id from notes n left join threads t on t.id = n.thread_id and t.merged_into is null
       left join note_mentions x on x.note_id = n.id
       where n.client_id = $1 and n.thread_id = any($2) and (t.id is null or x.thread_id is distinct from n.thread_id)`,
      [world.clientId, [stays.id, joins.id]],
    );
    expect(found).toEqual([]);
    expect(await sql('select id from notes where thread_id = $1', [stays.id])).toHaveLength(4 * 24);
    await read(stays.id);
    expect(await unread()).not.toContain(stays.id);
    await undo(kept);
  });

  test('one written at that moment is in the remaining conversation', async () => {
    const [stays, joins] = [await talk(), await talk()];
    await sql('begin');
    await sql('select id from threads where id = any($1) order by id for update', [[stays.id, joins.id]]);
    const writing = write(joins.id, 'Just now');
    await untilBlocked(world.server.owner);
    await sql('update threads set merged_into = $2 where id = $1', [joins.id, stays.id]);
    await sql('commit');
    expect(await writing).toBe(201);
    expect(await bodiesOf(stays.id)).toEqual(['Just now']);
    expect(await unread()).toContain(stays.id);
    expect(await read(stays.id)).toBe(1);
  });

  test('move in an automatic merge', async () => {
    const [phone, userId] = [freshPhone(), `GB.${newId().replaceAll('-', '')}`];
    const known = await customerWrites(world, phone, 'I have a number');
    const hidden = freshWamid();
    await world.deliver({
      contacts: [{ profile: { name: 'Hidden', username: 'hidden.two' }, user_id: userId }],
      messages: [
        { from_user_id: userId, id: hidden, timestamp: String(nowS()), type: 'text', text: { body: 'I have none' } },
      ],
    });
    const theirs = await until(async () => {
      const rows = await sql<{ thread_id: string }>('select thread_id from messages where provider_message_id = $1', [
        hidden,
      ]);
      return rows[0]?.thread_id;
    });
    await write(known.id, 'Of the number');
    await write(theirs, 'Of the name');
    const both = textFromCustomer({ id: freshWamid(), from: phone, body: 'It is me', timestampS: nowS() });
    Object.assign((both.contacts?.[0] ?? {}) as object, { user_id: userId });
    Object.assign((both.messages?.[0] ?? {}) as object, { from_user_id: userId });
    await world.deliver(both);
    await until(
      async () =>
        (await sql('select 1 as x from threads where id = any($1) and merged_into is not null', [[known.id, theirs]]))
          .length === 1,
      60_000,
    );
    expect(await bodiesOf(theirs)).toEqual(['Of the name', 'Of the number']);
    expect(await bodiesOf(known.id)).toEqual(['Of the name', 'Of the number']);
  });

  test('are erased with their contact, including the merge record', async () => {
    const [stays, joins] = [await talk(), await talk()];
    await write(joins.id, 'Secret of the second');
    await merge(stays.contact_id, [joins.contact_id]);
    const order = { params: { id: stays.contact_id }, body: { confirm: 'ERASE' as const } };
    expect((await world.api('POST /api/contacts/{id}/erase', order)).status).toBe(202);
    await until(
      async () => (await sql('select 1 as x from threads where id = any($1)', [[stays.id, joins.id]])).length === 0,
      60_000,
    );
    const left = await sql(
      `select id from notes where thread_id = any($1)
       union all select note_id from note_mentions where thread_id = any($1)
       union all select note_id from contact_merge_notes where thread_id = any($1)`,
      [[stays.id, joins.id]],
    );
    expect(left).toEqual([]);
  });
});

// @module-tag data
import type { Contact, ContactMerge, Thread } from '@parley/contract/types';
import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { expireMerges } from './expire-merges.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const add = async (body: object = {}) =>
  (await world.api('POST /api/contacts', { body: { phone_number: freshPhone(), ...body } as never })).body.id;
const get = async (id: string) => (await world.api('GET /api/contacts/{id}', { params: { id } })).body as Contact;
const list = async (name: string) =>
  (await world.api('POST /api/contact-lists', { body: { name: `${name} ${newId()}` } })).body.id;
const merge = (contact_id: string, merge_ids: string[], more: object = {}) =>
  world.api('POST /api/contacts/merge', { body: { contact_id, merge_ids, ...more } as never }) as Promise<{
    status: number;
    body: ContactMerge & { error?: { code: string } };
  }>;
const undo = (id: string) => world.api('POST /api/contacts/merges/{id}/undo', { params: { id } });
const messagesOf = async (threadId: string) =>
  (await world.api('GET /api/threads/{id}/messages', { params: { id: threadId } })).body.data.map(
    ({ id, text }) => text?.body ?? id,
  );
const threadsOf = (contactId: string) =>
  sql<{ id: string }>('select id from threads where client_id = $1 and contact_id = $2 and merged_into is null', [
    world.clientId,
    contactId,
  ]);
const settled = ({ version: _v, updated_at: _u, ...rest }: Contact) => rest;

async function says(from: string, body: string, userId?: string): Promise<void> {
  const id = freshWamid();
  const value = textFromCustomer({ id, from, body, timestampS: nowS() });
  if (userId !== undefined) {
    Object.assign((value.contacts?.[0] ?? {}) as object, { user_id: userId });
    Object.assign((value.messages?.[0] ?? {}) as object, { from_user_id: userId });
  }
  await world.deliver(value);
  await until(async () => (await sql('select 1 as x from messages where provider_message_id = $1', [id])).length === 1);
}
/** A customer with a username, whose number WhatsApp does not tell. */
async function saysHidden(userId: string, body: string): Promise<string> {
  const id = freshWamid();
  await world.deliver({
    contacts: [{ profile: { name: 'Hidden', username: 'hidden.one' }, user_id: userId }],
    messages: [{ from_user_id: userId, id, timestamp: String(nowS()), type: 'text', text: { body } }],
  });
  const row = await until(
    async () =>
      (await sql<{ contact_id: string }>('select contact_id from messages where provider_message_id = $1', [id]))[0],
  );
  return row.contact_id;
}

describe('merging manually', () => {
  test('values, lists, notes and consent are moved; blanks are filled in, choices are applied', async () => {
    const [vip, updatesList] = [await list('VIP'), await list('News')];
    const stays = await add({ name: 'Ada', custom_fields: { City: 'Leeds' }, contact_list_ids: [vip] });
    const opted_in_at = '2026-03-01T00:00:00.000Z';
    const joins = await add({
      name: 'Ada Lovelace',
      custom_fields: { City: 'York', Plan: 'Gold' },
      contact_list_ids: [updatesList],
      opted_in_at,
      opt_in_source: 'Fair',
    });
    const note = { params: { id: joins }, body: { body: 'Likes trains' } };
    await world.api('POST /api/contacts/{id}/notes', note);
    await world.api('PUT /api/contacts/{id}/suppression', { params: { id: joins }, body: { scope: 'all' } });
    const [before, other] = [await get(stays), await get(joins)];
    const made = await merge(stays, [joins], { choose: { name: joins } });
    expect(made).toMatchObject({ status: 201, body: { contact_id: stays, merged: [{ id: joins }], cause: 'manual' } });
    const after = await get(stays);
    expect(after).toMatchObject({
      name: 'Ada Lovelace',
      phone_number: before.phone_number,
      custom_fields: { City: 'Leeds', Plan: 'Gold' },
      contact_list_ids: [vip, updatesList].sort(),
      opted_in_at,
      opt_in_source: 'Fair',
      opted_out_at: other.opted_out_at,
    });
    // Whatever named the other one means this one now.
    expect((await get(joins)).id).toBe(stays);
    const suppressions = await world.api('GET /api/contacts/{id}/suppressions', { params: { id: stays } });
    expect(suppressions.body.data).toMatchObject([{ source: 'manual', scope: 'all' }]);
    const notes = await world.api('GET /api/contacts/{id}/notes', { params: { id: stays } });
    expect(notes.body.data).toMatchObject([{ body: 'Likes trains' }]);
    // Both numbers are theirs now.
    const again = await world.api('POST /api/contacts', { body: { phone_number: `+${other.phone_number}` } });
    expect(again).toMatchObject({ status: 409, body: { error: { data: [{ id: stays }] } } });

    const back = await undo(made.body.id);
    expect(back.body.kept).toEqual([]);
    expect(settled(await get(stays))).toEqual(settled(before));
    expect(settled(await get(joins))).toEqual(settled(other));
    expect((await world.api('GET /api/contacts/{id}/notes', { params: { id: joins } })).body.data).toHaveLength(1);
    expect((await world.api('GET /api/contacts/{id}/suppressions', { params: { id: stays } })).body.data).toEqual([]);
    expect((await undo(made.body.id)).status).toBe(200);
  });

  test('two conversations of one number are merged, with waiting messages, and separated by an undo', async () => {
    const [one, two] = [freshPhone(), freshPhone()];
    const first = await customerWrites(world, one, 'A1');
    const second = await customerWrites(world, two, 'B1');
    await says(one, 'A2');
    await says(two, 'B2');
    const [a, b] = [first.contact_id, second.contact_id];
    const before = await Promise.all([first.id, second.id].map(messagesOf));
    const [threadA, threadB] = await Promise.all([first.id, second.id].map(getThread));
    const made = await merge(a, [b]);
    expect(made.status).toBe(201);
    expect(await messagesOf(first.id)).toEqual(['B2', 'A2', 'B1', 'A1']);
    expect(await getThread(first.id)).toMatchObject({ contact_id: a, unread_count: 4 });
    // The old id of the conversation leads to the merged one, for reading and for writing.
    expect((await getThread(second.id)).id).toBe(first.id);
    expect(await messagesOf(second.id)).toEqual(['B2', 'A2', 'B1', 'A1']);
    const sent = await world.api('POST /api/messages', { body: textBody({ ...second, id: second.id }, 'Hello both') });
    expect(sent).toMatchObject({ status: 201, body: { thread_id: first.id } });
    const listed = await world.api('GET /api/threads');
    const ids = listed.body.data.map(({ id }) => id);
    expect(ids).toContain(first.id);
    expect(ids).not.toContain(second.id);
    await says(two, 'B3');
    expect(await threadsOf(a)).toHaveLength(1);
    expect((await messagesOf(first.id))[0]).toBe('B3');

    expect((await undo(made.body.id)).status).toBe(200);
    const toB = sent.body.to === two;
    const [backA, backB] = await Promise.all([first.id, second.id].map(messagesOf));
    expect(backB).toEqual(['B3', ...(toB ? ['Hello both'] : []), ...(before[1] ?? [])]);
    expect(backA).toEqual([...(toB ? [] : ['Hello both']), ...(before[0] ?? [])]);
    expect(await getThread(first.id)).toMatchObject({ contact_id: a, window_expires_at: threadA?.window_expires_at });
    expect(await getThread(second.id)).toMatchObject({ id: threadB?.id, contact_id: b });
    await says(one, 'A3');
    await says(two, 'B4');
    expect((await messagesOf(first.id))[0]).toBe('A3');
    expect((await messagesOf(second.id))[0]).toBe('B4');
  });

  test('the merge record is deleted after an undo, and earlier values after thirty days', async () => {
    const [first, second] = [await customerWrites(world), await customerWrites(world)];
    const placesOf = (id: string) => sql('select 1 as x from contact_merge_messages where merge_id = $1', [id]);
    const undone = (await merge(first.contact_id, [second.contact_id])).body.id;
    expect(await placesOf(undone)).toHaveLength(1);
    expect((await undo(undone)).status).toBe(200);
    expect(await placesOf(undone)).toEqual([]);
    const { id } = (await merge(first.contact_id, [second.contact_id])).body;
    await sql(`update contact_merges set created_at = now() - interval '31 days' where id = $1`, [id]);
    await world.server.platform.db.system.transaction('maintenance', expireMerges);
    expect(await placesOf(id)).toEqual([]);
    expect(await sql('select undo from contact_merges where id = $1', [id])).toEqual([{ undo: null }]);
    expect(
      await sql('select name, custom_fields, phone_number from contacts where id = $1', [second.contact_id]),
    ).toEqual([{ name: '', custom_fields: {}, phone_number: null }]);
    expect(await undo(id)).toMatchObject({ status: 409, body: { error: { code: 'merge_closed' } } });
  });

  test('a conversation that only one has moves to the other', async () => {
    const thread = await customerWrites(world, freshPhone(), 'Only me');
    const stays = await add({ name: 'Silent' });
    const made = await merge(stays, [thread.contact_id]);
    expect(await getThread(thread.id)).toMatchObject({ contact_id: stays });
    const [owner] = await sql<{ contact_id: string }>('select contact_id from messages where thread_id = $1', [
      thread.id,
    ]);
    expect(owner?.contact_id).toBe(stays);
    await undo(made.body.id);
    expect(await getThread(thread.id)).toMatchObject({ contact_id: thread.contact_id });
  });

  test('changes made since stay and are named', async () => {
    const [vip, laterList] = [await list('VIP'), await list('Late')];
    const stays = await add({ name: 'Ben', custom_fields: { City: 'Bath' } });
    const joins = await add({ name: 'Benjamin', custom_fields: { Plan: 'Silver' }, contact_list_ids: [vip] });
    const made = await merge(stays, [joins]);
    const change = {
      name: 'Sir Ben',
      custom_fields: { City: 'Hull', Plan: 'Silver' },
      contact_list_ids: [vip, laterList],
    };
    await world.api('PUT /api/contacts/{id}', { params: { id: stays }, body: change });
    const { kept } = (await undo(made.body.id)).body;
    expect(kept.map(({ what, name }) => (name === null ? what : `${what} ${name.split(' ')[0]}`)).sort()).toEqual([
      'custom_field City',
      'list Late',
      'name',
    ]);
    expect(await get(stays)).toMatchObject({
      name: 'Sir Ben',
      custom_fields: { City: 'Hull' },
      contact_list_ids: [laterList],
    });
    expect(await get(joins)).toMatchObject({
      name: 'Benjamin',
      custom_fields: { Plan: 'Silver' },
      contact_list_ids: [vip],
    });
    const reported = await world.api('GET /api/contacts/{id}/merges', { params: { id: stays } });
    expect(reported.body.data[0]).toMatchObject({ id: made.body.id, undo_until: null, kept });
  });

  test('a repeated request is the same merge; an invalid one is rejected and changes nothing', async () => {
    const [a, b, c] = [await add(), await add(), await add()];
    const id = newId();
    expect((await merge(a, [b], { id })).status).toBe(201);
    expect((await merge(a, [b], { id })).status).toBe(200);
    expect((await merge(a, [c], { id })).body.error?.code).toBe('id_conflict');
    expect((await merge(a, [a])).status).toBe(422);
    expect((await merge(a, [newId()])).status).toBe(404);
    expect((await merge(a, [b])).status).toBe(404);
    expect((await merge(a, [c], { choose: { name: newId() } })).status).toBe(422);
    expect((await merge(a, [c], { choose: { custom_fields: { Nobody: c } } })).status).toBe(422);
    // A chain is undone from its end.
    const outer = await merge(c, [a]);
    expect((await undo(id)).status).toBe(409);
    expect((await get(b)).id).toBe(c);
    await undo(outer.body.id);
    expect((await undo(id)).status).toBe(200);
    expect((await get(b)).id).toBe(b);
  });

  test('thirty at once: each contact ends in one place', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => add()));
    const calls = ids.flatMap((a) => ids.flatMap((b) => (a < b ? [merge(a, [b]), merge(b, [a])] : [])));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 404]));
    const rows = await sql<{ id: string; merged_into: string | null; deleted: boolean }>(
      'select id, merged_into, deleted_at is not null as deleted from contacts where id = any($1)',
      [ids],
    );
    for (const { merged_into, deleted } of rows) expect(merged_into !== null).toBe(deleted);
    const merged = answers.filter(({ status }) => status === 201).length;
    expect(rows.filter(({ deleted }) => deleted)).toHaveLength(merged);
  });

  test('screens are notified: one contact is deleted, one changed', async () => {
    const [a, b] = [await add(), await add()];
    await merge(a, [b]);
    const reported = await until(async () => {
      const rows = await sql<{ row_id: string; marker: string }>(
        `select row_id, marker from changes where client_id = $1 and collection = 'contacts' and row_id = any($2)
         order by pos desc limit 2`,
        [world.clientId, [a, b]],
      );
      return rows.some(({ marker }) => marker === 'DELETED') ? rows : null;
    });
    expect(new Set(reported.map(({ row_id, marker }) => `${row_id} ${marker}`))).toEqual(
      new Set([`${b} DELETED`, `${a} MODIFIED`]),
    );
  });

  test('while customers write without a pause nothing is lost or duplicated', async () => {
    const [one, two] = [freshPhone(), freshPhone()];
    const first = await customerWrites(world, one, 'start');
    const second = await customerWrites(world, two, 'start');
    const ids: string[] = [];
    let merged: string | null = null;
    for (let n = 0; n < 30; n++) {
      for (const from of [one, two]) {
        const id = freshWamid();
        ids.push(id);
        void world.deliver(textFromCustomer({ id, from, body: `${n}`, timestampS: nowS() }));
      }
      if (n === 10) merged = (await merge(first.contact_id, [second.contact_id])).body.id;
      if (n === 20 && merged !== null) await undo(merged);
    }
    const rows = await until(async () => {
      const found = await sql<{ thread_id: string; hidden: boolean; same: boolean; to: string }>(
        `select m.thread_id, t.merged_into is not null as hidden, m.contact_id = t.contact_id as same, m."to" as "to"
         from messages m join threads t on t.id = m.thread_id where m.provider_message_id = any($1)`,
        [ids],
      );
      return found.length === ids.length ? found : null;
    }, 60_000);
    expect(rows.filter(({ hidden, same }) => hidden || !same)).toEqual([]);
    expect(new Set(rows.map(({ thread_id, to }) => `${to} ${thread_id}`))).toEqual(
      new Set([`${one} ${first.id}`, `${two} ${second.id}`]),
    );
  });
});

describe('automatic merges', () => {
  const mergesOf = (id: string) =>
    sql<{ id: string; contact_id: string; cause: string }>(
      'select id, contact_id, cause from contact_merges where client_id = $1 and (contact_id = $2 or $2 = any(merged_ids)) and undone_at is null',
      [world.clientId, id],
    );

  test('an id without a number and a number turn out to be one customer', async () => {
    const [phone, userId] = [freshPhone(), `GB.${newId().replaceAll('-', '')}`];
    const known = await add({ phone_number: phone, name: 'From a file' });
    const hidden = await saysHidden(userId, 'Guess who');
    expect(hidden).not.toBe(known);
    await says(phone, 'It is me', userId);
    const [done] = await until(async () => {
      const rows = await mergesOf(hidden);
      return rows.length > 0 ? rows : null;
    }, 60_000);
    expect(done?.cause).toBe('same_person');
    const stays = done?.contact_id ?? '';
    expect((await get(hidden)).id).toBe(stays);
    expect((await get(known)).id).toBe(stays);
    expect(await get(stays)).toMatchObject({ phone_number: phone, user_id: userId });
    const [thread] = await threadsOf(stays);
    expect(await messagesOf(thread?.id ?? '')).toEqual(['It is me', 'Guess who']);
    // A merge undone by a member is not repeated automatically.
    await undo(done?.id ?? '');
    await sql(`delete from jobs where kind = 'duplicates.merge'`);
    await says(phone, 'Once more', userId);
    await until(
      async () => (await sql(`select 1 as x from jobs where kind = 'duplicates.merge' and state = 'done'`)).length > 0,
      60_000,
    );
    expect(await mergesOf(hidden)).toEqual([]);
  });

  const changesNumber = (from: string, to: string) =>
    world.deliver({
      messages: [
        {
          from,
          id: freshWamid(),
          timestamp: String(nowS()),
          type: 'system',
          system: { body: `User changed from ${from} to ${to}`, type: 'user_changed_number', wa_id: to },
        },
      ],
    });

  test('a number without messages moves to the contact who changed to it; a stranger’s conversation does not', async () => {
    const [old, fresh, taken] = [freshPhone(), freshPhone(), freshPhone()];
    const thread = await customerWrites(world, old, 'Hello');
    const silent = await add({ phone_number: fresh, name: 'In a list' });
    await changesNumber(old, fresh);
    await until(async () => (await mergesOf(silent)).length > 0, 60_000);
    expect((await get(silent)).id).toBe(thread.contact_id);

    const stranger = await customerWrites(world, taken, 'I am somebody else');
    await changesNumber(fresh, taken);
    const pairs = await until(async () => {
      const { data } = (await world.api('GET /api/contacts/{id}/duplicates', { params: { id: stranger.contact_id } }))
        .body;
      return data.length > 0 ? data : null;
    }, 60_000);
    expect(pairs).toMatchObject([{ reason: 'changed_number' }]);
    expect(await mergesOf(stranger.contact_id)).toEqual([]);
    await world.api('POST /api/contacts/duplicates/dismiss', {
      body: { contact_ids: [stranger.contact_id, thread.contact_id] },
    });
    const left = await world.api('GET /api/contacts/{id}/duplicates', { params: { id: stranger.contact_id } });
    expect(left.body.data).toEqual([]);
  });
});

describe('suggestions', () => {
  test('other spellings of a number and full names, found by a full scan', async () => {
    const a = await add({ phone_number: '+44 7400 123456', name: 'Grace Hopper' });
    const b = await add({ phone_number: freshPhone(), name: 'grace hopper' });
    // Written with the trunk zero behind the country code, as files from spreadsheets are.
    const c = await add({ phone_number: freshPhone(), name: 'Someone' });
    await sql(`update contact_identities set key = '4407400123456', value = '4407400123456' where contact_id = $1`, [
      c,
    ]);
    await world.api('POST /api/contacts/duplicates/search');
    const found = await until(async () => {
      const { data } = (await world.api('GET /api/contacts/duplicates')).body;
      const pairs = data.map(
        ({ contacts, reason }) =>
          `${reason} ${contacts
            .map(({ id }) => id)
            .sort()
            .join(' ')}`,
      );
      return pairs.length >= 2 ? pairs : null;
    }, 60_000);
    expect(found).toContain(`name ${[a, b].sort().join(' ')}`);
    expect(found).toContain(`number ${[a, c].sort().join(' ')}`);
  });
});

async function getThread(id: string): Promise<Thread> {
  return (await world.api('GET /api/threads/{id}', { params: { id } })).body;
}

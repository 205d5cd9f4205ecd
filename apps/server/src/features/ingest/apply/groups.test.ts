// @module-tag data
import type { Message, Thread, ThreadEvent } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createAuth } from '../../../testing/auth.ts';
import { flowOf, keyword, publish, say, turnAllOff, untilRead } from '../../../testing/automations.ts';
import { pageCalls } from '../../../testing/calls.ts';
import {
  freshGroup,
  type Person,
  person,
  talkInGroup,
  tellOfGroup,
  textInGroup,
  threadOfGroup,
} from '../../../testing/groups.ts';
import {
  customerWrites,
  getMessage,
  insertOutgoing,
  queryAsOwner,
  textBody,
  untilApplied,
} from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { createAccount, createUser } from '../../../testing/users.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
async function deliver(...values: object[]): Promise<void> {
  for (const value of values) expect(await world.deliver(value)).toBe(200);
  await untilApplied(world.server.owner);
}
const update = (field: string, group: string, said: object, atS = nowS(), contacts: object[] = []) =>
  tellOfGroup(world, field, group, said, atS, contacts);
const subjectIs = (group: string, subject: string, atS?: number) =>
  update(
    'group_settings_update',
    group,
    { type: 'group_settings_update', group_subject: { text: subject, update_successful: true } },
    atS,
  );

const threadOf = (group: string) => threadOfGroup(world, group);
const messagesOf = async (thread: Thread): Promise<Message[]> =>
  (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body.data.toReversed();
const linesOf = async (thread: Thread): Promise<ThreadEvent[]> =>
  (await world.api('GET /api/threads/{id}/events', { params: { id: thread.id } })).body.data.toReversed();
const peopleIn = ({ group }: Thread) =>
  group?.participants
    .filter(({ is_in }) => is_in)
    .map(({ name }) => name)
    .toSorted();

const talk = () => talkInGroup(world);
const send = (thread: Thread, body = 'Welcome', changes: object = {}) =>
  world.api('POST /api/messages', { body: textBody(thread, body, { ...changes }) as never });

describe('what is written in a group', () => {
  test('is one conversation, in which everybody is named', async () => {
    const { ana, ben, thread } = await talk();
    expect(thread).toMatchObject({
      contact: { name: '', phone_number: null, is_group: true },
      unread_count: 2,
      group: { state: 'active' },
    });
    const names = new Map(
      thread.group?.participants.map(({ id, name, phone_number }) => [id, `${name} ${phone_number}`]),
    );
    expect((await messagesOf(thread)).map(({ text, sender_id: id }) => [text?.body, names.get(id ?? '')])).toEqual([
      ['Hello', `Ana Silva ${ana.phone}`],
      ['Hi all', `Ben Okafor ${ben.phone}`],
    ]);
    expect(thread.last_message).toMatchObject({ preview: 'Hi all', sender_id: expect.any(String) });
    expect(thread.window_expires_at).not.toBeNull();
  });

  test('is the same whatever the order of the deliveries, and when they come twice', async () => {
    const [group, ana, ben] = [freshGroup(), person('Ana'), person('Ben')];
    const first = textInGroup(group, ana, 'First', { atS: nowS() - 60 });
    const second = textInGroup(group, ben, 'Second', { atS: nowS() - 30 });
    await deliver(second, first, second, first);
    const thread = await threadOf(group);
    expect((await messagesOf(thread)).map(({ text }) => text?.body)).toEqual(['First', 'Second']);
    expect(thread).toMatchObject({ unread_count: 2, last_message: { preview: 'Second' } });
    expect(peopleIn(thread)).toEqual(['Ana', 'Ben']);
  });

  test('stands apart from what the same person writes to the number', async () => {
    const { ana, thread } = await talk();
    const own = await customerWrites(world, ana.phone, 'Just to you');
    expect(own.id).not.toBe(thread.id);
    expect(thread.group?.participants.map(({ contact_id }) => contact_id)).toContain(own.contact_id);
    expect((await messagesOf(own)).map(({ text }) => text?.body)).toEqual(['Just to you']);
  });

  test('by someone who hides their number has a sender too, and one without any is refused', async () => {
    const group = freshGroup();
    const userId = `PT.${Date.now()}`;
    const hidden = { from_user_id: userId, id: freshWamid(), timestamp: String(nowS()), type: 'text', group_id: group };
    await deliver({
      contacts: [{ profile: { name: 'Hana' }, user_id: userId }],
      messages: [{ ...hidden, text: { body: 'Hidden' } }],
    });
    const nobody = freshWamid();
    await deliver({
      messages: [{ id: nobody, timestamp: String(nowS()), type: 'text', text: { body: '?' }, group_id: group }],
    });
    const thread = await threadOf(group);
    expect(peopleIn(thread)).toEqual(['Hana']);
    expect(await messagesOf(thread)).toHaveLength(1);
    expect(await sql('select reason from webhook_refusals where detail::text like $1', [`%${nobody}%`])).toEqual([
      { reason: 'sender_missing' },
    ]);
  });

  test('reactions of several people stand beside each other, and each takes back their own', async () => {
    const { group, ana, ben, thread } = await talk();
    const [message] = await messagesOf(thread);
    const react = (...reactions: [from: Person, emoji: string][]) =>
      deliver({
        messages: reactions.map(([from, emoji]) => ({
          ...{ from: from.phone, id: freshWamid(), timestamp: String(nowS()), type: 'reaction', group_id: group },
          reaction: { message_id: message?.provider_message_id, emoji },
        })),
      });
    await react([ana, '👍'], [ben, '🎉']);
    const emojis = async () => (await getMessage(world, message?.id ?? '')).reaction?.group?.map(({ emoji }) => emoji);
    expect((await emojis())?.toSorted()).toEqual(['🎉', '👍'].toSorted());
    await react([ana, '']);
    expect(await emojis()).toEqual(['🎉']);
  });
});

test('a deleted message says who deleted it: its author, an admin of the group, or we in the phone app', async () => {
  const { group, ana, thread } = await talk();
  const [gus, dora] = [person('Gus'), person('Dora')];
  const [first, second] = await messagesOf(thread);
  const third = freshWamid();
  await deliver(textInGroup(group, ana, 'And this', { id: third }));
  const revokedBy = (who: Person, wamid: string | undefined, more: object = {}) => ({
    ...{ from: who.phone, id: freshWamid(), timestamp: String(nowS()), type: 'revoke', group_id: group },
    revoke: { original_message_id: wamid },
    ...more,
  });
  const contacts = [gus, dora].map(({ name, phone }) => ({ profile: { name }, wa_id: phone }));
  await deliver({ contacts, messages: [revokedBy(ana, first?.provider_message_id)] });
  await deliver({ contacts, messages: [revokedBy(dora, second?.provider_message_id)] });
  await deliver({ contacts, messages: [revokedBy(gus, third)] });
  const { group: now } = await threadOf(group);
  const names = new Map(now?.participants.map(({ id, name }) => [id, name]));
  const deleted = (await messagesOf(thread)).map(({ sender_id: writer, revoked_by: by }) => [
    names.get(writer ?? ''),
    names.get(by ?? ''),
  ]);
  expect(deleted).toEqual([
    ['Ana Silva', 'Ana Silva'],
    ['Ben Okafor', 'Dora'],
    ['Ana Silva', 'Gus'],
  ]);
});

describe('what WhatsApp says of a group', () => {
  test('gives it its subject and people, of which the newest counts', async () => {
    const [group, ana, ben] = [freshGroup(), person('Ana'), person('Ben')];
    const contacts = [ana, ben].map(({ phone, name }) => ({ profile: { name }, wa_id: phone }));
    const joined = { type: 'group_participants_add', added_participants: [{ wa_id: ana.phone }, { wa_id: ben.phone }] };
    const left = { type: 'group_participants_remove', removed_participants: [{ wa_id: ben.phone }] };
    await subjectIs(group, 'Spring tour', nowS() - 10);
    await update('group_participants_update', group, left, nowS() - 20, contacts);
    await update('group_participants_update', group, joined, nowS() - 40, contacts);
    await update('group_lifecycle_update', group, { type: 'group_create', subject: 'Tour' }, nowS() - 50);
    await update('group_participants_update', group, left, nowS() - 20, contacts);
    await subjectIs(group, 'Spring tour 2027', nowS() - 5);
    const thread = await threadOf(group);
    expect(thread).toMatchObject({ contact: { name: 'Spring tour 2027' }, group: { state: 'active' } });
    expect(peopleIn(thread)).toEqual(['Ana']);
    expect((await linesOf(thread)).map(({ kind, detail }) => [kind, Object.keys(detail)])).toEqual([
      ['group', ['added']],
      ['group', ['removed']],
      ['group', ['subject']],
    ]);
  });

  test('of one second is told in the order in which it came, after what was written before it', async () => {
    const [group, ana] = [freshGroup(), person('Ana')];
    const atS = nowS() - 30;
    const others = ['Ben', 'Chen', 'Dora', 'Elif', 'Femi', 'Gita'].map(person);
    await deliver(textInGroup(group, ana, 'Hello', { atS }));
    for (const one of others) {
      const joined = { type: 'group_participants_add', added_participants: [{ wa_id: one.phone }] };
      const contacts = [{ profile: { name: one.name }, wa_id: one.phone }];
      await update('group_participants_update', group, joined, atS, contacts);
    }
    const thread = await threadOf(group);
    const names = new Map(thread.group?.participants.map(({ id, name }) => [id, name]));
    const lines = await linesOf(thread);
    expect(lines.map(({ detail }) => names.get(detail.added?.[0] ?? ''))).toEqual(others.map(({ name }) => name));
    const [hello] = await messagesOf(thread);
    expect(lines.every(({ created_at: at }) => at > (hello?.sort_at ?? ''))).toBe(true);
  });

  test('names people with their user id alone; of one without either what came is kept, and the rest is applied', async () => {
    const [group, ana] = [freshGroup(), person('Ana')];
    const hidden = `PT.${newId().replaceAll('-', '')}`;
    const unnamed = { username: freshWamid() };
    const added_participants = [{ wa_id: ana.phone }, { user_id: hidden }, unnamed];
    const contacts = [
      { profile: { name: 'Ana' }, wa_id: ana.phone },
      { profile: { name: 'Hana' }, user_id: hidden },
    ];
    const joined = { type: 'group_participants_add', added_participants };
    await update('group_participants_update', group, joined, nowS(), contacts);
    expect(peopleIn(await threadOf(group))).toEqual(['Ana', 'Hana']);
    const kept = await sql('select reason, detail, stored from webhook_refusals where detail::text like $1', [
      `%${unnamed.username}%`,
    ]);
    expect(kept).toEqual([
      { reason: 'participant_missing', detail: { group_id: group, participants: [unnamed] }, stored: true },
    ]);
  });

  test('closes one that was suspended or deleted, with the reason, and opens it again', async () => {
    const { group, thread } = await talk();
    await update('group_status_update', group, { type: 'group_suspend' }, nowS() - 5);
    expect((await threadOf(group)).group?.state).toBe('suspended');
    expect(await send(thread)).toMatchObject({ status: 422, body: { error: { data: [{ field: 'thread_id' }] } } });
    await update('group_status_update', group, { type: 'group_suspend_cleared' }, nowS() - 4);
    expect((await send(thread)).status).toBe(201);
    await update('group_lifecycle_update', group, { type: 'group_delete' }, nowS() - 3);
    expect((await send(thread)).status).toBe(422);
    await update('group_status_update', group, { type: 'group_suspend' }, nowS() - 60);
    expect((await threadOf(group)).group?.state, 'what is older changes nothing').toBe('deleted');
    expect((await linesOf(thread)).flatMap(({ detail }) => detail.group_state ?? [])).toEqual([
      ...['suspended', 'active', 'deleted'],
    ]);
  });

  test('of an order that failed changes nothing', async () => {
    const { group } = await talk();
    await subjectIs(group, 'Before');
    const failed = { type: 'group_settings_update', group_subject: { text: 'After', update_successful: false } };
    await update('group_settings_update', group, failed);
    await update('group_lifecycle_update', group, { type: 'group_delete', errors: [{ code: 131000 }] });
    expect(await threadOf(group)).toMatchObject({ contact: { name: 'Before' }, group: { state: 'active' } });
  });
});

describe('an answer', () => {
  test('is refused where WhatsApp takes no such message in groups', async () => {
    const { thread } = await talk();
    const button = { type: 'reply', reply: { id: 'a', title: 'Yes' } };
    const interactive = { type: 'button', body: { text: 'OK?' }, action: { buttons: [button] } };
    const location = { latitude: 1, longitude: 2 };
    const refused = {
      status: 422,
      body: { error: { data: [{ field: 'type', msg: expect.stringMatching(/in groups/) }] } },
    };
    const other = { text: undefined };
    expect(await send(thread, '', { ...other, type: 'interactive', interactive })).toMatchObject(refused);
    expect(await send(thread, '', { ...other, type: 'location', location })).toMatchObject(refused);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await send(thread, '', { ...other, type: 'location', location, send_at: later })).toMatchObject(refused);
    const [message] = await messagesOf(thread);
    const reaction = { message_id: message?.id, emoji: '👍' };
    expect(await send(thread, '', { ...other, thread_id: undefined, type: 'reaction', reaction })).toMatchObject(
      refused,
    );
    expect(await messagesOf(thread)).toHaveLength(2);
  });

  test('is read when everybody has read it, and says who has', async () => {
    const { group, ana, ben, thread } = await talk();
    const id = await insertOutgoing(world, thread);
    const wamid = freshWamid();
    let atS = nowS();
    const status = (word: string, of?: Person, more: object = {}) =>
      deliver({
        statuses: [
          {
            ...{ id: wamid, status: word, timestamp: String(atS), recipient_type: 'group', recipient_id: group },
            ...(of && { recipient_participant_id: of.phone }),
            biz_opaque_callback_data: id,
            ...more,
          },
        ],
      });
    const now = async () => (await getMessage(world, id)).status;
    // Before the answer of the call is known, and in the same second.
    await status('delivered', ana);
    await status('sent');
    expect(await now()).toBe(1);
    await status('delivered', ben);
    await status('delivered', ben);
    expect(await now()).toBe(2);
    atS += 1;
    await status('read', ben);
    expect(await now(), 'one of two').toBe(2);
    await status('read', ana);
    expect(await now()).toBe(3);
    await status('delivered', ana);
    expect(await now(), 'it never goes back').toBe(3);
    const { data } = (await world.api('GET /api/messages/{id}/events', { params: { id } })).body;
    const names = new Map((await threadOf(group)).group?.participants.map((one) => [one.id, one.name]));
    expect(data.map((event) => `${event.status} ${names.get(event.participant_id ?? '') ?? ''}`).toSorted()).toEqual([
      ...[
        'delivered Ana Silva',
        'delivered Ana Silva',
        'delivered Ben Okafor',
        'read Ana Silva',
        'read Ben Okafor',
        'sent ',
      ],
    ]);
  });

  test('that one person could not get is no failed message; someone unknown is in the group from then on', async () => {
    const { group, thread } = await talk();
    const stranger = person('');
    const id = await insertOutgoing(world, thread);
    await deliver({
      statuses: [
        {
          ...{
            id: freshWamid(),
            status: 'failed',
            timestamp: String(nowS()),
            recipient_type: 'group',
            recipient_id: group,
          },
          ...{ recipient_participant_id: stranger.phone, biz_opaque_callback_data: id },
          errors: [{ code: 131026, title: 'Message undeliverable' }],
        },
      ],
    });
    expect(await getMessage(world, id)).toMatchObject({ status: 0, send_state: 'started' });
    const people = (await threadOf(group)).group?.participants ?? [];
    expect(people.map(({ phone_number }) => phone_number)).toContain(stranger.phone);
  });

  test('reaches everybody in it through WhatsApp', async () => {
    const members = [freshPhone(), freshPhone(), freshPhone()];
    for (const phone of members) {
      await world.phone('POST', '/phones', { phone_number: `+${phone}`, name: `Rider ${phone.slice(-3)}` });
    }
    const { id: group } = await world.phone<{ id: string }>('POST', '/groups', { subject: 'Saturday ride', members });
    await world.phone('POST', `/phones/${group}/messages`, { type: 'text', text: { body: 'Nine?' }, as: members[1] });
    const thread = await until(async () => {
      const rows = await sql('select from messages m join threads t on t.id = m.thread_id where t.group_id = $1', [
        group,
      ]);
      return rows.length === 1 && threadOf(group);
    });
    expect(thread.contact.name).toBe('Saturday ride');
    expect(thread.group?.participants.map(({ phone_number }) => phone_number).toSorted()).toEqual(members.toSorted());
    const { id } = (await send(thread, 'At the bridge')).body;
    await until(async () => (await getMessage(world, id)).status === 2);
    const { data } = await world.phone<{ data: { content: object; direction: string }[] }>(
      'GET',
      `/phones/${group}/messages`,
    );
    expect(data.at(-1)).toMatchObject({ direction: 'to_customer', content: { body: 'At the bridge' } });
    await world.phone('POST', `/phones/${group}/read`);
    await until(async () => (await getMessage(world, id)).status === 3);
    const { body } = await world.api('GET /api/messages/{id}/events', { params: { id } });
    expect(body.data.filter(({ status }) => status === 'read')).toHaveLength(3);
  });
});

describe('a group is no contact', () => {
  test('it is called, blocked and held by nobody, and the refusal says so', async () => {
    const { thread } = await talk();
    const params = { id: thread.id };
    const called = await pageCalls(world.api, thread.id);
    expect(called).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/^A WhatsApp group can’t be called/) } },
    });
    const blocked = await world.api('POST /api/threads/{id}/block', { params });
    expect(blocked).toMatchObject({
      status: 422,
      body: { error: { data: [{ field: 'id', msg: expect.stringMatching(/^A WhatsApp group can’t be blocked/) }] } },
    });
  });

  test('no list, search, restore or merge knows it, and nothing is sent to it by the way of contacts', async () => {
    const { group, thread, ana } = await talk();
    await subjectIs(group, 'Zebra crossing club');
    const { contact_id: id } = thread;
    const all = (await world.api('GET /api/contacts', { query: { search: 'Zebra' } as never })).body.data;
    expect(all).toEqual([]);
    expect((await world.api('GET /api/contacts/{id}', { params: { id } })).status).toBe(404);
    expect(
      (
        await world.api('POST /api/contacts/{id}/erase', {
          params: { id },
          body: { id: newId(), confirm: 'ERASE' } as never,
        })
      ).status,
    ).not.toBe(201);
    const other = (await threadOf(group)).group?.participants[0]?.contact_id ?? '';
    const merged = await world.api('POST /api/contacts/merge', {
      body: { contact_id: other, merge_ids: [id] } as never,
    });
    expect(merged.status).not.toBe(201);
    const restored = await sql('update contacts set deleted_at = null where id = $1', [id]).catch(
      (error: Error) => error,
    );
    expect(restored, 'the database refuses it').toBeInstanceOf(Error);
    const counts = await sql<{ n: number }>(
      'select count(*)::int as n from contact_list_members where contact_id = $1',
      [id],
    );
    expect(counts[0]?.n).toBe(0);
    const found = (await world.api('GET /api/threads', { query: { search: 'Zebra' } as never })).body.data;
    expect(
      found.map((row) => row.id),
      'the conversation is found by its subject',
    ).toEqual([thread.id]);
    expect(ana.phone).not.toBe('');
  });

  test('no automation, opt-out word or reply rule answers in it', async () => {
    await publish(world, 'Answers all', flowOf(keyword('stop'), [say('a', 'Automatic')]));
    const { group, ana, thread } = await talk();
    await deliver(textInGroup(group, ana, 'STOP'));
    const control = await customerWrites(world, freshPhone(), 'stop it now');
    await untilRead(world);
    await until(async () => (await messagesOf(control)).length > 1);
    await turnAllOff(world);
    expect((await messagesOf(thread)).map(({ direction }) => direction)).toEqual(['INCOMING', 'INCOMING', 'INCOMING']);
    const [contact] = await sql('select opted_out_at from contacts where phone_number = $1', [ana.phone]);
    expect(contact).toEqual({ opted_out_at: null });
  });

  test('erasing one of its people leaves what the others wrote', async () => {
    const { group, ana, thread } = await talk();
    const anas = thread.group?.participants.find(({ phone_number }) => phone_number === ana.phone)?.contact_id ?? '';
    const erased = await world.api('POST /api/contacts/{id}/erase', {
      params: { id: anas },
      body: { id: newId(), confirm: 'ERASE' } as never,
    });
    expect([200, 201, 202], JSON.stringify(erased.body)).toContain(erased.status);
    await until(async () => (await messagesOf(thread)).length === 1);
    await until(async () => (await sql('select from contacts where id = $1', [anas])).length === 0);
    const after = await threadOf(group);
    expect((await messagesOf(after)).map(({ text }) => text?.body)).toEqual(['Hi all']);
    expect(peopleIn(after)).toEqual(['Ben Okafor']);
  });

  test('merging two of its people names the messages of both', async () => {
    const { group, ana, ben, thread } = await talk();
    const idOf = ({ phone }: Person) =>
      thread.group?.participants.find(({ phone_number }) => phone_number === phone)?.contact_id ?? '';
    const merged = await world.api('POST /api/contacts/merge', {
      body: { contact_id: idOf(ana), merge_ids: [idOf(ben)] } as never,
    });
    expect(merged.status, JSON.stringify(merged.body)).toBe(201);
    const after = await threadOf(group);
    const names = new Map(after.group?.participants.map(({ id, contact_id }) => [id, contact_id]));
    expect((await messagesOf(after)).map(({ sender_id: id }) => names.get(id ?? ''))).toEqual([idOf(ana), idOf(ana)]);
  });

  test('two channels with the same group have a conversation each', async () => {
    const { group } = await talk();
    const rows = await sql<{ kind: string; key: string }>(
      `select kind, key from contact_identities where client_id = $1 and value = $2`,
      [world.clientId, group],
    );
    expect(rows).toEqual([{ kind: 'group', key: `${world.channelId}/${group}` }]);
  });
});

describe('who sees a group', () => {
  test('another account finds neither its conversation nor its messages or people', async () => {
    const { ana, thread } = await talk();
    const [message] = await messagesOf(thread);
    const stranger = await createUser(world.server.owner, 'Mallory');
    const clientId = await createAccount(world.server.owner, stranger, 'Mallory Ltd');
    const auth = await createAuth(world.server.platform);
    const api = world.apiAs(await auth.idTokens.sign({ ...stranger, account: { clientId, role: 'Owner' } }));
    const params = { id: thread.id };
    expect((await api('GET /api/threads/{id}', { params })).status).toBe(404);
    expect((await api('GET /api/threads/{id}/messages', { params })).status).toBe(404);
    expect((await api('GET /api/messages/{id}/events', { params: { id: message?.id ?? '' } })).status).toBe(404);
    const sent = await api('POST /api/messages', { body: textBody(thread, 'Hello from outside') as never });
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify((await api('GET /api/contacts', { query: { search: ana.phone } })).body.data)).toBe('[]');
    expect((await messagesOf(thread)).map(({ text }) => text?.body)).toEqual(['Hello', 'Hi all']);
  });

  const as = async (restrictions: object) => {
    const member = await createUser(world.server.owner);
    const none = {
      channel_ids: null,
      only_assigned: false,
      mask_phone_numbers: false,
      no_export: false,
      no_deletion: false,
    };
    await sql(
      `insert into client_users (client_id, user_id, role, name, email, restrictions) values ($1, $2, 'User', 'Kim', $3, $4)`,
      [world.clientId, member.uid, member.email, JSON.stringify({ ...none, ...restrictions })],
    );
    const auth = await createAuth(world.server.platform);
    const account = { clientId: world.clientId, role: 'User' as const };
    return world.apiAs(await auth.idTokens.sign({ uid: member.uid, sid: member.sid, account }));
  };

  test('a member who may not see numbers sees none of its people’s', async () => {
    const { group, ana, ben, thread } = await talk();
    await deliver(textInGroup(group, ana, `Call ${ben.phone}`));
    const api = await as({ mask_phone_numbers: true });
    const seen = (await api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    const messages = (await api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body.data;
    expect(seen.group?.participants.map(({ name }) => name).toSorted()).toEqual(['Ana Silva', 'Ben Okafor']);
    expect(seen.group?.participants.every(({ phone_masked: masked }) => masked?.includes('•'))).toBe(true);
    for (const { phone } of [ana, ben]) expect(JSON.stringify(seen)).not.toContain(phone);
    expect(JSON.stringify(messages)).not.toContain(ana.phone);
  });

  test('a member sees it by the rule of conversations: in their channels, and when it is theirs', async () => {
    const { thread } = await talk();
    const params = { id: thread.id };
    const elsewhere = await as({ channel_ids: [newId()] });
    expect((await elsewhere('GET /api/threads/{id}', { params })).status).toBe(404);
    const assigned = await as({ only_assigned: true });
    expect((await assigned('GET /api/threads/{id}', { params })).status).toBe(404);
  });
});

// @module-tag data
import type { Message, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { type SyncConnection, signInSyncConnection } from '../../testing/sync-connection.ts';
import { addMember, createSession, createUser, type TestUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
let sandboxId: string;

beforeAll(async () => {
  world = await testWorld();
  const channels = await world.api('GET /api/channels', { query: {} });
  sandboxId = channels.body.data.find((channel) => channel.sandbox)?.id ?? '';
});
afterAll(() => world.close());

type Limits = Record<string, unknown>;

/** A User with limits, set as an Admin sets them. @returns a token of theirs */
async function limited(restrictions: Limits): Promise<{ user: TestUser; token: string }> {
  const user = await createUser(world.server.owner, 'Lim Ited');
  await addMember(world.server.owner, world.clientId, user, 'User');
  const set = await world.api('PUT /api/team/{user_id}', { params: { user_id: user.uid }, body: { restrictions } });
  expect(set.status).toBe(200);
  return { user: user, token: await tokenOf(user) };
}

async function tokenOf(user: TestUser): Promise<string> {
  const auth = await createAuth(world.server.platform);
  const sid = await createSession(world.server.owner, user.uid);
  return auth.idTokens.sign({ uid: user.uid, sid, account: { clientId: world.clientId, role: 'User' } });
}

const assign = (thread: Thread, uid: string | null) =>
  world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: uid } });
const newest = async (thread: Thread): Promise<Message> => {
  const { body } = await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id }, query: {} });
  const [message] = body.data;
  if (message === undefined) throw new Error('a thread without messages');
  return message;
};

/**
 * Every route that could return or change a conversation. `hidden` is the response when the caller cannot see it: as
 * if it did not exist.
 */
async function readersOf(token: string, thread: Thread): Promise<Record<string, number | boolean>> {
  const api = world.apiAs(token);
  const message = await newest(thread);
  const ofThread = { params: { id: thread.id } };
  const ofMessage = { params: { id: message.id } };
  const list = await api('GET /api/threads', { query: { limit: 200 } });
  const searched = await api('GET /api/threads', { query: { limit: 200, search: 'Amara' } });
  const byChannel = await api('GET /api/threads', { query: { limit: 200, channel_id: thread.channel_id } });
  const unassigned = await api('GET /api/threads', { query: { limit: 200, assignee: 'none' } });
  const shows = (answer: { body: { data: { id: string }[] } }) => answer.body.data.some(({ id }) => id === thread.id);
  const start = (await api('GET /api/bootstrap')).body;
  const phone = await queryAsOwner<{ phone_number: string }>(
    world.server.owner,
    'select phone_number from contacts where client_id = $1 and id = $2',
    [world.clientId, thread.contact_id],
  );
  const text = { source: 'INBOX' as const, type: 'text' as const, text: { body: 'Hello' } };
  const to = `+${phone[0]?.phone_number}`;
  return {
    'in the list': shows(list),
    'in a search': shows(searched),
    'in the list of its channel': shows(byChannel),
    'in the list of unassigned ones': shows(unassigned),
    'its channel in the start': start.channels.some(({ id }) => id === thread.channel_id),
    'its channel in the list': (await api('GET /api/channels', { query: {} })).body.data.some(
      ({ id }) => id === thread.channel_id,
    ),
    'the thread': (await api('GET /api/threads/{id}', ofThread)).status,
    'its messages': (await api('GET /api/threads/{id}/messages', { ...ofThread, query: {} })).status,
    'a message': (await api('GET /api/messages/{id}', ofMessage)).status,
    'its triggers': (await api('GET /api/messages/{id}/triggers', ofMessage)).status,
    'its contact': (await api('GET /api/contacts/{id}', { params: { id: thread.contact_id } })).status,
    reading: (await api('POST /api/threads/{id}/read', ofThread)).status,
    changing: (await api('PUT /api/threads/{id}', { ...ofThread, body: { state: 'ACTIVE' } })).status,
    'sending again': (await api('POST /api/messages/{id}/retry', ofMessage)).status,
    sending: (await api('POST /api/messages', { body: textBody(thread, 'Hello') })).status,
    'sending to the number': (await api('POST /api/messages', { body: { ...text, channel_id: thread.channel_id, to } }))
      .status,
    reacting: (
      await api('POST /api/messages', {
        body: {
          channel_id: thread.channel_id,
          source: 'INBOX',
          type: 'reaction',
          reaction: { message_id: message.id, emoji: '👍' },
        },
      })
    ).status,
  };
}

const nowhere = {
  'in the list': false,
  'in a search': false,
  'in the list of its channel': false,
  'in the list of unassigned ones': false,
  'the thread': 404,
  'its messages': 404,
  'a message': 404,
  'its triggers': 404,
  reading: 404,
  changing: 404,
  'sending again': 404,
  sending: 404,
  'sending to the number': 404,
  reacting: 404,
};
const seen = {
  'in the list': true,
  'in a search': true,
  'in the list of its channel': true,
  'its channel in the start': true,
  'its channel in the list': true,
  'the thread': 200,
  'its messages': 200,
  'a message': 200,
  'its triggers': 200,
  'its contact': 200,
  reading: 200,
  changing: 200,
  // Let in: a message that came in cannot be sent again by anybody.
  'sending again': 409,
  sending: 201,
  'sending to the number': 201,
  reacting: 201,
};

/** What a live connection and a poll from before say about a conversation after it was written to. */
async function feedOf(token: string, thread: Thread, write: () => Promise<unknown>): Promise<string[]> {
  // Before the connections: a status of an earlier message may still be on its way.
  const cursor = (await world.apiAs(token)('GET /api/sync/poll', { query: {} })).body.cursor;
  const live = await signInSyncConnection(world.server.url, token);
  const everything = await signInSyncConnection(world.server.url, world.token);
  await write();
  const message = await until(async () => {
    const found = everything.changes().find(({ collection, data }) => {
      return collection === 'messages' && (data as Message | null)?.thread_id === thread.id;
    });
    return found;
  });
  // By then all clients have everything earlier in the feed.
  const contact = newId();
  await queryAsOwner(world.server.owner, `insert into contacts (client_id, id, name) values ($1, $2, 'End')`, [
    world.clientId,
    contact,
  ]);
  const marker = await world.api('PUT /api/client', { body: { website: `https://${contact}.example` } });
  expect(marker.status).toBe(200);
  await until(async () =>
    [live, everything].every((each) => each.changes().some(({ collection }) => collection === 'clients')),
  );
  const polled = await world.apiAs(token)('GET /api/sync/poll', { query: { cursor, timeout: 5 } });
  const reported = 'changes' in polled.body ? polled.body.changes : [];
  for (const each of [live, everything]) each.close();
  const about = (changes: readonly { collection: string; id: string; data: unknown; marker: string }[], path: string) =>
    changes
      .filter(({ id }) => id === thread.id || id === message.id || id === thread.contact_id)
      .map(({ collection, marker: kind, data }) => `${path} ${collection} ${data === null ? kind : 'shown'}`);
  return [...new Set([...about(live.changes(), 'live'), ...about(reported, 'poll')])].sort();
}

/** A channel of the open adapter has no reply window: only on such may a text be the first word. Nothing leaves it. */
async function adapterChannel(): Promise<string> {
  const digits = freshPhone();
  const made = await world.api('POST /api/channels', {
    body: {
      kind: 'WHATSAPP',
      channel_label: 'Adapter',
      phone_number: `+${digits}`,
      phone_number_id: digits,
      waba_id: digits,
      access_token: `token-${digits}`,
      app_secret: `secret-${digits}`,
      verify_token: `verify-${digits}`,
    },
  });
  expect(made).toMatchObject({ status: 201 });
  await queryAsOwner(
    world.server.owner,
    "update channels set kind = 'SESSION', adapter_url = 'http://127.0.0.1:9', state = 'PAUSED' where id = $1",
    [made.body.id],
  );
  return made.body.id;
}

const framesOf = (live: SyncConnection) => JSON.stringify(live.frames);

describe('a member limited to one channel', () => {
  it('finds nothing of another on any route', async () => {
    const { token } = await limited({ channel_ids: [sandboxId] });
    const thread = await customerWrites(world);
    expect(await readersOf(token, thread)).toEqual({
      ...nowhere,
      'its channel in the start': false,
      'its channel in the list': false,
      // A contact belongs to the account; only conversations belong to a channel.
      'its contact': 200,
    });
    expect(await feedOf(token, thread, () => customerWrites(world, phoneOf(thread)))).toEqual([]);
  });

  it('finds everything of their own', async () => {
    const { token } = await limited({ channel_ids: [world.channelId] });
    const thread = await customerWrites(world);
    expect(await readersOf(token, thread)).toEqual({ ...seen, 'in the list of unassigned ones': true });
    const fed = await feedOf(token, thread, () => customerWrites(world, phoneOf(thread)));
    expect(fed).toEqual(expect.arrayContaining(['live messages shown', 'live threads shown', 'poll messages shown']));
  });

  it('cannot open the sandbox without seeing everything', async () => {
    const { token } = await limited({ channel_ids: [world.channelId] });
    expect((await world.apiAs(token)('GET /api/sandbox')).status).toBe(403);
  });
});

describe('a member limited to assigned conversations', () => {
  it('finds nothing of others on any route', async () => {
    const { token } = await limited({ only_assigned: true });
    const thread = await customerWrites(world);
    const readers = await readersOf(token, thread);
    expect(readers).toEqual({
      ...nowhere,
      'its channel in the start': true,
      'its channel in the list': true,
      'its contact': 404,
    });
    const fed = await feedOf(token, thread, () => customerWrites(world, phoneOf(thread)));
    // The id of a conversation out of sight, and nothing of it.
    expect(fed.filter((line) => line.endsWith('shown'))).toEqual([]);
    expect(fed.filter((line) => !line.includes('threads DELETED'))).toEqual([]);
  });

  it('finds everything of their own, and can answer it', async () => {
    const { user, token } = await limited({ only_assigned: true });
    const thread = await customerWrites(world);
    await assign(thread, user.uid);
    expect(await readersOf(token, thread)).toMatchObject({
      ...seen,
      'in the list of unassigned ones': false,
      'its contact': 200,
      'its messages': 200,
      sending: 201,
      'sending to the number': 201,
      reacting: 201,
    });
    const fed = await feedOf(token, thread, () => customerWrites(world, phoneOf(thread)));
    expect(fed).toEqual(expect.arrayContaining(['live messages shown', 'live threads shown', 'poll threads shown']));
  });

  it('gains and loses conversations by the feed', async () => {
    const { user, token } = await limited({ only_assigned: true });
    const thread = await customerWrites(world);
    const live = await signInSyncConnection(world.server.url, token);
    const reported = (marker: string) =>
      until(async () =>
        live
          .changes()
          .findLast((change) => change.id === thread.id && (change.data === null) === (marker === 'DELETED')),
      );
    await assign(thread, user.uid);
    const given = await reported('shown');
    expect(given.data).toMatchObject({ assignee_id: user.uid });
    await assign(thread, null);
    const taken = await reported('DELETED');
    expect(taken.version).toBeGreaterThan(given.version);
    await assign(thread, user.uid);
    await until(async () => (live.changes().findLast(({ id }) => id === thread.id)?.version ?? 0) > taken.version);
    live.close();
  });

  it('starts conversations of their own, and cannot reach those of others that way', async () => {
    const { user, token } = await limited({ only_assigned: true });
    const body = { channel_id: await adapterChannel(), source: 'COMPOSE', type: 'text', text: { body: 'Hi' } } as const;
    const to = `+${freshPhone()}`;
    const otherPhone = `+${freshPhone()}`;
    expect((await world.api('POST /api/messages', { body: { ...body, to: otherPhone } })).status).toBe(201);
    expect((await world.apiAs(token)('POST /api/messages', { body: { ...body, to: otherPhone } })).status).toBe(404);
    const sent = await world.apiAs(token)('POST /api/messages', { body: { ...body, to } });
    expect(sent.status).toBe(201);
    expect((await world.apiAs(token)('GET /api/messages/{id}', { params: { id: sent.body.id } })).status).toBe(200);
    const [row] = await queryAsOwner<{ assignee_id: string }>(
      world.server.owner,
      'select assignee_id from threads where client_id = $1 and to_phone = $2',
      [world.clientId, to.slice(1)],
    );
    expect(row?.assignee_id).toBe(user.uid);
  });

  it('does not learn who views a conversation of others', async () => {
    const { token } = await limited({ only_assigned: true });
    const thread = await customerWrites(world);
    const [live, owner] = [
      await signInSyncConnection(world.server.url, token),
      await signInSyncConnection(world.server.url, world.token),
    ];
    live.send({ type: 'topics', add: [`presence:${thread.id}`] });
    live.send({ type: 'presence', thread_id: thread.id, state: 'typing' });
    owner.send({ type: 'topics', add: [`presence:${thread.id}`] });
    owner.send({ type: 'presence', thread_id: thread.id, state: 'typing' });
    const third = await signInSyncConnection(world.server.url, (await limited({})).token);
    third.send({ type: 'topics', add: [`presence:${thread.id}`] });
    await third.next('presence');
    expect([...live.frames, ...owner.frames].filter(({ type }) => type === 'presence')).toEqual([]);
    for (const each of [live, owner, third]) each.close();
  });
});

describe('a member who may not see numbers', () => {
  it('finds no number on any route, but the first and last digits', async () => {
    const { token } = await limited({ mask_phone_numbers: true });
    const phone = '447700955123';
    const thread = await customerWrites(world, phone, `Call me: +${phone}`);
    await world.api('POST /api/messages', { body: textBody(thread, `We call ${phone}`) });
    const api = world.apiAs(token);
    const live = await signInSyncConnection(world.server.url, token);
    const cursor = (await api('GET /api/sync/poll', { query: {} })).body.cursor;
    await customerWrites(world, phone, 'Again');
    await until(async () => live.changes().some(({ collection }) => collection === 'messages'));
    const page = await api('GET /api/threads/{id}/messages', { params: { id: thread.id }, query: {} });
    const outgoing = page.body.data.find(({ direction }) => direction === 'OUTGOING');
    const sent = await api('POST /api/messages', { body: textBody(thread, 'Mine') });
    const answers = {
      list: await api('GET /api/threads', { query: { limit: 200 } }),
      thread: await api('GET /api/threads/{id}', { params: { id: thread.id } }),
      page,
      message: await api('GET /api/messages/{id}', { params: { id: outgoing?.id ?? '' } }),
      triggers: await api('GET /api/messages/{id}/triggers', { params: { id: outgoing?.id ?? '' } }),
      contact: await api('GET /api/contacts/{id}', { params: { id: thread.contact_id } }),
      read: await api('POST /api/threads/{id}/read', { params: { id: thread.id } }),
      changed: await api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } }),
      sent,
      start: await api('GET /api/bootstrap'),
      poll: await api('GET /api/sync/poll', { query: { cursor, timeout: 5 } }),
    };
    for (const [path, { status, body }] of Object.entries(answers)) {
      expect([path, status < 300]).toEqual([path, true]);
      expect([path, JSON.stringify(body).includes(phone)]).toEqual([path, false]);
    }
    expect(framesOf(live)).toContain(thread.id);
    expect(framesOf(live)).not.toContain(phone);
    expect(answers.contact.body).toMatchObject({ phone_number: null, phone_masked: '44•••••••123' });
    expect(answers.thread.body.contact).toMatchObject({ phone_number: null, phone_masked: '44•••••••123' });
    expect(outgoing?.to).toBeNull();
    live.close();
    // The same for an unrestricted member, to prove that the routes above return it.
    expect(JSON.stringify((await world.api('GET /api/threads', { query: { limit: 200 } })).body)).toContain(phone);
  });

  it('cannot open the sandbox, which shows every number', async () => {
    const { token } = await limited({ mask_phone_numbers: true });
    for (const key of ['GET /api/sandbox', 'POST /api/sandbox/phones'] as const) {
      const body = key.startsWith('POST') ? { name: 'Otto' } : undefined;
      expect((await world.apiAs(token)(key, body === undefined ? {} : { body })).status).toBe(403);
    }
  });
});

describe('restrictions for all Users of an account', () => {
  it('apply to every User and to no other role, with the next call', async () => {
    const { token, user } = await limited({});
    const phone = freshPhone();
    const thread = await customerWrites(world, phone);
    const shown = async (asked: string) =>
      (await world.apiAs(asked)('GET /api/threads/{id}', { params: { id: thread.id } })).body.contact?.phone_number;
    expect(await shown(token)).toBe(phone);
    await world.api('PUT /api/client', { body: { user_restrictions: { mask_phone_numbers: true } } });
    expect([await shown(token), await shown(world.token)]).toEqual([null, phone]);
    const start = await world.apiAs(token)('GET /api/bootstrap');
    expect(start.body.access).toMatchObject({ role: 'User', restrictions: { mask_phone_numbers: true } });
    await world.api('PUT /api/team/{user_id}', { params: { user_id: user.uid }, body: { role: 'Admin' } });
    expect(await shown(token)).toBe(phone);
    await world.api('PUT /api/client', { body: { user_restrictions: { mask_phone_numbers: false } } });
  });
});

describe('a member who was offline while their restrictions changed', () => {
  it('starts over instead of resuming', async () => {
    const { user, token } = await limited({});
    const live = await signInSyncConnection(world.server.url, token);
    const { cursor } = (await world.apiAs(token)('GET /api/sync/poll', { query: {} })).body;
    live.close();
    const change = { params: { user_id: user.uid }, body: { restrictions: { only_assigned: true } } };
    await world.api('PUT /api/team/{user_id}', change);
    const polled = await world.apiAs(token)('GET /api/sync/poll', { query: { cursor, timeout: 5 } });
    expect(polled.body).toMatchObject({ reset: 'Your permissions have changed.' });
    const again = await signInSyncConnection(world.server.url, token, cursor);
    expect((await again.next('reset')).reason).toBe('Your permissions have changed.');
    // From a new start on it is as always.
    const fresh = await until(async () => {
      const start = (await world.apiAs(token)('GET /api/bootstrap')).body.cursor;
      const next = await world.apiAs(token)('GET /api/sync/poll', { query: { cursor: start, timeout: 5 } });
      return 'changes' in next.body && next.body;
    });
    expect(fresh.changes).toEqual([]);
    again.close();
  });
});

describe('a key limited to a channel', () => {
  it('finds nothing of another on any route', async () => {
    const made = await world.api('POST /api/api-keys', {
      body: {
        name: 'Shop',
        scopes: ['messages:read', 'messages:write', 'threads:read', 'threads:write', 'channels:read', 'contacts:read'],
        channel_ids: [sandboxId],
      },
    });
    const api = world.apiAs(made.body.key);
    const thread = await customerWrites(world);
    const message = await newest(thread);
    const statuses = [
      await api('GET /api/threads/{id}', { params: { id: thread.id } }),
      await api('GET /api/threads/{id}/messages', { params: { id: thread.id }, query: {} }),
      await api('GET /api/messages/{id}', { params: { id: message.id } }),
      await api('GET /api/messages/{id}/triggers', { params: { id: message.id } }),
      await api('POST /api/messages', { body: textBody(thread, 'Hello') }),
      await api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(Array(6).fill(404));
    expect((await api('GET /api/threads', { query: { limit: 200 } })).body.data).toEqual([]);
    expect((await api('GET /api/channels', { query: {} })).body.data.map(({ id }) => id)).toEqual([sandboxId]);
  });
});

function phoneOf(thread: Thread): string {
  return thread.contact.phone_number ?? '';
}

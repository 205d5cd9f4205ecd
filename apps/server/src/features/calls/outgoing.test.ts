import type { Message, PhoneCall } from '@parley/contract/types';
import { fixtureIds } from '@parley/whatsapp-fixtures';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { answerSdp, callsSeen, pageCalls } from '../../testing/calls.ts';
import { customerWrites, queryAsOwner, untilApplied } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createUser, type TestUser } from '../../testing/users.ts';
import { metadata, postAccountUpdate } from '../../testing/webhooks.ts';
import { type Api, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { endOverdueCalls } from '../ingest/apply/end-calls.ts';

let world: World;
let dana: Api;
let danaUser: TestUser;
beforeAll(async () => {
  world = await testWorld();
  const auth = await (await import('../../testing/auth.ts')).createAuth(world.server.platform);
  danaUser = await createUser(world.server.owner, 'Dana Whitfield');
  await addMember(world.server.owner, world.clientId, danaUser, 'User');
  const account = { clientId: world.clientId, role: 'User' as const };
  dana = world.apiAs(await auth.idTokens.sign({ uid: danaUser.uid, sid: danaUser.sid, account }));
});
afterAll(() => world.close());
afterEach(async () => {
  await world.phone('DELETE', '/faults');
  const { data } = await world.phone<{ data: Array<{ id: string }> }>('GET', '/phones');
  for (const { id } of data) await world.phone('DELETE', `/phones/${id}/calls`);
  await untilApplied(world.server.owner);
});

type Customer = { from: string; threadId: string };

/** A simulated customer who answers a request to allow calls. */
async function customer(reply: object | null = { response: 'accept', is_permanent: true }): Promise<Customer> {
  const from = freshPhone();
  await world.phone('POST', '/phones', { phone_number: from, name: 'Layla Haddad' });
  await world.phone('POST', `/phones/${from}/messages`, { type: 'text', text: { body: 'Hello' } });
  if (reply !== null) await says(from, reply);
  const thread = await until(async () => {
    const { data } = (await world.api('GET /api/threads', { query: { limit: 100 } })).body;
    return (data as Array<{ id: string; contact: { phone_number: string } }>).find(
      ({ contact }) => contact.phone_number === from,
    );
  });
  await untilApplied(world.server.owner);
  return { from, threadId: thread.id };
}

const says = (from: string, reply: object) =>
  world.phone('POST', `/phones/${from}/messages`, {
    type: 'interactive',
    interactive: {
      type: 'call_permission_reply',
      call_permission_reply: { response_source: 'user_action', ...reply },
    },
  });
const permissionOf = async (threadId: string) =>
  (await world.api('GET /api/threads/{id}/call-permission', { params: { id: threadId } })).body;
const asked = async (threadId: string) =>
  (await world.api('POST /api/threads/{id}/call-permission', { params: { id: threadId }, body: {} })).body;
const linesOf = async (threadId: string): Promise<Message[]> => {
  const { body } = await world.api('GET /api/threads/{id}/messages', { params: { id: threadId } });
  return (body.data as Message[]).filter(({ type }) => type === 'call');
};
const lineOf = (threadId: string) => until(async () => (await linesOf(threadId))[0]);
const hangUp = (api: Api, id: string, device_id: string) =>
  api('POST /api/calls/{id}/hang-up', { params: { id }, body: { device_id } });
const phoneCall = async (from: string) =>
  (await world.phone<{ call: { id: string; state: string } | null }>('GET', `/phones/${from}/calls`)).call;
const seen = (api: Api, id: string, isSo: (call: PhoneCall) => boolean) =>
  until(async () => (await callsSeen(api)).find((call) => call.id === id && isSo(call)));
const sql = (text: string, values: unknown[]) => queryAsOwner(world.server.owner, text, values);

test('a customer who allowed it is called; the answer reaches the page that called, and the line says who and how long', async () => {
  const { from, threadId } = await customer();
  const [id, deviceId] = [newId(), newId()];
  const placed = await pageCalls(world.api, threadId, { id, deviceId });
  expect(placed).toMatchObject({
    status: 200,
    body: { id, direction: 'outgoing', rings: false, member_id: world.user.uid, device_id: deviceId, answer: null },
  });
  await seen(world.api, id, ({ state }) => state === 'ringing');
  expect((await pageCalls(world.api, threadId, { id, deviceId })).status, 'the same again').toBe(200);
  const providerId = (await phoneCall(from))?.id ?? '';
  await told(taken(providerId, from));
  expect(
    (await callsSeen(dana)).find((call) => call.id === id),
    'another member',
  ).toMatchObject({ answer: null });
  expect((await hangUp(dana, id, deviceId)).status, 'not theirs').toBe(403);
  await tells({ id: providerId, type: 'call', status: 'ACCEPTED', recipient_id: from });
  expect(await seen(world.api, id, ({ state }) => state === 'answered')).toMatchObject({
    answer: answerSdp,
    connected_at: expect.any(String),
  });
  await told(ended(providerId, from, { status: 'COMPLETED', duration: 61, start_time: String(nowS() - 61) }));
  expect(await lineOf(threadId)).toMatchObject({
    direction: 'OUTGOING',
    created_by: world.user.uid,
    call: { outcome: 'answered', seconds: 61, by: world.user.uid },
  });
  expect(await callsSeen(world.api)).toEqual([]);
});

test('where only the assigned member may reply, only they call, and nobody else’s page dials', async () => {
  const { from, threadId } = await customer();
  const assign = (to: string) =>
    world.api('PUT /api/threads/{id}', { params: { id: threadId }, body: { assignee_id: to } });
  await world.api('PUT /api/client', { body: { only_assignee_replies: true } });
  await assign(danaUser.uid);
  expect(await pageCalls(world.api, threadId)).toMatchObject({
    status: 409,
    body: { error: { code: 'assigned_to_other', message: expect.stringContaining('Take it over first') } },
  });
  expect(await phoneCall(from)).toBeNull();
  expect(await sql('select from calls where thread_id = $1', [threadId])).toEqual([]);
  const [id, deviceId] = [newId(), newId()];
  expect((await pageCalls(dana, threadId, { id, deviceId })).status).toBe(200);
  await assign(world.user.uid);
  expect((await pageCalls(dana, threadId, { id, deviceId })).status, 'the same again').toBe(200);
  await world.api('PUT /api/client', { body: { only_assignee_replies: false } });
});

test('of two members who call at once one does, and the customer is called once', async () => {
  const { threadId } = await customer();
  const calls = await Promise.all([pageCalls(world.api, threadId), pageCalls(dana, threadId)]);
  expect(calls.map(({ status }) => status).sort()).toEqual([200, 409]);
  const isOurs = calls[0]?.status === 200;
  const [{ name } = { name: '' }] = await queryAsOwner<{ name: string }>(
    world.server.owner,
    'select name from client_users where client_id = $1 and user_id = $2',
    [...[world.clientId, isOurs ? world.user.uid : danaUser.uid]],
  );
  expect(calls.find(({ status }) => status === 409)?.body).toMatchObject({
    error: { message: `${name} is calling this customer.` },
  });
  const again = await pageCalls(isOurs ? world.api : dana, threadId);
  expect(again).toMatchObject({
    status: 409,
    body: { error: { message: 'You are calling this customer in another window.' } },
  });
  expect((await callsSeen(world.api)).filter((call) => call.thread_id === threadId)).toHaveLength(1);
});

test('a customer who declines, and a call that is cancelled, are lines that say so', async () => {
  const first = await customer();
  await pageCalls(world.api, first.threadId);
  await world.phone('DELETE', `/phones/${first.from}/calls`);
  expect((await lineOf(first.threadId)).call).toEqual({ outcome: 'declined', by: world.user.uid });
  const second = await customer();
  const [id, deviceId] = [newId(), newId()];
  await pageCalls(world.api, second.threadId, { id, deviceId });
  expect((await hangUp(world.api, id, deviceId)).status).toBe(200);
  expect((await hangUp(world.api, id, deviceId)).status, 'again').toBe(200);
  expect((await phoneCall(second.from))?.state).toBe('ended');
  expect((await lineOf(second.threadId)).call).toEqual({ outcome: 'cancelled', by: world.user.uid });
  expect((await pageCalls(world.api, second.threadId)).status, 'and again').toBe(200);
});

const noPermission = { status: 422, body: { error: { message: expect.stringContaining('Ask them first') } } };

test('who allowed nothing, refused, or allowed it until yesterday is not called, and no row is left', async () => {
  const unasked = await customer(null);
  expect(await permissionOf(unasked.threadId)).toEqual({ state: 'none', expires_at: null });
  const refused = await customer({ response: 'reject', is_permanent: false });
  expect(await permissionOf(refused.threadId)).toEqual({ state: 'refused', expires_at: null });
  const late = await customer({ response: 'accept', is_permanent: false, expiration_timestamp: nowS() - 86_400 });
  expect(await permissionOf(late.threadId)).toMatchObject({ state: 'expired', expires_at: expect.any(String) });
  for (const { from, threadId } of [unasked, refused, late]) {
    expect(await pageCalls(world.api, threadId)).toMatchObject(noPermission);
    expect(await phoneCall(from)).toBeNull();
  }
  expect(await sql('select id from calls where thread_id = any($1)', [[unasked.threadId, refused.threadId]])).toEqual(
    [],
  );
});

test('the newest answer holds, whatever the order of deliveries', async () => {
  const { from, threadId } = await customer();
  expect(await permissionOf(threadId)).toEqual({ state: 'allowed', expires_at: null });
  await reply(from, nowS() + 20, { response: 'reject', is_permanent: false });
  await reply(from, nowS() + 10, { response: 'accept', is_permanent: true });
  expect((await permissionOf(threadId)).state).toBe('refused');
});

test('a permission that WhatsApp knows of and we do not is found', async () => {
  const { threadId } = await customer({
    response: 'accept',
    is_permanent: false,
    expiration_timestamp: nowS() + 86_400,
  });
  await sql('delete from call_permissions where thread_id = $1', [threadId]);
  expect(await permissionOf(threadId)).toEqual({ state: 'none', expires_at: null });
  expect(await asked(threadId)).toMatchObject({ state: 'allowed', expires_at: expect.any(String), may_ask: true });
  await sql('delete from call_permissions where thread_id = $1', [threadId]);
  expect((await pageCalls(world.api, threadId)).status).toBe(200);
});

test('a permission that was taken back without a word is refused by WhatsApp, and known from then on', async () => {
  const { threadId } = await customer(null);
  await sql(
    "insert into call_permissions (client_id, thread_id, allowed, decided_at) values ($1, $2, true, now() - interval '1 hour')",
    [world.clientId, threadId],
  );
  expect(await pageCalls(world.api, threadId)).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('hasn’t allowed calls') } },
  });
  expect((await permissionOf(threadId)).state).toBe('refused');
  expect(await callsSeen(world.api)).toEqual([]);
});

test('the request to allow calls is a message; the second of a day is refused in words, and can be seen before', async () => {
  const { from, threadId } = await customer(null);
  const ask = async () => {
    const { body } = await world.api('POST /api/messages', {
      body: {
        ...{ channel_id: world.channelId, source: 'INBOX', type: 'interactive', thread_id: threadId },
        interactive: {
          type: 'call_permission_request',
          body: { text: 'May we call you about the order?' },
          action: { name: 'call_permission_request' },
        },
      } as never,
    });
    return until(async () => {
      const found = (await world.api('GET /api/messages/{id}', { params: { id: (body as Message).id } })).body;
      return found.status !== 0 && found;
    });
  };
  const first = await ask();
  expect(first).toMatchObject({ direction: 'OUTGOING' });
  expect(await asked(threadId)).toMatchObject({ state: 'none', may_ask: false, ask_again_at: expect.any(String) });
  expect(await ask()).toMatchObject({
    status: -1,
    error: { message: 'The customer was already asked to allow calls', next_step: expect.any(String) },
  });
  const { messages } = await until(async () => {
    const found = await world.phone<{ messages: Array<{ id: string; type: string; status: number }> }>(
      'GET',
      `/phones/${from}/updates`,
    );
    return found.messages.some(({ type, status }) => type === 'interactive' && status >= 2) && found;
  });
  const request = messages.find(({ type }) => type === 'interactive');
  await world.phone('POST', `/phones/${from}/taps`, { message_id: request?.id, button: 0 });
  await until(async () => (await permissionOf(threadId)).state === 'allowed');
});

test('an answer of WhatsApp that is lost is not dialled twice: the webhook names the call', async () => {
  const { from, threadId } = await customer();
  await world.phone('POST', '/faults', { drop_answer: 1 });
  const [id, deviceId] = [newId(), newId()];
  expect(await pageCalls(world.api, threadId, { id, deviceId })).toMatchObject({ status: 200, body: { id } });
  const rang = await phoneCall(from);
  expect(await pageCalls(world.api, threadId, { id, deviceId })).toMatchObject({ status: 200, body: { id } });
  expect(await phoneCall(from), 'the same call').toEqual(rang);
  await seen(world.api, id, ({ state }) => state === 'ringing');
  expect((await hangUp(world.api, id, deviceId)).status).toBe(200);
  expect((await phoneCall(from))?.state).toBe('ended');
  expect((await lineOf(threadId)).call).toMatchObject({ outcome: 'cancelled' });
});

test('where the server dies before it asks WhatsApp, nobody is called, and nothing is left behind', async () => {
  const { from, threadId } = await customer();
  const [id, deviceId] = [newId(), newId()];
  await sql(
    `insert into calls (client_id, id, channel_id, thread_id, direction, customer_phone, state, rang_at, member_id, device_id)
     values ($1, $2, $3, $4, 'outgoing', $5, 'dialing', now(), $6, $7)`,
    [world.clientId, id, world.channelId, threadId, from, world.user.uid, deviceId],
  );
  expect(await pageCalls(world.api, threadId, { id, deviceId })).toMatchObject({ body: { id, state: 'dialing' } });
  expect(await phoneCall(from), 'not dialled again').toBeNull();
  await sql("update calls set rang_at = now() - interval '2 minutes' where id = $1", [id]);
  await endOverdueCalls(world.server.platform, world.clientId);
  expect(await callsSeen(world.api)).toEqual([]);
  expect(await linesOf(threadId)).toEqual([]);
  expect((await pageCalls(world.api, threadId)).status, 'a new call').toBe(200);
});

test('what WhatsApp refuses is said in words, with no call and no line', async () => {
  const { threadId } = await customer();
  await world.phone('POST', '/faults', { every_call_error: 138_012 });
  expect(await pageCalls(world.api, threadId)).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('limit of calls') } },
  });
  expect(await callsSeen(world.api)).toEqual([]);
  expect(await linesOf(threadId)).toEqual([]);
});

/* Deliveries in every order, each twice, in batches of their own and in one. */
const orders = permutations(['ringing', 'connect', 'accepted', 'end'] as const);
test.each(orders.map((order) => ({ order, name: order.join(', ') })))(
  'told as $name, twice: one line',
  async ({ order }) => {
    const thread = await customerWrites(world, freshPhone(), 'Call me');
    const from = thread.contact.phone_number ?? '';
    const [id, wacid] = [newId(), `wacid.${newId()}`];
    await sql(
      `insert into calls (client_id, id, channel_id, thread_id, direction, customer_phone, state, rang_at, member_id, device_id)
     values ($1, $2, $3, $4, 'outgoing', $5, 'dialing', now(), $6, $7)`,
      [world.clientId, id, world.channelId, thread.id, from, world.user.uid, newId()],
    );
    const deliveries = {
      ringing: () => tells({ id: wacid, type: 'call', status: 'RINGING', recipient_id: from }),
      accepted: () => tells({ id: wacid, type: 'call', status: 'ACCEPTED', recipient_id: from }),
      connect: () => told(taken(wacid, from)),
      end: () => told(ended(wacid, from, { status: 'COMPLETED', duration: 7 })),
    };
    for (const step of order) {
      await deliveries[step]();
      await deliveries[step]();
    }
    expect((await linesOf(thread.id)).map(({ call }) => call)).toEqual([
      { outcome: 'answered', seconds: 7, by: world.user.uid },
    ]);
    expect((await callsSeen(world.api)).filter((call) => call.id === id)).toEqual([]);
  },
);

test('bad input is refused by its field and changes nothing', async () => {
  const { threadId } = await customer();
  for (const [field, body] of [
    ['sdp', { id: newId(), device_id: newId(), sdp: 'hello' }],
    ['id', { id: 'mine', device_id: newId(), sdp: 'v=0' }],
    ['device_id', { id: newId(), device_id: 'me', sdp: 'v=0' }],
  ] as const) {
    expect(
      await world.api('POST /api/threads/{id}/calls', { params: { id: threadId }, body: body as never }),
    ).toMatchObject({ status: 422, body: { error: { data: [{ field }] } } });
  }
  expect(await callsSeen(world.api)).toEqual([]);
});

const told = (element: object) =>
  postAccountUpdate(world, 'calls', { messaging_product: 'whatsapp', metadata, calls: [element] });
const tells = (status: object) =>
  postAccountUpdate(world, 'calls', {
    messaging_product: 'whatsapp',
    metadata,
    statuses: [{ timestamp: String(nowS()), ...status }],
  });
const ours = (id: string, to: string) => ({
  ...{ id, to, from: fixtureIds.displayPhoneNumber, direction: 'BUSINESS_INITIATED', timestamp: String(nowS()) },
});
const ended = (id: string, to: string, more: object) => ({ ...ours(id, to), event: 'terminate', ...more });
const taken = (id: string, to: string) => ({
  ...{ ...ours(id, to), event: 'connect', session: { sdp_type: 'answer', sdp: answerSdp } },
});
let replies = 0;
/** An answer that was given at another time, s. */
const reply = (from: string, at: number, call_permission_reply: object) =>
  postAccountUpdate(world, 'messages', {
    messaging_product: 'whatsapp',
    metadata,
    contacts: [{ profile: { name: 'Ana' }, wa_id: from }],
    messages: [
      {
        ...{ id: `wamid.reply.${from}.${++replies}`, from, timestamp: String(at), type: 'interactive' },
        interactive: { type: 'call_permission_reply', call_permission_reply },
      },
    ],
  });

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

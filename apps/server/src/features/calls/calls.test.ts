import type { Message, PhoneCall } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { callsSeen, customerCalls, pageAnswers } from '../../testing/calls.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createUser, type TestUser } from '../../testing/users.ts';
import { type Api, testWorld, until, type World } from '../../testing/world.ts';

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
});

const messagesOf = async ({ thread_id: id }: PhoneCall): Promise<Message[]> =>
  (await world.api('GET /api/threads/{id}/messages', { params: { id } })).body.data as Message[];
const lineOf = (call: PhoneCall) => until(async () => (await messagesOf(call)).find(({ type }) => type === 'call'));
const hangUp = (api: Api, { id }: PhoneCall, device_id: string, more = {}) =>
  api('POST /api/calls/{id}/hang-up', { params: { id }, body: { device_id, ...more } });
const stateAt = async (from: string) =>
  (await world.phone<{ call: { state: string } }>('GET', `/phones/${from}/calls`)).call.state;
const sql = (text: string, values: unknown[]) => queryAsOwner(world.server.owner, text, values);

test('a call rings, one page answers it, and its end is a line: who took it, and how long', async () => {
  const from = freshPhone();
  const call = await customerCalls(world, from);
  expect(call).toMatchObject({ state: 'ringing', rings: true, member_id: null, offer: expect.stringContaining('v=0') });
  const device = newId();
  const answered = await pageAnswers(world.api, call.id, device);
  expect(answered).toMatchObject({
    status: 200,
    body: { state: 'answered', member_id: world.user.uid, device_id: device, connected_at: expect.any(String) },
  });
  expect(await stateAt(from)).toBe('connected');
  expect((await pageAnswers(world.api, call.id, device)).status, 'the same again').toBe(200);
  expect(await callsSeen(dana)).toMatchObject([{ id: call.id, state: 'answered', rings: false, offer: null }]);
  expect((await hangUp(dana, call, device)).status, 'not theirs').toBe(403);
  expect((await hangUp(world.api, call, device)).status).toBe(200);
  expect((await hangUp(world.api, call, device)).status, 'again').toBe(200);
  const line = await lineOf(call);
  expect(line.call).toEqual({ outcome: 'answered', seconds: expect.any(Number), by: world.user.uid });
  expect(await callsSeen(world.api)).toEqual([]);
  const { body } = await world.api('GET /api/threads/{id}', { params: { id: call.thread_id } });
  expect(body).toMatchObject({ unread_count: 0, waiting_since: null, last_message: { preview: 'answered' } });
  expect(body.window_expires_at).not.toBeNull();
});

test('of two members who answer at once one gets it, and the other is told', async () => {
  const call = await customerCalls(world, freshPhone());
  const answers = await Promise.all([pageAnswers(world.api, call.id), pageAnswers(dana, call.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: { message: 'Someone else took this call.' },
  });
});

test('a declined call is rejected at WhatsApp, for everyone, and says by whom', async () => {
  const from = freshPhone();
  const call = await customerCalls(world, from);
  expect((await dana('POST /api/calls/{id}/decline', { params: { id: call.id }, body: {} })).status).toBe(200);
  expect(await stateAt(from)).toBe('ended');
  expect((await pageAnswers(world.api, call.id)).body).toMatchObject({ error: { message: 'This call has ended.' } });
  expect((await lineOf(call)).call).toEqual({ outcome: 'declined', by: danaUser.uid });
});

test('a customer who hangs up first leaves a missed call', async () => {
  const from = freshPhone();
  const call = await customerCalls(world, from);
  await world.phone('DELETE', `/phones/${from}/calls`);
  expect((await lineOf(call)).call).toEqual({ outcome: 'missed' });
  expect(await callsSeen(world.api)).not.toContainEqual(expect.objectContaining({ id: call.id }));
});

test('what WhatsApp refuses is said in words, and the call rings on for others', async () => {
  const call = await customerCalls(world, freshPhone());
  await world.phone('POST', '/faults', { every_call_error: 138_000 });
  expect(await pageAnswers(world.api, call.id)).toMatchObject({
    status: 422,
    body: { error: { code: 'validation_failed', message: expect.any(String) } },
  });
  await world.phone('POST', '/faults', { every_call_error: null, network_off: true });
  expect((await pageAnswers(world.api, call.id)).body).toMatchObject({ error: { code: 'unavailable' } });
  await world.phone('DELETE', '/faults');
  expect(await callsSeen(dana)).toContainEqual(expect.objectContaining({ id: call.id, state: 'ringing', rings: true }));
  expect((await pageAnswers(dana, call.id)).status).toBe(200);
});

test('it rings for the assigned member; for everyone else when they are away; never for who is away', async () => {
  const from = freshPhone();
  const first = await customerCalls(world, from);
  await world.api('PUT /api/threads/{id}', {
    params: { id: first.thread_id },
    body: { assignee_id: danaUser.uid },
  });
  const rings = async (api: Api) => (await callsSeen(api)).find(({ id }) => id === first.id)?.rings;
  expect([await rings(dana), await rings(world.api)]).toEqual([true, false]);
  const away = 'update client_users set away_until = $3 where client_id = $1 and user_id = $2';
  await sql(away, [world.clientId, danaUser.uid, 'infinity']);
  expect([await rings(dana), await rings(world.api)]).toEqual([false, true]);
  await sql(away, [world.clientId, danaUser.uid, null]);
});

test('a member who sees only their own conversations neither sees nor takes the calls of others', async () => {
  const call = await customerCalls(world, freshPhone());
  const restrict = 'update client_users set restrictions = $3 where client_id = $1 and user_id = $2';
  await sql(restrict, [world.clientId, danaUser.uid, JSON.stringify({ only_assigned: true })]);
  expect(await callsSeen(dana)).toEqual([]);
  expect((await pageAnswers(dana, call.id)).status).toBe(404);
  expect((await dana('POST /api/calls/{id}/decline', { params: { id: call.id }, body: {} })).status).toBe(404);
  await sql(restrict, [world.clientId, danaUser.uid, '{}']);
});

test('a page that was left says so in the line', async () => {
  const call = await customerCalls(world, freshPhone());
  const device = newId();
  await pageAnswers(world.api, call.id, device);
  expect((await hangUp(world.api, call, device, { page_left: true })).status).toBe(200);
  expect((await lineOf(call)).call).toMatchObject({ outcome: 'answered', by: world.user.uid, page_left: true });
});

test('a call that is hung up while WhatsApp cannot be reached ends here at once, and there when it can', async () => {
  const from = freshPhone();
  const call = await customerCalls(world, from);
  const device = newId();
  await pageAnswers(world.api, call.id, device);
  await world.phone('POST', '/faults', { network_off: true });
  expect((await hangUp(world.api, call, device)).status).toBe(200);
  expect(await callsSeen(world.api)).not.toContainEqual(expect.objectContaining({ id: call.id }));
  await world.phone('DELETE', '/faults');
  const [{ ended_at: ended } = {}] = await sql('select ended_at from calls where id = $1', [call.id]);
  expect(ended).toBeInstanceOf(Date);
  expect((await lineOf(call)).call).toMatchObject({ outcome: 'answered', by: world.user.uid });
});

test('bad input is refused by its field and changes nothing', async () => {
  const call = await customerCalls(world, freshPhone());
  const answer = (body: object) =>
    world.api('POST /api/calls/{id}/answer', { params: { id: call.id }, body: body as never });
  for (const [field, body] of [
    ['sdp', { device_id: newId(), sdp: 'hello' }],
    ['sdp', { device_id: newId(), sdp: `v=0${'a'.repeat(20_000)}` }],
    ['device_id', { device_id: 'me', sdp: 'v=0' }],
  ] as const) {
    expect(await answer(body)).toMatchObject({ status: 422, body: { error: { data: [{ field }] } } });
  }
  expect((await callsSeen(world.api)).find(({ id }) => id === call.id)?.state).toBe('ringing');
});

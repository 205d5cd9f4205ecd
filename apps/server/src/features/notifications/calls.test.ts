import type { NotificationSettings, PhoneCall } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { callsSeen, customerCalls, pageAnswers } from '../../testing/calls.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { type PushService, startPushService, type TestSubscription } from '../../testing/push-service.ts';
import { addMember, createUser, type TestUser } from '../../testing/users.ts';
import { type Api, testWorld, until, type World } from '../../testing/world.ts';
import { defaultSettings } from './default-settings.ts';

let push: PushService;
let world: World;
let dana: Api;
let danaUser: TestUser;
let own: TestSubscription;
let danas: TestSubscription;
beforeAll(async () => {
  push = await startPushService();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: push.host } });
  danaUser = await createUser(world.server.owner, 'Dana Whitfield');
  await addMember(world.server.owner, world.clientId, danaUser, 'User');
  const auth = await createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  dana = world.apiAs(await auth.idTokens.sign({ uid: danaUser.uid, sid: danaUser.sid, account }));
  own = await register(world.api);
  danas = await register(dana);
});
afterAll(async () => {
  await world.close();
  await push.close();
});

async function register(api: Api): Promise<TestSubscription> {
  const browser = push.subscribe();
  const { endpoint, keys } = browser;
  const body = { endpoint, keys, name: 'Chrome on Android', kind: 'phone' as const };
  expect((await api('POST /api/push-devices', { body })).status).toBe(200);
  return browser;
}
/** Of a call, in the order in which a browser got them. */
const pushesOf = (browser: TestSubscription, id: string) =>
  push.of(browser).filter(({ payload }) => payload.call?.id === id);
const told = (browser: TestSubscription, id: string) =>
  pushesOf(browser, id).map(({ payload: { title, body, call } }) => [call?.rings, title, body]);
const sql = (text: string, values: unknown[]) => queryAsOwner(world.server.owner, text, values);
const untilQuiet = () =>
  until(async () => {
    const [row] = await sql(
      `select exists (select from change_counters c left join notification_feeds f using (client_id)
         where c.client_id = $1 and c.pos > coalesce(f.feed_pos, 0))
       or exists (select from changes_new)
       or exists (select from jobs where client_id = $1 and kind = 'notifications.call' and state in ('waiting', 'running')) as busy`,
      [world.clientId],
    );
    return row?.['busy'] === false;
  });
const rings = [true, 'Incoming call: Layla Haddad', expect.any(String)];

test('a call that rings is pushed for a short time, and withdrawn from every browser when a member answers', async () => {
  const call = await customerCalls(world, freshPhone());
  await until(async () => pushesOf(own, call.id).length === 1 && pushesOf(danas, call.id).length === 1);
  expect(told(danas, call.id)).toEqual([rings]);
  const [{ headers, payload } = { headers: {}, payload: null }] = pushesOf(danas, call.id);
  expect(headers).toMatchObject({ ttl: '45', urgency: 'high' });
  expect(payload).toMatchObject({ kind: 'call', thread_id: call.thread_id, silent: false });
  expect((await pageAnswers(dana, call.id)).status).toBe(200);
  await until(async () => pushesOf(own, call.id).length === 2 && pushesOf(danas, call.id).length === 2);
  expect(told(own, call.id)).toEqual([rings, [false, 'Layla Haddad', 'Answered by Dana Whitfield']]);
  expect(pushesOf(own, call.id)[1]?.headers['topic']).toBe(pushesOf(own, call.id)[0]?.headers['topic']);
  expect(pushesOf(own, call.id)[1]?.payload.silent).toBe(true);
});

test('one that is declined or given up is withdrawn, once', async () => {
  const declined = await customerCalls(world, freshPhone());
  await until(async () => pushesOf(own, declined.id).length === 1);
  expect((await dana('POST /api/calls/{id}/decline', { params: { id: declined.id }, body: {} })).status).toBe(200);
  await until(async () => pushesOf(own, declined.id).length === 2);
  expect(told(own, declined.id)[1]).toEqual([false, 'Layla Haddad', 'Declined by Dana Whitfield']);
  const from = freshPhone();
  const missed = await customerCalls(world, from);
  await until(async () => pushesOf(own, missed.id).length === 1);
  await world.phone('DELETE', `/phones/${from}/calls`);
  await until(async () => pushesOf(own, missed.id).length === 2);
  expect(told(own, missed.id)[1]).toEqual([false, 'Layla Haddad', 'Missed call']);
  await untilQuiet();
  // WhatsApp's word of the end came after the member's.
  expect([pushesOf(own, declined.id).length, pushesOf(own, missed.id).length]).toEqual([2, 2]);
});

test('it is pushed to those for whom it rings, who want it and have no quiet hours', async () => {
  const from = freshPhone();
  const first = await customerCalls(world, from);
  const { thread_id: id } = first;
  const endOf = async (call: PhoneCall) => {
    await world.phone('DELETE', `/phones/${from}/calls`);
    await until(async () => !(await callsSeen(world.api)).some((open) => open.id === call.id));
  };
  await endOf(first);
  const again = async () => {
    const call = await customerCalls(world, from);
    await untilQuiet();
    const pushed = [pushesOf(own, call.id).length, pushesOf(danas, call.id).length];
    await endOf(call);
    await untilQuiet();
    return pushed;
  };
  await world.api('PUT /api/threads/{id}', { params: { id }, body: { assignee_id: danaUser.uid } });
  expect(await again(), 'assigned to Dana').toEqual([0, 1]);
  const save = (change: Partial<NotificationSettings>) =>
    dana('PUT /api/notification-settings', { body: { ...defaultSettings, ...change } });
  await save({ rules: { ...defaultSettings.rules, call: { desktop: true, phone: false } } });
  expect(await again(), 'not on phones').toEqual([0, 0]);
  const quiet = { ...defaultSettings.quiet, on: true, from: '00:00', to: '00:00', days: [0, 1, 2, 3, 4, 5, 6] };
  await save({ quiet });
  expect(await again(), 'quiet hours').toEqual([0, 0]);
  await save({});
  const away = 'update client_users set away_until = $3 where client_id = $1 and user_id = $2';
  await sql(away, [world.clientId, danaUser.uid, 'infinity']);
  expect(await again(), 'away').toEqual([1, 0]);
  await sql(away, [world.clientId, danaUser.uid, null]);
});

test('a push that waits while a call ends is not sent any more', async () => {
  push.answers.set(own.path, { status: 503, retryAfter: 2 });
  const from = freshPhone();
  const call = await customerCalls(world, from);
  await until(async () => pushesOf(danas, call.id).length === 1);
  await world.phone('DELETE', `/phones/${from}/calls`);
  await until(async () => pushesOf(danas, call.id).length === 2);
  push.answers.delete(own.path);
  await untilQuiet();
  expect(told(own, call.id).filter(([isRinging]) => isRinging === true)).toEqual([]);
});

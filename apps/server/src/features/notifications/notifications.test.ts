import type { NotificationSettings } from '@parley/contract/types';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vapidKeys } from '../../platform/push-keys.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { type PushService, startPushService, type TestSubscription } from '../../testing/push-service.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { defaultSettings } from './default-settings.ts';

let push: PushService;
let world: World;
beforeAll(async () => {
  push = await startPushService();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: push.host } });
});
afterAll(async () => {
  await world.close();
  await push.close();
});

const list = async (only: 'all' | 'unread' | 'mentions' = 'all') =>
  (await world.api('GET /api/notifications', { query: { only } })).body;
const register = async (subscription: TestSubscription, kind: 'desktop' | 'phone' = 'desktop') => {
  const { endpoint, keys } = subscription;
  const { status, body } = await world.api('POST /api/push-devices', {
    body: { endpoint, keys, name: 'Chrome on Linux', kind },
  });
  expect(status).toBe(200);
  return body.id;
};
const save = (change: Partial<NotificationSettings>) =>
  world.api('PUT /api/notification-settings', { body: { ...defaultSettings, ...change } });
/** Everything written so far was looked at, and its jobs have run. */
const untilNotified = () =>
  until(async () => {
    const [row] = await queryAsOwner<{ busy: boolean }>(
      world.server.owner,
      `select exists (select from change_counters c left join notification_feeds f using (client_id)
         where c.client_id = $1 and c.pos > coalesce(f.feed_pos, 0))
       or exists (select from changes_new)
       or exists (select from jobs where client_id = $1 and kind = 'notifications.push' and state in ('waiting', 'running')
         and run_at <= now()) as busy`,
      [world.clientId],
    );
    return row?.busy === false;
  });

test('messages of a conversation are one notification, pushed encrypted, and cleared when a member reads', async () => {
  const browser = push.subscribe();
  const device = await register(browser);
  const thread = await customerWrites(world, '447700930001', 'Is the bell in stock?');
  await customerWrites(world, '447700930001', 'And the basket?');
  const found = await until(async () => {
    const page = await list('unread');
    return page.data[0]?.count === 2 ? page : undefined;
  });
  expect(found.unread).toBe(1);
  expect(found.data).toMatchObject([
    { kind: 'unassigned', thread_id: thread.id, count: 2, message: { type: 'text', text: 'And the basket?' } },
  ]);
  const [message] = await until(async () => {
    const messages = push.of(browser);
    return messages.length > 0 ? messages : undefined;
  });
  expect(message?.payload).toMatchObject({
    kind: 'unassigned',
    client_id: world.clientId,
    thread_id: thread.id,
    title: 'Amara Okafor',
    reply: 'Reply',
    unread: [thread.id],
  });
  // Signed with the installation's key, for this push service only.
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(message?.headers.authorization ?? '') ?? [];
  const { publicKey } = vapidKeys(world.server.platform);
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  await jwtVerify(token, await importJWK(jwk, 'ES256'));
  expect(decodeJwt(token).aud).toBe(`http://${push.host}`);
  const config = await world.api('GET /api/auth/config');
  expect(config.body.push.vapid_public_key).toBe(publicKey);

  await world.api('POST /api/threads/{id}/read', { params: { id: thread.id } });
  await until(async () => (await list()).unread === 0);
  expect((await list('unread')).data).toEqual([]);
  expect((await list()).data).toMatchObject([{ thread_id: thread.id, read_at: expect.any(String) }]);
  expect((await world.api('DELETE /api/push-devices/{id}', { params: { id: device } })).status).toBe(204);
});

test('a notification shows what caused it, and only messages are counted as messages', async () => {
  const danaUser = await createUser(world.server.owner, 'Dana Whitfield');
  await addMember(world.server.owner, world.clientId, danaUser, 'User');
  const auth = await createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  const dana = world.apiAs(await auth.idTokens.sign({ uid: danaUser.uid, sid: danaUser.sid, account }));
  const thread = await customerWrites(world, '447700930077', 'Is the lamp in stock?');
  const own = async () => (await list()).data.filter(({ thread_id }) => thread_id === thread.id);
  const first = { kind: 'unassigned', count: 1, message: { type: 'text', text: 'Is the lamp in stock?' } };
  await until(async () => (await own()).length === 1);
  await world.api('POST /api/threads/{id}/read', { params: { id: thread.id } });
  await world.api('POST /api/messages', { body: textBody(thread, 'It is, two of them') as never });
  await until(async () => (await own())[0]?.read_at !== null);
  expect(await own()).toMatchObject([first]);
  // By a teammate, after a second message.
  await customerWrites(world, '447700930077', 'And the bell?');
  await dana('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: world.user.uid } });
  const [newest, before] = await until(async () => {
    const found = await own();
    return found.length === 2 && found[0]?.kind === 'assigned' ? found : undefined;
  });
  expect(before).toMatchObject(first);
  expect(newest).toMatchObject({ kind: 'assigned', count: 1, message: { text: 'And the bell?' } });
  await customerWrites(world, '447700930077', 'Hello?');
  const [last] = await until(async () => {
    const found = await own();
    return found[0]?.kind === 'mine' ? found : undefined;
  });
  expect(last).toMatchObject({ count: 2, message: { type: 'text', text: 'Hello?' } });
  await world.api('POST /api/notifications/read', { body: {} });
  await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: null } });
});

test('rules choose the methods, quiet hours keep the push back, and reading by hand clears one or all', async () => {
  const [desktop, phone] = [push.subscribe(), push.subscribe()];
  await register(desktop);
  await register(phone, 'phone');
  const only = (methods: object) => ({
    ...defaultSettings.rules,
    unassigned: { in_app: false, desktop: false, phone: false, email: false, ...methods },
  });
  await save({ rules: only({ phone: true }) });
  const first = await customerWrites(world, '447700930002');
  await until(async () => push.of(phone).length === 1);
  expect(push.of(desktop)).toEqual([]);
  expect((await list('unread')).data, 'not in the application').toEqual([]);

  const quiet = { ...defaultSettings.quiet, on: true, from: '00:00', to: '23:59', days: [0, 1, 2, 3, 4, 5, 6] };
  await save({ rules: only({ in_app: true, desktop: true }), quiet });
  const second = await customerWrites(world, '447700930003');
  await until(async () => (await list('unread')).unread === 1);
  await untilNotified();
  expect(push.of(desktop)).toEqual([]);

  await world.api('POST /api/notifications/read', { body: { thread_id: second.id } });
  expect((await list('unread')).data).toEqual([]);
  await save({});
  await customerWrites(world, '447700930004');
  await until(async () => (await list('unread')).unread === 1);
  expect((await world.api('POST /api/notifications/read', { body: {} })).body).toEqual({ unread: 0 });
  expect(first.id).not.toBe(second.id);
  const bad = await world.api('PUT /api/notification-settings', {
    body: { ...defaultSettings, quiet: { ...defaultSettings.quiet, from: '25:00' } },
  });
  expect(bad.status).toBe(422);
});

test('a browser that is gone is forgotten, a busy push service is asked again, and the check says which method failed', async () => {
  for (const { id } of (await world.api('GET /api/push-devices')).body.data) {
    await world.api('DELETE /api/push-devices/{id}', { params: { id } });
  }
  const [gone, busy, fine] = [push.subscribe(), push.subscribe(), push.subscribe()];
  for (const browser of [gone, busy, fine]) await register(browser);
  push.answers.set(gone.path, { status: 410 });
  push.answers.set(busy.path, { status: 429, retryAfter: 1 });
  await customerWrites(world, '447700930005');
  await until(async () => push.of(fine).length === 1);
  await until(async () => (await world.api('GET /api/push-devices')).body.data.length === 2);
  push.answers.delete(busy.path);
  await until(async () => push.of(busy).length === 1);

  push.answers.set(busy.path, { status: 500 });
  const { body } = await world.api('POST /api/notifications/check');
  expect(body.data.map(({ method, state }) => [method, state])).toEqual([
    ['in_app', 'sent'],
    ['push', 'failed'],
    ['push', 'sent'],
    ['email', 'failed'],
  ]);
  expect(push.of(fine).at(-1)?.payload).toMatchObject({ kind: 'check' });
});

test('a muted conversation tells of mentions alone, ends what was told before, and is heard again in time', async () => {
  const browser = push.subscribe();
  await register(browser);
  await world.api('POST /api/notifications/read', { body: {} });
  const mute = (id: string, muted_until: string | null) =>
    world.api('PUT /api/threads/{id}', { params: { id }, body: { muted_until } });
  const thread = await customerWrites(world, '447700930007');
  await until(async () => (await list('unread')).data.length === 1);
  const muted = await mute(thread.id, 'always');
  expect(muted.body.mutes).toEqual({ [world.user.uid]: 'always' });
  await until(async () => (await list('unread')).data.length === 0);
  await untilNotified();
  const before = push.of(browser).length;

  await customerWrites(world, '447700930007', 'Still there?');
  await untilNotified();
  expect((await list('unread')).data).toEqual([]);
  expect(push.of(browser)).toHaveLength(before);
  expect((await mute(thread.id, '2020-01-01T00:00:00Z')).status, 'a time that is over').toBe(422);

  const soon = new Date(Date.now() + 3_600_000).toISOString();
  expect((await mute(thread.id, soon)).body.mutes).toEqual({ [world.user.uid]: soon });
  await customerWrites(world, '447700930007', 'Hello?');
  await untilNotified();
  expect((await list('unread')).data).toEqual([]);
  // The hour is over.
  await queryAsOwner(
    world.server.owner,
    `update threads set mutes = jsonb_build_object($2::text, now() - interval '1 second') where id = $1`,
    [thread.id, world.user.uid],
  );
  await customerWrites(world, '447700930007', 'Anyone?');
  await until(async () => (await list('unread')).data.length === 1);
  expect((await mute(thread.id, null)).body.mutes).toBeUndefined();
});

test('one email tells of a conversation that is unread for three minutes, until it is read, and one email follows another after a quarter of an hour', async () => {
  const { clientId, user } = world;
  const sql = <Row>(text: string, values: unknown[] = [clientId]) =>
    queryAsOwner<Row & object>(world.server.owner, text, values);
  const emails = async () =>
    (
      await sql<{ subject: string }>(
        `select subject from email_outbox where client_id = $1 and kind = 'notifications.digest' order by created_at`,
      )
    ).map(({ subject }) => subject.split(' · ')[0]);
  const waiting = () =>
    sql<{ seconds: number }>(
      `select extract(epoch from run_at - now())::int as seconds from jobs
       where client_id = $1 and kind = 'notifications.digest' and state in ('waiting', 'running') order by run_at`,
    );
  const writes = async (phone: string, text: string) => {
    const thread = await customerWrites(world, phone, text);
    await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: user.uid } });
    await customerWrites(world, phone, `${text} Hello?`);
    await until(async () =>
      (await list('unread')).data.some((item) => item.thread_id === thread.id && item.kind === 'mine'),
    );
  };
  const pass = async (minutes: number) => {
    await untilNotified();
    const back = `- ${minutes} * interval '1 minute'`;
    await sql(`update notifications set at = at ${back}, emailed_at = emailed_at ${back} where client_id = $1`);
    await sql(
      `update jobs set run_at = run_at ${back} where client_id = $1 and kind = 'notifications.digest' and state = 'waiting'`,
    );
    await until(async () => (await waiting()).every(({ seconds }) => seconds > 0));
    // One is made for each minute, and this was none.
    await sql(`delete from jobs where client_id = $1 and kind = 'notifications.digest' and state = 'done'`);
  };
  await world.api('POST /api/notifications/read', { body: {} });
  await save({});
  await writes('447700930011', 'Is the bell in stock?');
  await pass(2);
  expect(await emails()).toEqual([]);
  await pass(3);
  await until(async () => (await emails()).length === 1);

  // Another message of the same conversation, and another conversation.
  await customerWrites(world, '447700930011', 'And the basket?');
  await writes('447700930012', 'Are you open?');
  await pass(5);
  expect(await emails()).toEqual(['1 unread conversation']);
  expect((await waiting())[0]?.seconds, 'it waits for its turn').toBeGreaterThan(60);
  await pass(15);
  await until(async () => (await emails()).length === 2);
  expect(await emails()).toEqual(['1 unread conversation', '1 unread conversation']);

  // What was read is told anew.
  await world.api('POST /api/notifications/read', { body: {} });
  await writes('447700930011', 'Are you there?');
  await pass(30);
  await until(async () => (await emails()).length === 3);
});

test('signing out ends the push of that session', async () => {
  const browser = push.subscribe();
  await register(browser);
  await queryAsOwner(
    world.server.owner,
    'update sessions set revoked_at = now() where id in (select session_id from push_devices where endpoint = $1)',
    [browser.endpoint],
  );
  const before = push.of(browser).length;
  await customerWrites(world, '447700930006');
  await until(async () => {
    const rows = await queryAsOwner(world.server.owner, 'select from push_devices where endpoint = $1', [
      browser.endpoint,
    ]);
    return rows.length === 0;
  });
  await untilNotified();
  expect(push.of(browser)).toHaveLength(before);
});

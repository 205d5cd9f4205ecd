import { createWhatsAppClient } from '@parley/whatsapp-client';
import { buildWebhook, fixtureIds, signedBody, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, getMessage, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { runDueHealthChecks } from './health-checks.ts';
import type { ProviderAccess } from './provider-access.ts';
import { deletePreviousCredentials } from './rotate.ts';
import { connectSignup, finishSignup, signupUrl } from './signup.ts';

const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;
const oldToken = 'EAA-token-of-the-test-channel';

let world: World;
beforeAll(async () => {
  world = await testWorld({
    env: { META_APP_ID: '1', META_APP_SECRET: 'the-operators-own-secret', META_LOGIN_CONFIG_ID: '77' },
  });
});
afterAll(() => world.close());
afterEach(() => world.phone('DELETE', '/faults').catch(() => undefined));

const params = () => ({ id: world.channelId });
const account = (change: object) =>
  world.simulator.registerAccount(phoneNumberId, {
    token: oldToken,
    app_secret: world.appSecret,
    waba_id: wabaId,
    display_phone_number: displayPhoneNumber,
    verified_name: 'Kestrel shop',
    windows: false,
    ...change,
  });
const signedText = (secret: string, body: string) =>
  signedBody(
    buildWebhook(
      { wabaId, phoneNumberId, displayPhoneNumber },
      textFromCustomer({ id: freshWamid(), from: '447700900321', body, timestampS: nowS() }),
    ),
    secret,
  );
const post = async (secret: string, text: string) => {
  const { body, signature } = signedText(secret, text);
  return (await world.postWebhook(body, signature)).status;
};
const texts = async () => {
  const { body } = await world.api('GET /api/threads');
  const thread = body.data.find((row) => row.contact.phone_number === '447700900321');
  if (thread === undefined) return [];
  const page = await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } });
  return page.body.data.map((row) => row.text?.body);
};

describe('typed values are checked', () => {
  const check = async (body: object) => (await world.api('POST /api/channels/check', { body })).body;

  test('all valid', async () => {
    const { fields, number } = await check({
      phone_number: `+${displayPhoneNumber}`,
      phone_number_id: phoneNumberId,
      waba_id: wabaId,
      access_token: oldToken,
      app_secret: world.appSecret,
    });
    expect(fields.map(({ field, state }) => [field, state])).toEqual([
      ['access_token', 'ok'],
      ['app_secret', 'ok'],
      ['phone_number_id', 'ok'],
      ['phone_number', 'ok'],
      ['waba_id', 'ok'],
    ]);
    expect(number).toMatchObject({
      verified_name: 'Kestrel shop',
      quality: 'GREEN',
      allowance: -1,
      coexistence: false,
    });
  });

  test('each invalid field has its own message', async () => {
    const wrong = async (body: object, field: string) =>
      (await check(body)).fields.find((one) => one.field === field && one.state === 'failed');
    expect((await wrong({ access_token: 'EAA-somebody-elses' }, 'access_token'))?.message).toMatch(
      /not valid|expired|refused/i,
    );
    expect((await wrong({ access_token: oldToken, app_secret: 'not-this-one' }, 'app_secret'))?.fix).toContain(
      'App secret',
    );
    expect((await wrong({ access_token: oldToken, phone_number_id: '999' }, 'phone_number_id'))?.fix).toContain(
      'API setup',
    );
    expect((await wrong({ access_token: oldToken, waba_id: '999' }, 'waba_id'))?.message).toContain('can’t read');
    expect(
      (
        await wrong(
          { access_token: oldToken, phone_number_id: phoneNumberId, phone_number: '+447700900555' },
          'phone_number',
        )
      )?.message,
    ).toContain(displayPhoneNumber);
    expect((await wrong({ phone_number: 'abcdefgh' }, 'phone_number'))?.fix).toContain('country code');
    await world.phone('POST', '/faults', { missing_permissions: ['whatsapp_business_messaging'] });
    expect((await wrong({ access_token: oldToken }, 'access_token'))?.message).toContain('whatsapp_business_messaging');
  });

  test('an account that is another number’s, and a provider that does not answer', async () => {
    await world.phone('POST', '/faults', { wrong_waba: true });
    const typed = { access_token: oldToken, phone_number_id: phoneNumberId, waba_id: wabaId };
    expect((await check(typed)).fields.find(({ field }) => field === 'waba_id')).toMatchObject({
      state: 'failed',
      message: 'The number does not belong to this account.',
    });
    await world.phone('POST', '/faults', { number: { is_on_biz_app: true } });
    expect((await check(typed)).fields.find(({ field }) => field === 'phone_number_id')).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('fixed 20 messages per second'),
    });
    await world.phone('POST', '/faults', { every_call_error: 2 });
    expect((await check(typed)).fields.map(({ state }) => state)).toEqual(['unproven', 'unproven', 'unproven']);
  });

  test('an adapter’s URL in a private network', async () => {
    expect((await check({ adapter_url: 'http://169.254.169.254/latest' })).fields).toMatchObject([
      { field: 'adapter_url', state: 'failed', message: expect.stringContaining('private network') },
    ]);
  });
});

describe('rotation', () => {
  const rotate = (body: object) => world.api('POST /api/channels/{id}/rotate', { params: params(), body });

  test('invalid credentials replace nothing, and the response names the field', async () => {
    expect((await rotate({})).body).toMatchObject({ error: { data: [{ field: 'access_token' }] } });
    expect((await rotate({ access_token: 'EAA-somebody-elses' })).body).toMatchObject({
      error: { data: [{ field: 'access_token' }] },
    });
    expect((await rotate({ app_secret: 'not-the-apps-secret' })).body).toMatchObject({
      error: { data: [{ field: 'app_secret' }] },
    });
    await world.phone('POST', '/faults', { every_call_error: 2 });
    expect((await rotate({ access_token: oldToken })).status).toBe(503);
    await world.phone('DELETE', '/faults');
    expect(await post(world.appSecret, 'still the first')).toBe(200);
  });

  test('for 24 hours the previous secret is valid too; then it is deleted', async () => {
    account({ token: 'EAA-the-second-token', app_secret: 'the-second-secret' });
    const rotated = await rotate({ access_token: 'EAA-the-second-token', app_secret: 'the-second-secret' });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secrets).toMatchObject({ access_token: 'oken', app_secret: 'cret' });
    const leftMs = Date.parse(rotated.body.previous_until ?? '') - Date.now();
    expect(leftMs).toBeGreaterThan(23.9 * 3_600_000);
    expect(leftMs).toBeLessThan(24.1 * 3_600_000);
    expect(JSON.stringify(rotated.body)).not.toContain('second');
    expect(await post(world.appSecret, 'by the old')).toBe(200);
    expect(await post('the-second-secret', 'by the new')).toBe(200);
    await until(async () => {
      const found = await texts();
      return found.includes('by the old') && found.includes('by the new');
    });

    const { owner, platform } = world.server;
    const stored = await owner.query('select * from channels where id = $1', [world.channelId]);
    expect(JSON.stringify(stored.rows)).not.toContain('the-second-secret');
    expect(Buffer.from(stored.rows[0].credentials_enc).toString('latin1')).not.toContain('second');

    await owner.query(`update channels set previous_until = now() - interval '1 second' where id = $1`, [
      world.channelId,
    ]);
    await owner.query(`update channel_routes set previous_until = now() - interval '1 second' where channel_id = $1`, [
      world.channelId,
    ]);
    await deletePreviousCredentials(platform, world.clientId, world.channelId);
    expect(await post(world.appSecret, 'too late')).toBe(401);
    expect(await post('the-second-secret', 'in time')).toBe(200);
    const back = await world.api('POST /api/channels/{id}/rotate-back', { params: params() });
    expect(back.status).toBe(422);
  });

  test('a rotation can be undone, and a channel paused by its token resumes with a new one', async () => {
    const { owner } = world.server;
    await owner.query(
      `update channels set state = 'PAUSED', state_reason = 'The access token has ended' where id = $1`,
      [world.channelId],
    );
    account({});
    const rotated = await rotate({ access_token: oldToken, app_secret: world.appSecret });
    expect(rotated.body).toMatchObject({ state: 'ACTIVE', state_reason: null });
    const back = await world.api('POST /api/channels/{id}/rotate-back', { params: params() });
    expect(back.status).toBe(200);
    expect(await post('the-second-secret', 'taken back')).toBe(200);
    await world.api('POST /api/channels/{id}/rotate-back', { params: params() });
    await world.api('PUT /api/channels/{id}', { params: params(), body: { state: 'PAUSED' } });
    const stopped = await rotate({ access_token: oldToken });
    expect(stopped.body).toMatchObject({ state: 'PAUSED', state_reason: 'Paused by a person' });
    await world.api('PUT /api/channels/{id}', { params: params(), body: { state: 'ACTIVE' } });
  });
});

test('credentials that can’t be opened any more are said to be, in words', async () => {
  const { owner } = world.server;
  const { rows } = await owner.query('select credentials_enc from channels where id = $1', [world.channelId]);
  const sealed: Buffer = rows[0].credentials_enc;
  const other = Buffer.concat([sealed.subarray(0, 1), Buffer.from([1, 2, 3, 4]), sealed.subarray(5)]);
  const store = (value: Buffer) =>
    owner.query('update channels set credentials_enc = $2 where id = $1', [world.channelId, value]);
  await store(other);
  try {
    const read = await world.api('GET /api/channels/{id}/registration', { params: params() });
    expect(read).toMatchObject({ status: 503, body: { error: { message: expect.stringContaining('SECRET_KEY') } } });
  } finally {
    await store(sealed);
  }
  expect((await world.api('GET /api/channels/{id}/registration', { params: params() })).status).toBe(200);
});

describe('settings of a number at WhatsApp', () => {
  test('code, verification, registration and PIN', async () => {
    await world.phone('POST', '/faults', { unverified: true, unregistered: true });
    const call = <K extends 'request-code' | 'verify-code' | 'register' | 'pin'>(act: K, body: object) =>
      world.api(`POST /api/channels/{id}/registration/${act}`, { params: params(), body } as never);
    expect((await world.api('GET /api/channels/{id}/registration', { params: params() })).body).toMatchObject({
      status: 'DISCONNECTED',
      code_verification: 'NOT_VERIFIED',
    });
    expect((await call('register', { pin: '123456' })).body).toMatchObject({ error: { data: [{ field: 'pin' }] } });
    expect((await call('request-code', { method: 'SMS' })).status).toBe(200);
    expect((await call('verify-code', { code: '000000' })).body).toMatchObject({
      error: { data: [{ field: 'code' }] },
    });
    const { verification_code: code } = await world.phone<{ verification_code: string }>('GET', '/account');
    expect((await call('verify-code', { code: `${code.slice(0, 3)}-${code.slice(3)}` })).body).toMatchObject({
      code_verification: 'VERIFIED',
    });
    expect((await call('register', { pin: '12345' })).status).toBe(422);
    expect((await call('register', { pin: '123456' })).body).toMatchObject({ status: 'CONNECTED', pin_enabled: true });
    expect((await call('pin', { pin: '654321' })).status).toBe(200);
  });

  test('where WhatsApp stores messages: chosen at registration, and changed by registering again', async () => {
    const register = (body: object) =>
      world.api('POST /api/channels/{id}/registration/register', { params: params(), body } as never);
    const state = async () => (await world.api('GET /api/channels/{id}/registration', { params: params() })).body;
    expect(await state()).toMatchObject({ status: 'CONNECTED', storage: { status: 'DEFAULT', region: null } });
    expect((await register({ pin: '654321', storage_region: 'FR' })).status).toBe(422);
    const inGermany = { status: 'CONNECTED', storage: { status: 'IN_COUNTRY_STORAGE_ENABLED', region: 'DE' } };
    // The number has another PIN: the one entered becomes its PIN, so that registering again can't fail by it.
    expect((await register({ pin: '111222', storage_region: 'DE' })).body).toMatchObject(inGermany);
    expect((await register({ pin: '111222' })).body, 'without a choice it stays').toMatchObject(inGermany);
    expect((await register({ pin: '111222', storage_region: 'DE' })).body).toMatchObject(inGermany);
    expect((await register({ pin: '111222', storage_region: null })).body).toMatchObject({
      status: 'CONNECTED',
      storage: { status: 'DEFAULT', region: null },
    });
    await world.phone('POST', '/faults', { unregistered: true });
    expect((await register({ pin: '111222', storage_region: 'BR' })).body).toMatchObject({
      status: 'CONNECTED',
      storage: { region: 'BR' },
    });
  });

  test('while its storage moves, sends wait: none fails, and the channel is not paused', async () => {
    const thread = await customerWrites(world, freshPhone());
    const pin = '111222';
    await world.phone('POST', '/faults', { network_delay_ms: 400 });
    const moved = world.api('POST /api/channels/{id}/registration/register', {
      params: params(),
      body: { pin, storage_region: 'IN' },
    } as never);
    let isMoving = true;
    void moved.finally(() => {
      isMoving = false;
    });
    const ids: string[] = [];
    while (isMoving) {
      const sent = await world.api('POST /api/messages', { body: textBody(thread, `No ${ids.length}`) as never });
      expect(sent.status).toBe(201);
      ids.push(sent.body.id);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect((await moved).body).toMatchObject({ status: 'CONNECTED', storage: { region: 'IN' } });
    await world.phone('DELETE', '/faults');
    expect(ids.length).toBeGreaterThan(5);
    for (const id of ids) await until(async () => (await getMessage(world, id)).status > 0);
    const { data } = (await world.api('GET /api/channels')).body;
    expect(data.find(({ id }) => id === world.channelId)).toMatchObject({ state: 'ACTIVE', state_reason: null });
    await world.api('POST /api/channels/{id}/registration/register', {
      params: params(),
      body: { pin, storage_region: null },
    } as never);
  });

  test('a number that stays in the WhatsApp Business app: its contacts are asked for once, its storage is no choice', async () => {
    const ask = (what: string) =>
      world.api('POST /api/channels/{id}/app-data', { params: params(), body: { what } } as never);
    expect((await ask('contacts')).status, 'not in the app').toBe(422);
    await world.phone('POST', '/faults', { number: { is_on_biz_app: true } });
    expect((await world.api('GET /api/channels/{id}/registration', { params: params() })).body).toMatchObject({
      on_business_app: true,
    });
    const register = { pin: '111222', storage_region: 'DE' } as const;
    expect(
      (await world.api('POST /api/channels/{id}/registration/register', { params: params(), body: register })).body,
    ).toMatchObject({ error: { data: [{ field: 'storage_region' }] } });
    await world.phone('POST', '/phones', { phone_number: '447700900955', name: 'Ada of the app' });
    expect((await ask('contacts')).status).toBe(204);
    await until(async () => {
      const { body } = await world.api('GET /api/contacts', { query: { search: 'Ada of the app' } });
      return body.data.length === 1;
    });
    expect((await ask('contacts')).body).toMatchObject({
      error: { data: [{ field: 'what', msg: expect.stringContaining('too often') }] },
    });
    expect((await ask('chats')).status).toBe(204);
    expect((await ask('stickers')).status).toBe(422);
  });

  test('how customers can call', async () => {
    const get = async () => (await world.api('GET /api/channels/{id}/calling', { params: params() })).body;
    const put = (body: object) =>
      world.api('PUT /api/channels/{id}/calling', { params: params(), body } as never) as Promise<{
        status: number;
        body: object;
      }>;
    const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const usual = { enabled: true, icon_shown: true, asks_callback: false, hours: null, exceptions: 0 };
    expect(await get()).toEqual(usual);
    const days = { ...none, mon: [{ from: '13:00', to: '24:00' }], sun: [{ from: '09:00', to: '12:00' }] };
    const hours = { time_zone: 'Europe/Lisbon', days };
    expect((await put({ enabled: false, icon_shown: false, asks_callback: true, hours })).body).toEqual({
      ...{ enabled: false, icon_shown: false, asks_callback: true, hours, exceptions: 0 },
    });
    for (const [field, wrong] of [
      ['hours.days.mon', none],
      ['hours.days.mon.0.to', { ...none, mon: [{ from: '22:00', to: '02:00' }] }],
      [
        'hours.days.mon.2.from',
        { ...none, mon: ['08', '10', '12'].map((at) => ({ from: `${at}:00`, to: `${at}:30` })) },
      ],
    ] as const) {
      const refused = await put({ hours: { ...hours, days: wrong } });
      expect(refused, field).toMatchObject({ status: 422, body: { error: { data: [{ field }] } } });
    }
    expect((await put({ hours: { ...hours, time_zone: 'Mars/Base' } })).status).toBe(422);
    expect(await get(), 'nothing wrong changes anything').toMatchObject({ enabled: false, hours });
    // A day with other hours, set in WhatsApp Manager, stays when the hours change here; one that is over does not.
    const manager = createWhatsAppClient({ baseUrl: `${world.simulator.url}/simulator`, version: 'v26.0' });
    const set = await manager.setCalling({
      ...{ accessToken: oldToken, phoneNumberId },
      change: {
        hours: {
          ...{ enabled: true, timeZone: 'Europe/Lisbon' },
          ranges: [{ day: 'MONDAY', from: '09:00', to: '17:00' }],
          exceptions: ['2020-01-01', '2099-12-25'].map((date) => ({ date, from: '10:00', to: '12:00' })),
        },
      },
    });
    await manager.close();
    expect(set.kind).toBe('ok');
    expect(await get()).toMatchObject({ exceptions: 1 });
    expect((await put({ hours })).body).toMatchObject({ hours, exceptions: 1 });
    expect((await put({ enabled: true, icon_shown: true, asks_callback: false, hours: null })).body).toEqual(usual);
    const { rows } = await world.server.owner.query(
      `select count(*)::int as written from audit_events where action = 'channels.calling_changed'`,
    );
    expect(rows[0].written).toBe(3);
  });

  test('the business profile', async () => {
    const put = (body: object) => world.api('PUT /api/channels/{id}/profile', { params: params(), body });
    const changed = await put({
      about: 'Bicycles since 1974',
      websites: ['https://kestrel.example'],
      vertical: 'RETAIL',
    });
    expect(changed.body).toMatchObject({ about: 'Bicycles since 1974', vertical: 'RETAIL' });
    const read = await world.api('GET /api/channels/{id}/profile', { params: params() });
    expect(read.body).toMatchObject({
      about: 'Bicycles since 1974',
      websites: [expect.stringContaining('kestrel.example')],
    });
    expect((await put({ email: 'nobody' })).body).toMatchObject({ error: { data: [{ field: 'email' }] } });
  });
});

// https://docs.kapso.ai/docs/whatsapp/business-usernames.md passes Meta's calls on as they are.
test('the business username is reserved, changed and given up, and WhatsApp reports it', async () => {
  const call = { params: { id: world.channelId } };
  const put = (username: string) => world.api('PUT /api/channels/{id}/username', { ...call, body: { username } });
  const before = (await world.api('GET /api/channels/{id}/username', call)).body;
  expect(before).toMatchObject({ username: null, status: null, suggestions: [expect.any(String), expect.any(String)] });
  expect((await put('kestrel.com')).body).toMatchObject({ error: { data: [{ field: 'username' }] } });
  expect((await put('taken')).body).toMatchObject({ error: { data: [{ field: 'username' }] } });
  expect((await put('kestrel_cycles')).body).toMatchObject({ username: 'kestrel_cycles', status: 'approved' });
  // What another person or program changes comes the same way.
  await until(async () => {
    const { rows } = await world.server.owner.query(
      `select detail from channel_facts where name = 'username' and channel_id = $1`,
      [world.channelId],
    );
    return rows[0]?.detail?.username === 'kestrel_cycles';
  });
  expect((await put('kestrel.cycles')).body).toMatchObject({ username: 'kestrel.cycles' });
  expect((await world.api('DELETE /api/channels/{id}/username', call)).body).toMatchObject({ username: null });
});

describe('health', () => {
  test('counts the rows of the database by hour, and returns the last webhook', async () => {
    const sent = await world.api('POST /api/messages', {
      body: {
        channel_id: world.channelId,
        thread_id: (await world.api('GET /api/threads')).body.data[0]?.id ?? '',
        source: 'INBOX',
        type: 'text',
        text: { body: 'On our way' },
      },
    });
    expect(sent.status).toBe(201);
    const { rows } = await world.server.owner.query(
      `select count(*) filter (where direction = 'INCOMING')::int as received from messages where channel_id = $1`,
      [world.channelId],
    );
    const health = await until(async () => {
      const { body } = await world.api('GET /api/channels/health');
      const own = body.data.find((row) => row.channel_id === world.channelId);
      return own !== undefined && own.last_webhook_at !== null && own.day.sent > 0 ? own : null;
    }, 90_000);
    expect(health.day.received).toBe(rows[0].received);
    expect(health.hours).toHaveLength(24);
    expect(health.hours.reduce((sum, hour) => sum + hour.received, 0)).toBe(health.day.received);
    await world.api('POST /api/channels/{id}/doctor', { params: params() });
    const { body } = await world.api('GET /api/channels/health');
    expect(body.data.find((row) => row.channel_id === world.channelId)).toMatchObject({
      token: { state: 'valid', expires_at: null },
      number: { quality: 'GREEN', throughput: 'STANDARD', allowance: -1 },
      report: { checks: expect.any(Array) },
    });
    expect(body.data.map((row) => row.channel_id)).toHaveLength(2);
  });
});

test('today begins at midnight in the account’s time zone', async () => {
  const { owner } = world.server;
  const day = async () => {
    const { body } = await world.api('GET /api/channels/health');
    const own = body.data.find((row) => row.channel_id === world.channelId);
    return { today: own?.today.received ?? 0, day: own?.day.received ?? 0 };
  };
  // A zone in which it is about noon, and one message from 14 hours ago: that was yesterday.
  const ahead = 12 - new Date().getUTCHours();
  await owner.query('update clients set time_zone = $2 where id = $1', [
    world.clientId,
    `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
  ]);
  await until(async () => {
    const { today, day: whole } = await day();
    return today === whole && whole > 1;
  });
  await owner.query(
    `update messages set sort_at = now() - interval '14 hours' where id = (
       select id from messages where channel_id = $1 and direction = 'INCOMING' order by arrival limit 1)`,
    [world.channelId],
  );
  await until(async () => {
    const { today, day: whole } = await day();
    return today === whole - 1;
  });
});

describe('sign-up by redirect', () => {
  test('redirects to Meta and back, for the same user, and connects without showing the token', async () => {
    const { body: options } = await world.api('GET /api/channels/connection-options');
    expect(options).toMatchObject({ embedded_signup: true, sandbox: true });
    const asked = async (keep_app: boolean) =>
      new URL((await world.api('POST /api/channels/signup', { body: { keep_app } })).body.url);
    const url = await asked(false);
    const extrasOf = (own: URL) => JSON.parse(own.searchParams.get('extras') ?? '');
    expect(extrasOf(url)).toEqual({ version: 'v4' });
    expect(extrasOf(await asked(true))).toEqual({ version: 'v4', featureType: 'whatsapp_business_app_onboarding' });
    expect([url.host, url.searchParams.get('client_id'), url.searchParams.get('config_id')]).toEqual([
      'www.facebook.com',
      '1',
      '77',
    ]);
    const state = url.searchParams.get('state') ?? '';
    const forged = await world.api('POST /api/channels/signup/finish', { body: { code: 'x', state: `${state}x` } });
    expect(forged.body).toMatchObject({ error: { data: [{ field: 'state' }] } });
    const refused = await world.api('POST /api/channels/signup/finish', { body: { code: 'unknown', state } });
    expect(refused.body).toMatchObject({ error: { data: [{ field: 'code' }] } });
    const gone = await world.api('POST /api/channels/signup/connect', {
      body: { signup_id: world.clientId, phone_number_id: '1', channel_label: 'X' },
    });
    expect(gone.status).toBe(404);
  });
});

test('a completed sign-up: its numbers, one of them connected with the operator’s secret', async () => {
  const debug = await fetch(`${world.simulator.url}/v25.0/debug_token?input_token=${oldToken}`, {
    headers: { authorization: `Bearer ${oldToken}` },
  });
  const { data } = (await debug.json()) as { data: { app_id: string } };
  const { platform } = world.server;
  const config = { ...platform.config, META_APP_ID: data.app_id, META_APP_SECRET: world.appSecret };
  const own = { ...platform, config };
  const graph = createWhatsAppClient({ baseUrl: config.GRAPH_BASE_URL, version: config.GRAPH_VERSION });
  const actor = {
    kind: 'user',
    clientId: world.clientId,
    uid: world.user.uid,
    author: world.user.uid,
  } as MemberActor;
  const state = new URL(signupUrl(own, actor, false)).searchParams.get('state') ?? '';
  const { code } = await world.phone<{ code: string }>('POST', '/login-code');
  const somebody = { ...actor, uid: world.clientId };
  await expect(finishSignup(own, graph, somebody, { code, state })).rejects.toThrow('someone else');
  const { signup_id, numbers } = await finishSignup(own, graph, actor, { code, state });
  expect(numbers).toEqual([
    {
      waba_id: wabaId,
      phone_number_id: phoneNumberId,
      phone_number: displayPhoneNumber,
      verified_name: 'Kestrel shop',
    },
  ]);
  // A reload asks with the same code, which Meta takes once only.
  expect(await finishSignup(own, graph, actor, { code, state })).toEqual({ signup_id, numbers });
  const wanted = { signup_id, phone_number_id: phoneNumberId, channel_label: 'Signed up' };
  await expect(connectSignup(own, graph, somebody, wanted)).rejects.toThrow('not found');
  const made = await connectSignup(own, graph, actor, wanted);
  const again = await connectSignup(own, graph, actor, wanted);
  expect([made.created, again.created, again.row.id]).toEqual([true, false, made.row.id]);
  expect(made.checks.at(-1)?.fix).toBe(
    'The channel Kestrel shop has this number already. Use that one, or remove it first.',
  );
  await graph.close();
  const { rows } = await world.server.owner.query('select * from channel_signups');
  expect(JSON.stringify(rows)).not.toContain(oldToken);
  await world.api('DELETE /api/channels/{id}', { params: { id: made.row.id } });
});

describe('another account', () => {
  test('that chooses the id of a channel is told that it is taken', async () => {
    const stranger = await createUser(world.server.owner, 'Mallory');
    const clientId = await createAccount(world.server.owner, stranger, 'Mallory Ltd');
    const auth = await createAuth(world.server.platform);
    const api = world.apiAs(await auth.idTokens.sign({ ...stranger, account: { clientId, role: 'Owner' } }));
    const claimed = await api('POST /api/channels', {
      body: {
        id: world.channelId,
        kind: 'WHATSAPP',
        channel_label: 'Mine',
        phone_number: `+${displayPhoneNumber}`,
        phone_number_id: phoneNumberId,
        waba_id: wabaId,
        access_token: 'EAA-mallorys-own-token',
        app_secret: 'mallorys-own-secret',
        verify_token: 'mallorys-verify-token',
      },
    });
    expect(claimed.status).toBe(409);
    expect(JSON.stringify(claimed.body)).toContain('id_conflict');
    expect((await api('GET /api/channels')).body.data).toEqual([]);
  });

  test('whose Owner claims the number and signs with another secret affects only that account', async () => {
    const { owner, platform } = world.server;
    const stranger = await createUser(owner, 'Mallory');
    const clientId = await createAccount(owner, stranger, 'Mallory Ltd');
    const auth = await createAuth(platform);
    const api = world.apiAs(
      await auth.idTokens.sign({ uid: stranger.uid, sid: stranger.sid, account: { clientId, role: 'Owner' } }),
    );
    const claimed = await api('POST /api/channels', {
      body: {
        kind: 'WHATSAPP',
        channel_label: 'Mine now',
        phone_number: `+${displayPhoneNumber}`,
        phone_number_id: phoneNumberId,
        waba_id: wabaId,
        access_token: 'EAA-mallorys-own-token',
        app_secret: 'mallorys-own-secret',
        verify_token: 'mallorys-verify-token',
      },
    });
    expect(claimed.body).toMatchObject({ verified: false });
    const before = await texts();
    const { body, signature } = signedText('mallorys-own-secret', 'Forged');
    expect((await world.postWebhook(body, signature, world.channelId)).status).toBe(401);
    expect((await world.postWebhook(body, signature, claimed.body.id)).status).toBe(200);
    await until(async () => (await api('GET /api/threads')).body.data.length === 1);
    expect(await texts()).toEqual(before);
    for (const key of ['doctor', 'rotate', 'rotate-back', 'subscribe'] as const) {
      const answer = await api(`POST /api/channels/{id}/${key}`, { params: params(), body: {} } as never);
      expect([key, answer.status]).toEqual([key, 404]);
    }
    const secret = await world.api('PUT /api/channels/{id}', {
      params: params(),
      body: { adapter_url: 'https://example.com' },
    });
    expect(secret.status).toBe(422);
  });

  test('an invalid adapter URL is invalid input, not a server error', async () => {
    for (const adapter_url of ['//evil.example/x', '//', 'http://', 'https:', '']) {
      const answer = await world.api('PUT /api/channels/{id}', { params: params(), body: { adapter_url } });
      expect([adapter_url, answer.status]).toEqual([adapter_url, 422]);
    }
  });
});

test('the daily check covers channels that were not checked, once', async () => {
  const { owner, platform } = world.server;
  await owner.query('delete from channel_health where channel_id = $1', [world.channelId]);
  const client = createWhatsAppClient({
    baseUrl: platform.config.GRAPH_BASE_URL,
    version: platform.config.GRAPH_VERSION,
  });
  const providers = { graph: client, clientFor: () => Promise.resolve(client) } as unknown as ProviderAccess;
  await runDueHealthChecks(platform, providers, () => false);
  const asked = async () =>
    (
      await owner.query<{ asked_at: Date; report: { at: string } }>(
        'select asked_at, report from channel_health where channel_id = $1',
        [world.channelId],
      )
    ).rows[0];
  const first = await asked();
  expect(first?.report.at).toBeDefined();
  await runDueHealthChecks(platform, providers, () => false);
  expect((await asked())?.report.at).toBe(first?.report.at);
  await client.close();
});

test('a removed channel keeps its conversations readable, and none of its credentials', async () => {
  const { body } = await world.api('GET /api/threads');
  const thread = body.data.find((row) => row.channel_id === world.channelId);
  const id = thread?.id ?? '';
  expect((await world.api('DELETE /api/channels/{id}', { params: params() })).status).toBe(204);
  expect((await world.api('GET /api/threads/{id}', { params: { id } })).status).toBe(200);
  const page = await world.api('GET /api/threads/{id}/messages', { params: { id } });
  expect(page.body.data.length).toBeGreaterThan(3);
  const sent = await world.api('POST /api/messages', {
    body: { channel_id: world.channelId, thread_id: id, source: 'INBOX', type: 'text', text: { body: 'Too late' } },
  });
  expect(sent.status).toBe(404);
  expect(await post(world.appSecret, 'too late')).toBe(404);
  const { rows } = await world.server.owner.query('select * from channels where id = $1', [world.channelId]);
  expect(rows[0].credentials_enc).toHaveLength(0);
});

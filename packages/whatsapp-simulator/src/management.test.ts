import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import {
  accountAt,
  accountInput,
  call,
  eventually,
  type SimulatorProcess,
  startProcess,
  type TestAccount,
} from './testing/sandbox.ts';

const numberId = '106540352242922007';
const input = accountInput(7, null);
const ana = '351910000001';

let simulator: SimulatorProcess;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  receiver = createReceiver(input.app_secret, input.verify_token ?? '');
  await receiver.listen();
  simulator = await startProcess([]);
  await simulator.putAccount(numberId, { ...input, webhook_url: receiver.url });
  account = accountAt(simulator.url, numberId, input);
});

beforeEach(async () => {
  await account.control('DELETE', 'faults');
});

afterAll(async () => {
  await simulator.end();
  await receiver.close();
});

const codeOf = ({ body }: { body: Record<string, unknown> }) => (body.error as { code: number } | undefined)?.code;
const inDebug = async () =>
  (await account.graph('GET', `debug_token?input_token=${input.token}`)).body.data as Record<string, unknown>;

describe('the checks of a doctor', () => {
  test('report no problem when nothing is wrong', async () => {
    expect(await inDebug()).toMatchObject({ is_valid: true, scopes: input.permissions ?? expect.any(Array) });
    const { body } = await account.graph('GET', `${numberId}?fields=status,code_verification_status,health_status`);
    expect(body).toMatchObject({
      status: 'CONNECTED',
      code_verification_status: 'VERIFIED',
      health_status: { can_send_message: 'AVAILABLE' },
    });
    expect((await account.graph('GET', `${input.waba_id}/subscribed_apps`)).body.data).toHaveLength(1);
    expect((await account.graph('GET', `${input.waba_id}/phone_numbers`)).body.data).toMatchObject([{ id: numberId }]);
  });

  test('shows an expired token, everywhere', async () => {
    await account.control('POST', 'faults', { token_expired: true });
    expect(codeOf(await account.graph('GET', numberId))).toBe(190);
    expect(codeOf(await account.sendText(ana, 'hi'))).toBe(190);
    expect(await inDebug()).toMatchObject({ is_valid: false, error: { code: 190 } });
  });

  test('shows which permission is missing', async () => {
    await account.control('POST', 'faults', { missing_permissions: ['whatsapp_business_management'] });
    expect(codeOf(await account.graph('GET', numberId))).toBe(10);
    expect((await account.sendText(ana, 'hi')).status).toBe(200);
    expect((await inDebug()).scopes).toEqual([
      'whatsapp_business_messaging',
      'whatsapp_business_manage_events',
      'catalog_management',
    ]);
    await account.control('POST', 'faults', { missing_permissions: ['whatsapp_business_messaging'] });
    expect(codeOf(await account.sendText(ana, 'hi'))).toBe(10);
  });

  test('shows a missing subscription until it is restored', async () => {
    await account.control('POST', 'faults', { unsubscribed: true });
    expect((await account.graph('GET', `${input.waba_id}/subscribed_apps`)).body.data).toEqual([]);
    expect((await account.graph('POST', `${input.waba_id}/subscribed_apps`, {})).status).toBe(200);
    expect((await account.graph('GET', `${input.waba_id}/subscribed_apps`)).body.data).toHaveLength(1);
    expect((await account.control('GET', 'faults')).body).toEqual({ faults: {} });
  });

  test('shows an unverified number, and the steps of code, PIN and registration', async () => {
    await account.control('POST', 'faults', { unverified: true, unregistered: true });
    expect(codeOf(await account.sendText(ana, 'hi'))).toBe(133010);
    const pin = { messaging_product: 'whatsapp', pin: '246810' };
    expect(codeOf(await account.graph('POST', `${numberId}/register`, pin))).toBe(133006);
    expect(codeOf(await account.graph('POST', `${numberId}/verify_code`, { code: '000000' }))).toBe(100);
    const asked = { code_method: 'SMS', language: 'en_US' };
    expect((await account.graph('POST', `${numberId}/request_code`, asked)).status).toBe(200);
    const { verification_code: code } = (await account.control('GET', 'account')).body;
    expect((await account.graph('POST', `${numberId}/verify_code`, { code })).status).toBe(200);
    expect((await account.graph('POST', `${numberId}/register`, pin)).status).toBe(200);
    expect(codeOf(await account.graph('POST', `${numberId}/register`, { ...pin, pin: '111111' }))).toBe(133005);
    expect((await account.graph('POST', numberId, { pin: '135791' })).status).toBe(200);
    expect((await account.graph('POST', `${numberId}/register`, { ...pin, pin: '135791' })).status).toBe(200);
    expect((await account.sendText(ana, 'hi')).status).toBe(200);
    expect((await account.graph('GET', `${numberId}?fields=is_pin_enabled`)).body).toMatchObject({
      is_pin_enabled: true,
    });
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/local-storage
  test('keeps messages in a country that is chosen while the number is not registered', async () => {
    const pin = { messaging_product: 'whatsapp', pin: '135791' };
    const storage = { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: 'DE' };
    const choose = (storage_configuration: object) =>
      account.graph('POST', `${numberId}/settings`, { storage_configuration });
    const kept = async () => (await account.graph('GET', `${numberId}/settings`)).body.storage_configuration;
    expect(codeOf(await choose(storage)), 'registered').toBe(100);
    expect(
      codeOf(await account.graph('POST', `${numberId}/register`, { ...pin, data_localization_region: 'DE' })),
    ).toBe(12);
    expect((await account.graph('POST', `${numberId}/deregister`)).status).toBe(200);
    expect(codeOf(await choose({ ...storage, data_localization_region: 'FR' }))).toBe(131009);
    expect((await choose(storage)).status).toBe(200);
    expect((await account.graph('POST', `${numberId}/register`, pin)).status).toBe(200);
    expect(await kept()).toEqual(storage);
    await account.graph('POST', `${numberId}/deregister`);
    await choose({ status: 'IN_COUNTRY_STORAGE_DISABLED' });
    await account.graph('POST', `${numberId}/register`, pin);
    expect(await kept()).toEqual({ status: 'DEFAULT' });
  });

  test('refuses an eleventh registration in 72 hours', async () => {
    const pin = { messaging_product: 'whatsapp', pin: '135791' };
    for (let turn = 0; turn < 11; turn += 1) await account.graph('POST', `${numberId}/register`, pin);
    expect(codeOf(await account.graph('POST', `${numberId}/register`, pin))).toBe(133016);
  });

  test('shows another number in the account', async () => {
    await account.control('POST', 'faults', { wrong_waba: true });
    const { body } = await account.graph('GET', `${input.waba_id}/phone_numbers`);
    expect(body.data).not.toMatchObject([{ id: numberId }]);
  });

  test.each([
    ['PHONE_NUMBER', 'LIMITED'],
    ['WABA', 'BLOCKED'],
    ['BUSINESS', 'BLOCKED'],
    ['APP', 'LIMITED'],
  ])('shows %s as %s, with its solution', async (entity, state) => {
    await account.control('POST', 'faults', { health: { entity, state } });
    const { body } = await account.graph('GET', `${numberId}?fields=health_status`);
    expect(body.health_status).toMatchObject({
      can_send_message: state,
      entities: expect.arrayContaining([
        expect.objectContaining({ entity_type: entity, can_send_message: state, errors: [expect.any(Object)] }),
      ]),
    });
  });

  test('shows configured fields of the number, and any error on every call', async () => {
    await account.control('POST', 'faults', { number: { quality_rating: 'RED', status: 'FLAGGED' } });
    const path = `${numberId}?fields=quality_rating,status`;
    expect((await account.graph('GET', path)).body).toMatchObject({ quality_rating: 'RED', status: 'FLAGGED' });
    await account.control('POST', 'faults', { every_call_error: 2 });
    expect((await account.graph('GET', path)).status).toBe(503);
  });
});

describe('settings of a number', () => {
  test('the profile keeps absent properties', async () => {
    const path = `${numberId}/whatsapp_business_profile`;
    const product = { messaging_product: 'whatsapp' };
    expect(
      (await account.graph('POST', path, { ...product, about: 'Books', websites: ['https://a.example'] })).status,
    ).toBe(200);
    expect((await account.graph('POST', path, { ...product, email: 'a@b.example' })).status).toBe(200);
    const { body } = await account.graph('GET', `${path}?fields=about,email,websites`);
    expect(body.data).toMatchObject([{ about: 'Books', email: 'a@b.example', websites: ['https://a.example'] }]);
    expect(codeOf(await account.graph('POST', path, { ...product, about: '' }))).toBe(131009);
    expect(codeOf(await account.graph('POST', path, { ...product, vertical: 'CIRCUS' }))).toBe(131009);
    expect(codeOf(await account.graph('POST', path, { ...product, about: 'x'.repeat(140) }))).toBe(100);
  });

  test('a blocked user neither receives nor sends', async () => {
    await account.control('POST', 'phones', { phone_number: ana });
    const path = `${numberId}/block_users`;
    const blockBody = { messaging_product: 'whatsapp', block_users: [{ user: `+${ana}` }] };
    const write = (body: string) => account.control('POST', `phones/${ana}/messages`, { type: 'text', text: { body } });
    expect(codeOf(await account.graph('POST', path, blockBody))).toBe(139100);
    await write('one');
    await eventually('the first message', () => receiver.events.some(({ kind }) => kind === 'messages'));
    expect((await account.graph('POST', path, blockBody)).body).toMatchObject({
      block_users: { added_users: [{ wa_id: ana }] },
    });
    expect(codeOf(await account.sendText(ana, 'hi'))).toBe(130403);
    await write('two');
    expect((await account.graph('GET', path)).body.data).toMatchObject([{ wa_id: ana }]);
    expect((await account.graph('DELETE', path, blockBody)).status).toBe(200);
    expect((await account.sendText(ana, 'hi')).status).toBe(200);
    await write('three');
    await eventually('the third message', () => JSON.stringify(receiver.events).includes('three'));
    expect(JSON.stringify(receiver.events)).not.toContain('"two"');
  });

  test('links with a text', async () => {
    const path = `${numberId}/message_qrdls`;
    const made = await account.graph('POST', path, { prefilled_message: 'Hello', generate_qr_image: 'SVG' });
    expect(made.body).toMatchObject({ prefilled_message: 'Hello', qr_image_url: expect.stringContaining('.svg') });
    const { code } = made.body;
    expect(made.body.deep_link_url).toBe(`https://wa.me/message/${code}`);
    await account.graph('POST', path, { code, prefilled_message: 'Hi' });
    expect((await account.graph('GET', path)).body.data).toMatchObject([{ code, prefilled_message: 'Hi' }]);
    expect((await account.graph('DELETE', `${path}/${code}`)).status).toBe(200);
    expect((await account.graph('GET', path)).body.data).toEqual([]);
  });

  test('its own webhook URL takes precedence, and can be removed', async () => {
    const other = createReceiver(input.app_secret, 'other');
    await other.listen();
    const configuration = { override_callback_uri: other.url, verify_token: 'other' };
    expect((await account.graph('POST', numberId, { webhook_configuration: configuration })).status).toBe(200);
    await account.control('POST', 'webhooks', { field: 'account_review_update', value: { decision: 'APPROVED' } });
    const bodies = () => other.posts.map(({ raw }) => JSON.parse(raw.toString()).entry[0]);
    const reported = await eventually('the review', () =>
      bodies().find((entry) => JSON.stringify(entry).includes('review')),
    );
    expect(reported).toMatchObject({
      id: input.waba_id,
      time: expect.any(Number),
      changes: expect.arrayContaining([{ field: 'account_review_update', value: { decision: 'APPROVED' } }]),
    });
    expect(other.posts[0]?.signatureOk).toBe(true);
    const none = { webhook_configuration: { override_callback_uri: '' } };
    expect((await account.graph('POST', numberId, none)).status).toBe(200);
    await other.close();
  });

  test('updates may be signed with another secret', async () => {
    await account.control('POST', 'faults', { webhooks: { wrong_signature: true } });
    const before = receiver.posts.length;
    await account.control('POST', 'webhooks', { field: 'account_review_update', value: { decision: 'APPROVED' } });
    await eventually('the update', () => receiver.posts.length > before);
    expect(receiver.posts.at(-1)?.signatureOk).toBe(false);
  });

  test('other settings are accepted or refused', async () => {
    const answers = await Promise.all([
      account.graph('POST', `${numberId}/settings`, { user_identity_change: { enable_identity_key_check: true } }),
      account.graph('POST', `${numberId}/conversational_automation`, { prompts: ['Opening hours?'] }),
      account.graph('POST', `${input.waba_id}/phone_numbers`, { cc: '1', phone_number: '555', verified_name: 'x' }),
      account.graph('POST', `${numberId}/conversational_automation`, { prompts: ['a', 'b', 'c', 'd', 'e'] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
  });
});

test('the code of a sign-up dialog is valid once', async () => {
  const { code } = (await account.control('POST', 'login-code')).body;
  const { app_id } = (await account.control('GET', 'account')).body;
  const query = new URLSearchParams({ client_id: String(app_id), client_secret: input.app_secret, code: String(code) });
  const exchange = () => call('GET', `${simulator.url}/simulator/v25.0/oauth/access_token?${query}`, '');
  expect((await exchange()).body).toMatchObject({ access_token: input.token });
  expect((await exchange()).status).toBe(400);
});

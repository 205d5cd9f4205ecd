import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from './index.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import { accountAt, accountInput, call, eventually, type TestAccount } from './testing/sandbox.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/standby/ */

const ana = '351910000001';
const numberId = '106540352242922007';
let simulator: Simulator;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  const secrets = accountInput(7, null);
  receiver = createReceiver(secrets.app_secret, secrets.verify_token ?? '');
  await receiver.listen();
  simulator = await startSimulator({ limits: { throughput: false } });
  const input = accountInput(7, receiver.url);
  simulator.registerAccount(numberId, input);
  account = accountAt(simulator.url, numberId, input);
});
beforeEach(async () => {
  await account.control('POST', 'reset');
  await account.control('DELETE', 'faults');
  receiver.posts.length = 0;
  await account.control('POST', 'phones', { phone_number: ana, name: 'Ana', agent_holds: true });
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

const write = (text: string) =>
  account.control('POST', `phones/${ana}/messages`, { type: 'text', text: { body: text } });
const patch = (behaviour: object) => account.control('PATCH', `phones/${ana}`, behaviour);
const holds = async () => (await account.control('GET', `phones/${ana}`)).body.agent_holds;
const control = (body: object) =>
  account.graph('POST', `${numberId}/thread_control`, { messaging_product: 'whatsapp', to: `+${ana}`, ...body });
type Change = { field: string; value: Record<string, unknown> };
const changes = (): Change[] =>
  receiver.posts.flatMap(({ raw }) => {
    const { entry } = JSON.parse(raw.toString()) as { entry: { changes: Change[] }[] };
    return entry.flatMap((one) => one.changes);
  });
const change = (what: string, fits: (one: Change) => boolean) => eventually(what, () => changes().find(fits));

test('while the agent holds a conversation, everything of it comes in standby', async () => {
  await patch({ agent_text: 'I am an assistant.' });
  await write('Hello');
  const inner = (list: string) =>
    change(list, ({ field, value }) => field === 'standby' && list in (value.standby as object));
  expect((await inner('messages')).value).toMatchObject({
    metadata: { phone_number_id: numberId },
    standby: { contacts: [{ wa_id: ana }], messages: [{ from: ana, text: { body: 'Hello' } }] },
  });
  expect((await inner('message_echoes')).value.standby).toMatchObject({
    message_echoes: [{ message: { to: ana, type: 'text', text: { body: 'I am an assistant.' } } }],
  });
  await inner('statuses');
  expect(changes().map(({ field }) => field)).not.toContain('messages');
  expect(await account.sends(), 'what the agent sends is no send of the business').toEqual([]);
});

test('the agent gives a conversation back with a handover, and a service message takes it over without one', async () => {
  await patch({ agent_holds: false });
  const { value } = await change('the handover', ({ field }) => field === 'messaging_handovers');
  expect(value).toMatchObject({
    recipient: { phone_number_id: numberId },
    sender: { phone_number: ana },
    type: 'control_passed',
    control_passed: { previous_owner_role: 'ai_agent', new_owner_role: 'escalation' },
  });
  await patch({ agent_holds: true });
  expect((await account.sendText(ana, 'I am Ben')).status).toBe(200);
  expect(await holds()).toBe(false);
  expect(changes().filter(({ field }) => field === 'messaging_handovers')).toHaveLength(1);
  await write('Hello Ben');
  await change('their message', ({ field }) => field === 'messages');
});

test('the business takes a conversation and gives it back, with the documented refusals', async () => {
  expect((await control({ action: 'release' })).body).toMatchObject({ error: { code: 100 } });
  expect(await control({ action: 'take' })).toMatchObject({ status: 200, body: { messaging_product: 'whatsapp' } });
  expect(await holds()).toBe(false);
  expect((await control({ action: 'release' })).status).toBe(200);
  expect(await holds()).toBe(true);
  await account.control('POST', 'faults', { not_escalation_partner: true });
  expect((await control({ action: 'take' })).body).toMatchObject({ error: { code: 2494191 } });
  expect((await control({ action: 'keep' })).body).toMatchObject({ error: { code: 131009 } });
  expect((await control({ to: '351910009999', action: 'take' })).body).toMatchObject({ error: { code: 100 } });
});

test('a field that the app is not subscribed to is not delivered until the app subscribes', async () => {
  await account.control('POST', 'faults', { missing_fields: ['standby'] });
  const { body } = await account.graph('GET', `debug_token?input_token=${encodeURIComponent(account.input.token)}`);
  const appId = (body.data as { app_id: string }).app_id;
  const ofApp = (method: string, given?: object) =>
    call(
      method,
      `${simulator.url}/simulator/v25.0/${appId}/subscriptions`,
      `${appId}|${account.input.app_secret}`,
      given,
    );
  const fieldsNow = async () =>
    ((await ofApp('GET')).body.data as { fields: { name: string }[] }[])[0]?.fields.map(({ name }) => name);
  expect(await fieldsNow()).not.toContain('standby');
  expect(await account.graph('GET', `${appId}/subscriptions`)).toMatchObject({ status: 400 });
  const chosen = { object: 'whatsapp_business_account', fields: 'messages,standby' };
  const where = { callback_url: receiver.url, verify_token: account.input.verify_token };
  expect(await ofApp('POST', { ...chosen, ...where })).toMatchObject({ body: { success: true } });
  expect(await fieldsNow()).toContain('standby');
});

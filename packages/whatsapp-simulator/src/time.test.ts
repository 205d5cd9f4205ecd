import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from './index.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import { type Answer, accountAt, accountInput, eventually, type TestAccount } from './testing/sandbox.ts';

const hourMs = 3_600_000;
let simulator: Simulator;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  const secrets = accountInput(5, null);
  receiver = createReceiver(secrets.app_secret, secrets.verify_token ?? '');
  await receiver.listen();
});
beforeEach(async () => {
  receiver.posts.length = 0;
  receiver.events.length = 0;
  simulator = await startSimulator({ limits: { throughput: false } });
  const input = accountInput(5, receiver.url);
  simulator.registerAccount('106540352242922005', input);
  account = accountAt(simulator.url, '106540352242922005', input);
  image.id = String((await account.control('POST', 'media', 'a picture')).body.id);
});
afterEach(() => simulator.close());
afterAll(() => receiver.close());

/** The picture of the offer, uploaded again for each simulator. */
const image = { id: '' };
const phone = (n: number) => `3519100${10_000 + n}`;
const offer = {
  type: 'template',
  template: {
    name: 'spring_offer',
    language: { code: 'en_US' },
    components: [
      { type: 'header', parameters: [{ type: 'image', image }] },
      { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
    ],
  },
};
const greeting = { type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } };
const codeOf = (answer: Answer) => (answer.body.error as { code: number } | undefined)?.code ?? answer.status;
const reported = (words: string) =>
  eventually(words, () => receiver.posts.map(({ raw }) => raw.toString()).find((body) => body.includes(words)));
const statusesOf = (id: unknown) =>
  receiver.events.filter(({ kind, element }) => kind === 'statuses' && element.id === id).map(({ element }) => element);
const idOf = ({ body }: Answer) => (body.messages as { id: string }[])[0]?.id;

async function sendMany(count: number, from: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let n = from; n < from + count; n += 1) ids.push(idOf(await account.send({ to: phone(n), ...greeting })));
  return ids;
}

test('the messaging limit: the 251st contact of a day fails later, a known one and the next day do not', async () => {
  await account.control('POST', 'faults', { messaging_limit: 'TIER_250' });
  await sendMany(250, 0);
  const over = idOf(await account.send({ to: phone(250), ...greeting }));
  const failed = await eventually('the failure', () => statusesOf(over).find(({ status }) => status === 'failed'));
  expect(failed.errors).toMatchObject([{ code: 131048 }]);
  const known = idOf(await account.send({ to: phone(7), ...greeting }));
  await eventually('somebody known', () => statusesOf(known).some(({ status }) => status === 'delivered'));
  await account.control('POST', `phones/${phone(250)}/messages`, { type: 'text', text: { body: 'hi' } });
  const inside = idOf(await account.send({ to: phone(250), ...greeting }));
  await eventually('inside a window', () => statusesOf(inside).some(({ status }) => status === 'delivered'));
  // Half of the limit was used: six hours later the next one comes, and the business hears of it.
  await account.control('POST', 'clock', { offset_ms: 7 * hourMs });
  expect(await reported('business_capability_update')).toContain('TIER_2K');
  const field = 'whatsapp_business_manager_messaging_limit';
  expect((await account.graph('GET', `${account.id}?fields=${field}`)).body).toMatchObject({ [field]: 'TIER_2K' });
});

test('customers who block lower a template’s quality: paused for three hours, for six, then disabled', async () => {
  const block = async (from: number) => {
    for (let n = from; n < from + 3; n += 1) {
      const id = idOf(await account.send({ to: phone(n), ...offer }));
      await eventually('its arrival', () => statusesOf(id).some(({ status }) => status === 'delivered'));
    }
    for (let n = from; n < from + 3; n += 1) await account.control('PATCH', `phones/${phone(n)}`, { blocks_us: true });
  };
  await block(0);
  await reported('"new_quality_score":"RED"');
  await reported('FIRST_PAUSE');
  expect(codeOf(await account.send({ to: phone(20), ...offer }))).toBe(132015);
  expect((await account.graph('GET', `${account.id}?fields=quality_rating`)).body).toMatchObject({
    quality_rating: 'RED',
  });
  await account.control('POST', 'clock', { offset_ms: 3 * hourMs + 1000 });
  await reported('UNPAUSE');
  await block(3);
  await reported('SECOND_PAUSE');
  await account.control('POST', 'clock', { offset_ms: 10 * hourMs });
  await block(6);
  await reported('"event":"DISABLED"');
  expect(codeOf(await account.send({ to: phone(20), ...offer }))).toBe(132016);
  await account.control('POST', 'clock', { offset_ms: 30 * hourMs });
  expect(codeOf(await account.send({ to: phone(20), ...offer }))).toBe(132016);
});

test.each([
  ['released', 'delivered'],
  ['failed', 'failed'],
])('a paced template is held after its first sends, then %s', async (ends, status) => {
  await account.control('POST', 'faults', { pacing: { first: 2, hold_ms: 100, ends } });
  const answers = [];
  for (const n of [1, 2, 3]) answers.push(await account.send({ to: phone(n), ...offer }));
  const stateOf = ({ body }: Answer) => (body.messages as { message_status: string }[])[0]?.message_status;
  expect(answers.map(stateOf)).toEqual(['accepted', 'accepted', 'held_for_quality_assessment']);
  const blocked = answers[2];
  if (blocked === undefined) throw new Error('three were sent');
  await eventually(status, () => statusesOf(idOf(blocked)).some((one) => one.status === status));
  // Only marketing is paced.
  expect(stateOf(await account.send({ to: phone(9), ...greeting }))).toBe('accepted');
});

test('management calls are counted by the hour and reported in a header; messages are not', async () => {
  await account.control('POST', 'faults', { management_calls_per_hour: 3 });
  const list = () => account.graph('GET', `${account.input.waba_id}/message_templates`);
  for (const _one of [1, 2, 3]) expect((await list()).status).toBe(200);
  expect(codeOf(await list())).toBe(80007);
  expect((await account.send({ to: phone(1), ...greeting })).status).toBe(200);
  await account.control('POST', 'faults', { management_calls_per_hour: 100 });
  const answer = await fetch(`${simulator.url}/v25.0/${account.input.waba_id}/phone_numbers`, {
    headers: { authorization: `Bearer ${account.input.token}` },
  });
  const usage = JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '{}') as Record<string, unknown[]>;
  expect(usage[account.input.waba_id]).toMatchObject([{ call_count: 4 }]);
});

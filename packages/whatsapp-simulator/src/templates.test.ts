import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import {
  accountAt,
  accountInput,
  eventually,
  type SimulatorProcess,
  startProcess,
  type TestAccount,
} from './testing/sandbox.ts';

const input = accountInput(8, null);
const path = `${input.waba_id}/message_templates`;
const ana = '351910000001';
let simulator: SimulatorProcess;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  receiver = createReceiver(input.app_secret, input.verify_token ?? '');
  await receiver.listen();
  simulator = await startProcess([]);
  await simulator.putAccount('106540352242922008', { ...input, webhook_url: receiver.url });
  account = accountAt(simulator.url, '106540352242922008', input);
});
beforeEach(async () => {
  await account.control('DELETE', 'faults');
  await account.control('POST', 'faults', { review_ms: 20 });
});
afterAll(async () => {
  await simulator.end();
  await receiver.close();
});

let number = 0;
const draft = (more: object = {}) => ({
  name: `order_${++number}`,
  language: 'en_US',
  category: 'UTILITY',
  components: [
    { type: 'BODY', text: 'Hello {{1}}, your order is ready to be picked up.', example: { body_text: [['Ana']] } },
  ],
  ...more,
});
const sent = () => receiver.posts.map(({ raw }) => raw.toString());
const reported = (id: unknown, event: string) =>
  eventually(`${event} of ${id}`, () =>
    sent().find((body) => body.includes(`"message_template_id":${id}`) && body.includes(`"event":"${event}"`)),
  );
const send = (name: string) =>
  account.send({
    to: ana,
    type: 'template',
    template: {
      name,
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
    },
  });
const errorOf = ({ body }: { body: Record<string, unknown> }) => body.error as { code: number; error_subcode?: number };

test('a template is pending, is reviewed, is reported with a bare integer id, and can be sent then', async () => {
  const one = draft();
  await account.control('POST', 'faults', { review_ms: 400 });
  const made = await account.graph('POST', path, one);
  expect(made.body).toMatchObject({ status: 'PENDING', category: 'UTILITY' });
  expect(errorOf(await send(one.name)).code).toBe(132001);
  const body = await reported(made.body.id, 'APPROVED');
  expect(body).toContain('"message_template_language":"en-US"');
  expect((await send(one.name)).status).toBe(200);
  expect((await account.graph('GET', `${path}?name=${one.name}`)).body.data).toMatchObject([{ status: 'APPROVED' }]);
  const again = await account.graph('POST', path, one);
  expect(errorOf(again)).toMatchObject({ code: 100, error_subcode: 2388024 });
});

test('a review may end with a rejection, and a second one with an approval', async () => {
  await account.control('POST', 'faults', { reject_templates: 'INVALID_FORMAT' });
  const one = draft();
  const { id } = (await account.graph('POST', path, one)).body;
  expect(await reported(id, 'REJECTED')).toContain('"reason":"INVALID_FORMAT"');
  await account.control('DELETE', 'faults');
  await account.control('POST', 'faults', { review_ms: 20 });
  const components = [{ type: 'BODY', text: 'Another text without variables.' }];
  expect((await account.graph('POST', String(id), { components })).status).toBe(200);
  await reported(id, 'APPROVED');
  expect((await account.graph('GET', `${id}?fields=components`)).body).toMatchObject({ components });
});

test('paused and disabled ones are refused with their own codes', async () => {
  const one = draft();
  const { id } = (await account.graph('POST', path, one)).body;
  await reported(id, 'APPROVED');
  await account.control('POST', `templates/${id}`, {
    status: 'PAUSED',
    other_info: { title: 'FIRST_PAUSE' },
    quality: 'RED',
  });
  await reported(id, 'PAUSED');
  expect(errorOf(await send(one.name)).code).toBe(132015);
  expect((await account.graph('POST', `${id}/unpause`)).status).toBe(200);
  expect((await send(one.name)).status).toBe(200);
  expect((await account.graph('GET', `${id}?fields=quality_score`)).body).toMatchObject({
    quality_score: { score: 'RED' },
  });
  await account.control('POST', `templates/${id}`, { status: 'DISABLED' });
  expect(errorOf(await send(one.name)).code).toBe(132016);
  expect((await account.graph('DELETE', `${path}?name=${one.name}`)).status).toBe(400);
});

test('deletes all languages, one of them, or a list all or none', async () => {
  const one = draft();
  const first = (await account.graph('POST', path, one)).body.id;
  const second = (await account.graph('POST', path, { ...one, language: 'de' })).body.id;
  expect((await account.graph('DELETE', `${path}?name=${one.name}&hsm_id=${second}`)).status).toBe(200);
  expect((await account.graph('GET', `${path}?name=${one.name}`)).body.data).toHaveLength(1);
  expect((await account.graph('DELETE', `${path}?hsm_ids=[${first},1]`)).status).toBe(400);
  expect((await account.graph('DELETE', `${path}?hsm_ids=[${first}]`)).status).toBe(200);
  expect((await account.graph('GET', `${path}?name=${one.name}`)).body.data).toEqual([]);
  const samples = (await account.graph('GET', `${path}?name=hello_world`)).body.data as { id: string }[];
  const archived = await account.graph('POST', `${path}/archive`, { hsm_ids: samples[0]?.id });
  expect(archived.body).toEqual({ archived_templates: [samples[0]?.id] });
});

test.each<[string, object, number | undefined]>([
  ['a variable at the end', { components: [{ type: 'BODY', text: 'Your order is now {{1}}' }] }, 2388299],
  [
    'too few words',
    {
      components: [{ type: 'BODY', text: 'Hi {{1}} and {{2}} bye', example: { body_text: [['Ana', 'Otto']] } }],
    },
    2388293,
  ],
  ['a long body', { components: [{ type: 'BODY', text: 'x'.repeat(1025) }] }, 2388040],
  [
    'variables beside each other',
    { components: [{ type: 'BODY', text: 'Hello dear {{1}} {{2}} and welcome to us all' }] },
    2388299,
  ],
  [
    'a gap in the numbers',
    { components: [{ type: 'BODY', text: 'Hello {{1}} and {{3}} and welcome to us all' }] },
    2388299,
  ],
  [
    'numbers and names',
    { components: [{ type: 'BODY', text: 'Hello {{1}} and {{name}} and welcome all of you' }] },
    2388299,
  ],
  ['a variable with capitals', { components: [{ type: 'BODY', text: 'Hello {{Name}} and welcome to us' }] }, 2388299],
  [
    'two variables in a header',
    {
      components: [
        { type: 'HEADER', format: 'TEXT', text: '{{1}} and {{2}}' },
        { type: 'BODY', text: 'Hello there' },
      ],
    },
    2388047,
  ],
  [
    'a variable in a footer',
    {
      components: [
        { type: 'BODY', text: 'Hello there' },
        { type: 'FOOTER', text: 'By {{1}}' },
      ],
    },
    2388073,
  ],
  [
    'a variable inside an address',
    {
      components: [
        { type: 'BODY', text: 'Hello there' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Look', url: 'https://a.example/{{1}}/x' }] },
      ],
    },
    2388040,
  ],
  ['no body', { components: [{ type: 'FOOTER', text: 'x' }] }, undefined],
  ['a name with capitals', { name: 'Order' }, undefined],
  [
    'quick replies apart',
    {
      components: [
        { type: 'BODY', text: 'Choose one of these' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'a' },
            { type: 'URL', text: 'b', url: 'https://a.example' },
            { type: 'QUICK_REPLY', text: 'c' },
          ],
        },
      ],
    },
    2388072,
  ],
])('%s is refused', async (_name, more, subcode) => {
  const answer = await account.graph('POST', path, draft(more));
  expect(answer.status).toBe(400);
  expect(errorOf(answer).error_subcode).toBe(subcode);
});

test('an approved template is edited once a day; moving the clock allows another edit', async () => {
  const one = draft();
  const { id } = (await account.graph('POST', path, one)).body;
  await reported(id, 'APPROVED');
  const change = (text: string) => account.graph('POST', String(id), { components: [{ type: 'BODY', text }] });
  const approvals = () => sent().filter((body) => body.includes(`"message_template_id":${id}`)).length;
  const before = approvals();
  expect((await change('The first other text.')).status).toBe(200);
  await eventually('the review of the change', () => approvals() > before);
  expect(errorOf(await change('The second other text.')).code).toBe(100);
  await account.control('POST', 'clock', { offset_ms: 25 * 3600 * 1000 });
  expect((await change('The second other text.')).status).toBe(200);
  await account.control('POST', 'clock', { offset_ms: 0 });
});

test('the name of a deleted approved template is reserved for thirty days', async () => {
  const one = draft();
  const { id } = (await account.graph('POST', path, one)).body;
  await reported(id, 'APPROVED');
  await account.graph('DELETE', `${path}?name=${one.name}`);
  expect(errorOf(await account.graph('POST', path, one)).code).toBe(100);
  await account.control('POST', 'clock', { offset_ms: 31 * 24 * 3600 * 1000 });
  expect((await account.graph('POST', path, one)).status).toBe(200);
  await account.control('POST', 'clock', { offset_ms: 0 });
});

test('a review may end in another category', async () => {
  await account.control('POST', 'faults', { recategorize_templates: 'MARKETING' });
  const { id } = (await account.graph('POST', path, draft())).body;
  await reported(id, 'APPROVED');
  expect(sent().find((body) => body.includes('template_category_update') && body.includes(String(id)))).toContain(
    '"previous_category":"UTILITY","new_category":"MARKETING"',
  );
  expect((await account.graph('GET', `${id}?fields=category`)).body).toMatchObject({ category: 'MARKETING' });
});

import { flow as flowSchema, step as stepSchema } from '@parley/contract/flow-schema';
import type { Flow, FlowStep, FlowStepKind, FlowTrigger, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AiProvider, startAiProvider } from '../../testing/ai-provider.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../../testing/answering-server.ts';
import {
  botTexts,
  customerTaps,
  flowOf,
  keyword,
  publish,
  rows,
  runIn,
  say,
  turnAllOff,
} from '../../testing/automations.ts';
import { draftTo, startAndSnapshot, templateOf, untilCampaign } from '../../testing/broadcasts.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { callIncoming } from '../../testing/incoming-call.ts';
import { agreeToIntents, connectForIntents, intentStep } from '../../testing/intents.ts';
import { png, upload } from '../../testing/media.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* Every kind of step and of trigger in one flow against the simulator. A new kind needs a scenario to pass the type check. */

let world: World;
let other: AnsweringServer;
let provider: AiProvider;
beforeAll(async () => {
  other = await startAnsweringServer();
  provider = await startAiProvider();
  provider.answer = () => ({ text: '{"intent": 1, "confidence": 90}' });
  other.answers.set('/state', json({ state: 'ready' }));
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: `${other.host},${provider.host}` } });
});
afterEach(() => turnAllOff(world));
afterAll(async () => {
  await world.close();
  await other.close();
  await provider.close();
});

const phoneOf = (thread: Thread) => thread.contact.phone_number ?? '';
const threadNow = async (thread: Thread) =>
  (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
const contactNow = async (thread: Thread) =>
  (await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } })).body;
const sent = (text: string) => async (thread: Thread) => expect(await botTexts(world, thread)).toContain(text);
const labelNamed = async (name: string) => (await world.api('POST /api/labels', { body: { name } })).body.id;
const listNamed = async (name: string) => (await world.api('POST /api/contact-lists', { body: { name } })).body.id;

type StepScenario = {
  /** The step `s` and what follows it. */
  steps: FlowStep[];
  outcome: string;
  effect: (thread: Thread) => Promise<unknown>;
  /** What the customer does next, for a step that waits for it. */
  answer?: (thread: Thread) => Promise<unknown>;
};
const yes = { id: 'yes', title: 'Yes' };

const steps: { [K in FlowStepKind]: () => Promise<StepScenario> } = {
  send_text: async () => ({ steps: [say('s', 'Hello')], outcome: 'sent', effect: sent('Hello') }),
  // Scenarios know the number; where it is not known, `number-request.test.ts` asks.
  ask_number: async () => ({
    steps: [{ id: 's', kind: 'ask_number', text: 'Your number?', next: 't' }, say('t', 'Thank you')],
    ...{ outcome: 'number_known', effect: sent('Thank you') },
  }),
  send_buttons: async () => ({
    steps: [{ id: 's', kind: 'send_buttons', text: 'Well?', buttons: [yes], next: null }],
    ...{ outcome: 'sent', effect: sent('Well?') },
  }),
  send_list: async () => ({
    steps: [
      { id: 's', kind: 'send_list', text: 'Pick', button: 'Open', rows: [{ ...yes, description: '' }], next: null },
    ],
    ...{ outcome: 'sent', effect: sent('Pick') },
  }),
  send_template: async () => ({
    steps: [{ id: 's', kind: 'send_template', template_id: await templateOf(world), values: {}, next: null }],
    outcome: 'sent',
    effect: async (thread) =>
      expect(
        await rows(world, `select 1 from messages where thread_id = $1 and type = 'template'`, [thread.id]),
      ).toHaveLength(1),
  }),
  send_media: async () => {
    const { body } = await upload(world, png(10, 10), { 'content-type': 'image/png' });
    return {
      steps: [
        {
          id: 's',
          kind: 'send_media',
          media: 'image',
          media_id: body.id,
          filename: 'a.png',
          caption: 'Look',
          next: null,
        },
      ],
      outcome: 'sent',
      effect: async (thread) =>
        expect(
          await rows(world, `select content->>'caption' as c from messages where thread_id = $1 and type = 'image'`, [
            thread.id,
          ]),
        ).toEqual([{ c: 'Look' }]),
    };
  },
  ask: async () => ({
    steps: [
      {
        ...{ id: 's', kind: 'ask', text: 'Sure?', answer: 'choice', choices: [yes], retries: 0, retry_text: '' },
        ...{ save_to: { kind: 'variable', name: 'A' }, timeout_minutes: 5, next: 'b', otherwise: null },
      } as FlowStep,
      say('b', 'So {{A}}'),
    ],
    outcome: 'asked',
    answer: (thread) => customerTaps(world, phoneOf(thread), yes),
    effect: sent('So Yes'),
  }),
  call_url: async () => ({
    steps: [
      {
        ...{ id: 's', kind: 'call_url', method: 'GET', url: other.url('/state'), headers: [], body: '', sample: '' },
        ...{ save: [{ path: 'state', name: 'State' }], next: 'b', otherwise: null },
      } as FlowStep,
      say('b', 'It is {{State}}'),
    ],
    ...{ outcome: 'called', effect: sent('It is ready') },
  }),
  intent: async () => {
    await connectForIntents(world, provider);
    await agreeToIntents(world);
    return {
      steps: [intentStep('s', { otherwise: 'c' }), say('b', 'We look it up'), say('c', 'A person answers')],
      ...{ outcome: 'intent', effect: sent('We look it up') },
    };
  },
  // `conversions.test.ts` has what comes of it for customers of an ad.
  conversion: async () => ({
    steps: [
      { id: 's', kind: 'conversion', event: 'LeadSubmitted', worth: 'none', amount: '', next: 'b', otherwise: null },
      say('b', 'No ad'),
    ],
    ...{ outcome: 'no_ad_click', effect: sent('No ad') },
  }),
  branch: async () => ({
    steps: [
      {
        ...{ id: 's', kind: 'branch', otherwise: 'c' },
        arms: [{ name: 'A', conditions: [{ kind: 'assigned', is: true }], next: 'b' }],
      } as FlowStep,
      say('b', 'Assigned'),
      say('c', 'Not assigned'),
    ],
    ...{ outcome: 'took', effect: sent('Not assigned') },
  }),
  wait: async () => ({
    steps: [{ id: 's', kind: 'wait', minutes: 60, next: 'b' }, say('b', 'Later')],
    outcome: 'waiting',
    answer: (thread) => rows(world, 'update automation_runs set due_at = now() where thread_id = $1', [thread.id]),
    effect: sent('Later'),
  }),
  go_to: async () => ({
    steps: [{ id: 's', kind: 'go_to', step: 'b' } as FlowStep],
    ...{ outcome: 'jumped', effect: sent('Jumped here') },
  }),
  assign: async () => ({
    steps: [{ id: 's', kind: 'assign', to: { kind: 'member', user_id: world.user.uid }, next: null }],
    outcome: 'done',
    effect: async (thread) => expect((await threadNow(thread)).assignee_id).toBe(world.user.uid),
  }),
  label: async () => {
    const id = await labelNamed('Scenario');
    return {
      steps: [{ id: 's', kind: 'label', add: [id], remove: [], next: null }],
      outcome: 'done',
      effect: async (thread) => expect((await threadNow(thread)).label_ids).toEqual([id]),
    };
  },
  stage: async () => {
    const body = { name: 'Scenario', color: 'blue', closes: true } as const;
    const { id } = (await world.api('POST /api/stages', { body })).body;
    return {
      steps: [{ id: 's', kind: 'stage', stage_id: id, next: null }],
      outcome: 'done',
      effect: async (thread) => expect(await threadNow(thread)).toMatchObject({ stage_id: id, state: 'DONE' }),
    };
  },
  field: async () => {
    await world.api('POST /api/custom-fields', { body: { name: 'Source' } });
    return {
      steps: [{ id: 's', kind: 'field', name: 'Source', value: 'Bot', next: null }],
      outcome: 'done',
      effect: async (thread) => expect((await contactNow(thread)).custom_fields).toEqual({ Source: 'Bot' }),
    };
  },
  list: async () => {
    const id = await listNamed('Scenario');
    return {
      steps: [{ id: 's', kind: 'list', add: [id], remove: [], next: null }],
      outcome: 'done',
      effect: async (thread) => expect((await contactNow(thread)).contact_list_ids).toEqual([id]),
    };
  },
  opt_out: async () => ({
    steps: [{ id: 's', kind: 'opt_out', active: true, next: null }],
    outcome: 'done',
    effect: async (thread) => expect((await contactNow(thread)).opted_out_at).not.toBeNull(),
  }),
  note: async () => ({
    steps: [{ id: 's', kind: 'note', text: 'Seen', next: null }],
    outcome: 'done',
    effect: async ({ id }) =>
      expect((await world.api('GET /api/threads/{id}/notes', { params: { id } })).body.data).toMatchObject([
        { body: 'Seen' },
      ]),
  }),
  done: async () => ({
    steps: [{ id: 's', kind: 'done', next: null }],
    outcome: 'done',
    effect: async (thread) => expect((await threadNow(thread)).state).toBe('DONE'),
  }),
  hand_over: async () => ({
    steps: [{ id: 's', kind: 'hand_over', to: { kind: 'nobody' } }],
    outcome: 'done',
    effect: async ({ id }) =>
      expect((await world.api('GET /api/threads/{id}/automations', { params: { id } })).body.stopped).toBe(true),
  }),
  stop: async () => ({ steps: [{ id: 's', kind: 'stop' }], outcome: 'done', effect: async () => undefined }),
};

test('every kind of step has a scenario', () => {
  expect(Object.keys(steps).sort()).toEqual(stepSchema.options.map((one) => [...one.shape.kind.values][0]).sort());
});

test.each(Object.keys(steps) as FlowStepKind[])('step %s', async (kind) => {
  const { steps: own, outcome, effect, answer } = await steps[kind]();
  // A jump leads to a step that something else leads to.
  const detour: FlowStep[] = [
    {
      ...{ id: 'x', kind: 'branch', otherwise: 's' },
      arms: [{ name: 'Never', conditions: [{ kind: 'assigned', is: true }], next: 'b' }],
    } as FlowStep,
    ...own,
    say('b', 'Jumped here'),
  ];
  const automation = await publish(world, kind, flowOf(keyword('go'), kind === 'go_to' ? detour : own));
  const thread = await customerWrites(world, freshPhone(), 'go');
  if (answer !== undefined) {
    await runIn(world, thread, automation, 'ASKING', 'WAITING');
    await answer(thread);
  }
  const run = await runIn(world, thread, automation, 'FINISHED', 'FAILED');
  expect(run.state).toBe('FINISHED');
  expect(run.steps.find((line) => line.step_id === 's')).toMatchObject({ kind, outcome });
  await effect(thread);
});

type TriggerScenario = { trigger: FlowTrigger; cause: (thread: Thread) => Promise<unknown> };
const writes = (text: string) => (thread: Thread) => customerWrites(world, phoneOf(thread), text);
const setDone = ({ id }: Thread, state: 'DONE' | 'ACTIVE') =>
  world.api('PUT /api/threads/{id}', { params: { id }, body: { state } });

const triggers: { [K in FlowTrigger['kind']]: () => Promise<TriggerScenario> } = {
  message: async () => ({ trigger: { kind: 'message' }, cause: writes('anything') }),
  keyword: async () => ({ trigger: keyword('price'), cause: writes('the price?') }),
  first_message: async () => ({
    trigger: { kind: 'first_message' },
    cause: (thread) =>
      rows(world, 'delete from messages where thread_id = $1', [thread.id]).then(() => writes('hi')(thread)),
  }),
  reply: async () => ({
    trigger: { kind: 'reply', titles: ['Yes'] },
    cause: (thread) => customerTaps(world, phoneOf(thread), yes),
  }),
  thread: async () => ({ trigger: { kind: 'thread', state: 'DONE' }, cause: (thread) => setDone(thread, 'DONE') }),
  label_added: async () => {
    const label_id = await labelNamed('Added');
    return {
      trigger: { kind: 'label_added', label_id },
      cause: ({ id }) => world.api('PUT /api/threads/{id}', { params: { id }, body: { add_label_ids: [label_id] } }),
    };
  },
  stage_set: async () => {
    const stage_id = (await world.api('POST /api/stages', { body: { name: 'Won', color: 'green', closes: false } }))
      .body.id;
    return {
      trigger: { kind: 'stage_set', stage_id },
      cause: ({ id }) => world.api('PUT /api/threads/{id}', { params: { id }, body: { stage_id } }),
    };
  },
  no_reply: async () => ({
    trigger: { kind: 'no_reply', minutes: 15 },
    async cause({ id }) {
      await rows(world, `update automations set on_since = now() - interval '1 day' where state = 'ON'`);
      await rows(world, `update threads set waiting_since = now() - interval '16 minutes' where id = $1`, [id]);
    },
  }),
  window_closing: async () => ({
    trigger: { kind: 'window_closing', minutes: 30 },
    cause: ({ id }) =>
      rows(world, `update threads set window_expires_at = now() + interval '20 minutes' where id = $1`, [id]),
  }),
  schedule: async () => {
    const list_id = await listNamed('Scheduled');
    return {
      trigger: {
        ...{ kind: 'schedule', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], at: '09:00' },
        ...{ time_zone: 'UTC', list_id, channel_id: world.channelId },
      },
      async cause(thread) {
        await joins(thread, list_id);
        await rows(world, `update automations set next_at = now() where state = 'ON'`);
      },
    };
  },
  field_changed: async () => {
    await world.api('POST /api/custom-fields', { body: { name: 'Stage' } });
    return {
      trigger: { kind: 'field_changed', name: 'Stage', value: '', channel_id: null },
      cause: ({ contact_id: id }) =>
        world.api('PUT /api/contacts/{id}', { params: { id }, body: { custom_fields: { Stage: 'Won' } } }),
    };
  },
  list_joined: async () => {
    const list_id = await listNamed('Joined');
    return { trigger: { kind: 'list_joined', list_id, channel_id: null }, cause: (thread) => joins(thread, list_id) };
  },
  campaign_reply: async () => ({
    trigger: { kind: 'campaign_reply', campaign_id: null, hours: 24 },
    async cause(thread) {
      const campaign = await draftTo(world, [phoneOf(thread)], { template_id: await templateOf(world) });
      await startAndSnapshot(world, campaign);
      await untilCampaign(world, campaign, ({ state }) => state === 'FINISHED');
      await writes('I reply')(thread);
    },
  }),
  incoming_webhook: async () => {
    const body = { name: 'Orders', contact: { phone_number: 'phone' }, message: null };
    const made = await world.api('POST /api/incoming-webhooks', { body } as never);
    const { id, url, secret } = made.body as unknown as { id: string; url: string; secret: string };
    return {
      trigger: { kind: 'incoming_webhook', webhook_id: id, channel_id: null, save: [], sample: '' },
      cause: (thread) => callIncoming(url, secret, { phone: `+${phoneOf(thread)}` }),
    };
  },
};

async function joins({ contact_id: id }: Thread, list: string): Promise<void> {
  await world.api('PUT /api/contacts/{id}', { params: { id }, body: { contact_list_ids: [list] } });
}

test('every kind of trigger has a scenario', () => {
  const kinds = flowSchema.shape.trigger.options.map((one) => [...one.shape.kind.values][0]);
  expect(Object.keys(triggers).sort()).toEqual(kinds.sort());
});

test.each(Object.keys(triggers) as FlowTrigger['kind'][])('trigger %s', async (kind) => {
  const thread = await customerWrites(world, freshPhone(), 'before');
  const { trigger, cause } = await triggers[kind]();
  const flow: Flow = flowOf(trigger, [say('a', `Started by ${kind}`)]);
  const automation = await publish(world, kind, flow);
  const started = async () =>
    (
      await rows(world, 'select 1 from automation_runs where automation_id = $1 and thread_id = $2', [
        automation.id,
        thread.id,
      ])
    ).length;
  expect(await started()).toBe(0);
  await cause(thread);
  expect(await botTexts(world, thread)).toEqual([`Started by ${kind}`]);
  await until(async () => (await rows(world, 'select 1 from automation_contact_events')).length === 0);
  expect(await started()).toBe(1);
});

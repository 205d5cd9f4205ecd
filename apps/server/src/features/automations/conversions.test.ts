import type { Flow, FlowStep, StepOf, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { flowOf, publish, rows, runIn, say, turnAllOff } from '../../testing/automations.ts';
import { customerSends, customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* A conversion for Meta: for who came from an ad, once, when a member labels or moves the conversation. */

let world: World;
let labelId: string;
beforeAll(async () => {
  world = await testWorld();
  labelId = (await world.api('POST /api/labels', { body: { name: 'Customer' } })).body.id;
});
afterEach(async () => {
  await turnAllOff(world);
  await world.phone('DELETE', '/faults');
});
afterAll(() => world.close());

const conversion = (more: Partial<StepOf<'conversion'>> = {}): FlowStep => ({
  ...{ id: 's', kind: 'conversion', event: 'LeadSubmitted', worth: 'none', amount: '', next: null, otherwise: null },
  ...more,
});
const whenLabeled = (...steps: FlowStep[]): Flow => flowOf({ kind: 'label_added', label_id: labelId }, steps);

function comesFromAd(clickId: string): Promise<Thread> {
  const ad = { source_type: 'ad', source_id: '7', source_url: 'https://fb.me/x', headline: 'E-bikes' };
  const referral = { ...ad, ctwa_clid: clickId };
  return customerSends(world, freshPhone(), { type: 'text', text: { body: 'Hello' }, referral });
}
const change = ({ id }: Thread, body: object) => world.api('PUT /api/threads/{id}', { params: { id }, body });
const label = (thread: Thread) => change(thread, { add_label_ids: [labelId] });

type Event = { event_name: string; event_id: string; user_data: { ctwa_clid: string }; custom_data?: object };
/** The calls with events that reached Meta for a click, oldest first. */
async function calls(clickId: string): Promise<{ status: number | null; event: Event }[]> {
  type Traffic = { data: { url: string; request: string; status: number | null }[] };
  const { data } = await world.phone<Traffic>('GET', '/traffic?newest=true&limit=200');
  return data
    .toReversed()
    .filter(({ url }) => url.endsWith('/events'))
    .flatMap(({ request, status }) =>
      (JSON.parse(request) as { data: Event[] }).data.map((event) => ({ status, event })),
    )
    .filter(({ event }) => event.user_data.ctwa_clid === clickId);
}

test('a label tells Meta of the click, and of the customer nothing', async () => {
  const automation = await publish(world, 'Lead', whenLabeled(conversion()));
  const thread = await comesFromAd('click-1a');
  await label(thread);
  const run = await runIn(world, thread, automation, 'FINISHED');
  const detail = { event: 'LeadSubmitted', ad: 'E-bikes', value: null };
  expect(run.steps[1]).toMatchObject({ outcome: 'conversion_sent', detail });
  const [call, ...others] = await calls('click-1a');
  expect(others).toEqual([]);
  expect(call).toEqual({
    status: 200,
    event: {
      event_name: 'LeadSubmitted',
      event_time: expect.any(Number),
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action_source: 'business_messaging',
      messaging_channel: 'whatsapp',
      user_data: { whatsapp_business_account_id: expect.any(String), ctwa_clid: 'click-1a' },
    },
  });
});

test('another label, or one that is there already, starts nothing', async () => {
  await publish(world, 'Lead', whenLabeled(conversion()));
  const other = (await world.api('POST /api/labels', { body: { name: 'Other' } })).body.id;
  const thread = await comesFromAd('click-2a');
  await change(thread, { add_label_ids: [other] });
  await label(thread);
  await until(async () => (await calls('click-2a')).length === 1);
  await label(thread);
  await change(thread, { remove_label_ids: [labelId] });
  await change(thread, { state: 'DONE' });
  expect(await calls('click-2a')).toHaveLength(1);
});

test('a purchase has the value of the conversation, or an amount, in the currency of the account', async () => {
  const stage = { name: 'Won', color: 'green', closes: true } as const;
  const stage_id = (await world.api('POST /api/stages', { body: stage })).body.id;
  const purchase = (more: Partial<StepOf<'conversion'>>) => conversion({ event: 'Purchase', ...more });
  const won = await publish(
    world,
    'Won',
    flowOf({ kind: 'stage_set', stage_id }, [purchase({ worth: 'conversation' })]),
  );
  const { currency } = (await world.api('GET /api/client')).body;
  const thread = await comesFromAd('click-3a');
  await change(thread, { value: 125_050 });
  await change(thread, { stage_id });
  await runIn(world, thread, won, 'FINISHED');
  expect((await calls('click-3a'))[0]?.event.custom_data).toEqual({ value: 1250.5, currency });

  const worthless = await comesFromAd('click-3b');
  await change(worthless, { stage_id });
  const failed = await runIn(world, worthless, won, 'FAILED');
  expect(failed.steps[1]?.detail).toMatchObject({ msg: 'The conversation has no value.' });

  await world.api('POST /api/custom-fields', { body: { name: 'Order' } });
  const amount = await publish(world, 'Order', whenLabeled(purchase({ worth: 'amount', amount: '{{Order}}' })));
  const ordered = await comesFromAd('click-3c');
  const contact = { params: { id: ordered.contact_id } };
  await world.api('PUT /api/contacts/{id}', { ...contact, body: { custom_fields: { Order: '99,90' } } });
  await label(ordered);
  await runIn(world, ordered, amount, 'FINISHED');
  expect((await calls('click-3c'))[0]?.event.custom_data).toEqual({ value: 99.9, currency });
});

test('nothing is sent for who came without an ad, or longer than seven days ago', async () => {
  const automation = await publish(world, 'Lead', whenLabeled(conversion({ next: 'n' }), say('n', 'Thanks')));
  const direct = await customerWrites(world, freshPhone());
  const late = await comesFromAd('click-4a');
  await rows(world, `update messages set sort_at = now() - interval '8 days' where thread_id = $1`, [late.id]);
  for (const thread of [direct, late]) {
    await label(thread);
    const run = await runIn(world, thread, automation, 'FINISHED');
    expect(run.steps.map(({ outcome }) => outcome)).toEqual(['matched', 'no_ad_click', 'sent']);
  }
  expect(await calls('click-4a')).toEqual([]);
});

test('what Meta refuses is said, with the permission that lacks', async () => {
  const automation = await publish(
    world,
    'Lead',
    whenLabeled(conversion({ otherwise: 'o' }), { id: 'o', kind: 'note', text: 'Not counted', next: null }),
  );
  const invalid = await comesFromAd('invalid');
  await label(invalid);
  const refused = await runIn(world, invalid, automation, 'FINISHED');
  expect(refused.steps.map(({ outcome }) => outcome)).toEqual(['matched', 'conversion_failed', 'done']);
  expect(JSON.stringify(refused.steps[1]?.detail)).toContain('Invalid Ctwa Clid');

  await world.phone('POST', '/faults', { missing_permissions: ['whatsapp_business_manage_events'] });
  const thread = await comesFromAd('click-5a');
  await label(thread);
  const run = await runIn(world, thread, automation, 'FINISHED');
  expect(run.steps[1]?.detail).toMatchObject({
    msg: expect.stringContaining('lacks the permission whatsapp_business_manage_events'),
  });
});

test('what Meta cannot take now is sent later, as the same event', async () => {
  const automation = await publish(world, 'Lead', whenLabeled(conversion()));
  await world.phone('POST', '/faults', { every_call_error: 131016 });
  const thread = await comesFromAd('click-6a');
  await label(thread);
  const waiting = await until(async () => {
    const [run] = await rows<{ id: string }>(
      world,
      `select id from automation_runs where thread_id = $1 and tries = 1`,
      [thread.id],
    );
    return run;
  });
  expect(await runIn(world, thread, automation)).toMatchObject({ state: 'CALLING' });
  await world.phone('DELETE', '/faults');
  await rows(world, 'update automation_runs set due_at = now() where id = $1', [waiting.id]);
  await runIn(world, thread, automation, 'FINISHED');
  expect((await calls('click-6a')).filter(({ status }) => status === 200)).toHaveLength(1);
});

test('where a person has the conversation it still runs, but no flow that writes', async () => {
  const quiet = await publish(world, 'Lead', { ...whenLabeled(conversion()), settings: { ...passing } });
  const loud = await publish(world, 'Thanks', whenLabeled(say('n', 'Thank you')));
  const thread = await comesFromAd('click-7a');
  await rows(world, `insert into automation_stops (client_id, thread_id, created_by) values ($1, $2, 'x')`, [
    world.clientId,
    thread.id,
  ]);
  await label(thread);
  await runIn(world, thread, quiet, 'FINISHED');
  const started = await rows(world, 'select from automation_runs where automation_id = $1', [loud.id]);
  expect(started).toEqual([]);
});
const passing = { quiet_minutes: 30, max_runs: 20, pass_on: true };

test('a dry run says what would leave, and sends nothing', async () => {
  const thread = await comesFromAd('click-8a');
  const flow = whenLabeled(conversion({ worth: 'amount', amount: '12' }));
  const body = { flow, thread_id: thread.id, messages: [] };
  const { status, body: played } = await world.api('POST /api/automations/dry-run', { body });
  expect(status).toBe(200);
  expect(played.steps.at(-1)).toMatchObject({
    outcome: 'conversion_not_sent',
    detail: { event: 'LeadSubmitted', ad: 'E-bikes', value: { amount: 12 } },
  });
  expect(await calls('click-8a')).toEqual([]);
});

test.each([
  [{ event: 'Purchase' } as const, 'Choose what the purchase is worth.'],
  [{ worth: 'amount', amount: ' ' } as const, 'Enter an amount.'],
  [{ worth: 'amount', amount: 'abc' } as const, '“abc” isn’t an amount.'],
  [{ worth: 'amount', amount: '-3' } as const, '“-3” isn’t an amount.'],
])('a step with %j is not published', async (more, msg) => {
  const flow = whenLabeled(conversion(more));
  const { body } = await world.api('POST /api/automations', { body: { name: 'Half', flow } });
  const { status, body: answer } = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
  expect(status).toBe(422);
  expect(JSON.stringify(answer)).toContain(msg);
});

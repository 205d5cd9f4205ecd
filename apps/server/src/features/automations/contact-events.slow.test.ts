import type { Automation, Flow, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { botTexts, flowOf, keyword, publish, rows, runIn, say, turnAllOff } from '../../testing/automations.ts';
import { draftTo, startAndSnapshot, templateOf, untilCampaign } from '../../testing/broadcasts.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { callIncoming } from '../../testing/incoming-call.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/custom-fields', { body: { name: 'Stage' } });
  await world.api('POST /api/custom-fields', { body: { name: 'Other' } });
});
afterEach(() => turnAllOff(world));
afterAll(() => world.close());

const setField = (contactId: string, name: string, value: string) =>
  world.api('PUT /api/contacts/{id}', { params: { id: contactId }, body: { custom_fields: { [name]: value } } });
const changed = (value = ''): Flow['trigger'] => ({ kind: 'field_changed', name: 'Stage', value, channel_id: null });
/** Resolves when every event was taken. */
const untilTaken = () =>
  until(async () => (await rows(world, 'select 1 from automation_contact_events limit 1')).length === 0);
const runsOf = (automation: Automation) =>
  rows<{ thread_id: string | null; reason: string | null; variables: Record<string, string> }>(
    world,
    'select thread_id, reason, variables from automation_runs where automation_id = $1 order by started_at',
    [automation.id],
  );
const contactOf = async (name: string, phone = freshPhone()) =>
  (await world.api('POST /api/contacts', { body: { name, phone_number: `+${phone}` } })).body.id;

describe('a custom attribute', () => {
  test('that changes starts a run for each change, by any author, and no other attribute does', async () => {
    const any = await publish(world, 'Any', flowOf(changed(), [say('a', 'Now {{Stage}}')]));
    const thread = await customerWrites(world);
    await setField(thread.contact_id, 'Other', 'x');
    await setField(thread.contact_id, 'Stage', 'Won');
    expect(await botTexts(world, thread)).toEqual(['Now Won']);
    await setField(thread.contact_id, 'Stage', 'Won');
    await setField(thread.contact_id, 'Stage', 'Lost');
    expect(await botTexts(world, thread, 2)).toEqual(['Now Won', 'Now Lost']);
    await untilTaken();
    expect(await runsOf(any)).toHaveLength(2);
  });

  test('starts only by the given value, and in the conversation of the chosen channel', async () => {
    const trigger = { ...changed('won'), channel_id: world.channelId } as Flow['trigger'];
    const won = await publish(world, 'Won', flowOf(trigger, [say('a', 'Congratulations')]));
    const thread = await customerWrites(world);
    await setField(thread.contact_id, 'Stage', 'Open');
    await setField(thread.contact_id, 'Stage', 'Won');
    expect(await botTexts(world, thread)).toEqual(['Congratulations']);
    await untilTaken();
    expect(await runsOf(won)).toHaveLength(1);
  });

  test('that the automation itself changes does not start it again, but another one', async () => {
    const own = flowOf(changed(), [{ id: 'f', kind: 'field', name: 'Stage', value: 'Seen', next: null }], {
      conditions: [{ kind: 'value', name: 'Stage', operator: 'is_not', value: 'Nothing' }],
    });
    const first = await publish(world, 'Itself', own);
    const second = await publish(world, 'Other', flowOf(changed('seen'), [say('a', 'Seen by another')]));
    const thread = await customerWrites(world);
    await setField(thread.contact_id, 'Stage', 'New');
    expect(await botTexts(world, thread)).toEqual(['Seen by another']);
    await untilTaken();
    expect([await runsOf(first), await runsOf(second)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('of a contact without a conversation is written down as a run that did not start', async () => {
    const skipped = await publish(world, 'Skipped', flowOf(changed(), [say('a', 'Hello')]));
    const id = await contactOf('Nobody wrote');
    await setField(id, 'Stage', 'Won');
    await until(async () => (await runsOf(skipped)).length === 1);
    const { body } = await world.api('GET /api/automations/{id}/runs', { params: { id: skipped.id }, query: {} });
    expect(body.data).toMatchObject([
      { state: 'STOPPED', reason: 'no_conversation', thread_id: null, contact_id: id, contact_name: 'Nobody wrote' },
    ]);
    const detail = await world.api('GET /api/automation-runs/{id}', { params: { id: body.data[0]?.id ?? '' } });
    expect(detail.body.steps).toMatchObject([{ kind: 'trigger', outcome: 'matched' }]);
  });

  test('keeps starting it under its new name, and a deleted one is a problem', async () => {
    const before = (await world.api('POST /api/custom-fields', { body: { name: 'Tier' } })).body;
    const trigger: Flow['trigger'] = { kind: 'field_changed', name: 'Tier', value: '', channel_id: null };
    const tier = await publish(world, 'Tier', flowOf(trigger, [say('a', 'Tier {{Tier}}')]));
    await world.api(
      'PUT /api/custom-fields/{name}' as never,
      { params: { name: 'Tier' }, body: { name: 'Level' } } as never,
    );
    expect(before).toBeDefined();
    const read = (await world.api('GET /api/automations/{id}', { params: { id: tier.id } })).body;
    expect(read.flow.trigger).toMatchObject({ kind: 'field_changed', name: 'Level' });
    const thread = await customerWrites(world);
    await setField(thread.contact_id, 'Level', 'Gold');
    expect(await botTexts(world, thread)).toEqual(['Tier Gold']);
  });
});

test('a contact that joins the list starts a run, once for each time', async () => {
  const list = (await world.api('POST /api/contact-lists', { body: { name: 'Beta' } })).body.id;
  const trigger: Flow['trigger'] = { kind: 'list_joined', list_id: list, channel_id: null };
  const joined = await publish(world, 'Joined', flowOf(trigger, [say('a', 'Welcome to the list')]));
  const thread = await customerWrites(world);
  const put = (ids: string[]) =>
    world.api('PUT /api/contacts/{id}', { params: { id: thread.contact_id }, body: { contact_list_ids: ids } });
  await put([list]);
  await put([list]);
  await botTexts(world, thread);
  await put([]);
  await put([list]);
  expect(await botTexts(world, thread, 2)).toHaveLength(2);
  await untilTaken();
  expect(await runsOf(joined)).toHaveLength(2);
});

describe('an incoming webhook', () => {
  const created = async () =>
    (
      await world.api('POST /api/incoming-webhooks', {
        body: { name: 'Orders', contact: { phone_number: 'phone', name: 'name' }, message: null },
      } as never)
    ).body as unknown as { id: string; url: string; secret: string };
  const trigger = (id: string, channel: string | null): Flow['trigger'] => ({
    ...{ kind: 'incoming_webhook', webhook_id: id, channel_id: channel, sample: '{"order": {"id": 7}}' },
    save: [{ path: 'order.id', name: 'Order' }],
  });

  test('that is called starts a run with values of the body, once for each call', async () => {
    const hook = await created();
    const flow = flowOf(trigger(hook.id, null), [say('a', 'Order {{Order}}')]);
    const ordered = await publish(world, 'Ordered', flow);
    const phone = freshPhone();
    const thread = await customerWrites(world, phone);
    const body = { phone: `+${phone}`, name: 'Amara Okafor', order: { id: 4711 } };
    for (let n = 0; n < 2; n++) {
      expect((await callIncoming(hook.url, hook.secret, body, { id: 'call-1' })).status).toBe(200);
    }
    expect(await botTexts(world, thread)).toEqual(['Order 4711']);
    await callIncoming(hook.url, hook.secret, { ...body, order: [] }, { id: 'call-2' });
    expect(await botTexts(world, thread, 2)).toEqual(['Order 4711', 'Order']);
    await untilTaken();
    expect((await runsOf(ordered)).map(({ variables }) => variables)).toEqual([{ Order: '4711' }, {}]);
    const dry = await world.api('POST /api/automations/dry-run', { body: { flow, messages: [] } });
    expect(dry.body.steps.at(-1)?.detail).toMatchObject({ text: 'Order 7' });
  });

  test('begins a conversation on the chosen channel only where the flow sends', async () => {
    const hook = await created();
    const quiet = await publish(world, 'Quiet', flowOf(trigger(hook.id, world.channelId), [{ id: 's', kind: 'stop' }]));
    const phone = freshPhone();
    const body = { phone: `+${phone}`, name: 'New', order: { id: 1 } };
    await callIncoming(hook.url, hook.secret, body);
    await until(async () => (await runsOf(quiet)).length === 1);
    expect(await runsOf(quiet)).toMatchObject([{ thread_id: null, reason: 'no_conversation' }]);
    await turnAllOff(world);
    const template_id = await templateOf(world);
    const sends = await publish(
      world,
      'Sends',
      flowOf(trigger(hook.id, world.channelId), [
        { id: 't', kind: 'send_template', template_id, values: {}, next: null },
      ]),
    );
    await callIncoming(hook.url, hook.secret, body);
    const [run] = await until(async () => {
      const found = await runsOf(sends);
      return found.length === 1 && found;
    });
    const thread = { id: run?.thread_id ?? '' } as Thread;
    expect(await runIn(world, thread, sends, 'FINISHED', 'FAILED')).toMatchObject({ state: 'FINISHED' });
  });

  test('that was deleted is a problem', async () => {
    const hook = await created();
    await publish(world, 'Gone', flowOf(trigger(hook.id, null), [say('a', 'x')]));
    await world.api('DELETE /api/incoming-webhooks/{id}', { params: { id: hook.id } });
    const { body } = await world.api('GET /api/automations');
    const gone = body.data.find(({ name }) => name === 'Gone');
    expect(gone?.problems.map(({ msg }) => msg)).toEqual(['The incoming webhook was deleted. Choose another.']);
  });
});

test('the first reply to a broadcast starts a run; later ones, and those to others, do not', async () => {
  const template = await templateOf(world);
  const [thread, delayed] = [await customerWrites(world), await customerWrites(world)];
  const phoneOf = (one: Thread) => one.contact.phone_number ?? '';
  const send = async (one: Thread) => {
    const campaign = await draftTo(world, [phoneOf(one)], { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, ({ state }) => state === 'FINISHED');
    return campaign.id;
  };
  const [chosen, other] = [await send(thread), await send(delayed)];
  const trigger = (campaign_id: string | null): Flow['trigger'] => ({ kind: 'campaign_reply', campaign_id, hours: 24 });
  const replied = await publish(world, 'Replied', flowOf(trigger(chosen), [say('a', 'Thanks for your reply')]));
  await customerWrites(world, phoneOf(thread), 'Yes please');
  expect(await botTexts(world, thread)).toEqual(['Thanks for your reply']);
  const again = await publish(world, 'Later', flowOf(keyword('really'), [say('a', 'Indeed')]));
  await customerWrites(world, phoneOf(thread), 'Yes really');
  await runIn(world, thread, again, 'FINISHED');
  await customerWrites(world, phoneOf(delayed), 'Yes really');
  await runIn(world, delayed, again, 'FINISHED');
  expect(await runsOf(replied)).toHaveLength(1);
  expect(other).not.toBe(chosen);
  await turnAllOff(world);
  // A reply that comes too late.
  await send(delayed);
  await rows(world, `update messages set sort_at = sort_at - interval '25 hours' where thread_id = $1`, [delayed.id]);
  await publish(world, 'In time', flowOf(trigger(null), [say('a', 'In time')]));
  const marker = await publish(world, 'Marker', flowOf(keyword('slow'), [say('a', 'Too late')]));
  await customerWrites(world, phoneOf(delayed), 'slow yes');
  await runIn(world, delayed, marker, 'FINISHED');
  expect((await botTexts(world, delayed, 2)).at(-1)).toBe('Too late');
});

import type { Flow, FlowStep, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
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
  untilRead,
} from '../../testing/automations.ts';
import { customerSends, customerWrites, getMessage, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterEach(() => turnAllOff(world));
afterAll(() => world.close());

const threadOf = async (id: string) => (await world.api('GET /api/threads/{id}', { params: { id } })).body;
const phoneOf = (thread: Thread) => thread.contact.phone_number ?? '';
const again = (thread: Thread, text: string) => customerWrites(world, phoneOf(thread), text);
const outcomes = (run: { steps: { kind: string; outcome: string }[] }) =>
  run.steps.map(({ kind, outcome }) => `${kind} ${outcome}`);
/** As if the time of a waiting run had come. */
const makeDue = (runId: string) => rows(world, 'update automation_runs set due_at = now() where id = $1', [runId]);

describe('a message', () => {
  test('with the keyword starts the automation, whose answer reaches WhatsApp as the bot’s', async () => {
    const hours = await publish(world, 'Hours', flowOf(keyword('hours'), [say('a', 'Hi {{FIRST_NAME}}, 9 to 5.')]));
    const other = await customerWrites(world, freshPhone(), 'Something else');
    const thread = await customerWrites(world, freshPhone(), 'What are your opening HOURS?');
    expect(await botTexts(world, thread)).toEqual(['Hi Amara, 9 to 5.']);
    const run = await runIn(world, thread, hours, 'FINISHED');
    expect(outcomes(run)).toEqual(['trigger matched', 'send_text sent']);
    const messageId = run.steps[1]?.message_id ?? '';
    const message = await until(async () => {
      const found = await getMessage(world, messageId);
      return found.status >= 1 ? found : null;
    });
    expect(message).toMatchObject({ created_by: 'bot', source: 'AUTOMATION', medium: 'API' });
    const why = await world.api('GET /api/messages/{id}/automation-run', { params: { id: messageId } });
    expect(why.body).toMatchObject({ id: run.id, automation_name: 'Hours', version_number: 1 });
    await untilRead(world);
    expect(await rows(world, 'select 1 from automation_runs where thread_id = $1', [other.id])).toEqual([]);
    // The customer still waits for a person.
    expect((await threadOf(thread.id)).waiting_since).not.toBeNull();
  });

  test('starts the first automation that matches, and those after it only where it passes on', async () => {
    const both = { settings: { pass_on: true } };
    await publish(world, 'First', flowOf(keyword('price'), [say('a', 'one')], both));
    await publish(world, 'Second', flowOf(keyword('price'), [say('a', 'two')]));
    await publish(world, 'Third', flowOf(keyword('price'), [say('a', 'three')]));
    const thread = await customerWrites(world, freshPhone(), 'price?');
    await botTexts(world, thread, 2);
    await untilRead(world);
    expect((await botTexts(world, thread, 2)).sort()).toEqual(['one', 'two']);
  });

  test('that is an opt-out word starts none while the account confirms it', async () => {
    await publish(world, 'Stop', flowOf(keyword('stop'), [say('a', 'stopped')]));
    const texts = async (text: string) => botTexts(world, await customerWrites(world, freshPhone(), text));
    expect(await texts('stop')).toEqual([expect.stringContaining('marketing messages')]);
    expect(await texts('stop it')).toEqual(['stopped']);
    await world.api('PUT /api/client', { body: { opt_out_answers: { on: false, texts: [] } } });
    expect(await texts('stop')).toEqual(['stopped']);
    await world.api('PUT /api/client', { body: { opt_out_answers: null } });
  });

  test('from an ad starts what is for ads: any, or the one that is named', async () => {
    const label = await world.api('POST /api/labels', { body: { name: 'Came from an ad', color: 'blue' } as never });
    const labelled: FlowStep = { id: 'b', kind: 'label', add: [label.body.id], remove: [], next: null };
    const ads = (...ids: string[]) => ({
      conditions: [{ kind: 'ad' as const, ads: ids.map((id) => ({ id, title: '' })) }],
    });
    await publish(world, 'Ad 17', flowOf({ kind: 'message' }, [say('a', 'about 17')], ads('17')));
    await publish(world, 'Any ad', flowOf({ kind: 'message' }, [say('a', 'any ad', 'b'), labelled], ads()));
    const fromAd = (id: string) => ({
      type: 'text',
      text: { body: 'Hi' },
      referral: { source_type: 'ad', source_id: id },
    });
    expect(await botTexts(world, await customerSends(world, freshPhone(), fromAd('17')))).toEqual(['about 17']);
    const other = await customerSends(world, freshPhone(), fromAd('18'));
    expect(await botTexts(world, other)).toEqual(['any ad']);
    await until(async () => (await threadOf(other.id)).label_ids.includes(label.body.id));
    const none = await customerWrites(world, freshPhone(), 'Hi');
    await untilRead(world);
    expect(await rows(world, 'select 1 from automation_runs where thread_id = $1', [none.id])).toEqual([]);
  });

  test('that was the first, exact words, patterns and button replies', async () => {
    const exact: Flow['trigger'] = { kind: 'keyword', match: 'exact', words: ['halt'] };
    const pattern: Flow['trigger'] = { kind: 'keyword', match: 'pattern', words: ['order\\s+#?\\d{4}', '(a+)+$'] };
    await publish(world, 'Exact', flowOf(exact, [say('a', 'exact')]));
    await publish(world, 'Pattern', flowOf(pattern, [say('a', 'pattern')]));
    await publish(world, 'Reply', flowOf({ kind: 'reply', titles: ['Book a slot'] }, [say('a', 'reply')]));
    await publish(world, 'Welcome', flowOf({ kind: 'first_message' }, [say('a', 'welcome')]));
    const welcomed = await customerWrites(world, freshPhone(), 'do not halt now');
    expect(await botTexts(world, welcomed)).toEqual(['welcome']);
    await again(welcomed, 'Halt!');
    expect(await botTexts(world, welcomed, 2)).toEqual(['welcome', 'exact']);
    await again(welcomed, 'where is ORDER #1234');
    expect(await botTexts(world, welcomed, 3)).toEqual(['welcome', 'exact', 'pattern']);
    await customerTaps(world, phoneOf(welcomed), { id: 'x', title: 'Book a slot' });
    expect(await botTexts(world, welcomed, 4)).toEqual(['welcome', 'exact', 'pattern', 'reply']);
  });

  test('is answered once, also when the feed is read again from the start', async () => {
    await publish(world, 'Once', flowOf(keyword('once'), [say('a', 'once')]));
    const thread = await customerWrites(world, freshPhone(), 'once');
    await botTexts(world, thread);
    await rows(world, 'update automation_cursors set pos = 0 where client_id = $1', [world.clientId]);
    await untilRead(world);
    expect(await botTexts(world, thread)).toEqual(['once']);
  });

  test('from before the automation was turned on starts nothing', async () => {
    const thread = await customerWrites(world, freshPhone(), 'early');
    await publish(world, 'Late', flowOf(keyword('early'), [say('a', 'late')]));
    await rows(world, 'update automation_cursors set pos = 0 where client_id = $1', [world.clientId]);
    await untilRead(world);
    expect(await rows(world, 'select 1 from automation_runs where thread_id = $1', [thread.id])).toEqual([]);
  });
});

describe('conversations that a person handles', () => {
  test('the bot is silent after a member answered, and a waiting run ends', async () => {
    const flow = flowOf(keyword('slow'), [
      say('a', 'first', 'w'),
      { id: 'w', kind: 'wait', minutes: 60, next: 'b' },
      say('b', 'second'),
    ]);
    const slow = await publish(world, 'Slow', flow);
    const thread = await customerWrites(world, freshPhone(), 'slow');
    const waiting = await runIn(world, thread, slow, 'WAITING');
    await world.api('POST /api/messages', { body: textBody(thread, 'I am here') });
    await makeDue(waiting.id);
    expect(await runIn(world, thread, slow, 'STOPPED')).toMatchObject({ reason: 'member_replied' });
    await again(thread, 'slow again');
    await untilRead(world);
    expect(await botTexts(world, thread)).toEqual(['first']);
  });

  test('anyone stops the bot in a conversation, until it is done', async () => {
    const echo = await publish(world, 'Echo', flowOf({ kind: 'message' }, [say('a', 'echo')]));
    const thread = await customerWrites(world, freshPhone(), 'one');
    await runIn(world, thread, echo, 'FINISHED');
    const params = { id: thread.id };
    await world.api('POST /api/threads/{id}/automations/stop', { params });
    await again(thread, 'two');
    await untilRead(world);
    expect(await botTexts(world, thread)).toHaveLength(1);
    expect((await world.api('GET /api/threads/{id}/automations', { params })).body).toMatchObject({
      stopped: true,
      data: [{ automation_name: 'Echo', state: 'FINISHED' }],
    });
    await world.api('PUT /api/threads/{id}', { params, body: { state: 'DONE' } });
    await until(async () => !(await world.api('GET /api/threads/{id}/automations', { params })).body.stopped);
    await again(thread, 'three');
    expect(await botTexts(world, thread, 2)).toHaveLength(2);
  });

  test('a handover assigns the conversation and keeps the bot out', async () => {
    const to = { kind: 'member', user_id: world.user.uid } as const;
    const flow = flowOf({ kind: 'message' }, [say('a', 'wait', 'h'), { id: 'h', kind: 'hand_over', to }]);
    const hand = await publish(world, 'Hand', flow);
    const thread = await customerWrites(world, freshPhone(), 'a person please');
    expect(await runIn(world, thread, hand, 'FINISHED')).toMatchObject({ reason: 'handed_over' });
    expect((await threadOf(thread.id)).assignee_id).toBe(world.user.uid);
    await again(thread, 'hello?');
    await untilRead(world);
    expect(await botTexts(world, thread)).toEqual(['wait']);
    const [listed] = (await world.api('GET /api/automations')).body.data.filter(({ id }) => id === hand.id);
    expect(listed?.counts).toEqual({ runs: 1, handed_over: 1, failed: 0 });
  });
});

describe('a question', () => {
  const ask = (changes: object): FlowStep =>
    ({
      ...{
        id: 'q',
        kind: 'ask',
        text: 'Which day?',
        answer: 'date',
        choices: [],
        retries: 1,
        retry_text: 'A day please',
      },
      ...{ save_to: { kind: 'variable', name: 'day' }, timeout_minutes: 60, next: 'ok', otherwise: 'no', ...changes },
    }) as FlowStep;
  const flow = (changes: object = {}) =>
    flowOf(keyword('book'), [ask(changes), say('ok', 'Booked for {{day}}'), say('no', 'Never mind')]);

  test('takes an answer that fits, after one that does not', async () => {
    const book = await publish(world, 'Book', flow());
    const thread = await customerWrites(world, freshPhone(), 'book');
    await botTexts(world, thread, 1);
    await runIn(world, thread, book, 'ASKING');
    await again(thread, 'whenever');
    await botTexts(world, thread, 2);
    await runIn(world, thread, book, 'ASKING');
    await again(thread, 'on 2031-05-17 please');
    expect(await botTexts(world, thread, 3)).toEqual(['Which day?', 'A day please', 'Booked for 2031-05-17']);
    const run = await runIn(world, thread, book, 'FINISHED');
    expect(outcomes(run)).toEqual(['trigger matched', 'ask asked', 'ask retried', 'ask answered', 'send_text sent']);
    expect(run.variables).toEqual({ day: '2031-05-17' });
  });

  test('goes the other way after the last retry, and without an answer in time', async () => {
    const book = await publish(world, 'Book', flow({ retries: 0 }));
    const wrong = await customerWrites(world, freshPhone(), 'book');
    await runIn(world, wrong, book, 'ASKING');
    await again(wrong, 'no idea');
    expect(await botTexts(world, wrong, 2)).toEqual(['Which day?', 'Never mind']);
    const silent = await customerWrites(world, freshPhone(), 'book');
    await makeDue((await runIn(world, silent, book, 'ASKING')).id);
    expect(await botTexts(world, silent, 2)).toEqual(['Which day?', 'Never mind']);
  });

  test('with choices sends buttons, and saves into an attribute of the contact', async () => {
    const choices = [
      { id: 'm', title: 'Morning' },
      { id: 'e', title: 'Evening' },
    ];
    const saved = { answer: 'choice', choices, save_to: { kind: 'field', name: 'Time of day' } };
    await world.api('POST /api/custom-fields', { body: { name: 'Time of day' } });
    const book = await publish(world, 'Book', {
      ...flow(saved),
      steps: [ask(saved), say('ok', 'So {{Time of day}}'), say('no', 'no')],
    });
    const thread = await customerWrites(world, freshPhone(), 'book');
    const asked = await runIn(world, thread, book, 'ASKING');
    expect(await getMessage(world, asked.steps[1]?.message_id ?? '')).toMatchObject({ type: 'interactive' });
    await customerTaps(world, phoneOf(thread), { id: 'e', title: 'Evening' });
    expect(await botTexts(world, thread, 2)).toEqual(['Which day?', 'So Evening']);
    const contact = await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } });
    expect(contact.body.custom_fields).toEqual({ 'Time of day': 'Evening' });
  });
});

test('steps change the conversation and the contact, and a branch decides', async () => {
  const label = (await world.api('POST /api/labels', { body: { name: 'Booked' } })).body.id;
  const list = (await world.api('POST /api/contact-lists', { body: { name: 'Service plan' } })).body.id;
  const inList = { kind: 'list', list_id: list, is: true } as const;
  const flow = flowOf(keyword('everything'), [
    { id: 'l', kind: 'label', add: [label], remove: [], next: 'c' },
    { id: 'c', kind: 'list', add: [list], remove: [], next: 'f' },
    { id: 'f', kind: 'field', name: 'Source', value: 'WhatsApp {{FIRST_NAME}}', next: 'n' },
    { id: 'n', kind: 'note', text: 'From the bot for {{NAME}}', next: 'a' },
    { id: 'a', kind: 'assign', to: { kind: 'round_robin', group_id: null }, next: 'o' },
    { id: 'o', kind: 'opt_out', active: true, next: 'b' },
    { id: 'b', kind: 'branch', arms: [{ name: 'Member', conditions: [inList], next: 's' }], otherwise: 'x' },
    {
      ...{ id: 's', kind: 'send_buttons', text: 'Anything else?', next: 'r' },
      buttons: [{ id: 'yes', title: 'Yes' }],
    },
    {
      ...{ id: 'r', kind: 'send_list', text: 'Pick one', button: 'Open', next: 'd' },
      rows: [{ id: 'r1', title: 'Row', description: 'First' }],
    },
    { id: 'd', kind: 'done', next: null },
    say('x', 'not a member'),
  ]);
  const all = await publish(world, 'Everything', flow);
  const thread = await customerWrites(world, freshPhone(), 'everything');
  const run = await runIn(world, thread, all, 'FINISHED', 'FAILED');
  expect(outcomes(run)).toEqual([
    ...['trigger matched', 'label done', 'list done', 'field done', 'note done', 'assign done', 'opt_out done'],
    ...['branch took', 'send_buttons sent', 'send_list sent', 'done done'],
  ]);
  expect(await threadOf(thread.id)).toMatchObject({ state: 'DONE', label_ids: [label], assignee_id: world.user.uid });
  const contact = (await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } })).body;
  expect(contact).toMatchObject({ contact_list_ids: [list], custom_fields: { Source: 'WhatsApp Amara' } });
  expect(contact.opted_out_at).not.toBeNull();
  const notes = await world.api('GET /api/threads/{id}/notes', { params: { id: thread.id } });
  expect(notes.body.data).toMatchObject([{ body: 'From the bot for Amara Okafor', created_by: 'bot' }]);
});

describe('the clock', () => {
  test('starts what nobody answered, once for each wait', async () => {
    const delayed = await publish(world, 'Late', flowOf({ kind: 'no_reply', minutes: 15 }, [say('a', 'Sorry')]));
    const thread = await customerWrites(world, freshPhone(), 'anyone?');
    await rows(world, `update automations set on_since = now() - interval '1 day' where id = $1`, [delayed.id]);
    await rows(world, `update threads set waiting_since = now() - interval '16 minutes' where id = $1`, [thread.id]);
    expect(await botTexts(world, thread)).toEqual(['Sorry']);
    await runIn(world, thread, delayed, 'FINISHED');
    const [before] = await rows<{ n: number }>(world, 'select count(*)::int as n from automation_runs');
    const untouched = await customerWrites(world, freshPhone(), 'just now');
    await rows(world, `update threads set waiting_since = now() - interval '17 minutes' where id = $1`, [untouched.id]);
    await botTexts(world, untouched);
    const [after] = await rows<{ n: number }>(world, 'select count(*)::int as n from automation_runs');
    expect((after?.n ?? 0) - (before?.n ?? 0)).toBe(1);
  });

  test('reminds before the window closes, and follows a schedule for a list', async () => {
    const closing = await publish(
      world,
      'Closing',
      flowOf({ kind: 'window_closing', minutes: 30 }, [say('a', 'Soon')]),
    );
    const thread = await customerWrites(world, freshPhone(), 'hello');
    await rows(world, `update threads set window_expires_at = now() + interval '20 minutes' where id = $1`, [
      thread.id,
    ]);
    expect(await botTexts(world, thread)).toEqual(['Soon']);
    await runIn(world, thread, closing, 'FINISHED');
    const list = (await world.api('POST /api/contact-lists', { body: { name: 'Regulars' } })).body.id;
    const contactBody = { id: thread.contact_id, contact_list_ids: [list] };
    await world.api('PUT /api/contacts/{id}', { params: { id: thread.contact_id }, body: contactBody });
    const trigger: Flow['trigger'] = {
      ...{ kind: 'schedule', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], at: '09:00' },
      ...{ time_zone: 'Europe/London', list_id: list, channel_id: world.channelId },
    };
    const daily = await publish(world, 'Daily', flowOf(trigger, [say('a', 'Good morning')]));
    const due = (shift: string) =>
      rows<{ next_at: Date }>(
        world,
        `update automations set next_at = next_at - $2::interval where id = $1 returning next_at`,
        [daily.id, shift],
      );
    expect((await due('2 days'))[0]?.next_at.getTime()).toBeLessThan(Date.now());
    expect(await botTexts(world, thread, 2)).toEqual(['Soon', 'Good morning']);
    expect((await due('0'))[0]?.next_at.getTime()).toBeGreaterThan(Date.now());
  });

  test('a conversation that is done starts a survey after a while', async () => {
    const survey = await publish(
      world,
      'Survey',
      flowOf({ kind: 'thread', state: 'DONE' }, [
        { id: 'w', kind: 'wait', minutes: 60, next: 's' },
        say('s', 'How was it?'),
      ]),
    );
    const thread = await customerWrites(world);
    await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } });
    await makeDue((await runIn(world, thread, survey, 'WAITING')).id);
    expect(await botTexts(world, thread)).toEqual(['How was it?']);
    expect((await threadOf(thread.id)).state).toBe('DONE');
  });
});

describe('safety', () => {
  test('five errors in a row pause the automation', async () => {
    const broken = await publish(world, 'Broken', flowOf(keyword('broken'), [say('a', 'x')]));
    // Its window is closed for every customer by the time it answers.
    await rows(
      world,
      `create function close_windows() returns trigger language plpgsql as $$ begin
      new.window_expires_at := now() - interval '1 hour'; return new; end $$;
      create trigger close_windows before insert or update on threads for each row execute function close_windows()`,
    );
    for (let n = 0; n < 5; n++) {
      const thread = await customerWrites(world, freshPhone(), 'broken');
      expect(await runIn(world, thread, broken, 'FAILED')).toMatchObject({ reason: 'window_closed' });
    }
    await rows(world, 'drop function close_windows cascade');
    const found = await world.api('GET /api/automations/{id}', { params: { id: broken.id } });
    expect(found.body).toMatchObject({ state: 'PAUSED', counts: { runs: 5, failed: 5 } });
    const emails = () =>
      rows<{ recipient: string; subject: string }>(
        world,
        "select recipient, subject from email_outbox where kind = 'automations.paused'",
      );
    await until(async () => (await emails()).length > 0 || null);
    expect(await emails()).toEqual([{ recipient: world.user.email, subject: 'Automation paused: Broken' }]);
    const on = await world.api('POST /api/automations/{id}/resume', { params: { id: broken.id } });
    expect(on.body.state).toBe('ON');
  });

  test('one conversation starts an automation a limited number of times a day', async () => {
    const limited = { settings: { max_runs: 2 } };
    const echo = await publish(world, 'Echo', flowOf({ kind: 'message' }, [say('a', 'echo')], limited));
    const thread = await customerWrites(world);
    for (const n of [1, 2]) {
      await runIn(world, thread, echo, 'FINISHED');
      expect(await botTexts(world, thread, n)).toHaveLength(n);
      await again(thread, `again ${n}`);
      await untilRead(world);
    }
    expect(await botTexts(world, thread, 2)).toHaveLength(2);
  });

  test('a flow that cannot end is not published; one that jumps back waits in between', async () => {
    const endless = flowOf(keyword('round'), [say('a', 'round', 'g'), { id: 'g', kind: 'go_to', step: 'a' }]);
    const { body } = await world.api('POST /api/automations', { body: { name: 'Endless', flow: endless } });
    expect(body.problems.map(({ msg }) => msg)).toEqual([
      'This flow goes round without waiting. Add a wait or a question.',
    ]);
    const refused = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
    expect(refused.status).toBe(422);
  });

  test('a flow that goes round all the same is ended after a hundred steps', async () => {
    const steps: FlowStep[] = [
      { id: 'w', kind: 'wait', minutes: 1, next: 'g' },
      { id: 'g', kind: 'go_to', step: 'w' },
    ];
    const endless = await publish(world, 'Endless', flowOf(keyword('round'), steps));
    // As no editor publishes it: the second step leads to itself.
    const itself = flowOf(keyword('round'), [{ id: 'g', kind: 'go_to', step: 'g' }]);
    const set = 'update automation_versions set flow = $2 where automation_id = $1';
    await rows(world, set, [endless.id, JSON.stringify(itself)]);
    const thread = await customerWrites(world, freshPhone(), 'round');
    const run = await runIn(world, thread, endless, 'FAILED');
    expect(run.reason).toBe('loop');
    expect(run.steps.length).toBeLessThan(110);
  });

  test('a dry run takes the real steps and keeps nothing', async () => {
    const label = (await world.api('POST /api/labels', { body: { name: 'Dry' } })).body.id;
    const labelled = { kind: 'label', label_id: label, is: true } as const;
    const flow = flowOf(keyword('dry'), [
      { id: 'l', kind: 'label', add: [label], remove: [], next: 'w' },
      { id: 'w', kind: 'wait', minutes: 5, next: 'b' },
      { id: 'b', kind: 'branch', arms: [{ name: 'Yes', conditions: [labelled], next: 's' }], otherwise: null },
      say('s', 'Hello {{FIRST_NAME}}'),
    ]);
    const count = async () =>
      (
        await rows<{ n: string }>(
          world,
          `select (select count(*) from messages) + (select count(*) from threads) * 1000 + (select count(*) from contacts) * 1000000
             + (select count(*) from thread_labels) * 1000000000 + (select count(*) from automation_runs) as n`,
        )
      )[0]?.n;
    const thread = await customerWrites(world, freshPhone(), 'a dry day');
    await untilRead(world);
    const before = await count();
    const past = await world.api('POST /api/automations/dry-run', { body: { flow, thread_id: thread.id } });
    expect(outcomes(past.body)).toEqual([
      ...['trigger matched', 'label done', 'wait waiting', 'branch took', 'send_text sent'],
    ]);
    expect(past.body).toMatchObject({ contact_name: 'Amara Okafor', state: 'FINISHED' });
    expect(past.body.steps.at(-1)?.detail).toMatchObject({ text: 'Hello Amara' });
    const typed = await world.api('POST /api/automations/dry-run', {
      body: { flow, messages: [{ text: 'wet' }, { text: 'dry' }] },
    });
    expect(outcomes(typed.body).slice(0, 2)).toEqual(['trigger not_matched', 'trigger matched']);
    expect(typed.body.cost).toBeNull();
    const rates = [
      { from: '2026-10-01', category: 'utility' as const, market: 'GB', price: 0.02 },
      { from: '2026-10-01', category: 'marketing' as const, market: '', price: 9 },
    ];
    await world.api('PUT /api/reports/rates', { body: { currency: 'GBP', version: 0, rates } });
    const question = {
      ...{ id: 't', kind: 'ask', text: 'Two?', answer: 'text', choices: [], retries: 0, retry_text: '' },
      ...{ save_to: { kind: 'variable', name: 'two' }, timeout_minutes: 60, next: null, otherwise: null },
    };
    const talk = flowOf({ kind: 'message' }, [say('s', 'One', 't'), question as FlowStep]);
    const both = await world.api('POST /api/automations/dry-run', { body: { flow: talk, messages: [{ text: 'Hi' }] } });
    expect(both.body.cost).toEqual({ currency: 'GBP', messages: 2, amount: 0.04, without_rate: 0 });
    expect(await count()).toBe(before);
  });

  test('a dry run goes on as a conversation does: taps answer, later messages start it again, a person keeps it off', async () => {
    const flow = flowOf({ kind: 'message' }, [
      {
        ...{ id: 'q', kind: 'ask', text: 'Sales or help?', answer: 'choice', retries: 0, retry_text: '' },
        choices: [
          { id: 'sales', title: 'Sales' },
          { id: 'help', title: 'Help' },
        ],
        ...{ save_to: { kind: 'variable', name: 'topic' }, timeout_minutes: 60, next: 'b', otherwise: null },
      },
      {
        ...{ id: 'b', kind: 'branch', otherwise: 's' },
        arms: [
          { name: 'Help', conditions: [{ kind: 'value', name: 'topic', operator: 'is', value: 'Help' }], next: 'h' },
        ],
      },
      { id: 'h', kind: 'hand_over', to: { kind: 'nobody' } },
      say('s', 'Our shop opens at 9.'),
    ]);
    const play = async (...messages: { text: string; reply_id?: string }[]) =>
      (await world.api('POST /api/automations/dry-run', { body: { flow, messages } })).body;
    const asked = await play({ text: 'Hi' });
    expect(asked.state).toBe('ASKING');
    expect(asked.steps.at(-1)?.detail).toMatchObject({
      replies: [
        { id: 'sales', title: 'Sales' },
        { id: 'help', title: 'Help' },
      ],
    });
    const [hi, sales, help] = [
      { text: 'Hi' },
      { text: 'Sales', reply_id: 'sales' },
      { text: 'Help', reply_id: 'help' },
    ];
    const twice = await play(hi, sales, hi, help, { text: 'Hello?' });
    expect(outcomes(twice)).toEqual([
      ...['trigger matched', 'ask asked', 'ask answered', 'branch took', 'send_text sent'],
      ...['trigger matched', 'ask asked', 'ask answered', 'branch took', 'hand_over done', 'trigger bot_stopped'],
    ]);
    expect(twice.messages.map(({ text, step }) => `${text} ${step}`)).toEqual([
      ...['Hi 0', 'Sales 2', 'Hi 5', 'Help 7', 'Hello? 10'],
    ]);
    const once = { ...flow, settings: { ...flow.settings, max_runs: 1 } };
    const limited = await world.api('POST /api/automations/dry-run', {
      body: { flow: once, messages: [hi, sales, hi] },
    });
    expect(outcomes(limited.body).at(-1)).toBe('trigger too_many_runs');
  });
});

describe('versions', () => {
  test('older than the newest hundred go, except one that a run still follows', async () => {
    const { id } = await publish(world, 'Often', flowOf(keyword('often'), [say('a', 'one')]));
    const thread = await customerWrites(world, freshPhone(), 'Hello');
    await rows(
      world,
      `insert into automation_versions (client_id, automation_id, number, flow, published_by)
       select client_id, automation_id, n, flow, published_by from automation_versions, generate_series(2, 150) n
       where automation_id = $1`,
      [id],
    );
    await rows(
      world,
      `insert into automation_runs (client_id, id, automation_id, version_number, thread_id, channel_id, event_key, due_at)
       select client_id, gen_random_uuid(), $1, 7, id, channel_id, 'waits', now() + interval '1 day' from threads where id = $2`,
      [id, thread.id],
    );
    await world.api('POST /api/automations/{id}/publish', { params: { id } });
    const kept = await rows<{ number: number }>(
      world,
      'select number from automation_versions where automation_id = $1 order by number',
      [id],
    );
    expect(kept.map(({ number }) => number)).toEqual([7, ...Array.from({ length: 100 }, (_, n) => 52 + n)]);
  });

  test('what runs stays as published until the next publish, and an earlier one comes back', async () => {
    const first = await publish(world, 'Versions', flowOf(keyword('version'), [say('a', 'one')]));
    const params = { id: first.id };
    const second = flowOf(keyword('version'), [say('a', 'two')]);
    const changed = await world.api('PUT /api/automations/{id}', {
      params,
      body: { flow: second, version: first.version },
    });
    expect(changed.body).toMatchObject({ changed: true, published_version: 1, state: 'ON' });
    const stale = await world.api('PUT /api/automations/{id}', {
      params,
      body: { name: 'No', version: first.version },
    });
    expect(stale.status).toBe(409);
    const thread = await customerWrites(world, freshPhone(), 'version');
    expect(await botTexts(world, thread)).toEqual(['one']);
    await world.api('POST /api/automations/{id}/publish', { params });
    await again(thread, 'version');
    expect(await botTexts(world, thread, 2)).toEqual(['one', 'two']);
    const back = await world.api('POST /api/automations/{id}/rollback', { params, body: { number: 1 } });
    expect(back.body).toMatchObject({ published_version: 3, changed: false });
    const versions = await world.api('GET /api/automations/{id}/versions', { params });
    expect(versions.body.data.map(({ number }) => number)).toEqual([3, 2, 1]);
    await again(thread, 'version');
    expect(await botTexts(world, thread, 3)).toEqual(['one', 'two', 'one']);
  });

  test('a draft says what is missing: deleted lists, patterns that are none, unknown variables', async () => {
    const missing = newId();
    const flow = flowOf({ kind: 'keyword', match: 'pattern', words: ['('] }, [
      { id: 'l', kind: 'list', add: [missing], remove: [], next: 's' },
      say('s', 'Hello {{Nickname}}'),
    ]);
    const { body } = await world.api('POST /api/automations', { body: { name: 'Draft', flow } });
    expect(body.state).toBe('DRAFT');
    expect(body.problems.map(({ step, msg }) => `${step}: ${msg}`).sort()).toEqual([
      'l: A contact list was deleted. Choose another.',
      'null: “(” is not a pattern.',
      's: Unknown variable {{Nickname}}.',
    ]);
  });

  test('a draft names what conditions compare and nothing has or sets', async () => {
    const named = (name: string) => [{ kind: 'value' as const, name, operator: 'is_set' as const, value: '' }];
    const flow = {
      ...flowOf(keyword('order'), [
        {
          ...{ id: 'q', kind: 'ask', text: 'Where to?', answer: 'text', choices: [], retries: 0, retry_text: '' },
          ...{ save_to: { kind: 'variable', name: 'City' }, timeout_minutes: 60, next: 'a', otherwise: null },
        },
        {
          ...{ id: 'a', kind: 'ask', text: 'Which bike?', answer: 'text', choices: [], retries: 0, retry_text: '' },
          ...{ save_to: { kind: 'field', name: 'Model' }, timeout_minutes: 60, next: 'b', otherwise: null },
        },
        {
          ...{ id: 'b', kind: 'branch', otherwise: null },
          arms: [
            { name: 'Right', conditions: [...named('City'), ...named('Model'), ...named('Size')], next: 'f' },
            { name: 'Wrong', conditions: named('Citty'), next: null },
          ],
        },
        { id: 'f', kind: 'field', name: 'Size', value: 'M', next: null },
      ] satisfies FlowStep[]),
      // No question was answered yet.
      conditions: named('City'),
    };
    const { body } = await world.api('POST /api/automations', { body: { name: 'Typos', flow } });
    expect(body.problems.map(({ step, part, msg }) => `${step ?? part}: ${msg}`).sort()).toEqual([
      'b: No attribute or answer is called “Citty”. Choose another.',
      'conditions: No attribute or answer is called “City”. Choose another.',
    ]);
    expect((await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } })).status).toBe(422);
  });

  test('a draft names what WhatsApp would refuse, or show as typed', async () => {
    const flow = flowOf(keyword('order'), [
      {
        ...{ id: 'b', kind: 'send_buttons', text: 'Hello {{FIRST_NAME}}', next: 't' },
        buttons: [{ id: 'one', title: 'Yes, {{NAME}}' }],
      },
      { id: 't', kind: 'send_template', template_id: null, values: { 'body.1': 'One\ntwo' }, next: null },
    ]);
    const { body } = await world.api('POST /api/automations', { body: { name: 'Refused', flow } });
    expect(body.problems.map(({ step, msg }) => `${step}: ${msg}`)).toEqual([
      'b: The customer would see {{NAME}} as it stands: names of buttons and rows have no variables.',
      't: Choose a template.',
      't: A template value can’t have new lines, tabs or more than 4 spaces in a row.',
    ]);
  });

  test('a template with an empty value is not published; the problem names the value', async () => {
    await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
    const templates = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body.data;
    const order = templates.find(({ name, language }) => name === 'order_ready' && language.startsWith('en'));
    const step = { id: 't', kind: 'send_template', template_id: order?.id ?? '', next: null } as const;
    const flow = flowOf(keyword('empty'), [{ ...step, values: { 'body.1': '{{FIRST_NAME}}', 'body.2': ' ' } }]);
    const { body } = await world.api('POST /api/automations', { body: { name: 'Empty value', flow } });
    const problem = 'Fill in body variable 2, the value of “Track order”.';
    expect(body.problems).toEqual([{ step: 't', part: 'step', msg: problem }]);
    const params = { id: body.id };
    const refused = await world.api('POST /api/automations/{id}/publish', { params });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { data: [{ field: 'flow.steps.t', msg: problem }] } },
    });
    const filled = { ...step, values: { 'body.1': '{{FIRST_NAME}}', 'body.2': 'A-17', 'button.0': 'A-17' } };
    await world.api('PUT /api/automations/{id}', { params, body: { flow: { ...flow, steps: [filled] } } });
    expect((await world.api('POST /api/automations/{id}/publish', { params })).status).toBe(200);
  });

  test('a template is sent with the customer’s values, also those with several lines', async () => {
    await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
    const templates = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body.data;
    const order = templates.find(({ name, language }) => name === 'order_ready' && language.startsWith('en'));
    const steps: FlowStep[] = [
      {
        ...{ id: 'q', kind: 'ask', text: 'Where to?', answer: 'text', choices: [], retries: 0, retry_text: '' },
        ...{ save_to: { kind: 'variable', name: 'Address' }, timeout_minutes: 60, next: 't', otherwise: null },
      } as FlowStep,
      {
        ...{ id: 't', kind: 'send_template', template_id: order?.id ?? '', next: null },
        values: { 'body.1': '{{FIRST_NAME}}', 'body.2': '{{Address}}', 'button.0': 'A-17' },
      },
    ];
    const automation = await publish(world, 'Address', flowOf(keyword('deliver'), steps));
    const thread = await customerWrites(world, freshPhone(), 'Please deliver it');
    await botTexts(world, thread);
    await again(thread, '14 Harbour Road\nLondon\tE1');
    const run = await runIn(world, thread, automation, 'FINISHED', 'FAILED');
    expect(outcomes(run).at(-1)).toBe('send_template sent');
    const message = await getMessage(world, run.steps.at(-1)?.message_id ?? '');
    expect((message.template as { display?: { body?: string } })?.display?.body).toContain('14 Harbour Road London E1');
  });
});

// @module-tag data
import type { FlowStep, Thread, ThreadAssistant, ThreadEvent } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiProvider, startAiProvider } from '../../testing/ai-provider.ts';
import { assistantOf, connectForAssistant, helpText, putAssistant, sureAnswer } from '../../testing/answering.ts';
import { flowOf, keyword, publish, rows, say, turnAllOff } from '../../testing/automations.ts';
import { customerSends, customerWrites, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { answerMessage } from './answer.ts';

let world: World;
let provider: AiProvider;
beforeAll(async () => {
  provider = await startAiProvider();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: provider.host } });
  await connectForAssistant(world, provider);
  await helpText(world, 'Returns', 'We are glad when things fit.\n\nShoes can be returned within 30 days.');
});
beforeEach(async () => {
  provider.asked.length = 0;
  provider.answer = () => sureAnswer('Within 30 days.');
  await rows(world, 'delete from ai_calls');
  await rows(world, 'delete from ai_months');
  await rows(world, 'delete from answering_exams');
  await rows(world, 'delete from answering_settings');
  await rows(
    world,
    `insert into answering_exams (client_id, id, needed, created_by) values ($1, gen_random_uuid(), 0, 'x')`,
    [world.clientId],
  );
  await connectForAssistant(world, provider);
  expect((await putAssistant(world, { is_on: true })).status).toBe(200);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

const question = 'How do I return my shoes?';
const write = (text = question, from = freshPhone()) => customerWrites(world, from, text);
const writtenIn = async (thread: Thread): Promise<{ body: string; created_by: string }[]> =>
  rows(
    world,
    `select content->>'body' as body, created_by from messages where thread_id = $1 and direction = 'OUTGOING' order by sort_at`,
    [thread.id],
  );
const eventsOf = async (thread: Thread): Promise<ThreadEvent[]> =>
  (await world.api('GET /api/threads/{id}/events', { params: { id: thread.id }, query: {} })).body.data;
/** Whether the assistant answers from here on, and why not; newest first. */
const turnsOf = async (thread: Thread) =>
  (await eventsOf(thread)).flatMap(({ kind, detail }) => (kind === 'assistant' ? [detail.reason ?? detail.on] : []));
const handedOver = (thread: Thread) =>
  until(async () => {
    const [last] = await turnsOf(thread);
    return last === undefined || last === true ? null : last;
  });
const answered = (thread: Thread, count = 1) =>
  until(async () => {
    const written = (await writtenIn(thread)).filter(({ created_by }) => created_by === 'ai');
    return written.length >= count ? written.map(({ body }) => body) : null;
  });
const inThread = async (thread: Thread): Promise<ThreadAssistant> =>
  (await world.api('GET /api/threads/{id}/ai/assistant', { params: { id: thread.id } })).body;
/** Nothing of a message waits any more. */
const settled = () =>
  until(async () => (await rows(world, 'select from answering_messages where due_at is not null')).length === 0);
const reply = (thread: Thread, text: string) =>
  world.api('POST /api/messages', { body: textBody(thread, text) as never });

describe('an answer', () => {
  test('is made from a help text, shows its passage, and names the assistant', async () => {
    const thread = await write();
    expect(await answered(thread)).toEqual(['Within 30 days.']);
    const asked = provider.asked[0]?.body.messages[1]?.content ?? '';
    expect(asked).toContain('1. Returns');
    expect(await turnsOf(thread)).toEqual([true]);
    const { answers, answers_next } = await inThread(thread);
    expect(answers_next).toBe(true);
    expect(answers).toMatchObject([
      {
        confidence: 95,
        rating: null,
        source: { kind: 'help_text', title: 'Returns', passage: expect.stringMatching(/^Shoes can/) },
      },
    ]);
    const { body } = await world.api('GET /api/ai/usage');
    expect(body.last_24h).toMatchObject({ calls: 1, failed: 0 });
  });

  test('is given once to several short messages, and once with two workers', async () => {
    const from = freshPhone();
    await write('Hello', from);
    const thread = await write(question, from);
    await answered(thread);
    await settled();
    expect(provider.asked).toHaveLength(1);
    const { signal } = new AbortController();
    const [row] = await rows<{ message_id: string }>(
      world,
      'select message_id from answering_messages a join messages m on m.id = a.message_id where m.thread_id = $1',
      [thread.id],
    );
    await rows(
      world,
      `update answering_messages set state = 'waiting', reply_id = null, due_at = now() where message_id = $1`,
      [row?.message_id],
    );
    const again = () => answerMessage(world.server.platform, world.clientId, row?.message_id ?? '', signal);
    await Promise.all([again(), again()]);
    expect(await writtenIn(thread)).toHaveLength(1);
  });

  test('is made from a saved reply that all share, and from an answer that a member found good', async () => {
    await world.api('POST /api/session-templates', {
      body: { name: 'Gift wrap', shortcut: 'gift', body: 'We wrap presents for 2 euros.' } as never,
    });
    provider.answer = () => sureAnswer('Wrapping costs 2 euros.');
    const thread = await write('Do you wrap presents as well?');
    await answered(thread);
    const [first] = (await inThread(thread)).answers;
    expect(first?.source).toMatchObject({ kind: 'saved_reply', title: 'Gift wrap' });
    const params = { id: first?.message_id ?? '' };
    const rate = (rating: 'good' | 'bad') =>
      world.api('PUT /api/messages/{id}/ai/rating', { params, body: { rating } });
    expect((await rate('good')).body.answers[0]?.rating).toBe('good');
    await rows(world, `update session_templates set deleted_at = now() where shortcut = 'gift'`);
    const other = await write('What does it cost to wrap presents?');
    await answered(other);
    expect((await inThread(other)).answers[0]?.source).toMatchObject({
      kind: 'answer',
      passage: 'Wrapping costs 2 euros.',
    });
    await rate('bad');
    expect(await handedOver(await write('Please wrap my presents'))).toBe('no_passage');
  });
});

describe('an automation gives a conversation', () => {
  const give = (id = 'give'): FlowStep => ({ id, kind: 'assign', to: { kind: 'assistant' }, next: null });
  afterEach(() => turnAllOff(world));

  test('to the assistant that takes only those, which answers its message once', async () => {
    await putAssistant(world, { takes: 'given' });
    await publish(world, 'Give', flowOf(keyword('return'), [give()]));
    const thread = await write();
    expect(await answered(thread)).toEqual(['Within 30 days.']);
    await settled();
    expect(provider.asked).toHaveLength(1);
    expect(await turnsOf(thread)).toEqual([true]);
    const [event] = (await eventsOf(thread)).filter(({ kind }) => kind === 'assistant');
    expect(event?.created_by).toBe('bot');
    const other = await write('Where is my parcel?');
    await settled();
    expect(await writtenIn(other)).toEqual([]);
  });

  test('long after the message was left to people', async () => {
    await putAssistant(world, { takes: 'given' });
    const wait: FlowStep = { id: 'wait', kind: 'wait', minutes: 5, next: 'give' };
    await publish(world, 'Give later', flowOf(keyword('return'), [wait, give()]));
    const thread = await write();
    await until(async () => (await rows(world, `select from automation_runs where state = 'WAITING'`)).length === 1);
    await settled();
    expect(provider.asked).toHaveLength(0);
    await rows(world, `update automation_runs set due_at = now() where ended_at is null`);
    expect(await answered(thread)).toEqual(['Within 30 days.']);
  });

  test('by “Hand over”, which silences the bot and not the assistant; what it hands over stays with people', async () => {
    await putAssistant(world, { takes: 'given' });
    provider.answer = () => sureAnswer('Perhaps.', 10);
    await publish(
      world,
      'Hand over',
      flowOf(keyword('return'), [{ id: 'over', kind: 'hand_over', to: { kind: 'assistant' } }]),
    );
    const thread = await write();
    expect(await handedOver(thread)).toBe('unsure');
    await settled();
    expect(provider.asked).toHaveLength(1);
    expect(await turnsOf(thread)).toEqual(['unsure', true]);
  });

  test('only while the assistant is on, and on its channel', async () => {
    await publish(world, 'Give', flowOf(keyword('return'), [give()]));
    await rows(world, `update answering_settings set channel_ids = '{}'`);
    const thread = await write();
    await until(async () => (await rows(world, 'select from automation_runs where ended_at is null')).length === 0);
    expect(await turnsOf(thread)).toEqual([]);
    await rows(world, 'update answering_settings set is_on = false');
    const flow = flowOf(keyword('return'), [give()]);
    const { body } = await world.api('POST /api/automations', { body: { name: 'Give again', flow } });
    const refused = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('The AI assistant is off');
  });
});

describe('it hands over', () => {
  test.each([
    ['when it is not sure', () => sureAnswer('Perhaps.', 40), 'unsure'],
    [
      'when no text answers',
      () => ({ text: '{"reply": null, "text": null, "confidence": 90, "person": false}' }),
      'unsure',
    ],
    ['when the answer is none', () => ({ text: 'Certainly!' }), 'unsure'],
    ['when a blank is left in the answer', () => sureAnswer('Dear {{name}}, within 30 days.'), 'unsure'],
    [
      'when the customer asks for a person',
      () => ({ text: '{"reply": null, "text": 1, "confidence": 90, "person": true}' }),
      'asked_for_person',
    ],
    ['when the provider fails', () => ({ status: 500, message: 'out of order' }), 'provider_failed'],
  ] as const)('%s', async (_name, answer, reason) => {
    provider.answer = answer;
    const thread = await write();
    expect(await handedOver(thread)).toBe(reason);
    expect(await writtenIn(thread)).toEqual([]);
    expect((await inThread(thread)).answers_next).toBe(false);
  });

  test('without asking when no text has words of the question, or it is no text', async () => {
    expect(await handedOver(await write('Opening times tomorrow?'))).toBe('no_passage');
    const location = { type: 'location', location: { latitude: 1, longitude: 2 } };
    expect(await handedOver(await customerSends(world, freshPhone(), location))).toBe('not_text');
    expect(provider.asked).toEqual([]);
  });

  test('when the monthly limit is used up, and when the consent is gone', async () => {
    await connectForAssistant(world, provider, { monthly_tokens: 1_000 });
    expect(await handedOver(await write())).toBe('limit_reached');
    await rows(world, 'update ai_members set consents = $1', [{}]);
    expect(await handedOver(await write())).toBe('ai_unavailable');
    expect(provider.asked).toEqual([]);
  });

  /** The message that the provider is asked about now, as no worker is at it. */
  const asking = async () => {
    provider.answer = () => 'hang';
    const thread = await write();
    await until(async () => provider.hanging() === 1);
    return thread;
  };
  const dueAgain = (thread: Thread, more = '') =>
    rows(world, `update answering_messages set due_at = now() ${more} where message_id = $1`, [thread.last_message_id]);
  const answerAgain = (thread: Thread, { signal }: AbortController) =>
    answerMessage(world.server.platform, world.clientId, thread.last_message_id ?? '', signal);

  test('when the process that asked died, without asking again', async () => {
    const thread = await asking();
    await dueAgain(thread);
    await answerAgain(thread, new AbortController());
    expect(await turnsOf(thread)).toEqual(['interrupted']);
    provider.release(sureAnswer('Within 30 days.').text);
    await until(async () => (await world.api('GET /api/ai/usage')).body.last_24h.calls === 1);
    await settled();
    expect([await writtenIn(thread), provider.asked.length]).toEqual([[], 1]);
  });

  test('when the server stops while it asks', async () => {
    const thread = await asking();
    await dueAgain(thread, `, state = 'waiting'`);
    const stopping = new AbortController();
    const asked = answerAgain(thread, stopping);
    await until(async () => provider.hanging() === 2);
    stopping.abort();
    await asked;
    expect(await turnsOf(thread)).toEqual(['interrupted']);
    provider.release(sureAnswer('Within 30 days.').text);
    await settled();
    expect(await writtenIn(thread)).toEqual([]);
  });

  test('when WhatsApp no longer takes the answer', async () => {
    await putAssistant(world, { is_on: true, handover_text: 'A colleague answers soon.' });
    const thread = await asking();
    await rows(world, `update threads set blocked_at = now(), blocked_by = 'x' where id = $1`, [thread.id]);
    provider.release(sureAnswer('Within 30 days.').text);
    expect(await handedOver(thread)).toBe('not_sent');
    expect(await writtenIn(thread)).toEqual([]);
  });

  test('when nobody looked at the message for ten minutes', async () => {
    await putAssistant(world, { is_on: false });
    const thread = await write();
    await rows(world, 'update answering_settings set is_on = true');
    await rows(
      world,
      `insert into answering_messages (client_id, message_id, due_at, created_at)
       values ($1, $2, now(), now() - interval '11 minutes')`,
      [world.clientId, thread.last_message_id],
    );
    expect(await handedOver(thread)).toBe('too_late');
    expect([await writtenIn(thread), provider.asked]).toEqual([[], []]);
  });

  /** What a worker that was away finds: the assistant is on since before the message, which came long ago. */
  const readLate = async (ago: string, forget: boolean) => {
    await putAssistant(world, { is_on: false });
    const [before] = await rows<{ pos: number }>(world, 'select pos from change_counters where client_id = $1', [
      world.clientId,
    ]);
    const thread = await write();
    await rows(
      world,
      `update messages set created_at = now() - $2::interval, "timestamp" = now() - $2::interval where thread_id = $1`,
      [thread.id, ago],
    );
    await rows(world, `update channels set created_at = now() - interval '30 days'`);
    if (forget) await rows(world, 'delete from changes where client_id = $1', [world.clientId]);
    await rows(world, 'update answering_settings set is_on = true');
    await rows(world, `insert into answering_cursors (client_id, pos, at) values ($1, $2, now() - interval '3 days')`, [
      world.clientId,
      before?.pos,
    ]);
    return thread;
  };

  test.each([
    ['a message that it reads half an hour late', '30 minutes', false],
    ['one that it reads after the reply window has closed', '26 hours', false],
    ['one of which the feed is gone', '30 minutes', true],
  ])('%s', async (_name, ago, forget) => {
    const thread = await readLate(ago, forget);
    if (ago === '26 hours') {
      await rows(world, `update threads set window_expires_at = now() - interval '2 hours' where id = $1`, [thread.id]);
    }
    expect(await handedOver(thread)).toBe('too_late');
    expect([await writtenIn(thread), provider.asked]).toEqual([[], []]);
  });

  test('after so many answers in a conversation, tells the customer, and is silent until it is done', async () => {
    await putAssistant(world, { is_on: true, most_answers: 1, handover_text: 'A colleague answers soon.' });
    const from = freshPhone();
    const thread = await write(question, from);
    await answered(thread);
    await write('And how do I return boots?', from);
    expect(await handedOver(thread)).toBe('answers_used_up');
    expect(await answered(thread, 2)).toEqual(['Within 30 days.', 'A colleague answers soon.']);
    await write(question, from);
    await settled();
    expect(await writtenIn(thread)).toHaveLength(2);
    await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } });
    await write(question, from);
    expect(await answered(thread, 3)).toHaveLength(3);
  });

  test('to who is next by the account’s rule', async () => {
    await world.api('PUT /api/client', {
      body: { assignment_rule: { user_ids: [], group_ids: [], capacity: null, only_working: false } } as never,
    });
    const taken = await write();
    await answered(taken);
    const unassigned = (await world.api('GET /api/threads/{id}', { params: { id: taken.id } })).body;
    expect(unassigned.assignee_id ?? null).toBeNull();
    provider.answer = () => sureAnswer('Perhaps.', 10);
    const thread = await write();
    expect(await handedOver(thread)).toBe('unsure');
    const { body } = await world.api('GET /api/threads/{id}', { params: { id: thread.id } });
    expect(body.assignee_id).toBe(world.user.uid);
    await world.api('PUT /api/client', { body: { assignment_rule: null } });
  });
});

describe('people come first', () => {
  test('a member who writes while the provider thinks is not talked over', async () => {
    provider.answer = () => 'hang';
    const thread = await write();
    await until(async () => provider.hanging() === 1);
    expect((await reply(thread, 'I am here.')).status).toBe(201);
    provider.release(sureAnswer('Within 30 days.').text);
    await settled();
    expect((await writtenIn(thread)).map(({ body }) => body)).toEqual(['I am here.']);
    await write('Thank you, how do I return shoes?', thread.contact?.phone_number ?? '');
    await settled();
    expect(await writtenIn(thread)).toHaveLength(1);
  });

  test('a member who takes it while the provider thinks has it, and may give it back', async () => {
    provider.answer = () => 'hang';
    const thread = await write();
    await until(async () => provider.hanging() === 1);
    const params = { id: thread.id };
    const taken = await world.api('POST /api/threads/{id}/ai/assistant/take', { params });
    expect(taken.body.answers_next).toBe(false);
    provider.release(sureAnswer('Within 30 days.').text);
    await settled();
    expect(await writtenIn(thread)).toEqual([]);
    provider.answer = () => sureAnswer('Within 30 days.');
    const given = await world.api('POST /api/threads/{id}/ai/assistant/give', { params });
    expect(given.body.answers_next).toBe(true);
    expect(await answered(thread)).toEqual(['Within 30 days.']);
    const { body } = await world.api('GET /api/threads/{id}', { params });
    expect(body.assignee_id ?? null).toBeNull();
  });

  test('a member may take it for nobody, where the assistant is one to whom members assign', async () => {
    const assignee = async () => (await world.api('GET /api/ai/assistant/assignee')).body;
    const thread = await write();
    await answered(thread);
    expect(await assignee()).toEqual({
      name: 'AI assistant',
      channel_ids: expect.arrayContaining([thread.channel_id]),
      thread_ids: expect.any(Array),
    });
    const has = async () => (await assignee()).thread_ids.includes(thread.id);
    expect(await has(), 'it answers').toBe(true);
    const own = { params: { id: thread.id } };
    await world.api('POST /api/threads/{id}/ai/assistant/take', own);
    expect(await has()).toBe(false);
    await world.api('POST /api/threads/{id}/ai/assistant/give', own);
    expect(await has()).toBe(true);
    const params = { id: thread.id };
    const stopped = await world.api('POST /api/threads/{id}/ai/assistant/stop', { params });
    expect([stopped.status, stopped.body.answers_next]).toEqual([200, false]);
    expect(await has()).toBe(false);
    expect((await world.api('GET /api/threads/{id}', { params })).body.assignee_id ?? null).toBeNull();
    await write('And boots, how do I return them?', thread.contact?.phone_number ?? '');
    await settled();
    expect(await writtenIn(thread)).toHaveLength(1);
    await putAssistant(world, { is_on: false });
    expect((await assignee()).channel_ids).toEqual([]);
  });

  test('conversations of members, of automations and of other hours are left alone', async () => {
    const from = freshPhone();
    await putAssistant(world, { is_on: false });
    const thread = await write('Hello', from);
    await world.api('PUT /api/threads/{id}', {
      params: { id: thread.id },
      body: { assignee_id: world.user.uid } as never,
    });
    await putAssistant(world, { is_on: true });
    await write(question, from);
    const automation = await publish(world, 'Greets', flowOf({ kind: 'message' }, [say('s', 'Hello from the flow')]));
    const greeted = await write();
    await until(async () => (await writtenIn(greeted)).length > 0);
    expect(await inThread(greeted)).toMatchObject({ answers_next: true, automation_first: true });
    await turnAllOff(world);
    expect((await inThread(greeted)).automation_first).toBe(false);
    expect(automation.id).not.toBe('');
    await putAssistant(world, { is_on: true, takes: 'given' });
    const ungiven = await write();
    await putAssistant(world, { is_on: true, hours: 'closed', takes: 'unassigned' });
    const open = await write();
    await settled();
    for (const each of [thread, ungiven, open]) expect(await writtenIn(each)).toEqual([]);
    expect((await writtenIn(greeted)).map(({ created_by }) => created_by)).toEqual(['bot']);
    expect(provider.asked).toEqual([]);
  });

  test('who asked for silence, and whom another sender answers, is left alone', async () => {
    const from = freshPhone();
    const silent = await write('STOP', from);
    await write(question, from);
    const held = await write('Hello there');
    await rows(world, `update threads set holder = 'ai_agent' where id = $1`, [held.id]);
    await rows(
      world,
      `insert into answering_messages (client_id, message_id, due_at) values ($1, $2, now()) on conflict do nothing`,
      [world.clientId, held.last_message_id],
    );
    await settled();
    expect((await writtenIn(silent)).filter(({ created_by }) => created_by === 'ai')).toEqual([]);
    expect(await turnsOf(held)).toEqual([]);
  });
});

describe('switching it on', () => {
  const problemsOf = async (more: object) => {
    const { status, body } = await putAssistant(world, more);
    return [status, JSON.stringify(body)];
  };

  test('needs the exam, a channel, the provider and a consent, and names the field', async () => {
    await putAssistant(world, { is_on: false });
    expect(await problemsOf({ is_on: true, channel_ids: [] })).toEqual([422, expect.stringContaining('"is_on"')]);
    expect(await problemsOf({ channel_ids: [world.clientId] })).toEqual([
      422,
      expect.stringContaining('"channel_ids"'),
    ]);
    await rows(world, 'delete from answering_exams');
    expect(await problemsOf({ is_on: true })).toEqual([422, expect.stringContaining('mark at least 10 answers')]);
    expect((await assistantOf(world)).is_on).toBe(false);
    const { version } = await assistantOf(world);
    expect(await problemsOf({ version: version - 1 })).toEqual([409, expect.stringContaining('Someone else')]);
  });

  test('is what ten marks of an exam allow, which sends nothing to customers', async () => {
    await putAssistant(world, { is_on: false });
    await rows(world, 'delete from answering_exams');
    const sent = async () => (await rows(world, `select from messages where direction = 'OUTGOING'`)).length;
    const before = await sent();
    const started = await world.api('POST /api/ai/assistant/exam', { body: { channel_ids: [], count: 10 } });
    expect(started.status).toBe(201);
    const exam = await until(async () => {
      const { body } = await world.api('GET /api/ai/assistant/exam');
      return body.exam?.state === 'done' ? body.exam : null;
    });
    expect(exam.answers).toHaveLength(10);
    expect(exam.answers.filter(({ reply: given }) => given !== null).map(({ source }) => source?.title)).toContain(
      'Returns',
    );
    for (const { message_id: id } of exam.answers) {
      const marked = await world.api('PUT /api/ai/assistant/exam/answers/{id}', {
        params: { id },
        body: { mark: 'right' },
      });
      expect(marked.status).toBe(200);
    }
    expect((await putAssistant(world, { is_on: true })).status).toBe(200);
    expect(await sent()).toBe(before);
  });
});

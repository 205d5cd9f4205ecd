// @module-tag data
import type { Exam, Flow } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiProvider, startAiProvider } from '../../../testing/ai-provider.ts';
import { createAuth } from '../../../testing/auth.ts';
import { flowOf, rows, say, turnAllOff } from '../../../testing/automations.ts';
import { customerWrites } from '../../../testing/inbox.ts';
import { agreeToIntents, connectForIntents, intentStep } from '../../../testing/intents.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { addMember, createAccount, createUser, type TestUser } from '../../../testing/users.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
let provider: AiProvider;
beforeAll(async () => {
  provider = await startAiProvider();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: provider.host } });
});
beforeEach(async () => {
  provider.asked.length = 0;
  provider.answer = ({ body }) => ({ text: JSON.stringify(decide(String(body.messages.at(-1)?.content))) });
  for (const table of ['automation_exams', 'ai_calls', 'ai_months']) await rows(world, `delete from ${table}`);
  await connectForIntents(world, provider);
  await agreeToIntents(world);
});
afterEach(() => turnAllOff(world));
afterAll(async () => {
  await world.close();
  await provider.close();
});

/** Returns are known for sure; of others the provider is half sure that they are about a delivery. */
const decide = (text: string) =>
  text.includes('back') ? { intent: 2, confidence: 95 } : { intent: 1, confidence: 50 };
const flow = (more: Parameters<typeof intentStep>[1] = {}): Flow =>
  flowOf({ kind: 'message' }, [intentStep('s', more), say('b', 'We look it up')]);
const intents = (from: Flow) => {
  const step = from.steps.find(({ kind }) => kind === 'intent');
  return step?.kind === 'intent' ? step.intents.map(({ name, about }) => ({ name, about })) : [];
};
const draft = async (of = flow()) =>
  (await world.api('POST /api/automations', { body: { name: 'Sort', flow: of } })).body;
const at = (id: string) => ({ params: { id, step_id: 's' } });
const path = 'GET /api/automations/{id}/steps/{step_id}/exam';
const start = (id: string, more: object = {}) =>
  world.api('POST /api/automations/{id}/steps/{step_id}/exam', {
    ...at(id),
    body: { intents: intents(flow()), channel_ids: [], count: 25, ...more },
  });
const examOf = async (id: string) => (await world.api(path, at(id))).body.exam;
const ended = (id: string): Promise<Exam> =>
  until(async () => {
    const exam = await examOf(id);
    return exam !== null && exam.state !== 'asking' ? exam : null;
  });
const mark = (id: string, messageId: string, value: 'right' | 'wrong' | 'unsure' | null) =>
  world.api('PUT /api/automations/{id}/steps/{step_id}/exam/answers/{message_id}', {
    params: { id, step_id: 's', message_id: messageId },
    body: { mark: value },
  });
const publish = async (id: string) => {
  const { status, body } = await world.api('POST /api/automations/{id}/publish', { params: { id } });
  return [status, /"msg":"([^"]*)"/.exec(JSON.stringify(body.problems ?? body))?.[1] ?? null];
};
const write = async (count: number) => {
  for (let n = 0; n < count; n++) {
    const from = freshPhone();
    await customerWrites(world, from, n % 2 === 0 ? `Where is order ${n}?` : `I send ${n} back`);
  }
};
const todo = (needed: string) => `Try this step on past conversations and mark at least ${needed} first.`;

describe('an account with few messages', () => {
  test('publishes without an exam while no customer has written, then needs marks on all there are', async () => {
    const { id } = await draft();
    expect((await publish(id))[0]).toBe(200);
    await write(1);
    const next = await draft();
    expect(next.problems.map(({ msg }) => msg)).toEqual([todo('1 answer')]);
    expect(await publish(next.id)).toEqual([422, todo('1 answer')]);
    await write(2);
    expect(await publish(next.id)).toEqual([422, todo('3 answers')]);
    await start(next.id);
    const { answers, needed, state } = await ended(next.id);
    expect([answers.length, needed, state]).toEqual([3, 3, 'done']);
    for (const { message_id } of answers.slice(0, 2)) await mark(next.id, message_id, 'unsure');
    expect(await publish(next.id)).toEqual([422, todo('3 answers')]);
    await mark(next.id, answers[2]?.message_id ?? '', 'right');
    expect((await publish(next.id))[0]).toBe(200);
  });
});

describe('an exam', () => {
  beforeAll(() => write(12));

  test('asks about the latest first messages, sends nothing to customers and makes no run', async () => {
    const sent = async () => rows(world, "select id from messages where direction = 'OUTGOING'");
    const before = await sent();
    const { id } = await draft();
    const started = await start(id, { count: 10 });
    expect([started.status, started.body.exam.state]).toEqual([201, 'asking']);
    const exam = await ended(id);
    expect(exam).toMatchObject({ state: 'done', problem: null, needed: 10 });
    expect(exam.answers).toHaveLength(10);
    expect(exam.answers.map(({ text, intent, confidence }) => ({ text, intent, confidence }))).toEqual(
      exam.answers.map(({ text }) => ({ text, ...decide(text) })),
    );
    const times = exam.answers.map(({ at: when }) => when);
    expect(times).toEqual([...times].sort().reverse());
    expect(provider.asked).toHaveLength(10);
    expect(await sent()).toEqual(before);
    expect(await rows(world, 'select id from automation_runs where automation_id = $1', [id])).toEqual([]);
    const { body } = await world.api('GET /api/ai/usage');
    expect(body.last_24h).toMatchObject({ calls: 10 });
  });

  test('asks only about the chosen channels, and only once about a conversation', async () => {
    const from = freshPhone();
    const thread = await customerWrites(world, from, 'Hello there');
    await customerWrites(world, from, 'Are you there?');
    const { id } = await draft();
    await start(id, { channel_ids: [thread.channel_id] });
    const texts = (await ended(id)).answers.map(({ text }) => text);
    expect(texts[0]).toBe('Hello there');
    expect(texts).not.toContain('Are you there?');
    await start(id, { channel_ids: [thread.id] });
    const none = await ended(id);
    expect([none.answers, none.needed]).toEqual([[], 10]);
    expect(await publish(id)).toEqual([422, todo('10 answers')]);
  });

  test('with ten marks lets the step be published, and is void when an intent changes', async () => {
    const { id } = await draft();
    await start(id);
    const { answers } = await ended(id);
    for (const { message_id } of answers.slice(0, 9)) expect((await mark(id, message_id, 'right')).status).toBe(200);
    expect(await publish(id)).toEqual([422, todo('10 answers')]);
    await mark(id, answers[9]?.message_id ?? '', 'wrong');
    expect((await examOf(id))?.answers[9]?.mark).toBe('wrong');
    // The bar is no part of what is asked.
    await world.api('PUT /api/automations/{id}', { params: { id }, body: { flow: flow({ min_confidence: 90 }) } });
    expect((await publish(id))[0]).toBe(200);
    const [first, ...others] = intentStep('s').intents;
    const other = flow({ intents: first === undefined ? [] : [{ ...first, about: 'Asks for a parcel.' }, ...others] });
    const changed = await world.api('PUT /api/automations/{id}', { params: { id }, body: { flow: other } });
    const msg = `The intents changed since the last try. ${todo('10 answers')}`;
    expect(changed.body.problems.map((one) => one.msg)).toEqual([msg]);
    expect(await publish(id)).toEqual([422, msg]);
    // What ran before may be published again, and turned off and on.
    const back = await world.api('POST /api/automations/{id}/rollback', { params: { id }, body: { number: 1 } });
    expect(back.status).toBe(200);
  });

  test('keeps what was answered when the monthly limit is reached, says so, and can be continued', async () => {
    const { id } = await draft();
    let left = 3;
    provider.answer = ({ body }) => {
      const usage = left-- > 1 ? undefined : { prompt_tokens: 900_000, completion_tokens: 99_990 };
      const text = JSON.stringify(decide(String(body.messages.at(-1)?.content)));
      return usage === undefined ? { text } : { text, usage };
    };
    await start(id);
    const stopped = await ended(id);
    expect([stopped.state, stopped.problem]).toEqual(['stopped', 'The monthly AI limit is used up.']);
    expect(stopped.answers.filter(({ intent }) => intent !== null)).toHaveLength(3);
    await connectForIntents(world, provider, { monthly_tokens: 100_000_000 });
    await agreeToIntents(world);
    provider.answer = () => ({ text: '{"intent": 1, "confidence": 80}' });
    await world.api('POST /api/automations/{id}/steps/{step_id}/exam/continue', at(id));
    const done = await ended(id);
    expect([done.state, done.problem]).toEqual(['done', null]);
    expect(provider.asked).toHaveLength(done.answers.length);
  });

  test('stops at a failure of the provider and takes an answer that cannot be read for none', async () => {
    const { id } = await draft();
    provider.answer = () =>
      provider.asked.length === 1 ? { text: 'Certainly!' } : { status: 401, message: 'no such key' };
    await start(id);
    const { problem, answers } = await ended(id);
    expect(problem).toContain('refused the key');
    expect(answers.slice(0, 2).map(({ intent, confidence }) => [intent, confidence])).toEqual([
      [0, null],
      [null, null],
    ]);
    expect((await mark(id, answers[1]?.message_id ?? '', 'right')).status).toBe(404);
  });

  test('needs the provider, its consent and a step of the draft', async () => {
    const { id } = await draft();
    const other = await world.api('POST /api/automations/{id}/steps/{step_id}/exam', {
      params: { id, step_id: 'b' },
      body: { intents: intents(flow()), channel_ids: [], count: 10 },
    });
    expect([other.status, JSON.stringify(other.body)]).toEqual([422, expect.stringContaining('isn’t saved yet')]);
    await connectForIntents(world, provider, { model: 'other' });
    const refused = await start(id);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('has to agree')]);
    expect([await examOf(id), provider.asked]).toEqual([null, []]);
  });

  test('loses the answer with its message and nothing else, and goes with its automation', async () => {
    const { id } = await draft();
    await start(id);
    const [gone, ...others] = (await ended(id)).answers;
    await rows(world, 'delete from message_events where message_id = $1', [gone?.message_id]);
    await rows(world, 'delete from messages where id = $1', [gone?.message_id]);
    expect((await examOf(id))?.answers).toEqual(others);
    await world.api('DELETE /api/automations/{id}', { params: { id } });
    expect(await rows(world, 'select from automation_exam_answers where automation_id = $1', [id])).toEqual([]);
  });

  test('is closed to Users of the account and unknown to another account', async () => {
    const { id } = await draft();
    await start(id);
    const [answer] = (await ended(id)).answers;
    const params = { id, step_id: 's', message_id: answer?.message_id ?? '' };
    const statuses = async (token: string) => {
      const api = world.apiAs(token);
      const body = { intents: intents(flow()), channel_ids: [], count: 10 as const };
      return [
        (await api(path, { params })).status,
        (await api('POST /api/automations/{id}/steps/{step_id}/exam', { params, body })).status,
        (await api('POST /api/automations/{id}/steps/{step_id}/exam/continue', { params })).status,
        (
          await api('PUT /api/automations/{id}/steps/{step_id}/exam/answers/{message_id}', {
            ...{ params, body: { mark: 'right' } },
          })
        ).status,
      ];
    };
    const before = await examOf(id);
    const auth = await createAuth(world.server.platform);
    const { owner } = world.server;
    const tokenOf = ({ uid, sid }: TestUser, clientId: string, role: 'User' | 'Owner') =>
      auth.idTokens.sign({ uid, sid, account: { clientId, role } });
    const [member, stranger] = [await createUser(owner), await createUser(owner)];
    await addMember(owner, world.clientId, member, 'User');
    expect(await statuses(await tokenOf(member, world.clientId, 'User'))).toEqual([403, 403, 403, 403]);
    const foreign = await createAccount(owner, stranger, 'Other shop');
    expect(await statuses(await tokenOf(stranger, foreign, 'Owner'))).toEqual([404, 404, 404, 404]);
    expect(await examOf(id)).toEqual(before);
  });
});

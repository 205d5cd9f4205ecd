import type { Flow, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiProvider, startAiProvider } from '../../testing/ai-provider.ts';
import { botTexts, flowOf, publish, rows, runIn, say, turnAllOff } from '../../testing/automations.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { agreeToIntents, connectForIntents, intentStep } from '../../testing/intents.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
let provider: AiProvider;
const sure = { text: '{"intent": 1, "confidence": 92}' };
beforeAll(async () => {
  provider = await startAiProvider();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: provider.host } });
});
beforeEach(async () => {
  provider.asked.length = 0;
  provider.answer = () => sure;
  await rows(world, 'delete from ai_calls');
  await rows(world, 'delete from ai_months');
  await connectForIntents(world, provider);
  await agreeToIntents(world);
});
afterEach(() => turnAllOff(world));
afterAll(async () => {
  await world.close();
  await provider.close();
});

const flow = (more: Parameters<typeof intentStep>[1] = {}): Flow =>
  flowOf({ kind: 'message' }, [
    intentStep('s', { otherwise: 'no', ...more }),
    say('b', 'We look it up'),
    say('no', 'A person answers'),
  ]);
const write = (text = 'Where is my order, says Amara Okafor?') => customerWrites(world, freshPhone(), text);
const asked = () => provider.asked.map(({ body }) => body.messages);
const traceOf = async (thread: Thread, automation: { id: string }) => {
  const run = await runIn(world, thread, automation, 'FINISHED');
  return run.steps.filter(({ kind }) => kind === 'intent').map(({ outcome, detail }) => [outcome, detail]);
};

describe('an intent', () => {
  test('is asked of the provider with what was shown and without the name, and its way is taken', async () => {
    const shown = await agreeToIntents(world);
    const automation = await publish(world, 'Sort', flow());
    const thread = await write();
    expect(await botTexts(world, thread)).toEqual(['We look it up']);
    expect(await traceOf(thread, automation)).toEqual([['intent', { intent: 'Delivery', confidence: 92 }]]);
    expect(asked()).toEqual([[shown.messages[0], { role: 'user', content: 'Where is my order, says [name 1]?' }]]);
    const { body } = await world.api('GET /api/ai/usage');
    expect(body.last_24h).toMatchObject({ calls: 1, failed: 0 });
  });

  test.each([
    ['none fits', () => ({ text: '{"intent": 0, "confidence": 99}' }) as const],
    ['the answer is none', () => ({ text: 'Certainly!' }) as const],
    ['the provider fails', () => ({ status: 500, message: 'out of order' }) as const],
    ['the provider answers gigabytes', () => 'huge' as const],
  ])('leads the other way when %s', async (_name, answer) => {
    provider.answer = answer;
    const automation = await publish(world, 'Sort', flow());
    const thread = await write();
    expect(await botTexts(world, thread)).toEqual(['A person answers']);
    const [[outcome, detail] = []] = await traceOf(thread, automation);
    expect(outcome).toBe('no_intent');
    expect((detail as { msg: string }).msg).not.toBe('');
    expect(provider.asked).toHaveLength(1);
  });

  test.each([
    [
      'is less sure than the step asks',
      '{"intent": 1, "confidence": 69}',
      69,
      'Delivery, 69% sure. The step asks for 70%.',
    ],
    [
      'does not say how sure it is',
      '{"intent": 1}',
      null,
      'Delivery, without saying how sure it is. The step asks for 70%.',
    ],
    ['answers the number alone', '1', null, 'Delivery, without saying how sure it is. The step asks for 70%.'],
    [
      'is surer than can be',
      '{"intent": 1, "confidence": 170}',
      null,
      'Delivery, without saying how sure it is. The step asks for 70%.',
    ],
  ])('leads the other way when the provider %s, and the trace names both', async (_name, text, confidence, msg) => {
    provider.answer = () => ({ text });
    const automation = await publish(world, 'Sort', flow());
    const thread = await write();
    expect(await botTexts(world, thread)).toEqual(['A person answers']);
    expect(await traceOf(thread, automation)).toEqual([['no_intent', { msg, intent: 'Delivery', confidence }]]);
  });

  test('is not asked for twice when the process that asked is gone: the run goes the other way', async () => {
    provider.answer = () => 'hang';
    const automation = await publish(world, 'Sort', flow());
    const thread = await write();
    await until(async () => provider.hanging() === 1);
    await rows(world, 'update automation_runs set due_at = now() where thread_id = $1', [thread.id]);
    provider.answer = () => sure;
    // The loop of this process waits for its own call, as a dead one would not.
    provider.release('1');
    await runIn(world, thread, automation, 'FINISHED');
    expect(provider.asked).toHaveLength(1);
    expect(await botTexts(world, thread)).toEqual(['A person answers']);
  });

  test('is not asked over the monthly limit, and says so', async () => {
    await connectForIntents(world, provider, { monthly_tokens: 1_000 });
    await rows(
      world,
      `insert into ai_months (client_id, month, currency, input_tokens)
      values ($1, date_trunc('month', now() at time zone 'UTC')::date, 'EUR', 999)`,
      [world.clientId],
    );
    const automation = await publish(world, 'Sort', flow());
    const thread = await write();
    expect(await botTexts(world, thread)).toEqual(['A person answers']);
    expect(await traceOf(thread, automation)).toEqual([['no_intent', { msg: 'The monthly AI limit is used up.' }]]);
    expect(provider.asked).toEqual([]);
  });

  test('is published only with a provider, switched on and agreed to; another model asks again', async () => {
    const problems = async () => {
      const { body } = await world.api('POST /api/automations', { body: { name: 'Sort', flow: flow() } });
      const answer = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
      return JSON.stringify(answer.body);
    };
    const automation = await publish(world, 'Sort', flow());
    await connectForIntents(world, provider, { model: 'other' });
    expect(await problems()).toContain('An Admin has to agree');
    const thread = await write();
    expect(await botTexts(world, thread)).toEqual(['A person answers']);
    expect(await traceOf(thread, automation)).toEqual([
      ['no_intent', { msg: 'An Admin has to agree to what AI sends for intents.' }],
    ]);
    await connectForIntents(world, provider, { functions: [] });
    expect(await problems()).toContain('switched off');
    await world.api('DELETE /api/ai/settings');
    expect(await problems()).toContain('No AI provider is connected');
    expect(provider.asked).toEqual([]);
  });

  test('is named and not asked in a dry run, which takes the chosen way', async () => {
    const run = async (sample: string | null) => {
      const body = { flow: flow({ sample }), messages: [{ text: 'Where is it?' }] };
      const { steps } = (await world.api('POST /api/automations/dry-run', { body })).body;
      return steps.map(({ kind, outcome, detail }) => [kind, outcome, detail['text'] ?? detail['intents'] ?? null]);
    };
    const names = ['Delivery', 'Return'];
    expect((await run(null)).slice(1)).toEqual([
      ['intent', 'intent_not_asked', names],
      ['send_text', 'sent', 'A person answers'],
    ]);
    expect((await run('i0')).slice(1)).toEqual([
      ['intent', 'intent_not_asked', names],
      ['send_text', 'sent', 'We look it up'],
    ]);
    expect(provider.asked).toEqual([]);
  });
});

import type { Flow, FlowStep } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { flowOf, keyword, publish, rows, runIn, say } from '../../testing/automations.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { findPatternProblems, findWord, SlowWords } from './words/compare.ts';

/*
 * What an Admin and a customer write together sets how long a message takes to compare: no account holds up the others
 * with it. Words take longest where each character of a text begins them and the last one is another.
 */
let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const account = '00000000-0000-4000-8000-0000000000';
const long = 'a'.repeat(65_000);
const slowList = { match: 'contains' as const, words: Array.from({ length: 50 }, (_, n) => 'a'.repeat(150 + n)) };
const slowTrigger: Flow['trigger'] = { kind: 'keyword', ...slowList };

test('while words are compared the event loop serves everyone else, and words that take too long are ended', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await expect(findWord(`${account}01`, 'live', { text: long, reply: null }, slowList)).rejects.toThrow(SlowWords);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

test('after words that took too long those of another account are compared', async () => {
  const slow = findWord(`${account}02`, 'live', { text: long, reply: null }, slowList).catch((error: unknown) => error);
  const other = findWord(`${account}03`, 'live', { text: 'STOP!', reply: null }, { match: 'exact', words: ['stop'] });
  expect(await slow).toBeInstanceOf(SlowWords);
  expect(await other).toBe('stop');
});

test('an Admin who only tries such words out is told to wait, and what is live goes on', async () => {
  const tryOut = () => findWord(`${account}04`, 'trial', { text: long, reply: null }, slowList);
  await until(async () => (await tryOut().catch((error: unknown) => error)) instanceof AppError);
  const words = { match: 'exact' as const, words: ['stop'] };
  expect(await findWord(`${account}04`, 'live', { text: 'stop', reply: null }, words)).toBe('stop');
});

test('a pattern that is too complex is not published, and says so', async () => {
  const evil = `${'[^z]{1000}'.repeat(6)}(.?){9}y`;
  expect(await findPatternProblems(`${account}05`, [evil, 'order', '('])).toEqual([
    `“${evil}” is too complex. Use smaller repetition counts, or several shorter patterns.`,
    null,
    '“(” is not a pattern.',
  ]);
  const flow = flowOf({ kind: 'keyword', match: 'pattern', words: [evil] }, [say('a', 'x')]);
  const { body } = await world.api('POST /api/automations', { body: { name: 'Evil', flow } });
  expect(body.problems.map(({ msg }) => msg)).toEqual([expect.stringContaining('is too complex')]);
  const refused = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
  expect(refused.status).toBe(422);
});

test('an automation has at most 500 keywords in all', async () => {
  const words = Array.from({ length: 50 }, (_, n) => `word ${n}`);
  const conditions = Array.from({ length: 10 }, () => ({ kind: 'text' as const, match: 'exact' as const, words }));
  const flow = flowOf({ kind: 'keyword', match: 'exact', words }, [say('a', 'x')], { conditions });
  const { body } = await world.api('POST /api/automations', { body: { name: 'Many', flow } });
  expect(body.problems.map(({ msg }) => msg)).toEqual([
    'An automation can have at most 500 keywords and patterns in all.',
  ]);
});

test('an automation whose keywords take too long is paused with its reason; the next one answers', async () => {
  const slow = await publish(world, 'Slow', flowOf(slowTrigger, [say('a', 'slow')]));
  const next = await publish(world, 'Next', flowOf({ kind: 'message' }, [say('a', 'next')]));
  const thread = await customerWrites(world, freshPhone(), long);
  await runIn(world, thread, next, 'FINISHED');
  expect(await runIn(world, thread, slow, 'FAILED')).toMatchObject({
    reason: 'slow_words',
    steps: [{ kind: 'trigger', outcome: 'failed', detail: { code: 'slow_words' } }],
  });
  const found = await world.api('GET /api/automations/{id}', { params: { id: slow.id } });
  expect(found.body).toMatchObject({ state: 'PAUSED', paused_by: 'slow_words' });
  const on = await world.api('POST /api/automations/{id}/resume', { params: { id: slow.id } });
  expect(on.body).toMatchObject({ state: 'ON', paused_by: null });
  await world.api('POST /api/automations/{id}/pause', { params: { id: slow.id } });
  await world.api('POST /api/automations/{id}/pause', { params: { id: next.id } });
});

test('a branch whose words take too long fails the run and pauses the automation', async () => {
  const branch: FlowStep = {
    ...{ id: 'b', kind: 'branch', otherwise: null },
    arms: [{ name: 'slow', conditions: [{ kind: 'text', ...slowList }], next: null }],
  };
  const slow = await publish(world, 'Slow branch', flowOf({ kind: 'message' }, [branch]));
  const thread = await customerWrites(world, freshPhone(), long);
  expect(await runIn(world, thread, slow, 'FAILED')).toMatchObject({ reason: 'slow_words' });
  const [row] = await rows(world, 'select state, paused_by from automations where id = $1', [slow.id]);
  expect(row).toEqual({ state: 'PAUSED', paused_by: 'slow_words' });
});

test('a dry run says that the words take too long', async () => {
  const words = Array.from({ length: 50 }, (_, n) => `[^z]{${200 + n}}y`);
  const flow = flowOf({ kind: 'keyword', match: 'pattern', words }, [say('a', 'slow')]);
  const messages = [{ text: 'a'.repeat(4_096) }, { text: 'hello' }];
  const dry = await world.api('POST /api/automations/dry-run', { body: { flow, messages } });
  expect(dry.body.steps).toMatchObject([
    { kind: 'trigger', outcome: 'failed', detail: { code: 'slow_words' } },
    { kind: 'trigger', outcome: 'not_matched' },
  ]);
});

test('an ordinary keyword still starts its automation', async () => {
  const hi = await publish(world, 'Hi', flowOf(keyword('hello'), [say('a', 'hi')]));
  const thread = await customerWrites(world, freshPhone(), 'Hello there');
  await runIn(world, thread, hi, 'FINISHED');
});

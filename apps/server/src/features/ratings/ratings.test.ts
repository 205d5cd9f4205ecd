import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botTexts, customerTaps, flowOf, publish, rows, turnAllOff } from '../../testing/automations.ts';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { customerRates, markDone, putRatingRule, questionsIn, ratingRule, ratingsOf } from '../../testing/ratings.ts';
import { nowS, testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const skipped = (thread: Thread) =>
  until(async () => {
    const [row] = await rows<{ skipped: string }>(
      world,
      'select skipped from ratings where thread_id = $1 and skipped is not null order by due_at desc',
      [thread.id],
    );
    return row?.skipped;
  });
const threadOf = async ({ id }: Thread) => (await world.api('GET /api/threads/{id}', { params: { id } })).body;
const ended = async (from = freshPhone(), at?: number): Promise<[Thread, string]> => {
  const thread = await customerWrites(world, from, 'Hello', at);
  await world.api('POST /api/messages', { body: textBody(thread, 'Hello, done.') });
  await markDone(world, thread);
  return [thread, from];
};

test('off at first: nobody is asked', async () => {
  expect((await world.api('GET /api/client')).body.rating_rule).toBeNull();
  const [before] = await ended();
  expect((await putRatingRule(world, { ...ratingRule, texts: [] })).status).toBe(422);
  expect((await putRatingRule(world, ratingRule)).body.rating_rule).toEqual(ratingRule);
  const [thread] = await ended();
  await questionsIn(world, thread);
  expect(await rows(world, 'select from ratings where thread_id = $1', [before.id])).toEqual([]);
});

test('the tapped answer is stored once and leaves the conversation done, with thanks and a comment', async () => {
  const [thread, from] = await ended();
  const [question] = await questionsIn(world, thread);
  expect(question).toMatchObject({ text: 'How did we do?' });
  expect(question?.answers.map(({ title }) => title)).toEqual(['★★★★★', '★★★★☆', '★★★☆☆', '★★☆☆☆', '★☆☆☆☆']);
  const [best, good] = question?.answers ?? [];
  if (best === undefined || good === undefined) throw new Error('a question without answers');
  await customerRates(world, from, good);
  const given = await until(async () => (await ratingsOf(world, thread))[0]);
  expect(given).toMatchObject({ score: 4, scale: 5, comment: null, member_id: world.user.uid, thread_id: thread.id });
  expect(given.contact.name).toBe('Amara Okafor');
  expect(await botTexts(world, thread, 2)).toContain('Thank you! What could be better?');
  const after = await threadOf(thread);
  expect(after).toMatchObject({ state: 'DONE', unread_count: thread.unread_count, waiting_since: null });
  expect(after.window_expires_at).not.toBeNull();
  // A second tap changes nothing, and a message with the words of an answer is none.
  await customerRates(world, from, best);
  await customerWrites(world, from, 'The bell rings twice');
  const commented = await until(async () => (await ratingsOf(world, thread)).find(({ comment }) => comment !== null));
  expect(commented).toMatchObject({ score: 4, comment: 'The bell rings twice' });
  expect((await threadOf(thread)).state).toBe('ACTIVE');
  const { data } = (await world.api('GET /api/threads/{id}/events', { params: { id: thread.id } })).body;
  expect(data.filter(({ kind }) => kind === 'rated')).toMatchObject([{ detail: { score: 4 }, created_by: 'webhook' }]);
  // What follows later is no comment.
  await customerWrites(world, from, 'And thanks');
  expect(await ratingsOf(world, thread)).toMatchObject([{ comment: 'The bell rings twice' }]);
});

test('three answers are buttons, in the language of the number', async () => {
  await putRatingRule(world, { ...ratingRule, scale: 3 });
  const phone = `4930${String(nowS()).slice(-8)}`;
  const [thread, from] = await ended(phone);
  const [question] = await questionsIn(world, thread);
  expect(question?.text).toBe('Wie waren wir?');
  const worst = question?.answers[2];
  expect(worst?.title).toBe('🙁');
  await customerRates(world, from, worst ?? { id: '', title: '' });
  await until(async () => (await ratingsOf(world, thread))[0]?.score === 1);
  await putRatingRule(world, ratingRule);
});

test('an answer to someone else’s question is none', async () => {
  const [asked] = await ended();
  const [other, from] = await ended();
  const [question] = await questionsIn(world, asked);
  const [own] = await questionsIn(world, other);
  await customerRates(world, from, question?.answers[0] ?? { id: '', title: '' });
  await customerRates(world, from, own?.answers[1] ?? { id: '', title: '' });
  await until(async () => (await ratingsOf(world, other))[0]?.score === 4);
  expect(await ratingsOf(world, asked)).toEqual([]);
});

test('not asked: when it is open again, with a closed window, or too soon', async () => {
  await putRatingRule(world, { ...ratingRule, delay_minutes: 10 });
  const [open, from] = await ended();
  await customerWrites(world, from, 'One more thing');
  const [again] = await ended(from);
  const due = (thread: Thread) =>
    until(async () => {
      const changed = await rows(
        world,
        `update ratings set due_at = due_at - interval '10 minutes' where thread_id = $1 and asked_at is null and skipped is null
         returning id`,
        [thread.id],
      );
      return changed.length > 0;
    });
  expect(again.id).toBe(open.id);
  await until(async () => (await rows(world, 'select from ratings where thread_id = $1', [open.id])).length === 2);
  await due(open);
  expect(await skipped(open)).toBe('done_again');
  expect(await questionsIn(world, open)).toHaveLength(1);
  await putRatingRule(world, { ...ratingRule, every_days: 30 });
  await customerWrites(world, from, 'And again');
  await markDone(world, open);
  await until(
    async () =>
      (await rows(world, `select from ratings where thread_id = $1 and skipped = 'asked_recently'`, [open.id]))
        .length === 1,
  );
  await putRatingRule(world, ratingRule);
  const closed = await customerWrites(world, freshPhone(), 'Hello', nowS() - 25 * 3_600);
  await markDone(world, closed);
  expect(await skipped(closed)).toBe('window_closed');
});

test('the recipe of an automation stores the same kind of rating', async () => {
  await putRatingRule(world, null);
  const choices = ['1', '2', '3', '4', '5'].map((title) => ({ id: `rating${title}`, title }));
  await publish(
    world,
    'Ask for rating',
    flowOf({ kind: 'thread', state: 'DONE' }, [
      {
        ...{ id: 'a', kind: 'ask', text: 'How did we do?', answer: 'choice', choices, retries: 0, retry_text: '' },
        ...{ save_to: { kind: 'variable', name: 'Rating' }, timeout_minutes: 60, otherwise: null, next: null },
      },
    ]),
  );
  const [thread, from] = await ended();
  await questionsIn(world, thread);
  await customerTaps(world, from, { id: 'rating4', title: '4' });
  await until(async () => (await ratingsOf(world, thread))[0]?.score === 4);
  expect(await ratingsOf(world, thread)).toMatchObject([{ scale: 5, member_id: world.user.uid }]);
  await turnAllOff(world);
  await putRatingRule(world, ratingRule);
});

test('members see ratings of conversations that they may see', async () => {
  const [thread, from] = await ended();
  const [question] = await questionsIn(world, thread);
  await customerRates(world, from, question?.answers[0] ?? { id: '', title: '' });
  await until(async () => (await ratingsOf(world, thread))[0]);
  const all = (await world.api('GET /api/ratings', { query: { score: 5, limit: 1 } })).body;
  expect(all.data).toHaveLength(1);
  const today = new Date().toISOString().slice(0, 10);
  expect((await world.api('GET /api/ratings', { query: { to: '2020-01-01' } })).body.data).toEqual([]);
  expect((await world.api('GET /api/ratings', { query: { from: today, to: '2020-01-01' } })).status).toBe(422);
  await putRatingRule(world, null);
});

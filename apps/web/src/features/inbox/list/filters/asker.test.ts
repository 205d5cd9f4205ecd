import { expect, test } from 'vitest';
import { turnedClock } from '../../../../testing/turned-clock.ts';
import { createAsker } from './asker.ts';

test('counts are shown where something changes all the time, and asked with a rest between', async () => {
  const { clock, pass } = turnedClock();
  const answers: number[] = [];
  let asked = 0;
  const ask = () => new Promise<number>((resolve) => clock.setTimer(() => resolve(++asked), 200));
  const asker = createAsker(ask, (answer) => answers.push(answer), clock);
  for (let passed = 0; passed < 20_000; passed += 100) {
    asker.changed();
    await pass(100);
  }
  // Each takes 200 ms, and the next waits thirty times as long.
  expect(answers).toEqual([1, 2, 3, 4]);
});

test('a change during a question asks again; none asks no more', async () => {
  const { clock, pass, pending } = turnedClock();
  let asked = 0;
  const ask = () => new Promise<number>((resolve) => clock.setTimer(() => resolve(++asked), 1_000));
  const asker = createAsker(ask, () => undefined, clock);
  asker.changed();
  await pass(400);
  asker.changed();
  await pass(1_000);
  // However slow the answer, it is never older than this.
  expect(pending()).toEqual([14_900]);
  await pass(20_000);
  expect(asked).toBe(2);
  expect(pending()).toEqual([]);
});

test('nothing is asked after the end', async () => {
  const { clock, pass } = turnedClock();
  const answers: number[] = [];
  const asker = createAsker(
    () => Promise.resolve(1),
    (answer) => answers.push(answer),
    clock,
  );
  asker.changed();
  asker.stop();
  await pass(10_000);
  expect(answers).toEqual([]);
});

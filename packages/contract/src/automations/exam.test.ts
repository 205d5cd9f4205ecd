import { expect, test } from 'vitest';
import { areSameIntents, barResults, isSureEnough } from './exam.ts';

test('an intent is taken from the bar on, and never when the provider does not say how sure it is', () => {
  const taken = (intent: number, confidence: number | null, bar: number) => isSureEnough({ intent, confidence }, bar);
  expect([taken(1, 70, 70), taken(1, 69, 70), taken(1, null, 0), taken(0, 100, 0), taken(2, 0, 0)]).toEqual([
    ...[true, false, false, false, true],
  ]);
});

test('each bar has the share right of the judged answers above it; unsure ones count for neither side', () => {
  const answers = [
    { intent: 1, confidence: 90, mark: 'right' },
    { intent: 2, confidence: 60, mark: 'wrong' },
    { intent: 1, confidence: 95, mark: 'unsure' },
    { intent: 0, confidence: 99, mark: 'right' },
    { intent: null, confidence: null, mark: null },
  ];
  const results = barResults(answers, 65);
  expect(results).toHaveLength(12);
  expect(results.filter(({ bar }) => [60, 65, 100].includes(bar))).toEqual([
    { bar: 60, taken: 3, right: 1, judged: 2 },
    { bar: 65, taken: 2, right: 1, judged: 1 },
    { bar: 100, taken: 0, right: 0, judged: 0 },
  ]);
});

test('another name, description, order or number of intents makes other intents', () => {
  const [a, b] = [
    { name: 'A', about: 'a' },
    { name: 'B', about: 'b' },
  ];
  expect(areSameIntents([a, b], [{ ...a }, { ...b }])).toBe(true);
  for (const other of [[b, a], [a], [a, { ...b, about: 'c' }], [a, { ...b, name: 'C' }]]) {
    expect(areSameIntents([a, b], other)).toBe(false);
  }
});

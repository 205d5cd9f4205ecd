import { expect, test } from 'vitest';
import { daysOf, olderThan } from './retention-days.ts';

test.each([
  ['30', 30],
  [' 1 ', 1],
  ['3650', 3_650],
  ['3651', null],
  ['0', null],
  ['-5', null],
  ['1.5', null],
  ['ten', null],
  ['', null],
  ['1e3', null],
])('%j days are %j', (typed, days) => {
  expect(daysOf(typed)).toBe(days);
});

test('the cutoff is counted back from now', () => {
  expect(olderThan(90, new Date('2026-11-22T10:00:00Z'))).toBe('2026-08-24T10:00:00.000Z');
});

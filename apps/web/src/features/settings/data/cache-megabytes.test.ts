import { expect, test } from 'vitest';
import { megabytesOf, parseMegabytes } from './cache-megabytes.ts';

const minimum = 1_048_576;

test.each([
  ['40', 41_943_040],
  [' 1 ', minimum],
  ['2.5 MB', 2_621_440],
  ['2,5', 2_621_440],
  ['0.9', null],
  ['-3', null],
  ['1e3', null],
  ['', null],
  ['many', null],
  ['10001', null],
])('a size of "%s" megabytes is %s bytes', (typed, bytes) => {
  expect(parseMegabytes(typed, minimum)).toBe(bytes);
});

test('a size is shown as it is typed', () => {
  expect([megabytesOf(41_943_040), megabytesOf(2_621_440), megabytesOf(minimum)]).toEqual(['40', '2.5', '1']);
});

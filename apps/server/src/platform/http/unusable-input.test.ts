import { expect, test } from 'vitest';
import { findUnusableInput } from './unusable-input.ts';

test.each([
  ['a NUL', { a: ['x', { b: 'a\u0000' }] }, ['a', '1', 'b']],
  ['the first half of a surrogate pair', { a: 'x\ud83d' }, ['a']],
  ['the second half', ['\udc4d'], ['0']],
  ['a NUL in a name', { a: { 'b\u0000': 1 } }, ['a']],
])('%s is found where it stands', (_name, value, path) => {
  expect(findUnusableInput(value)).toEqual({ path, msg: 'Contains characters that can’t be stored.' });
});

test('values nested too deep are found without walking down', () => {
  let deep: unknown = 'x';
  for (let n = 0; n < 100_000; n += 1) deep = [deep];
  expect(findUnusableInput(deep)?.msg).toBe('This is nested too deep.');
});

test('everything else is fine', () => {
  expect(findUnusableInput({ a: ['👍🏽', '\u202e', '', null, 1e308, true, { b: [] }] })).toBeNull();
  expect(findUnusableInput(undefined)).toBeNull();
});

import { expect, it } from 'vitest';
import { parseListWidth } from './list-width.ts';

it.each([
  ['340', 340],
  ['319', null],
  ['381', null],
  ['wide', null],
  ['', null],
  [null, null],
])('a stored width of the list %j is %j', (stored, width) => {
  expect(parseListWidth(stored)).toBe(width);
});

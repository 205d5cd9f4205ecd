import { expect, test } from 'vitest';
import { joinListNames, splitListNames } from './list-cell.ts';

test.each([
  [[]],
  [['Newsletter', 'E-bikes']],
  [['Trade, retail', 'Newsletter']],
  [['The "big" ones', '"']],
  [['زبائن، الورشة', 'a;b']],
])('names of lists are read as they were written: %j', (names) => {
  expect(splitListNames(joinListNames(names), ',')).toEqual(names);
});

test.each([
  [' VIP ;Trade;; ', ';', ['VIP', 'Trade']],
  ['"VIP"; "Trade; retail"', ';', ['VIP', 'Trade; retail']],
  ['5" pipes, "old" bikes', ',', ['5" pipes', '"old" bikes']],
  ['a::b', '::', ['a', 'b']],
  ['"open, end', ',', ['"open', 'end']],
])('as people write them: %s', (cell, separator, names) => {
  expect(splitListNames(cell, separator)).toEqual(names);
});

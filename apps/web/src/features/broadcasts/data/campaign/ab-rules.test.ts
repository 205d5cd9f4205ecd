import { expect, test } from 'vitest';
import { compareShares } from './ab-rules.ts';

/* The limits are those of the test by hand: 100 of 1,000 and 126 of 1,000 are 1.84 apart, 128 are 1.97. */
test.each([
  [0, 0, 0, 0, 'too_few'],
  [1, 20, 3, 20, 'too_few'],
  [50, 100, 50, 100, 'equal'],
  [20, 100, 10, 50, 'equal'],
  [100, 1_000, 126, 1_000, 'chance'],
  [100, 1_000, 128, 1_000, 'more_than_chance'],
  [128, 1_000, 100, 1_000, 'more_than_chance'],
  [999, 1_000, 1_000, 1_000, 'too_few'],
] as const)('%i of %i against %i of %i: %s', (a, aOf, b, bOf, verdict) => {
  expect(compareShares(a, aOf, b, bOf).verdict).toBe(verdict);
});

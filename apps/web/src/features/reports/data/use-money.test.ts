import { expect, test } from 'vitest';
import { differenceText } from './use-money.ts';

test('a difference of amounts has no more digits than the amounts beside it', () => {
  expect(differenceText(212.4, 212.4031, 'EUR')).toBe('€0.00');
  expect(differenceText(212.4, 212.3969, 'EUR')).toBe('€0.00');
  expect(differenceText(3, 2.7155, 'EUR')).toBe('-€0.28');
  expect(differenceText(0.763, 0.7471, 'GBP')).toBe('-£0.016');
  expect(differenceText(0.0763, 0.0747, 'GBP')).toBe('-£0.0016');
  expect(differenceText(0, 0, 'EUR')).toBe('€0.00');
});

import { describe, expect, it } from 'vitest';
import { readableNumber } from './readable-number.ts';

describe('formats a phone number', () => {
  it.each([
    ['447700900118', '+44 7700 900118'],
    ['17875550163', '+1 787 555 0163'],
    ['919876543210', '+91 98765 43210'],
    ['351912345678', '+351 912 345 678'],
    ['12', '+1 2'],
  ])('%s reads %s', (digits, readable) => {
    expect(readableNumber(digits)).toBe(readable);
    expect(readable.replace(/\D/g, '')).toBe(digits);
  });

  it('as it is dialled today', () => {
    expect(readableNumber('5215512345678')).toBe('+52 551 234 5678');
    expect(readableNumber('22507123456')).toBe('+225 070 712 3456');
  });
});

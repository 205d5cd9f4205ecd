import { describe, expect, test } from 'vitest';
import { parsePhone, phoneMatchKey } from './phone-number.ts';

describe('parsePhone', () => {
  test.each([
    ['+44 7700 900118', 'GB', '447700900118'],
    ['447700900118', 'GB', '447700900118'],
    [' 447700900118', 'DE', '447700900118'],
    ['07700 900118', 'GB', '447700900118'],
    ['0044 7700 900118', 'DE', '447700900118'],
    ['(030) 901820', 'DE', '4930901820'],
    ['+39 06 698 12345', 'IT', '390669812345'],
    // National format without a trunk zero: with a plus these would be Dutch and Egyptian.
    ['312 345 6789', 'IT', '393123456789'],
    ['(201) 555-0123', 'US', '12015550123'],
    ['55 (11) 98765-4321', 'GB', '5511987654321'],
    ['0151 777 12345', 'DE', '4915177712345'],
    // Mobile numbers of five digits.
    ['51234', 'SH', '29051234'],
  ])('%s in %s is %s', (input, country, digits) => {
    expect(parsePhone(input, country)).toBe(digits);
  });
  test.each(['', 'hello', '12', '+', '+00000000'])('%j is not a number', (input) => {
    expect(parsePhone(input, 'GB')).toBeNull();
  });
});

test.each([
  ['0151 777', 'DE'],
  ['0151777', 'DE'],
  ['(0151) 777', 'DE'],
  ['0151 777', 'GB'],
])('%s in %s is only the beginning of a number', (input, country) => {
  expect(parsePhone(input, country)).toBeNull();
});

describe('phoneMatchKey', () => {
  test.each([
    ['551187654321', '5511987654321'],
    ['5511987654321', '5511987654321'],
    ['551131234567', '551131234567'],
    ['5215512345678', '525512345678'],
    ['525512345678', '525512345678'],
    ['5491112345678', '541112345678'],
    ['447700900118', '447700900118'],
  ])('%s has the key %s', (digits, key) => {
    expect(phoneMatchKey(digits)).toBe(key);
  });
});

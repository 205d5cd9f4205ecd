import { parsePhone } from '@parley/contract/phone-number';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAssigned, readPhone } from './phone-reader.ts';

const countries = [
  'GB',
  'IN',
  'US',
  'DE',
  'FR',
  'BR',
  'AR',
  'MX',
  'IT',
  'KE',
  'ID',
  'NG',
  'AU',
  'RU',
  'JE',
  'SG',
  'HU',
  'CI',
  'BJ',
  'GA',
  'VN',
  'EG',
  'MU',
  'EC',
];
const beginnings = [
  '',
  '0',
  '00',
  '1',
  '44',
  '91',
  '49',
  '55',
  '549',
  '521',
  '39',
  '7',
  '8',
  '9',
  '254',
  '20',
  '33',
  '62',
  '225',
  '229',
  '+521',
  '521',
  '012',
];

describe('reading numbers fast', () => {
  test('equals the slow way', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 12 });
    const written = fc
      .tuple(fc.constantFrom('', '+'), fc.constantFrom(...beginnings), digits, fc.constantFrom('', ' ', '-', ') '))
      .map(([plus, begin, rest, gap]) => `${plus}${begin}${gap}${rest}`);
    fc.assert(
      fc.property(written, fc.constantFrom(...countries), (text, country) => {
        const read = readPhone(text, country);
        if (read === parsePhone(text, country)) return;
        // The one thing it knows better: the whole of it is a number of the country.
        expect(read).toBe(readAssigned(text, country));
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['9112345678', 'IN', '919112345678'],
    ['919112345678', 'IN', '919112345678'],
    ['4917612345678', 'DE', '4917612345678'],
    ['55991234567', 'BR', '5555991234567'],
    ['5511987654321', 'BR', '5511987654321'],
    ['07700 900118', 'GB', '447700900118'],
    ['447700900118', 'GB', '447700900118'],
    ['(212) 555-0100', 'US', '12125550100'],
    ['hello', 'GB', null],
    ['12', 'GB', null],
    ['', 'GB', null],
    ['+447700900118', 'no country', '447700900118'],
    ['+521 55 1234 5678', 'GB', '525512345678'],
    ['5215512345678', 'MX', '525512345678'],
    ['+22507123456', 'GB', '2250707123456'],
    ['07 12 34 56', 'CI', '2250707123456'],
    ['97123456', 'BJ', '2290197123456'],
    ['0123 456 7890', 'VN', '84834567890'],
    ['+44 (0)7700 900118', 'US', '447700900118'],
    ['000 44 7700 900118', 'US', '447700900118'],
    ['\ufeff\u202a+44\u00a07700\u00a0900118\u202c', 'US', '447700900118'],
    ['٠٧٧٠٠ ٩٠٠١١٨', 'GB', '447700900118'],
  ])('%s in %s', (written, country, digits) => {
    expect(readPhone(written, country)).toBe(digits);
  });
});

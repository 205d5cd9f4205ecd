import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePhone } from '../../contacts/phone-number.ts';
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
];
const beginnings = ['', '0', '00', '1', '44', '91', '49', '55', '549', '521', '39', '7', '8', '9', '254', '33', '62'];

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
  ])('%s in %s', (written, country, digits) => {
    expect(readPhone(written, country)).toBe(digits);
  });
});

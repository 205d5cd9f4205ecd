import { describe, expect, test } from 'vitest';
import { parsePhone, parseTypedPhone, withCountryCode } from './phone-number.ts';

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

  test.each(['', 'hello', '12', '+', '+00000000', '+0 7700 900118', '0000 44 7700 900118'])(
    '%j is not a number',
    (input) => {
      expect(parsePhone(input, 'GB')).toBeNull();
    },
  );
});

describe.each([
  ['the API', parsePhone],
  ['a field with a country', parseTypedPhone],
])('numbers are read in %s', (_, parse) => {
  // ITU-T E.123: the trunk zero is not dialled behind a country code, and people write it there all the same.
  test.each([
    ['+44 (0)7700 900118', 'US', '447700900118'],
    ['+44 (0) 7700 900118', 'US', '447700900118'],
    ['+55 011 98765-4321', 'BR', '5511987654321'],
    ['+55 0 15 11 98765-4321', 'BR', '5511987654321'],
    ['+49 (0)151 77712345', 'GB', '4915177712345'],
    ['+7 8 912 345-67-89', 'RU', '79123456789'],
    ['+36 06 20 123 4567', 'HU', '36201234567'],
    ['+84 091 234 56 78', 'VN', '84912345678'],
    ['+39 (0)347 123 4567', 'IT', '393471234567'],
    ['+39 06 698 12345', 'IT', '390669812345'],
    ['+54 9 011 2345-6789', 'AR', '5491123456789'],
    ['+54 9 11 15 2345-6789', 'AR', '5491123456789'],
    ['+54 011 15 2345-6789', 'AR', '5491123456789'],
    ['011 15 2345-6789', 'AR', '5491123456789'],
  ])('with the trunk zero behind the country code: %s in %s is %s', (input, country, digits) => {
    expect(parse(input, country)).toBe(digits);
  });

  test.each([
    ['00 44 7700 900118', 'US', '447700900118'],
    ['000 44 7700 900118', 'GB', '447700900118'],
    ['000447700900118', 'GB', '447700900118'],
    ['+00 44 7700 900118', 'GB', '447700900118'],
    ['++44 7700 900118', 'GB', '447700900118'],
    ['+ 44 7700 900118', 'GB', '447700900118'],
    ['(+44) 7700 900118', 'US', '447700900118'],
    ['(00 44) 7700 900118', 'US', '447700900118'],
    ['00 15 44 7700 900118', 'BR', '447700900118'],
    ['011 44 7700 900118', 'US', '447700900118'],
    ['0011 44 7700 900118', 'AU', '447700900118'],
  ])('with 00 and its kin in front: %s in %s is %s', (input, country, digits) => {
    expect(parse(input, country)).toBe(digits);
  });

  // Mexico, IFT, 3 August 2019: ten digits everywhere, no 1 behind 52, no 01, 044 and 045.
  test.each([
    ['+521 55 1234 5678', 'GB', '525512345678'],
    ['+52 1 55 1234 5678', 'MX', '525512345678'],
    ['5215512345678', 'GB', '525512345678'],
    ['5215512345678', 'MX', '525512345678'],
    ['+52 55 1234 5678', 'MX', '525512345678'],
    ['044 55 1234 5678', 'MX', '525512345678'],
    ['01 55 1234 5678', 'MX', '525512345678'],
    ['+52 01 55 1234 5678', 'GB', '525512345678'],
  ])('of Mexico: %s in %s is %s', (input, country, digits) => {
    expect(parse(input, country)).toBe(digits);
  });

  test.each([
    ['+225 07 12 34 56', 'GB', '2250707123456'],
    ['22507123456', 'GB', '2250707123456'],
    ['+225 07 07 12 34 56', 'GB', '2250707123456'],
    ['07 12 34 56', 'CI', '2250707123456'],
    ['07123456', 'CI', '2250707123456'],
    ['+229 97 12 34 56', 'GB', '2290197123456'],
    ['97 12 34 56', 'BJ', '2290197123456'],
    ['97123456', 'BJ', '2290197123456'],
    ['06 12 34 56', 'GA', '24166123456'],
    ['0123 456 7890', 'VN', '84834567890'],
    ['010 1234567', 'EG', '201001234567'],
    ['+55 11 8765-4321', 'BR', '5511987654321'],
  ])('in a form that the country gave up: %s in %s is %s', (input, country, digits) => {
    expect(parse(input, country)).toBe(digits);
  });

  test.each([
    ['\u200e+44 7700 900118', 'a left-to-right mark'],
    ['\u202a+44\u00a07700\u00a0900118\u202c', 'an embedding and no-break spaces'],
    ['\ufeff+44\u20117700\u2060900\u00ad118', 'a byte order mark, a no-break hyphen, a joiner, a soft hyphen'],
    ['\u2066+44\u20097700\u2013900118\u2069', 'an isolate, a thin space and a dash'],
    ['＋４４　７７００９００１１８', 'full-width signs'],
    ['+٤٤ ٧٧٠٠ ٩٠٠١١٨', 'Arabic-Indic digits'],
    ['٤٤ ٧٧٠٠ ٩٠٠١١٨+', 'a plus at the end, as right-to-left text has it'],
    ['۰۷۷۰۰ ۹۰۰۱۱۸', 'Persian digits'],
    ['०७७०० ९००११८', 'Devanagari digits'],
    ['০৭৭০০ ৯০০১১৮', 'Bengali digits'],
  ])('of any script: %j has %s', (input) => {
    expect(parse(input, 'GB')).toBe('447700900118');
  });
});

describe('parseTypedPhone', () => {
  test.each([
    ['07700 900118', 'GB', '447700900118'],
    ['312 345 6789', 'IT', '393123456789'],
    // Bare digits are those of the country that the field shows.
    ['3123456789', 'IT', '393123456789'],
    ['447700900118', 'GB', '447700900118'],
    ['5511987654321', 'GB', '5511987654321'],
  ])('%s in %s is %s', (input, country, digits) => {
    expect(parseTypedPhone(input, country)).toBe(digits);
  });

  test.each(['0', '077', '07700 90', '5215', '52155123', 'hello'])('%j is no number yet', (input) => {
    expect(parseTypedPhone(input, 'GB')).toBeNull();
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

test('the beginning of a number gets the code of its country, in any script', () => {
  expect(withCountryCode('07700 90', 'GB')).toBe('44770090');
  expect(withCountryCode('٠٧٧٠٠ ٩٠', 'GB')).toBe('44770090');
});

import { describe, expect, test } from 'vitest';
import { callingCodes, readNumber, shapeNumber, writeNational } from './phone-number.ts';

describe('a typed phone number', () => {
  test.each([
    ['07700 900118', 'GB', '447700900118', '+44 7700 900118', 'GB'],
    ['+33 6 39 98 41 07', 'GB', '33639984107', '+33 6 39 98 41 07', 'FR'],
    ['(202) 555-0119', 'US', '12025550119', '+1 202 555 0119', 'US'],
  ])('%s in %s', (typed, country, digits, readable, found) => {
    expect(readNumber(typed, country)).toEqual({ digits, readable, country: found });
  });

  // Mexico dropped the 1 behind its code in 2019 and Ivory Coast went to ten digits in 2021; WhatsApp has the old forms.
  test.each([
    ['+521 55 1234 5678', 'GB', '525512345678', 'MX'],
    ['5215512345678', 'GB', '525512345678', 'MX'],
    ['+225 07 12 34 56', 'GB', '2250707123456', 'CI'],
    ['+44 (0)7700 900118', 'US', '447700900118', null],
    ['000 44 7700 900118', 'GB', '447700900118', 'GB'],
    ['\u202a+33\u00a06 39 98 41 07\u202c', 'GB', '33639984107', 'FR'],
    ['٠٧٧٠٠ ٩٠٠١١٨', 'GB', '447700900118', 'GB'],
  ])('%s in %s is %s', (typed, country, digits, found) => {
    expect(readNumber(typed, country)).toMatchObject({ digits, country: found });
  });

  test('in an old form is shown as it is today, and can be saved', () => {
    const shown = writeNational('5215512345678', 'GB');
    expect(shown).toEqual({ typed: '55 1234 5678', country: 'MX' });
    expect(readNumber(shown.typed, 'MX').digits).toBe('525512345678');
    expect(shapeNumber('٠٧٧٠٠٩٠٠١١٨', 'GB')).toBe('07700 900118');
  });

  test.each([
    ['0770', 'GB'],
    ['0151 777', 'DE'],
    ['0151777', 'DE'],
    ['0151 777', 'GB'],
    ['', 'GB'],
    ['not a number', 'GB'],
    ['+44', 'GB'],
  ])('%s in %s is not a number', (typed, country) => {
    expect(readNumber(typed, country).digits).toBeNull();
  });

  test('is shown in the national format of its country', () => {
    expect(writeNational('447700900118', 'GB')).toEqual({ typed: '07700 900118', country: 'GB' });
    expect(writeNational('33639984107', 'GB')).toEqual({ typed: '06 39 98 41 07', country: 'FR' });
    expect(shapeNumber('07700900118', 'GB')).toBe('07700 900118');
  });

  test('every country has its code', () => {
    const codes = callingCodes();
    expect(codes.length).toBeGreaterThan(200);
    expect(codes.find(({ country }) => country === 'MX')?.code).toBe('52');
  });
});

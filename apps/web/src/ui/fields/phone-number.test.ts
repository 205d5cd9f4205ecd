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

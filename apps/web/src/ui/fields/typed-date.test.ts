import { describe, expect, test } from 'vitest';
import { isDayFirst, readTypedDay, writeDay } from './typed-date.ts';

describe('a typed day', () => {
  test.each([
    ['31.8.2027', 'de-DE', '2027-08-31'],
    ['31/08/2027', 'en-GB', '2027-08-31'],
    ['8/31/27', 'en-US', '2027-08-31'],
    ['2027-08-31', 'en-US', '2027-08-31'],
    ['31 Aug 2027', 'en-GB', '2027-08-31'],
    ['August 31, 2027', 'en-US', '2027-08-31'],
    ['31 août 2027', 'fr-FR', '2027-08-31'],
    ['29.2.2028', 'de-DE', '2028-02-29'],
    ['29.2.2027', 'de-DE', null],
    ['31/04/2027', 'en-GB', null],
    ['tomorrow', 'en-GB', null],
    ['', 'en-GB', null],
  ])('%s in %s: %s', (text, language, expected) => {
    expect(readTypedDay(text, language)).toBe(expected);
  });

  test('parses its own format', () => {
    for (const language of ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES']) {
      expect(readTypedDay(writeDay('2027-08-31', language), language)).toBe('2027-08-31');
    }
  });

  test('knows the order of day and month', () => {
    expect([isDayFirst('en-GB'), isDayFirst('en-US')]).toEqual([true, false]);
  });
});

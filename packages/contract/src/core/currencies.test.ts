import { expect, test } from 'vitest';
import { currencyOf } from './currencies.ts';

// Unicode CLDR, supplemental currency data.
test.each([
  ['GB', 'GBP'],
  ['DE', 'EUR'],
  ['BR', 'BRL'],
  ['IN', 'INR'],
  ['SN', 'XOF'],
  ['EC', 'USD'],
  ['ZZ', 'USD'],
])('values of a business in %s are in %s', (country, currency) => {
  expect(currencyOf(country)).toBe(currency);
});

test('every currency is one that formats know', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  const used = ['AT', 'CW', 'ZW', 'SL', 'MR', 'ST', 'VE'].map(currencyOf);
  expect(used.filter((code) => !known.has(code) && !/^[A-Z]{3}$/.test(code))).toEqual([]);
});

import { expect, test } from 'vitest';
import { fromMinorUnits, minorDigits, parseMinorUnits } from './minor-units.ts';

// Decimals of currencies: ISO 4217, as Unicode CLDR has them.
test('a currency has as many decimals as ISO 4217 gives it', () => {
  expect(['EUR', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 0, 3]);
  expect(fromMinorUnits(125_050, 'EUR')).toBe(1_250.5);
  expect(fromMinorUnits(1_250, 'JPY')).toBe(1_250);
});

test.each([
  ['1250', 'EUR', 125_000],
  ['1250.5', 'EUR', 125_050],
  ['1,250.50', 'EUR', 125_050],
  ['1.250,50 €', 'EUR', 125_050],
  ['1’250', 'CHF', 125_000],
  ['1 250,50', 'EUR', 125_050],
  ['$1,250', 'USD', 125_000],
  ['1.250', 'EUR', 125_000],
  ['12,34,567.89', 'INR', 123_456_789],
  ['1,250', 'JPY', 1_250],
  ['12.345', 'KWD', 12_345],
  ['12,5', 'EUR', 1_250],
  ['٢٥٠', 'SAR', 25_000],
  ['١٬٢٥٠٫٥', 'SAR', 125_050],
  ['kr 500', 'SEK', 50_000],
  ['500 EUR', 'EUR', 50_000],
  ['0', 'EUR', 0],
])('%s in %s is read as people there mean it', (text, currency, value) => {
  expect(parseMinorUnits(text, currency)).toBe(value);
});

test.each([
  ['', 'EUR'],
  ['much', 'EUR'],
  ['12k', 'EUR'],
  ['-5', 'EUR'],
  ['12.5', 'JPY'],
  ['1.2.3', 'EUR'],
  ['12.3456', 'EUR'],
  ['0.005', 'EUR'],
  ['0,999', 'EUR'],
])('%j in %s is no amount', (text, currency) => {
  expect(parseMinorUnits(text, currency)).toBeNull();
});

test('three digits behind the decimal mark of the region are decimals, which the currency has not', () => {
  expect(parseMinorUnits('1.500', 'GBP', '.')).toBeNull();
  expect(parseMinorUnits('1,500', 'GBP', '.')).toBe(150_000);
  expect(parseMinorUnits('1.500', 'EUR', ',')).toBe(150_000);
  expect(parseMinorUnits('1.500', 'KWD', '.')).toBe(1_500);
});

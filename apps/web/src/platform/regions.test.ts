import { expect, test } from 'vitest';
import { dateFormat } from './date-format.ts';
import { formatsInUse, setFormats } from './formats.ts';
import { moneyText } from './money-text.ts';
import { formatsOf, formatsOfRegion } from './regions.ts';

const day = new Date('2027-08-31T14:05:00Z');
const spaces = (text: string) => text.replaceAll(/\s/gu, ' ');
const inRegion = (region: string) => {
  const { dates, counts, money, hourCycle, firstWeekday } = formatsOfRegion('en', region);
  const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dates, { timeZone: 'UTC', ...options });
  return [
    spaces(utc({ day: 'numeric', month: 'short', year: 'numeric' }).format(day)),
    spaces(new Intl.NumberFormat(counts).format(1_234_567.5)),
    spaces(new Intl.NumberFormat(money, { style: 'currency', currency: 'EUR' }).format(1_234.5)),
    hourCycle,
    firstWeekday,
  ];
};

test.each([
  ['US', ['Aug 31, 2027', '1,234,567.5', '€1,234.50', 'h12', 0]],
  ['GB', ['31 Aug 2027', '1,234,567.5', '€1,234.50', 'h23', 1]],
  ['DE', ['31 Aug 2027', '1.234.567,5', '1.234,50 €', 'h23', 1]],
  ['FR', ['31 Aug 2027', '1 234 567,5', '1 234,50 €', 'h23', 1]],
  ['IN', ['31 Aug 2027', '12,34,567.5', '€1,234.50', 'h12', 0]],
  ['BR', ['31 Aug 2027', '1.234.567,5', '€ 1.234,50', 'h23', 0]],
  ['PT', ['31 Aug 2027', '1 234 567,5', '1234,50 €', 'h23', 0]],
])('dates, counts, money, clock and week of %s', (region, expected) => {
  expect(inRegion(region)).toEqual(expected);
});

test.each(['DE', 'FR', 'IN', 'JP', 'EG', 'PL', 'CH'])('counts of %s have the plurals of English', (region) => {
  const { counts } = formatsOfRegion('en', region);
  const [own, english] = [new Intl.PluralRules(counts), new Intl.PluralRules('en')];
  for (const count of [0, 1, 2, 3, 5, 11, 21, 1_000_000]) {
    expect([count, own.select(count)]).toEqual([count, english.select(count)]);
  }
});

test.each([
  ['de', 'US', ['31.08.2027', '1.234.567,5', 'one', 'other']],
  ['pt-BR', 'PT', ['31/08/2027', '1 234 567,5', 'one', 'other']],
  ['ar', 'SA', ['31\u200f/08\u200f/2027', '1,234,567.5', 'one', 'two']],
])('in %s, dates and counts of %s have the names and plurals of the language', (language, region, expected) => {
  const { dates, counts } = formatsOfRegion(language, region);
  const written = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
  const plural = new Intl.PluralRules(counts);
  expect([
    written,
    spaces(new Intl.NumberFormat(counts).format(1_234_567.5)),
    plural.select(1),
    plural.select(2),
  ]).toEqual(expected);
});

test('a choice outweighs the region, and the region the browser', () => {
  const clock = () => dateFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(day);
  try {
    setFormats(formatsOf('en', { region: 'DE', hour_format: null, week_start: null }));
    expect([clock(), spaces(moneyText(2, 'USD')), formatsInUse().firstWeekday]).toEqual(['14:05', '2,00 $', 1]);
    setFormats(formatsOf('en', { region: 'DE', hour_format: '12', week_start: 'sat' }));
    expect([spaces(clock()).toLowerCase(), formatsInUse().firstWeekday]).toEqual(['2:05 pm', 6]);
  } finally {
    setFormats(undefined);
  }
});

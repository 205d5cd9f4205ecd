import type { Rate } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { rateFinder } from './rate-finder.ts';

const rate = (market: string, price: number, part: Partial<Rate> = {}): Rate => ({
  ...{ from: '2026-10-01', category: 'marketing', market, price },
  ...part,
});
const price = (rates: readonly Rate[], digits: string, part: { category?: string; day?: string } = {}) =>
  rateFinder(rates)({ category: 'marketing', day: '2026-11-01', ...part, digits })?.price;

it('a country has its own price, else that of its group, else that of all others', () => {
  const rates = [rate('', 0.06), rate('rest-of-africa', 0.02), rate('KE', 0.03), rate('north-america', 0.025)];
  // Kenya, Ghana, Iceland.
  expect(['2547', '2332', '3546'].map((digits) => price(rates, digits))).toEqual([0.03, 0.02, 0.06]);
});

it('countries that share a code have prices of their own', () => {
  const rates = [rate('', 0.06), rate('north-america', 0.025), rate('rest-of-latin-america', 0.07), rate('RU', 0.08)];
  // Chicago, Toronto, Jamaica, the Bahamas, Moscow, Almaty.
  expect(['1312', '1416', '1876', '1242', '7495', '7727'].map((digits) => price(rates, digits))).toEqual([
    ...[0.025, 0.025, 0.07, 0.06, 0.08, 0.06],
  ]);
});

it('the newest rate counts that is valid on the day', () => {
  const rates = [rate('', 0.05, { from: '2026-01-01' }), rate('', 0.06), rate('', 0.09, { from: '2027-01-01' })];
  expect(price(rates, '4477', { day: '2026-09-30' })).toBe(0.05);
  expect(price(rates, '4477')).toBe(0.06);
  expect(price(rates, '4477', { day: '2025-12-31' })).toBeUndefined();
});

it('a free-form reply costs as much as a utility message of its country, unless it has a price', () => {
  const utility = [rate('GB', 0.02, { category: 'utility' }), rate('', 0.01, { category: 'utility' })];
  expect(price(utility, '4477', { category: 'service' })).toBe(0.02);
  expect(price([...utility, rate('GB', 0.005, { category: 'service' })], '4477', { category: 'service' })).toBe(0.005);
});

// https://developers.facebook.com/docs/whatsapp/pricing/, "Volume tiers": monthly, by market and category.
describe('volume tiers', () => {
  const tiers: Rate[] = [
    { from: '2026-10-01', category: 'utility', market: 'IN', price: 0.01 },
    { from: '2026-10-01', category: 'utility', market: 'IN', price: 0.005, above: 1_000 },
    { from: '2026-10-01', category: 'utility', market: 'IN', price: 0.002, above: 5_000 },
  ];
  const sent = (day: string, n: number, digits = '9198', category = 'utility') => ({ day, category, digits, n });
  const india = (day: string, volumes: ReturnType<typeof sent>[], category = 'utility') =>
    rateFinder(tiers, volumes)({ category, digits: '9198', day })?.price;

  it('cost the first price until the month has passed the tier', () => {
    expect(india('2026-11-02', [])).toBe(0.01);
    expect(india('2026-11-02', [sent('2026-11-02', 1_000)])).toBeCloseTo(0.01, 12);
    expect(india('2026-11-02', [sent('2026-11-01', 1_000)])).toBeCloseTo(0.005, 12);
    expect(india('2026-11-02', [sent('2026-11-01', 900_000)])).toBeCloseTo(0.002, 12);
  });
  it('begin anew with each month, and count no other category or market', () => {
    expect(india('2026-11-02', [sent('2026-10-31', 9_000)])).toBe(0.01);
    expect(india('2026-11-02', [sent('2026-11-01', 9_000, '4477'), sent('2026-11-01', 9_000, '9198', 'service')])).toBe(
      0.01,
    );
  });
  it('add up to the bill of the month, however its messages fall on days', () => {
    const volumes = [sent('2026-11-01', 700), sent('2026-11-09', 600, '9177'), sent('2026-11-30', 7_000)];
    const find = rateFinder(tiers, volumes);
    const all = volumes.reduce((sum, row) => sum + row.n * (find(row)?.price ?? 0), 0);
    expect(all).toBeCloseTo(1_000 * 0.01 + 4_000 * 0.005 + 3_300 * 0.002, 9);
  });
  it('of a newer list replace those of the older one', () => {
    const newer: Rate = { from: '2027-01-01', category: 'utility', market: 'IN', price: 0.02 };
    const find = rateFinder([...tiers, newer], [sent('2027-01-01', 9_000)]);
    expect(find({ category: 'utility', digits: '9198', day: '2027-01-02' })?.price).toBe(0.02);
  });
});

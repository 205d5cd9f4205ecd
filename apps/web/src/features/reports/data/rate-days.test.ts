import type { Rate } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { checkDays, copyOf, daysOf, type RateDay, ratesOf, withMarket, withoutRow, withTier } from './rate-days.ts';

const rate = (from: string, market: string, price: number, category: Rate['category'] = 'marketing'): Rate => ({
  ...{ from, category, market, price },
});
const day = (key: number, from: string | null, prices: Record<string, string> = {}): RateDay => ({
  ...{ key, from, rows: [{ market: 'GB', prices }] },
});

describe('price lists by day', () => {
  it('hold every rate, the newest day first, all others last', () => {
    const rates = [
      ...[rate('2026-01-01', '', 0.05), rate('2026-01-01', 'GB', 0.04), rate('2026-01-01', 'GB', 0.01, 'utility')],
      rate('2026-10-01', 'GB', 0.06),
    ];
    const days = daysOf(rates);
    expect(days.map(({ from, rows }) => [from, rows.map(({ market }) => market)])).toEqual([
      ['2026-10-01', ['GB']],
      ['2026-01-01', ['GB', '']],
    ]);
    expect(ratesOf(days)).toHaveLength(4);
    expect(ratesOf(days)).toEqual(expect.arrayContaining(rates));
  });

  it('take prices with a point or a comma, and leave out what is empty', () => {
    expect(ratesOf([day(1, '2026-10-01', { marketing: ' 0,0529 ', utility: '1', service: '' })])).toEqual([
      rate('2026-10-01', 'GB', 0.0529),
      rate('2026-10-01', 'GB', 1, 'utility'),
    ]);
  });

  it('tell what is wrong with them', () => {
    const found = checkDays([
      ...[day(1, null), day(2, '2026-10-01', { marketing: 'x', utility: '1' }), day(3, '2026-10-01')],
      day(4, '2027-01-01', { marketing: '-1', utility: '' }),
    ]);
    expect([...found].map(([key, { from, prices }]) => [key, from, [...prices]])).toEqual([
      ...[[1, 'missing', []] as const, [2, 'twice', [[0, ['marketing']]]] as const],
      ...[[3, 'twice', []] as const, [4, undefined, [[0, ['marketing']]]] as const],
    ]);
  });

  it('are copied with everything that is valid by then', () => {
    const days = daysOf([
      ...[rate('2026-01-01', 'GB', 0.04), rate('2026-01-01', '', 0.05), rate('2026-10-01', 'GB', 0.06)],
      rate('2028-01-01', 'GB', 9),
    ]);
    expect(ratesOf([copyOf(days, 9, '2027-01-01')])).toEqual([
      rate('2027-01-01', 'GB', 0.06),
      rate('2027-01-01', '', 0.05),
    ]);
  });

  it('get a market once', () => {
    const one = day(1, '2026-10-01');
    expect(withMarket(one, 'GB')).toBe(one);
    expect(withMarket(withMarket(one, ''), 'FR').rows.map(({ market }) => market)).toEqual(['GB', 'FR', '']);
  });

  it('have volume tiers under their market, each with a number and a price to step down from', () => {
    const tiers = [rate('2026-10-01', 'GB', 0.06), { ...rate('2026-10-01', 'GB', 0.04), above: 1_000 }];
    const [listed] = daysOf([...tiers, rate('2026-10-01', '', 0.05)]);
    expect(listed?.rows.map(({ market, above }) => [market, above])).toEqual([
      ...[
        ['GB', undefined],
        ['GB', '1000'],
        ['', undefined],
      ],
    ]);
    expect(ratesOf(listed === undefined ? [] : [listed])).toEqual(expect.arrayContaining(tiers));
    const rows = withTier(listed?.rows ?? [], 'GB');
    expect(rows.map(({ above }) => above)).toEqual([undefined, '1000', '', undefined]);
    const wrong = (above: string, prices: Record<string, string>) =>
      checkDays([{ key: 0, from: '2026-10-01', rows: rows.with(2, { market: 'GB', above, prices }) }]).get(0)?.prices;
    expect(wrong('1000', { marketing: '0.03' })?.get(1)).toEqual(['above']);
    expect(wrong('x', {})?.get(2)).toEqual(['above']);
    expect(wrong('5000', { utility: '0.03' })?.get(2)).toEqual(['utility']);
    expect(wrong('5000', { marketing: '0.03' })).toBeUndefined();
    expect(withoutRow(rows, 0).map(({ market }) => market)).toEqual(['']);
    expect(withoutRow(rows, 1)).toHaveLength(3);
  });

  it('are copied without the tiers of an older list that a newer one replaces', () => {
    const days = daysOf([
      ...[rate('2026-01-01', 'GB', 0.06), { ...rate('2026-01-01', 'GB', 0.04), above: 1_000 }],
      rate('2026-10-01', 'GB', 0.05),
    ]);
    expect(ratesOf([copyOf(days, 9, '2027-01-01')])).toEqual([rate('2027-01-01', 'GB', 0.05)]);
  });
});

import { describe, expect, test } from 'vitest';
import { checkRows, type RateRow, ratesOf } from './rate-rows.ts';

const row = (key: number, part: Partial<RateRow> = {}): RateRow => ({
  ...{ key, from: '2026-10-01', category: 'marketing', prefix: '', price: '0.05' },
  ...part,
});

describe('typed rates', () => {
  test('have a point or a comma, and a country code with or without +', () => {
    const rows = [row(1, { price: '0,0529' }), row(2, { prefix: '+44', price: ' 1 ' })];
    expect(checkRows(rows).size).toBe(0);
    expect(ratesOf(rows)).toEqual([
      { from: '2026-10-01', category: 'marketing', prefix: '', price: 0.0529 },
      { from: '2026-10-01', category: 'marketing', prefix: '44', price: 1 },
    ]);
  });

  test('are told what is wrong with them', () => {
    const rows = [
      ...[
        row(1, { from: null }),
        row(2, { prefix: '044' }),
        row(3, { price: '-1' }),
        row(4, { prefix: '1', price: 'x' }),
      ],
      ...[row(5), row(6, { prefix: '+' })],
    ];
    expect([...checkRows(rows)]).toEqual([
      [1, { from: 'missing' }],
      [2, { prefix: 'digits' }],
      [3, { price: 'number', from: undefined }],
      [4, { price: 'number' }],
      [5, { from: 'twice' }],
      [6, { from: 'twice' }],
    ]);
  });
});

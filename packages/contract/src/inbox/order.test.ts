import { describe, expect, it, test } from 'vitest';
import { readOrder } from './order.ts';

describe('an order', () => {
  it('has its articles, quantities, prices and the sum', () => {
    const order = readOrder({
      product_items: [
        { product_retailer_id: 'BELL-22', quantity: '2', item_price: 4.1, currency: 'EUR' },
        { product_retailer_id: 'TUBE', quantity: 1, item_price: '12.5', currency: 'EUR' },
      ],
    });
    expect(order.lines[0]).toEqual({ article: 'BELL-22', quantity: 2, price: 4.1, currency: 'EUR' });
    expect(order).toMatchObject({ pieces: 3, sums: [{ currency: 'EUR', amount: 20.7 }] });
  });

  it('has one sum per currency, and none when a price is missing', () => {
    const item = (currency: string, item_price?: number) => ({ quantity: 1, item_price, currency });
    expect(readOrder({ product_items: [item('EUR', 1), item('GBP', 2)] }).sums).toHaveLength(2);
    expect(readOrder({ product_items: [item('EUR', 1), item('EUR')] }).sums).toBeNull();
    expect(readOrder({ product_items: 'none' })).toEqual({ lines: [], pieces: 0, sums: [] });
  });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'two bells'],
  ['lines that are none', { product_items: [1, null, 'x', []] }],
  [
    'odd numbers',
    {
      product_items: [
        { quantity: 'many', item_price: {}, currency: 7 },
        { quantity: -3, item_price: 'x' },
      ],
    },
  ],
  ['endless numbers', { product_items: [{ quantity: '1e999', item_price: '1e999' }] }],
])('an order of %s is read as far as it can be', (_name, order) => {
  const { lines, pieces } = readOrder(order);
  expect(lines.every(({ quantity, price }) => quantity === 1 && price === null)).toBe(true);
  expect(pieces).toBe(lines.length);
});

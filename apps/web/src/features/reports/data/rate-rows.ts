import type { Rate } from '@parley/contract/types';

/** A rate as it is typed. */
export type RateRow = { key: number; from: string | null; category: string; prefix: string; price: string };
export type RateRowErrors = { from?: 'missing' | 'twice'; prefix?: 'digits'; price?: 'number' };

export function rowOf(rate: Rate, key: number): RateRow {
  return { key, from: rate.from, category: rate.category, prefix: rate.prefix, price: String(rate.price) };
}

/** With a point or a comma; null: not a price. */
function priceOf(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  return /^\d{1,5}(\.\d{1,6})?$/.test(typed) ? Number(typed) : null;
}

const prefixOf = (text: string) => text.trim().replace(/^\+/, '');

/** What is wrong, by the key of the row. */
export function checkRows(rows: readonly RateRow[]): Map<number, RateRowErrors> {
  const found = new Map<number, RateRowErrors>();
  const seen = new Set<string>();
  for (const row of rows) {
    const errors: RateRowErrors = {};
    const name = `${row.from} ${row.category} ${prefixOf(row.prefix)}`;
    if (row.from === null) errors.from = 'missing';
    else if (seen.has(name)) errors.from = 'twice';
    seen.add(name);
    if (!/^([1-9]\d{0,3})?$/.test(prefixOf(row.prefix))) errors.prefix = 'digits';
    if (priceOf(row.price) === null) errors.price = 'number';
    if (Object.keys(errors).length > 0) found.set(row.key, errors);
  }
  return found;
}

/** Rows without errors as rates. */
export function ratesOf(rows: readonly RateRow[]): Rate[] {
  return rows.flatMap(({ from, category, prefix, price }) => {
    const amount = priceOf(price);
    if (from === null || amount === null) return [];
    return [{ from, category: category as Rate['category'], prefix: prefixOf(prefix), price: amount }];
  });
}

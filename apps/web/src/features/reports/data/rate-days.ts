import type { Rate } from '@parley/contract/types';

/** What messages to a market cost from a day on, as it is typed: prices by category. */
export type RateRow = { market: string; prices: Readonly<Record<string, string>> };
/** The price list of a day. A market that it does not name keeps the price of the day before. */
export type RateDay = { key: number; from: string | null; rows: readonly RateRow[] };
/** What is wrong with a day, and by market with the categories of its row. */
export type RateDayErrors = { from?: 'missing' | 'twice'; prices: Map<string, string[]> };

const byMarket = (a: RateRow, b: RateRow) => Number(a.market === '') - Number(b.market === '');

/** The price lists of the account, the newest first. */
export function daysOf(rates: readonly Rate[]): RateDay[] {
  const days = new Map<string, Map<string, Record<string, string>>>();
  for (const { from, market, category, price } of rates) {
    const rows = days.get(from) ?? new Map<string, Record<string, string>>();
    days.set(from, rows.set(market, { ...rows.get(market), [category]: String(price) }));
  }
  return [...days]
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([from, rows], key) => ({
      ...{ key, from },
      rows: [...rows].map(([market, prices]) => ({ market, prices })).sort(byMarket),
    }));
}

/** With a point or a comma; undefined: no price was typed; null: not a price. */
export function priceOf(text: string | undefined): number | null | undefined {
  const typed = (text ?? '').trim().replace(',', '.');
  if (typed === '') return;
  return /^\d{1,5}(\.\d{1,6})?$/.test(typed) ? Number(typed) : null;
}

/** What is wrong, by the key of the day. */
export function checkDays(days: readonly RateDay[]): Map<number, RateDayErrors> {
  const found = new Map<number, RateDayErrors>();
  for (const { key, from, rows } of days) {
    const errors: RateDayErrors = { prices: new Map() };
    if (from === null) errors.from = 'missing';
    else if (days.some((other) => other.key !== key && other.from === from)) errors.from = 'twice';
    for (const { market, prices } of rows) {
      const wrong = Object.keys(prices).filter((category) => priceOf(prices[category]) === null);
      if (wrong.length > 0) errors.prices.set(market, wrong);
    }
    if (errors.from !== undefined || errors.prices.size > 0) found.set(key, errors);
  }
  return found;
}

/** Days without errors as rates. */
export function ratesOf(days: readonly RateDay[]): Rate[] {
  return days.flatMap(({ from, rows }) =>
    rows.flatMap(({ market, prices }) =>
      Object.entries(prices).flatMap(([category, text]) => {
        const price = priceOf(text);
        if (from === null || typeof price !== 'number') return [];
        return [{ from, category: category as Rate['category'], market, price }];
      }),
    ),
  );
}

/** Everything that is valid on a day, to be changed from there on. */
export function copyOf(days: readonly RateDay[], key: number, from: string): RateDay {
  const rows = new Map<string, Record<string, string>>();
  const before = days.filter((day) => day.from !== null && day.from <= from);
  for (const day of before.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))) {
    for (const { market, prices } of day.rows) {
      const typed = Object.entries(prices).filter(([, text]) => text.trim() !== '');
      rows.set(market, { ...rows.get(market), ...Object.fromEntries(typed) });
    }
  }
  return { key, from, rows: [...rows].map(([market, prices]) => ({ market, prices })).sort(byMarket) };
}

/** A price list with a market that it did not have. */
export function withMarket(day: RateDay, market: string): RateDay {
  if (day.rows.some((row) => row.market === market)) return day;
  return { ...day, rows: [...day.rows, { market, prices: {} }].sort(byMarket) };
}

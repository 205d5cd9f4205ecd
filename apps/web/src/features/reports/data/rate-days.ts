import type { Rate } from '@parley/contract/types';

/**
 * What messages to a market cost from a day on, as it is typed: prices by category. With `above` of a volume tier: after so
 * many messages of a month.
 */
export type RateRow = { market: string; above?: string; prices: Readonly<Record<string, string>> };
/** The price list of a day. A market that it does not name keeps the price of the day before. */
export type RateDay = { key: number; from: string | null; rows: readonly RateRow[] };
/** What is wrong with a day, and by the place of a row with its categories and `above`. */
export type RateDayErrors = { from?: 'missing' | 'twice'; prices: Map<number, string[]> };

const rowKey = ({ market, above }: RateRow) => `${market} ${above ?? ''}`;

/** All others last; the tiers of a market follow it. */
function inOrder(rows: readonly RateRow[]): RateRow[] {
  const byMarket = [...Map.groupBy(rows, ({ market }) => market)];
  return byMarket
    .sort(([a], [b]) => Number(a === '') - Number(b === ''))
    .flatMap(([, own]) => own.toSorted((a, b) => Number(a.above ?? 0) - Number(b.above ?? 0)));
}

/** The price lists of the account, the newest first. */
export function daysOf(rates: readonly Rate[]): RateDay[] {
  const days = new Map<string, Map<string, RateRow>>();
  for (const { from, market, category, price, above } of rates) {
    const rows = days.get(from) ?? new Map<string, RateRow>();
    const row: RateRow = { market, ...(above !== undefined && { above: String(above) }), prices: {} };
    const { prices } = rows.get(rowKey(row)) ?? row;
    days.set(from, rows.set(rowKey(row), { ...row, prices: { ...prices, [category]: String(price) } }));
  }
  return [...days]
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([from, rows], key) => ({
      ...{ key, from },
      rows: inOrder([...rows.values()]),
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
    for (const [at, row] of rows.entries()) {
      const wrong = wrongIn(row, rows);
      if (wrong.length > 0) errors.prices.set(at, wrong);
    }
    if (errors.from !== undefined || errors.prices.size > 0) found.set(key, errors);
  }
  return found;
}

function wrongIn(row: RateRow, rows: readonly RateRow[]): string[] {
  const { market, above, prices } = row;
  const wrong = Object.keys(prices).filter((category) => priceOf(prices[category]) === null);
  if (above === undefined) return wrong;
  const first = rows.find((other) => other.market === market && other.above === undefined);
  const alone = Object.keys(prices).filter(
    (category) => priceOf(prices[category]) !== undefined && priceOf(first?.prices[category]) === undefined,
  );
  const isNumber = /^[1-9]\d{0,8}$/.test(above.trim());
  const isTwice = rows.some((other) => other !== row && rowKey(other) === rowKey(row));
  return [...new Set([...wrong, ...alone]), ...(isNumber && !isTwice ? [] : ['above'])];
}

/** Days without errors as rates. */
export function ratesOf(days: readonly RateDay[]): Rate[] {
  return days.flatMap(({ from, rows }) =>
    rows.flatMap(({ market, above, prices }) =>
      Object.entries(prices).flatMap(([category, text]) => {
        const price = priceOf(text);
        if (from === null || typeof price !== 'number') return [];
        const tier = above === undefined ? {} : { above: Number(above) };
        return [{ from, category: category as Rate['category'], market, price, ...tier }];
      }),
    ),
  );
}

/** Everything that is valid on a day, to be changed from there on. */
export function copyOf(days: readonly RateDay[], key: number, from: string): RateDay {
  const rows = new Map<string, RateRow>();
  const before = days.filter((day) => day.from !== null && day.from <= from);
  for (const day of before.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))) {
    // The newer list of a market and category replaces its tiers too.
    for (const [id, old] of rows) {
      const newer = day.rows.find(({ market, above }) => market === old.market && above === undefined);
      const kept = Object.entries(old.prices).filter(([category]) => !newer?.prices[category]?.trim());
      rows.set(id, { ...old, prices: Object.fromEntries(kept) });
    }
    for (const row of day.rows) {
      const typed = Object.entries(row.prices).filter(([, text]) => text.trim() !== '');
      const { prices } = rows.get(rowKey(row)) ?? { prices: {} };
      rows.set(rowKey(row), { ...row, prices: { ...prices, ...Object.fromEntries(typed) } });
    }
  }
  const filled = [...rows.values()].filter(
    ({ above, prices }) => above === undefined || Object.keys(prices).length > 0,
  );
  return { key, from, rows: inOrder(filled) };
}

/** A price list with a market that it did not have. */
export function withMarket(day: RateDay, market: string): RateDay {
  if (day.rows.some((row) => row.market === market)) return day;
  return { ...day, rows: inOrder([...day.rows, { market, prices: {} }]) };
}

/** The rows with another tier of a market, after those that it has. */
export function withTier(rows: readonly RateRow[], market: string): RateRow[] {
  const last = rows.findLastIndex((row) => row.market === market);
  return rows.toSpliced(last + 1, 0, { market, above: '', prices: {} });
}

/** The rows without one; a market goes with its tiers. */
export function withoutRow(rows: readonly RateRow[], at: number): RateRow[] {
  const gone = rows[at];
  return rows.filter((row, place) => place !== at && !(gone?.above === undefined && row.market === gone?.market));
}

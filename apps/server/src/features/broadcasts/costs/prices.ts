import type { TenantTx } from '../../../platform/db/sql.ts';
import { findRates, type RateFinder, rateFinder } from '../../reports/public.ts';
import type { CostRow } from './costs-repo.ts';

/** The account's rates on a day. */
export type Prices = {
  currency: string | null;
  /** The price of a message; null: no rate. Of what was billed by the rate of its day. */
  of: (row: { category: string; digits: string; day?: string | null }) => number | null;
  /** The first day of the newest rate that was used; null: none was. */
  ratesFrom: () => string | null;
};

/** @param day of messages that are not billed yet */
export async function findPrices(tx: TenantTx, day: string): Promise<Prices> {
  const { currency, rates } = await findRates(tx);
  const find: RateFinder = rateFinder(rates);
  let newest: string | null = null;
  return {
    currency,
    of: ({ category, digits, day: billedOn }) => {
      const rate = find({ category: category.toLowerCase(), digits, day: billedOn ?? day });
      if (rate !== null && (newest === null || rate.from > newest)) newest = rate.from;
      return rate?.price ?? null;
    },
    ratesFrom: () => newest,
  };
}

/** Prices have six places; binary fractions add more. */
export const rounded = (amount: number) => Math.round(amount * 1e6) / 1e6;

/** What rows cost, as far as they have a rate. */
export function sumCosts(rows: readonly CostRow[], prices: Prices): number {
  return rounded(rows.reduce((all, row) => all + row.n * (prices.of(row) ?? 0), 0));
}

import type { TenantTx } from '../../../platform/db/sql.ts';
import { findRates, listVolumes, type RateFinder, rateFinder, type Volume } from '../../reports/public.ts';
import type { CostRow } from './costs-repo.ts';

/** Messages that are to be sent. */
export type Planned = Omit<Volume, 'day'>;

/** The account's rates on a day. */
export type Prices = {
  currency: string | null;
  /** The price of a message; null: no rate. Of what was billed by the rate of its day. */
  of: (row: { category: string; digits: string; day?: string | null }) => number | null;
  /** The first day of the newest rate that was used; null: none was. */
  ratesFrom: () => string | null;
};

/**
 * @param day of messages that are not billed yet
 * @param planned those that are priced together on the day: they count for volume tiers
 */
export async function findPrices(tx: TenantTx, day: string, planned: readonly Planned[] = []): Promise<Prices> {
  const { currency, rates } = await findRates(tx);
  const more: Volume[] = planned.map(({ category, ...row }) => ({ ...row, category: category.toLowerCase(), day }));
  const find: RateFinder = rateFinder(rates, [...(await listVolumes(tx, rates)), ...more]);
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

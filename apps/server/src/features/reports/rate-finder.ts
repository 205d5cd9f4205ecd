import { marketsOf } from '@parley/contract/markets';
import type { Rate } from '@parley/contract/types';
import { countryOf, sampleNumber } from './countries.ts';

/** A message as rates distinguish them: its category, the first digits of the number, and the day. */
type Priced = { category: string; digits: string; day: string };
export type RateFinder = (message: Priced) => Rate | null;

/** Since 1 October 2026 a free-form reply costs as much as a utility message, unless the list says otherwise. */
const sameAs: Partial<Record<string, string>> = { service: 'utility' };

/** The rate of the country, else of its group, else of all others that was valid on the day; of several the newest. */
export function rateFinder(rates: readonly Rate[]): RateFinder {
  const byPlace = Map.groupBy(
    rates.toSorted((a, b) => b.from.localeCompare(a.from)),
    ({ category, market }) => `${category} ${market}`,
  );
  const find = ({ category, digits, day }: Priced): Rate | null => {
    const country = digits === '' ? 'ZZ' : countryOf(digits, sampleNumber(digits));
    for (const market of marketsOf(country)) {
      const rate = byPlace.get(`${category} ${market}`)?.find(({ from }) => from <= day);
      if (rate !== undefined) return rate;
    }
    const other = sameAs[category];
    return other === undefined ? null : find({ category: other, digits, day });
  };
  const found = new Map<string, Rate | null>();
  return (message) => {
    const key = `${message.category} ${message.digits} ${message.day}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const rate = find(message);
    found.set(key, rate);
    return rate;
  };
}

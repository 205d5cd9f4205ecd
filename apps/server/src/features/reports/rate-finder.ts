import { marketsOf } from '@parley/contract/markets';
import type { Rate } from '@parley/contract/types';
import { countryOf, sampleNumber } from './countries.ts';
import { createVolumes, type Volume } from './volumes.ts';

/** A message as rates distinguish them: its category, the first digits of the number, and the day. */
type Priced = { category: string; digits: string; day: string };
export type RateFinder = (message: Priced) => Rate | null;

/** Since 1 October 2026 a free-form reply costs as much as a utility message, unless the list says otherwise. */
const sameAs: Partial<Record<string, string>> = { service: 'utility' };

/**
 * The rate of the country, else of its group, else of all others that was valid on the day; of several the newest.
 * @param volumes what the account is billed for, where rates have volume tiers: the price is then that of the day
 */
export function rateFinder(rates: readonly Rate[], volumes: readonly Volume[] = []): RateFinder {
  const byPlace = Map.groupBy(
    rates.toSorted((a, b) => b.from.localeCompare(a.from) || (a.above ?? 0) - (b.above ?? 0)),
    ({ category, market }) => `${category} ${market}`,
  );
  const findPlace = ({ category, digits, day }: Priced): Rate | null => {
    const country = digits === '' ? 'ZZ' : countryOf(digits, sampleNumber(digits));
    for (const market of marketsOf(country)) {
      const rate = byPlace.get(`${category} ${market}`)?.find(({ from }) => from <= day);
      if (rate !== undefined) return rate;
    }
    const other = sameAs[category];
    return other === undefined ? null : findPlace({ category: other, digits, day });
  };
  const counted = createVolumes(volumes, (message) => findPlace(message)?.market ?? null);
  const find = (message: Priced): Rate | null => {
    const rate = findPlace(message);
    const tiers = byPlace.get(`${rate?.category} ${rate?.market}`)?.filter(({ from }) => from === rate?.from) ?? [];
    if (rate === null || tiers.length < 2) return rate;
    return { ...rate, price: counted.priceOn({ ...message, market: rate.market }, tiers) };
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

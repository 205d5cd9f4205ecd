import type { Rate } from '@parley/contract/types';

/** A message as rates distinguish them: its category, the first digits of the number, and the day. */
type Priced = { category: string; digits: string; day: string };
export type RateFinder = (message: Priced) => Rate | null;

/** The rate with the longest prefix of the number that was valid on the day; of several the newest. */
export function rateFinder(rates: readonly Rate[]): RateFinder {
  const sorted = [...rates].sort((a, b) => b.prefix.length - a.prefix.length || b.from.localeCompare(a.from));
  const found = new Map<string, Rate | null>();
  return ({ category, digits, day }) => {
    const key = `${category} ${digits} ${day}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const fits = (rate: Rate) => rate.category === category && rate.from <= day && digits.startsWith(rate.prefix);
    const rate = sorted.find(fits) ?? null;
    found.set(key, rate);
    return rate;
  };
}

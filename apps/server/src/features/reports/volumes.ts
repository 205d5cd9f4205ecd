import type { Rate } from '@parley/contract/types';

/** Billed messages of a day. */
export type Volume = { day: string; category: string; digits: string; n: number };
type Place = { category: string; market: string; day: string };

/**
 * What messages cost in volume tiers. WhatsApp steps the price of a category in a market down as the month's messages pass
 * a tier (https://developers.facebook.com/docs/whatsapp/pricing/, "Volume tiers"). Which message passed it is told by no
 * status, so all of a day cost the average of the day: a month adds up to the bill, and what is expected of a day to
 * what is billed for it.
 */
export function createVolumes(
  volumes: readonly Volume[],
  marketOf: (volume: Volume) => string | null,
): { priceOn: (place: Place, tiers: readonly Rate[]) => number } {
  const byPlace = new Map<string, Map<string, number>>();
  for (const volume of volumes) {
    const key = `${volume.category} ${marketOf(volume)}`;
    const days = byPlace.get(key) ?? new Map<string, number>();
    byPlace.set(key, days.set(volume.day, (days.get(volume.day) ?? 0) + volume.n));
  }
  return {
    priceOn({ category, market, day }, tiers) {
      const days = byPlace.get(`${category} ${market}`) ?? new Map<string, number>();
      const month = day.slice(0, 8);
      let before = 0;
      for (const [other, n] of days) if (other.startsWith(month) && other < day) before += n;
      const own = Math.max(1, days.get(day) ?? 0);
      return (costOf(before + own, tiers) - costOf(before, tiers)) / own;
    },
  };
}

/** What the first messages of a month cost together. @param tiers of one market and category, the first one first */
function costOf(count: number, tiers: readonly Rate[]): number {
  return tiers.reduce((cost, { price, above = 0 }, at) => {
    const end = tiers[at + 1]?.above ?? Number.POSITIVE_INFINITY;
    return cost + price * Math.max(0, Math.min(count, end) - above);
  }, 0);
}

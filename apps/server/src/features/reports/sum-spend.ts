import type { RateList, Report } from '@parley/contract/types';
import type { ChargeRow } from './charges-query.ts';
import type { ReportFacts } from './facts-query.ts';
import type { RateFinder } from './rate-finder.ts';

type Spend = Omit<NonNullable<Report['spend']>, 'before'>;
type Part = { billed: number; amount: number | null };

/** Adds up what was billed by the rates of the day. */
export function spendOf(
  rows: readonly ChargeRow[],
  list: RateList,
  rateOf: RateFinder,
  channels: ReportFacts['channels'],
): Spend {
  const total: Part = { billed: 0, amount: null };
  const [categories, places, months] = [new Map<string, Part>(), new Map<string, Part>(), new Map<string, Part>()];
  let [free, withoutRate, ratesFrom] = [0, 0, null as string | null];
  for (const row of rows) {
    const { n } = row;
    if (!row.billable) {
      free += n;
      continue;
    }
    const rate = rateOf(row);
    if (rate === null) withoutRate += n;
    else if (ratesFrom === null || rate.from > ratesFrom) ratesFrom = rate.from;
    const parts = [partOf(categories, row.category), partOf(places, row.channel_id)];
    for (const part of [total, ...parts, partOf(months, `${row.day.slice(0, 8)}01`)]) {
      part.billed += n;
      if (rate !== null) part.amount = (part.amount ?? 0) + n * rate.price;
    }
  }
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const most = (a: Part, b: Part) => (b.amount ?? 0) - (a.amount ?? 0) || b.billed - a.billed;
  return {
    currency: list.currency,
    ...rounded(total),
    ...{ without_rate: withoutRate, free, rates_from: ratesFrom },
    by_category: [...categories].map(([category, part]) => ({ category, ...rounded(part) })).sort(most),
    by_channel: [...places].map(([id, part]) => ({ id, name: names.get(id) ?? '', ...rounded(part) })).sort(most),
    by_month: [...months]
      .map(([month, part]) => ({ month, ...rounded(part) }))
      .sort((a, b) => a.month.localeCompare(b.month)),
  };
}

function partOf(parts: Map<string, Part>, key: string): Part {
  const part = parts.get(key) ?? { billed: 0, amount: null };
  parts.set(key, part);
  return part;
}

/** Prices have six places; binary fractions add more. */
function rounded({ billed, amount }: Part): Part {
  return { billed, amount: amount === null ? null : Math.round(amount * 1e6) / 1e6 };
}

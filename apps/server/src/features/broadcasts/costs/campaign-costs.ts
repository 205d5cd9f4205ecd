import type { CampaignCosts } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { findChannels } from '../../channels/public.ts';
import { countryOf, sampleNumber } from '../../reports/public.ts';
import type { CampaignRow } from '../core/repo.ts';
import { type CostRow, findDays, listCosts } from './costs-repo.ts';
import { findPrices, type Planned, rounded } from './prices.ts';

type Line = CampaignCosts['by_country'][number];

/** What a broadcast was expected to cost when its recipients were fixed, and what WhatsApp billed. */
export async function costsOf(tx: TenantTx, row: CampaignRow): Promise<CampaignCosts> {
  const [channel] = await findChannels(tx, tx.clientId, [row.channel_id]);
  const { day } = await findDays(tx, row.started_at?.toISOString() ?? null);
  const costs = await listCosts(tx, row.id);
  const prices = await findPrices(tx, day, unbilled(costs));
  const lines = new Map<string, Line>();
  const count = { expected: 0, waiting: 0, open: 0, billed: 0, free: 0 };
  let withoutRate = 0;
  for (const cost of costs) {
    count[cost.kind] += cost.n;
    if (cost.kind !== 'expected' && cost.kind !== 'billed') continue;
    const price = prices.of(cost);
    const country = cost.digits === '' ? 'ZZ' : countryOf(cost.digits, sampleNumber(cost.digits));
    const key = `${country} ${cost.category}`;
    const line = lines.get(key) ?? {
      ...{ country, category: cost.category, expected: 0, estimated: null, billed: 0, amount: null },
    };
    const field = cost.kind === 'billed' ? 'amount' : 'estimated';
    line[cost.kind] += cost.n;
    if (price !== null) line[field] = rounded((line[field] ?? 0) + cost.n * price);
    else if (cost.kind === 'billed') withoutRate += cost.n;
    lines.set(key, line);
  }
  const all = [...lines.values()];
  return {
    currency: prices.currency,
    sandbox: channel?.sandbox ?? false,
    rates_from: prices.ratesFrom(),
    ...{ expected: count.expected, billed: count.billed, free: count.free, open: count.open },
    estimated: total(all.map(({ estimated }) => estimated)),
    amount: total(all.map(({ amount }) => amount)),
    without_rate: prices.currency === null ? 0 : withoutRate,
    by_country: all.sort(
      (a, b) =>
        (b.amount ?? b.estimated ?? 0) - (a.amount ?? a.estimated ?? 0) ||
        b.billed - a.billed ||
        b.expected - a.expected,
    ),
  };
}

/** What was expected and is not billed yet. */
function unbilled(costs: readonly CostRow[]): Planned[] {
  const billed = new Map<string, number>();
  for (const { kind, digits, n } of costs) {
    if (kind === 'billed') billed.set(digits, (billed.get(digits) ?? 0) + n);
  }
  return costs.flatMap(({ kind, category, digits, n }) =>
    kind === 'expected' ? [{ category, digits, n: Math.max(0, n - (billed.get(digits) ?? 0)) }] : [],
  );
}

/** Null: none of them has a rate. */
function total(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : rounded(known.reduce((all, amount) => all + amount, 0));
}

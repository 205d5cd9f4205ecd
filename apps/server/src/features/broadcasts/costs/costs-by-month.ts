import type { CostsByMonth } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { countStartedByMonth, findDays, listCostsByMonth } from './costs-repo.ts';
import { findPrices, rounded } from './prices.ts';

type Month = CostsByMonth['months'][number];

/** What the broadcasts of each month were expected to cost by the rates of their first day, and what WhatsApp billed. */
export async function findCostsByMonth(tx: TenantTx): Promise<CostsByMonth> {
  const prices = await findPrices(tx, (await findDays(tx, null)).today);
  const started = new Map((await countStartedByMonth(tx)).map(({ month, n }) => [month, n]));
  const months = new Map<string, Month>();
  for (const row of await listCostsByMonth(tx)) {
    const { month, kind, n } = row;
    const line = months.get(month) ?? {
      ...{ month, broadcasts: started.get(month) ?? 0, expected: 0, estimated: null, billed: 0, amount: null, open: 0 },
    };
    months.set(month, line);
    if (kind === 'open') line.open += n;
    if (kind !== 'expected' && kind !== 'billed') continue;
    const price = prices.of(row);
    const field = kind === 'billed' ? 'amount' : 'estimated';
    line[kind] += n;
    if (price !== null) line[field] = rounded((line[field] ?? 0) + n * price);
  }
  return {
    currency: prices.currency,
    months: [...months.values()].sort((a, b) => b.month.localeCompare(a.month)),
  };
}

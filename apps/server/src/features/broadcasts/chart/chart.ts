import type { CampaignChart } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { CampaignRow } from '../core/repo.ts';
import { findChartSpan, listChartBuckets } from './chart-repo.ts';

/** More buckets than this are neither read nor drawn. */
export const mostBuckets = 400;
/** Up to so many a unit is shown unless another one is chosen. */
const fewBuckets = 120;
const lengthMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const unitNames = ['minute', 'hour', 'day'] as const;

/**
 * How many were sent, delivered, read, replied and failed, over time.
 * @param wanted null: the finest unit that is still clear to read
 */
export async function chartOf(
  tx: TenantTx,
  row: CampaignRow,
  wanted: CampaignChart['unit'] | null,
): Promise<CampaignChart> {
  const span = await findChartSpan(tx, row.id);
  const { first, last } = span ?? {};
  if (span === null || !first || !last) return { unit: 'minute', units: ['minute'], buckets: [] };
  const countOf = (unit: CampaignChart['unit']) => (last.getTime() - first.getTime()) / lengthMs[unit] + 1;
  // The day is always possible: of a very long broadcast the last days are shown.
  const units = unitNames.filter((unit) => unit === 'day' || countOf(unit) <= mostBuckets);
  const clear = units.find((one) => countOf(one) <= fewBuckets) ?? 'day';
  const unit = wanted !== null && units.includes(wanted) ? wanted : clear;
  const from = new Date(Math.max(first.getTime(), last.getTime() - (mostBuckets - 1) * lengthMs[unit]));
  const rows = await listChartBuckets(tx, row.id, unit, { first: from, last, time_zone: span.time_zone });
  return { unit, units, buckets: rows.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })) };
}

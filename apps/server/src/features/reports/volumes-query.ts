import type { Rate } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { Volume } from './volumes.ts';

const volumes = statement(
  'reports.list_volumes',
  `select (to_timestamp(k.quarter * 900::float8) at time zone l.time_zone)::date::text as day, k.category, k.digits, sum(k.n)::int as n
   from shared_clients l join report_charges k on k.client_id = $1
     and k.quarter >= report_quarter(date_trunc('month', $2::date::timestamp) at time zone l.time_zone)
   join shared_channels h on h.client_id = $1 and h.id = k.channel_id and not h.sandbox
   where l.id = $1 and k.billable and k.category = any($3)
   group by 1, 2, 3`,
);

/** What was billed by day since there are volume tiers, of the categories that have some; nothing where no rate has. */
export async function listVolumes(tx: TenantTx, rates: readonly Rate[]): Promise<Volume[]> {
  const tiers = rates.filter(({ above }) => above !== undefined);
  const [first] = tiers.map(({ from }) => from).sort();
  if (first === undefined) return [];
  const categories = new Set<string>(tiers.map(({ category }) => category));
  if (categories.has('utility')) categories.add('service');
  return tx.rows(volumes, [tx.clientId, first, [...categories]]);
}

import type { CampaignChart } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const span = statement(
  'broadcasts.find_chart_span',
  `select least(c.started_at, min(m.minute)) as first, greatest(c.started_at, max(m.minute)) as last, l.time_zone
   from campaigns c join shared_clients l on l.id = $1
   left join campaign_minutes m on m.client_id = $1 and m.campaign_id = c.id and m.n <> 0
   where c.client_id = $1 and c.id = $2 group by c.started_at, l.time_zone`,
);
export type ChartSpan = { first: Date | null; last: Date | null; time_zone: string };
/** From the start to the last event, with the account's time zone. */
export async function findChartSpan(tx: TenantTx, id: string): Promise<ChartSpan | null> {
  const [row] = await tx.rows<ChartSpan>(span, [tx.clientId, id]);
  return row ?? null;
}

const kinds = ['sent', 'delivered', 'read', 'replied', 'failed'] as const;
const buckets = statement(
  'broadcasts.list_chart_buckets',
  `select b.at, ${kinds.map((kind) => `coalesce(sum(m.n) filter (where m.kind = '${kind}'), 0)::int as ${kind}`).join(', ')}
   from (
     select at from generate_series(date_trunc($3, $4::timestamptz, $6), $5::timestamptz, ('1 ' || $3)::interval) as s(at)
     where $3 <> 'day'
     union all
     -- Days of the time zone: PostgreSQL 15 has no series that knows one.
     select at at time zone $6 from generate_series(date_trunc('day', $4::timestamptz at time zone $6),
       $5::timestamptz at time zone $6, interval '1 day') as s(at) where $3 = 'day') b
   left join (
     select kind, date_trunc($3, minute, $6) as at, sum(n) as n from campaign_minutes
     where client_id = $1 and campaign_id = $2 group by 1, 2) m on m.at = b.at
   group by b.at order by b.at`,
);
export type BucketRow = Omit<CampaignChart['buckets'][number], 'at'> & { at: Date };
/** Numbers by minute, hour or day of the account's time zone, without gaps. */
export function listChartBuckets(
  tx: TenantTx,
  id: string,
  unit: CampaignChart['unit'],
  { first, last, time_zone }: { first: Date; last: Date; time_zone: string },
): Promise<BucketRow[]> {
  return tx.rows(buckets, [tx.clientId, id, unit, first, last, time_zone]);
}

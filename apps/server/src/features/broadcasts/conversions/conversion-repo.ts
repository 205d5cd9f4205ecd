import type { CampaignConversions, ConversionGoal } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const put = statement(
  'broadcasts.put_goal',
  `insert into campaign_goals (client_id, campaign_id, field_no, value, label_id, days, ends_at)
   values ($1, $2, $3, $4, $5, $6::int, now() + $6::int * interval '1 day' + interval '60 days')
   on conflict (client_id, campaign_id) do nothing`,
);
/**
 * From now on conversions are noted. Messages may be delivered for weeks after the start.
 * @param fieldNo the number of the goal's field
 */
export async function putGoal(
  tx: TenantTx,
  campaignId: string,
  { value, label_id, days }: ConversionGoal,
  fieldNo: string | null,
): Promise<void> {
  await tx.run(put, [
    tx.clientId,
    campaignId,
    fieldNo,
    value ?? null,
    fieldNo === null ? (label_id ?? null) : null,
    days,
  ]);
}

const count = statement(
  'broadcasts.count_conversions',
  `select (select count(*)::int from campaign_conversions where client_id = $1 and campaign_id = $2) as converted,
     coalesce((select sum(n)::int from campaign_counters where client_id = $1 and campaign_id = $2 and state in ('DELIVERED', 'READ')), 0)
       as delivered`,
);
export async function countConversions(tx: TenantTx, campaignId: string): Promise<CampaignConversions> {
  const [row] = await tx.rows<CampaignConversions>(count, [tx.clientId, campaignId]);
  return row ?? { converted: 0, delivered: 0 };
}

import { statement, type TenantTx } from '../../platform/db/sql.ts';

const used = statement(
  'reports.count_free_replies',
  `select coalesce(sum(k.n), 0)::int as n, (now() at time zone l.time_zone)::date::text as today
   from shared_clients l left join report_charges k on k.client_id = $1 and k.channel_id = $2 and k.category = 'service'
     and k.quarter >= report_quarter(date_trunc('month', now() at time zone l.time_zone) at time zone l.time_zone)
   where l.id = $1 group by l.time_zone`,
);
/** Free-form replies of a number that were delivered in the account's month, without those after an ad; and today. */
export async function countReplies(tx: TenantTx, channelId: string): Promise<{ n: number; today: string }> {
  const [row] = await tx.rows<{ n: number; today: string }>(used, [tx.clientId, channelId]);
  if (row === undefined) throw new Error('the account is gone');
  return row;
}

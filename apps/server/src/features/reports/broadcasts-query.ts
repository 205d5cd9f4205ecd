import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { ReportScope } from './report-scope.ts';

export type BroadcastRow = {
  day: string;
  broadcasts: number;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
};

// The states of recipients as the results of a broadcast add them up.
const broadcastsStatement = statement(
  'reports.list_broadcasts',
  `select day::text as day, count(*)::int as broadcasts, coalesce(sum(sent), 0)::int as sent,
     coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(read), 0)::int as read,
     coalesce(sum(failed), 0)::int as failed
   from (
     select (b.started_at at time zone $4)::date as day,
       sum(k.n) filter (where k.state in ('SENT', 'DELIVERED', 'READ', 'FAILED', 'CAPPED', 'UNKNOWN')) as sent,
       sum(k.n) filter (where k.state in ('DELIVERED', 'READ')) as delivered,
       sum(k.n) filter (where k.state = 'READ') as read,
       sum(k.n) filter (where k.state in ('FAILED', 'CAPPED')) as failed
     from report_campaigns b left join report_campaign_counters k on k.client_id = b.client_id and k.campaign_id = b.id
     where b.client_id = $1 and b.started_at >= ($2::date::timestamp at time zone $4)
       and b.started_at < (($3::date + 1)::timestamp at time zone $4) and b.channel_id = any($5)
       and ($6::text is null or b.created_by = $6) and (b.area = 'BROADCAST' or $7)
     group by b.id, b.started_at
   ) one group by day`,
);

/** Broadcasts by the local day of their start. @param sandbox the channels are of the sandbox */
export function listBroadcasts(
  tx: TenantTx,
  { days, timeZone, channelIds, view }: ReportScope,
  sandbox: boolean,
): Promise<BroadcastRow[]> {
  return tx.rows(broadcastsStatement, [
    ...[tx.clientId, days.from, days.to, timeZone, channelIds, view.assigneeId, sandbox],
  ]);
}

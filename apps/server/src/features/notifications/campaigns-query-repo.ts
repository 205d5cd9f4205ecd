import type { NotificationItem } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { CampaignSubject } from './occasions.ts';

/* What broadcasts tell members; they are only read. */

/** What members are told of a broadcast, of an event `e`: it paused itself, ended, did not start, or chose a winner. */
const reported = `(e.actor = 'bot' and e.kind in ('paused', 'finished') or e.actor = 'bot' and e.kind = 'cancelled'
  or e.kind = 'winner_chosen')`;

const eventsStatement = statement(
  'notifications.list_campaign_events',
  `select e.id, c.id as campaign_id, c.channel_id, c.created_by, e.actor,
     array(select distinct x.author from (
       select c.created_by as author
       union all select s.actor from shared_campaign_events s
         where s.client_id = $1 and s.campaign_id = c.id and s.kind in ('started', 'scheduled')) x) as authors
   from shared_campaigns c cross join lateral (
     select id, kind, actor from shared_campaign_events
     where client_id = $1 and campaign_id = c.id and at > now() - interval '1 day' offset 0) e
   where c.client_id = $1 and c.id = any($2) and ${reported}
     and not exists (select from notifications n where n.client_id = $1 and n.campaign_id = c.id and n.subject_id = e.id)`,
);
/** Events of broadcasts that nobody was told of yet. */
export function listCampaignEvents(tx: TenantTx, campaignIds: readonly string[]): Promise<CampaignSubject[]> {
  return tx.rows(eventsStatement, [tx.clientId, campaignIds]);
}

const aboutStatement = statement(
  'notifications.find_campaign_events',
  `select e.id, c.id as campaign_id, c.name, c.channel_id, c.created_by, e.kind, e.detail from shared_campaign_events e
   join shared_campaigns c on c.client_id = $1 and c.id = e.campaign_id
   where e.client_id = $1 and e.id = any($2)`,
);
type AboutRow = {
  id: string;
  campaign_id: string;
  name: string;
  channel_id: string;
  created_by: string;
  kind: NonNullable<NotificationItem['campaign']>['event'];
  detail: Record<string, unknown>;
};
export async function findCampaignEvents(tx: TenantTx, ids: readonly string[]): Promise<Map<string, AboutRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<AboutRow>(aboutStatement, [tx.clientId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const unreadStatement = statement(
  'notifications.list_unread_campaigns',
  `select n.campaign_id, n.in_app, c.channel_id, c.created_by
   from notifications n join shared_campaigns c on c.client_id = n.client_id and c.id = n.campaign_id
   where n.client_id = $1 and n.user_id = $2 and n.read_at is null order by n.at desc`,
);
export type UnreadCampaign = { campaign_id: string; in_app: boolean; channel_id: string; created_by: string };
/** What is unread of broadcasts. */
export function listUnreadCampaigns(tx: TenantTx, userId: string): Promise<UnreadCampaign[]> {
  return tx.rows(unreadStatement, [tx.clientId, userId]);
}

import type { ContactCampaign, RecipientState } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { TimePosition } from '../activity-repo.ts';

/** The channels that the reader can see; null: all. */
type Sees = { channelIds: readonly string[] | null };
type CampaignOf = { campaign_id: string; name: string; state: RecipientState; at: Date };

const lastStatement = statement(
  'contacts.list_last_campaigns',
  `select l.contact_id, l.campaign_id, g.name, l.state, l.at from contact_last_campaigns l
   join campaigns g on g.client_id = l.client_id and g.id = l.campaign_id
   where l.client_id = $1 and l.contact_id = any($2) and ($3::uuid[] is null or g.channel_id = any($3))`,
);

/** The last broadcast that was sent to each contact. */
export async function listLastCampaigns(
  tx: TenantTx,
  ids: readonly string[],
  sees: Sees,
): Promise<Map<string, ContactCampaign>> {
  const rows = await tx.rows<CampaignOf & { contact_id: string }>(lastStatement, [tx.clientId, ids, sees.channelIds]);
  return new Map(rows.map(({ contact_id: id, at, ...rest }) => [id, { ...rest, at: at.toISOString() }]));
}

const ofContactStatement = statement(
  'contacts.list_campaigns',
  `select r.campaign_id as id, g.name, r.state, r.enqueued_at as at, r.enqueued_at::text as key
   from campaign_recipients r join campaigns g on g.client_id = r.client_id and g.id = r.campaign_id
   where r.client_id = $1 and r.contact_id = $2 and r.enqueued_at is not null
     and (r.enqueued_at, r.campaign_id) < ($3::timestamptz, $4::uuid) and ($5::uuid[] is null or g.channel_id = any($5))
   order by r.enqueued_at desc, r.campaign_id desc limit $6`,
);

/** Broadcasts that were sent to a contact, latest first. @param before the last one on the previous page */
export function listCampaignsOf(
  tx: TenantTx,
  contactId: string,
  before: TimePosition,
  limit: number,
  sees: Sees,
): Promise<Array<{ id: string; name: string; state: RecipientState; at: Date; key: string }>> {
  return tx.rows(ofContactStatement, [tx.clientId, contactId, before.key, before.id, sees.channelIds, limit]);
}

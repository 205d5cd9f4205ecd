import type { ContactCampaign, RecipientState } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/** As far as the reader sees channels; null: all. */
type Sees = { channelIds: readonly string[] | null };
type CampaignOf = { campaign_id: string; name: string; state: RecipientState; at: Date };

const lastStatement = statement(
  'contacts_last_campaigns',
  `select l.contact_id, l.campaign_id, g.name, l.state, l.at from contact_last_campaigns l
   join campaigns g on g.client_id = l.client_id and g.id = l.campaign_id
   where l.client_id = $1 and l.contact_id = any($2) and ($3::uuid[] is null or g.channel_id = any($3))`,
);

/** The last broadcast that each of some contacts was sent. */
export async function listLastCampaigns(
  tx: TenantTx,
  ids: readonly string[],
  sees: Sees,
): Promise<Map<string, ContactCampaign>> {
  const rows = await tx.rows<CampaignOf & { contact_id: string }>(lastStatement, [tx.clientId, ids, sees.channelIds]);
  return new Map(rows.map(({ contact_id: id, at, ...rest }) => [id, { ...rest, at: at.toISOString() }]));
}

/* Ids of messages are made as they are sent, so their order is the order in time. */
const ofContactStatement = statement(
  'contacts_campaigns_of',
  `select r.message_id, r.campaign_id, g.name, r.state, coalesce(uuid_extract_timestamp(r.message_id), g.created_at) as at
   from campaign_recipients r join campaigns g on g.client_id = r.client_id and g.id = r.campaign_id
   where r.client_id = $1 and r.contact_id = $2 and r.message_id is not null and ($3::uuid is null or r.message_id < $3)
     and ($4::uuid[] is null or g.channel_id = any($4))
   order by r.message_id desc limit $5`,
);

/** Broadcasts that a contact was sent, latest first. @param before the message of the last one that is known */
export function listCampaignsOf(
  tx: TenantTx,
  contactId: string,
  before: string | null,
  limit: number,
  sees: Sees,
): Promise<Array<CampaignOf & { message_id: string }>> {
  return tx.rows(ofContactStatement, [tx.clientId, contactId, before, sees.channelIds, limit]);
}

import type { ContactCampaign, RecipientState } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { TimePosition } from './activity-repo.ts';

/** The channels that the reader can see; null: all. */
type Sees = { channelIds: readonly string[] | null };
type CampaignOf = { campaign_id: string; name: string; state: RecipientState; at: Date };

const lastStatement = statement(
  'contacts.list_last_campaigns',
  `select contact_id, campaign_id, name, state, at from contact_newest_campaigns
   where client_id = $1 and contact_id = any($2) and ($3::uuid[] is null or channel_id = any($3))`,
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
  `select campaign_id as id, name, state, at, at::text as key from contact_campaigns
   where client_id = $1 and contact_id = $2 and (at, campaign_id) < ($3::timestamptz, $4::uuid)
     and ($5::uuid[] is null or channel_id = any($5))
   order by at desc, campaign_id desc limit $6`,
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

import type { CampaignAudience } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/* The number of recipients and their states stay; their identities are erased. */
const forget = statement(
  'broadcasts.erase_recipients',
  `with theirs as materialized (
     select r.campaign_id, r.n from campaign_recipients r where r.client_id = $1 and r.contact_id = any($2)
     union
     select r.campaign_id, r.n from campaigns c cross join unnest($3::text[]) x(key)
     cross join lateral (select campaign_id, n from campaign_recipients
       where client_id = $1 and campaign_id = c.id and recipient_key = x.key offset 0) r
     where c.client_id = $1
   ), held as materialized (
     select r.campaign_id, r.n from campaign_recipients r join theirs t on t.campaign_id = r.campaign_id and t.n = r.n
     where r.client_id = $1 order by r.campaign_id, r.n for update of r
   ), links as (
     -- Their addresses may name the contact.
     update campaign_links l set url = '', label = '' from held h
     where l.client_id = $1 and l.campaign_id = h.campaign_id and l.n = h.n
   )
   update campaign_recipients r set contact_id = null, phone_number = null, to_user_id = null, name = '', "values" = '{}', values_b = null,
     recipient_key = 'gone:' || r.n, error = r.error - 'details',
     state = case when r.state = 'QUEUED' and r.message_id is null then 'SKIPPED' else r.state end,
     reason = case when r.state = 'QUEUED' and r.message_id is null then 'no_way_to_reach' else r.reason end
   from held h where r.client_id = $1 and r.campaign_id = h.campaign_id and r.n = h.n`,
);

/**
 * Erases a contact from recipients; one that was not sent to yet is skipped.
 * @param numbers match keys of its numbers
 * @returns how many rows
 */
export function forgetRecipients(
  tx: TenantTx,
  contactIds: readonly string[],
  numbers: readonly string[],
): Promise<number> {
  const keys = [...contactIds.map((id) => `c:${id}`), ...numbers.map((key) => `p:${key}`)];
  return tx.run(forget, [tx.clientId, contactIds, keys]);
}

const naming = statement(
  'broadcasts.lock_audiences',
  `select c.id, c.audience from campaigns c where c.client_id = $1 and c.id > $2 and (c.audience ?| '{phone_numbers,filter,selection}'
     or exists (select from unnest($3::text[]) x(id) where position(x.id in c.audience::text) > 0))
   order by c.id limit 20 for no key update of c`,
);
const replace = statement(
  'broadcasts.update_audience',
  'update campaigns set audience = $3::jsonb, version = version + 1 where client_id = $1 and id = $2',
);

/** Rewrites audiences that may name a contact. @param without returns an audience without it, or null when it is not named */
export async function rewriteAudiences(
  tx: TenantTx,
  contactIds: readonly string[],
  without: (audience: CampaignAudience) => Promise<CampaignAudience | null>,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await tx.rows<{ id: string; audience: CampaignAudience }>(naming, [tx.clientId, after, contactIds]);
    for (const { id, audience } of rows) {
      const rest = await without(audience);
      if (rest !== null) await tx.run(replace, [tx.clientId, id, JSON.stringify(rest)]);
      after = id;
    }
    if (rows.length === 0) return;
  }
}

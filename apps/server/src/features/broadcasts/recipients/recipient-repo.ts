import type { AbVariant, CampaignFailure, MessageError, RecipientState } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { type ContactSearch, contactSearchPatterns } from '../../contacts/public.ts';

export type RecipientRow = {
  n: number;
  contact_id: string | null;
  name: string;
  phone_number: string | null;
  state: RecipientState;
  reason: string | null;
  error: MessageError | null;
  message_id: string | null;
  thread_id: string | null;
  attempt: number;
  time_zone: string | null;
  due_at: Date | null;
  retry_at: Date | null;
  values: Record<string, string>;
  variant: AbVariant | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  replied_at: Date | null;
  tapped: string | null;
  opened_at: Date | null;
};

export type RecipientFilter = {
  states: readonly RecipientState[] | null;
  reason: string | null;
  after: 'replied' | 'tapped' | 'opted_out' | 'converted' | null;
  link: string | null;
  button: string | null;
  variant: AbVariant | null;
  /** Null: all recipients. */
  search: ContactSearch | null;
};

/** UNKNOWN has no reason of its own. */
const reason = `coalesce(r.reason, case when r.state = 'UNKNOWN' then 'unknown' end)`;

const list = statement(
  'broadcasts.list_recipients',
  `select r.n, r.contact_id, r.name, r.phone_number, r.state, ${reason} as reason, r.error, r.message_id, m.thread_id, r.attempt,
     r.time_zone, nullif(r.due_at, '-infinity') as due_at, r.retry_at, r."values", r.variant, r.sent_at, r.delivered_at, r.read_at, r.replied_at, r.tapped, r.opened_at
   from campaign_recipients r
   left join lateral (select thread_id from shared_messages where client_id = $1 and id = r.message_id offset 0) m on true
   where r.client_id = $1 and r.campaign_id = $2 and r.n > $3
     and ($5::text[] is null or r.state = any($5)) and ($6::text is null or ${reason} = $6)
     and ($7::text is null or case $7 when 'replied' then r.replied_at is not null when 'tapped' then r.tapped is not null or r.opened_at is not null
       when 'converted' then exists (select from campaign_conversions v where v.client_id = $1 and v.campaign_id = $2 and v.n = r.n)
       else r.opted_out_at is not null end)
     and ($10::text is null or r.opened_at is not null and exists (select from campaign_links l
       where l.client_id = $1 and l.campaign_id = $2 and l.variable = $10 and l.n = r.n and (l.variant is null or l.variant = r.variant) and l.first_at is not null))
     and ($11::text is null or r.tapped = $11) and ($12::text is null or r.variant = $12)
     -- Who sees no numbers finds nobody by them.
     and ($8::text[] is null or case when $9 then fold_text(replace(r.name, coalesce(r.phone_number, chr(1)), chr(1)))
       else fold_text(r.name) || ' ' || coalesce(r.phone_number, '') end like any($8))
   order by r.n limit $4`,
);

/** Recipients after a position, in the order of the snapshot. */
export function listRecipients(
  tx: TenantTx,
  campaignId: string,
  after: number,
  limit: number,
  filter: RecipientFilter,
): Promise<RecipientRow[]> {
  const { states, search } = filter;
  const asked = [
    states,
    filter.reason,
    filter.after,
    search === null ? null : contactSearchPatterns(search),
    search?.masked === true,
    filter.link,
    filter.button,
    filter.variant,
  ];
  return tx.rows(list, [tx.clientId, campaignId, after, limit, ...asked]);
}

export type FailureRow = {
  state: CampaignFailure['state'];
  reason: string;
  error: MessageError | null;
  count: number;
  last_at: Date | null;
};

const failures = statement(
  'broadcasts.list_failures',
  `select r.state, ${reason} as reason, (array_agg(r.error order by r.n) filter (where r.error is not null))[1] as error,
     count(*)::int as count, max(r.sent_at) as last_at
   from campaign_recipients r where r.client_id = $1 and r.campaign_id = $2 and r.stage in ('FAILED', 'CAPPED', 'UNKNOWN')
   group by 1, 2 order by count(*) desc, 1, 2`,
);
export function listFailures(tx: TenantTx, campaignId: string): Promise<FailureRow[]> {
  return tx.rows(failures, [tx.clientId, campaignId]);
}

import { feedCursors } from '../../../platform/db/feed-cursor-repo.ts';
import { type Executor, replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { insertChanges } from '../../sync/public.ts';

const behind = statement(
  'broadcasts.list_accounts_behind',
  `select k.client_id from campaign_cursors k cross join lateral (
     select pos from shared_change_counters where client_id = k.client_id offset 0) c where c.pos <> k.pos`,
);
/** Accounts with broadcasts whose change feed has moved since progress was counted. */
export async function listAccountsBehind(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(behind)).map((row) => row.client_id);
}

export const { lockCursor, moveCursor } = feedCursors('broadcasts', 'campaign_cursors', 'shared_change_counters');

const next = statement(
  'broadcasts.list_changes',
  `select count(*)::int as n, min(pos) as first, max(pos) as last,
     coalesce(array_agg(distinct row_id) filter (where collection = 'messages'), '{}') as messages,
     coalesce(array_agg(distinct row_id) filter (where collection = 'contacts'), '{}') as contacts
   from (select pos, collection, row_id from shared_changes where client_id = $1 and pos > $2 order by pos limit $3) x`,
);
export type ChangeBatch = {
  n: number;
  first: number | null;
  last: number | null;
  messages: string[];
  contacts: string[];
};
/** The changes after a position of the feed. */
export async function listChangesSince(tx: TenantTx, pos: number, limit: number): Promise<ChangeBatch> {
  const [row] = await tx.rows<ChangeBatch>(replanned(next), [tx.clientId, pos, limit]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}

const lockCampaigns = statement(
  'broadcasts.lock_campaigns_of_messages',
  `select c.id from campaigns c where c.client_id = $1 and c.id in (
     select r.campaign_id from unnest($2::uuid[]) as x(id) cross join lateral (
       select campaign_id from campaign_recipients where client_id = $1 and message_id = x.id offset 0) r)
   order by c.id for no key update of c`,
);
/**
 * Locks the broadcasts of messages until commit: every writer of recipients locks their broadcast first.
 * @returns ids
 */
export async function lockCampaignsOfMessages(tx: TenantTx, messageIds: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(replanned(lockCampaigns), [tx.clientId, messageIds])).map((row) => row.id);
}

/* A status that tells the price, as the reports count it: the first one of a message is what it was billed as. */
const priced = `status in ('delivered', 'read', 'played') and jsonb_typeof(detail -> 'pricing') = 'object'`;

/*
 * A recipient has the state of its message. A message only moves forward, and its row is read after the broadcast is
 * locked. This never moves a recipient back to QUEUED, and moves one that waits for a retry only when its message was
 * delivered.
 */
const updateStates = statement(
  'broadcasts.update_recipient_states',
  `with judged as materialized (
     select r.campaign_id, r.n, r.state as was, m.attempt, m.contact_id, m.error, m.held_reason, m.created_at,
       m.send_state = 'held' and m.held_reason = 'template_not_active' as stopped,
       case when m.status >= 3 then 'READ' when m.status = 2 then 'DELIVERED' when m.status = 1 then 'SENT'
         when m.status = -1 and m.error->>'code' = 'whatsapp_131049' then 'CAPPED' when m.status = -1 then 'FAILED'
         when m.send_state = 'unknown' then 'UNKNOWN'
         when m.send_state = 'held' and m.held_reason = 'marketing_capped' then 'CAPPED'
         when m.send_state = 'held' and m.held_reason not in ('campaign_paused', 'template_not_active') then 'SKIPPED'
         else 'QUEUED' end as wanted,
       r.resend, r.retries, r.retry_at, r.settled_at, r.left_before_resume, r.failure_no, c.retried, c.results, e.sent, e.delivered, e.read, e.priced_at, e.pricing
     from unnest($2::uuid[]) as x(id)
     cross join lateral (select * from campaign_recipients where client_id = $1 and message_id = x.id offset 0) r
     cross join lateral (select * from shared_messages where client_id = $1 and id = x.id offset 0) m
     cross join lateral (
       select case when state <> 'CANCELLED' and schedule->'retry_capped' = 'true' then (
         select now() + h.clock_offset_ms * interval '1 millisecond' from shared_channels h
         where h.client_id = $1 and h.id = campaigns.channel_id) end as retried, results
       from campaigns where client_id = $1 and id = r.campaign_id offset 0) c
     left join lateral (
       select max(provider_at) filter (where status = 'sent') as sent,
         min(provider_at) filter (where status = 'delivered') as delivered,
         min(provider_at) filter (where status in ('read', 'played')) as read,
         min(provider_at) filter (where ${priced}) as priced_at,
         (array_agg(detail -> 'pricing' order by provider_at) filter (where ${priced}))[1] as pricing
       from shared_message_events where client_id = $1 and message_id = x.id) e on true
   ), decided as materialized (
     select *, case when wanted = 'QUEUED' or resend and wanted not in ('SENT', 'DELIVERED', 'READ') then was else wanted end as state
     from judged
   ), known as materialized (
     select *, state <> was and settled_at is null and not left_before_resume
       and state in ('DELIVERED', 'READ', 'FAILED', 'CAPPED', 'UNKNOWN') as is_result
     from decided
   ), next_states as materialized (
     select campaign_id, n, contact_id, attempt, state, is_result,
       case when state = 'FAILED' and not left_before_resume then coalesce(failure_no,
         results + case when is_result then row_number() over (partition by campaign_id, is_result order by n) else 0 end) end as failure_no,
       state = 'QUEUED' and (resend or stopped) as resend,
       case when state <> 'CAPPED' then null when was = 'CAPPED' then retry_at
         else retried + (array[12, 24, 48])[retries + 1] * interval '1 hour' end as retry_at,
       case when state in ('FAILED', 'CAPPED') then coalesce(error->>'code', held_reason)
         when state = 'SKIPPED' and held_reason = 'campaign_cancelled' then 'cancelled'
         when state = 'SKIPPED' then held_reason end as reason,
       case when state in ('FAILED', 'CAPPED') then coalesce(error, jsonb_build_object('code', held_reason, 'message',
         'WhatsApp is limiting marketing messages to this customer.', 'next_step', 'Try again tomorrow.')) end as error,
       case when state in ('SENT', 'DELIVERED', 'READ') then coalesce(sent, delivered, read, created_at) end as sent,
       case when state in ('DELIVERED', 'READ') then coalesce(delivered, read) end as delivered,
       case when state = 'READ' then read end as read,
       case when state in ('DELIVERED', 'READ')
         then (priced_at at time zone (select time_zone from shared_clients where id = $1))::date end as billed_day,
       left(coalesce(lower(pricing ->> 'category'), 'unknown'), 60) as billed_as,
       coalesce(pricing ->> 'billable', 'false') = 'true' as billable
     from known
   ), counted as (
     update campaigns c set results = c.results + x.n
     from (select campaign_id, count(*) as n from next_states where is_result group by 1) x
     where c.client_id = $1 and c.id = x.campaign_id
   )
   update campaign_recipients r set contact_id = t.contact_id, attempt = t.attempt, state = t.state, resend = t.resend,
     retry_at = t.retry_at, failure_no = t.failure_no,
     reason = t.reason, error = t.error, sent_at = coalesce(t.sent, r.sent_at),
     delivered_at = coalesce(t.delivered, r.delivered_at), read_at = coalesce(t.read, r.read_at),
     settled_at = case when t.state in ('DELIVERED', 'READ', 'FAILED', 'CAPPED', 'UNKNOWN') then coalesce(r.settled_at, now()) end,
     billed_day = coalesce(r.billed_day, t.billed_day),
     billed_as = case when r.billed_day is not null then r.billed_as when t.billed_day is not null then t.billed_as end,
     billable = case when r.billed_day is not null then r.billable when t.billed_day is not null then t.billable end
   from next_states t
   where r.client_id = $1 and r.campaign_id = t.campaign_id and r.n = t.n
     -- Who was skipped without a try that was held is not touched.
     and not (r.state = 'SKIPPED' and t.state = 'SKIPPED')
     and (r.contact_id, r.attempt, r.state, r.resend, r.reason, r.sent_at, r.delivered_at, r.read_at, r.billed_day) is distinct from
       (t.contact_id, t.attempt, t.state, t.resend, t.reason,
         -- A time that WhatsApp names later, but about the same, waits for the next result: it is no row of its own.
         case when t.state = 'SENT' and t.sent - r.sent_at between interval '-1 minute' and interval '1 minute' then r.sent_at
           else coalesce(t.sent, r.sent_at) end,
         coalesce(t.delivered, r.delivered_at), coalesce(t.read, r.read_at), coalesce(r.billed_day, t.billed_day))
   returning r.campaign_id, r.state`,
);
export type UpdatedRecipient = { campaign_id: string; state: string };
/** Updates recipients from their messages. Their broadcasts must be locked. @returns those that changed */
export async function updateRecipientStates(tx: TenantTx, messageIds: readonly string[]): Promise<UpdatedRecipient[]> {
  if (messageIds.length === 0) return [];
  return tx.rows<UpdatedRecipient>(replanned(updateStates), [tx.clientId, messageIds]);
}

/* The message that is quoted, else the latest of the last 72 hours on that channel. */
const replies = statement(
  'broadcasts.count_replies',
  `with came as materialized (
     select m.* from unnest($2::uuid[]) as x(id) cross join lateral (
       select id, contact_id, channel_id, "timestamp" as at, type, content, context_message_id from shared_messages
       where client_id = $1 and id = x.id and direction = 'INCOMING' and type <> 'system' offset 0) m
   ), hit as materialized (
     select h.campaign_id, h.n, min(c.at) as at,
       min(c.content->>'text') filter (where c.type = 'button' and h.quoted) as tapped
     from came c cross join lateral (
       select * from (
         (select campaign_id, n, true as quoted from campaign_recipients
          where client_id = $1 and message_id = c.context_message_id)
         union all
         (select r.campaign_id, r.n, false from campaign_recipients r
          join campaigns k on k.client_id = $1 and k.id = r.campaign_id
          where r.client_id = $1 and r.contact_id = c.contact_id and k.channel_id = c.channel_id
            and r.sent_at > c.at - interval '72 hours' and r.sent_at <= c.at + interval '1 minute'
          order by r.sent_at desc limit 1)
       ) u order by quoted desc limit 1
     ) h group by 1, 2
   ), locked as materialized (
     select r.campaign_id, r.n, h.at, h.tapped from campaign_recipients r
     join hit h on h.campaign_id = r.campaign_id and h.n = r.n
     where r.client_id = $1 and (r.replied_at is null or r.tapped is null and h.tapped is not null)
     order by r.campaign_id, r.n for no key update of r
   )
   update campaign_recipients r set replied_at = coalesce(r.replied_at, l.at), tapped = coalesce(r.tapped, l.tapped)
   from locked l where r.client_id = $1 and r.campaign_id = l.campaign_id and r.n = l.n
   returning r.campaign_id`,
);
/** Counts first replies and tapped buttons. @returns their broadcasts */
export async function countReplies(tx: TenantTx, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ campaign_id: string }>(replanned(replies), [tx.clientId, messageIds]);
  return rows.map((row) => row.campaign_id);
}

const optOuts = statement(
  'broadcasts.count_opt_outs',
  `with hit as materialized (
     select h.campaign_id, h.n, c.opted_out_at as at from unnest($2::uuid[]) as x(id)
     cross join lateral (
       select id, opted_out_at from shared_contacts where client_id = $1 and id = x.id and opted_out_at is not null offset 0) c
     cross join lateral (
       select campaign_id, n, opted_out_at from campaign_recipients
       where client_id = $1 and contact_id = c.id and sent_at > c.opted_out_at - interval '72 hours'
         and sent_at <= c.opted_out_at + interval '1 minute'
       order by sent_at desc limit 1) h
     where h.opted_out_at is null
   )
   update campaign_recipients r set opted_out_at = h.at from hit h
   where r.client_id = $1 and r.campaign_id = h.campaign_id and r.n = h.n
   returning r.campaign_id`,
);
/** Counts who opted out within 72 hours of a broadcast. @returns the broadcasts */
export async function countOptOuts(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ campaign_id: string }>(replanned(optOuts), [tx.clientId, contactIds]);
  return rows.map((row) => row.campaign_id);
}

const publish = statement(
  'broadcasts.publish_progress',
  `with now_left as materialized (
     select x.id, coalesce(sum(k.n), 0)::int as n from unnest($2::uuid[]) as x(id)
     left join campaign_counters k on k.client_id = $1 and k.campaign_id = x.id
       and k.state in ('SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED') group by x.id
   ), locked as materialized (
     select c.id, c.rate_at is null or c.rate_at < now() - interval '2 seconds' as fresh, l.n from campaigns c
     join now_left l on l.id = c.id where c.client_id = $1 order by c.id for no key update of c
   ), published as (
     update campaigns c set version = c.version + 1,
       next_retry_at = (select min(r.retry_at) from campaign_recipients r
         where r.client_id = $1 and r.campaign_id = c.id and r.retry_at is not null),
       rate = case when c.state <> 'RUNNING' then null when not l.fresh then c.rate
         else greatest(0, l.n - c.rate_left) / extract(epoch from now() - c.rate_at) end,
       rate_left = case when l.fresh then l.n else c.rate_left end, rate_at = case when l.fresh then now() else c.rate_at end
     from locked l where c.client_id = $1 and c.id = l.id
     returning c.id, c.version, c.state, c.stop_rules, c.preparing
   ), fed as (
     ${insertChanges}
     select $1, 'campaigns', id::text, 'MODIFIED', version from published
   )
   select * from published`,
);
export type UpdatedCampaign = {
  id: string;
  state: 'RUNNING' | 'PAUSED' | 'FINISHED' | 'CANCELLED';
  stop_rules: { failure_percent: number; of: number } | null;
  preparing: boolean;
};
/** Publishes broadcasts whose figures changed, with their sending rate. */
export function publishProgress(tx: TenantTx, ids: readonly string[]): Promise<UpdatedCampaign[]> {
  return tx.rows<UpdatedCampaign>(replanned(publish), [tx.clientId, ids]);
}

const failures = statement(
  'broadcasts.count_recent_failures',
  `select (select count(*) from campaign_recipients r where r.client_id = $1 and r.campaign_id = $2
       and r.failure_no > greatest(c.results - $3, c.results_reviewed))::int as failed, (select exists (
       select from campaign_recipients r where r.client_id = $1 and r.campaign_id = $2 and r.stage in ('WAITING', 'IN_QUEUE'))) as more
   from campaigns c
   where c.client_id = $1 and c.id = $2`,
);
/**
 * How many of the latest finished recipients failed since a member last reviewed it, and whether any are still pending.
 */
export async function countRecentFailures(
  tx: TenantTx,
  id: string,
  of: number,
): Promise<{ failed: number; more: boolean }> {
  const [row] = await tx.rows<{ failed: number; more: boolean }>(replanned(failures), [tx.clientId, id, of]);
  return row ?? { failed: 0, more: false };
}

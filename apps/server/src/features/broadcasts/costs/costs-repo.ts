import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const today = statement(
  'broadcasts.find_today',
  `select (coalesce($2::timestamptz, now()) at time zone time_zone)::date::text as day,
     (now() at time zone time_zone)::date::text as today from shared_clients where id = $1`,
);
/** The day of a moment in the account's time zone, and today. @param at null: now */
export async function findDays(tx: TenantTx, at: string | null): Promise<{ day: string; today: string }> {
  const [row] = await tx.rows<{ day: string; today: string }>(today, [tx.clientId, at]);
  if (row === undefined) throw new Error('the account is gone');
  return row;
}

export type CostRow = {
  kind: 'expected' | 'waiting' | 'open' | 'billed' | 'free';
  /** Of what was billed. */
  day: string | null;
  /** WhatsApp's of what was billed, else that of the template. */
  category: string;
  digits: string;
  n: number;
};

/* Of an A/B test with a marketing message that counts, as the dearer one: which variant it is for is not counted apart. */
const templateCategory = `case when c.ab_template->>'category' = 'MARKETING' then 'MARKETING' else coalesce(c.template->>'category', '') end`;
const columns = `k.kind, case when k.kind in ('billed', 'free') then k.day::text end as day,
  case when k.kind in ('billed', 'free') then k.category else lower(${templateCategory}) end as category, k.digits`;

const ofCampaign = statement(
  'broadcasts.list_costs',
  `select ${columns}, k.n from campaigns c join campaign_costs k on k.client_id = $1 and k.campaign_id = c.id
   where c.client_id = $1 and c.id = $2 and k.n <> 0`,
);
export function listCosts(tx: TenantTx, campaignId: string): Promise<CostRow[]> {
  return tx.rows(ofCampaign, [tx.clientId, campaignId]);
}

const ofMonth = statement(
  'broadcasts.list_costs_of_month',
  `select ${columns}, sum(k.n)::int as n
   from campaign_costs k join campaigns c on c.client_id = $1 and c.id = k.campaign_id
   join shared_channels h on h.client_id = $1 and h.id = c.channel_id and not h.sandbox
   where k.client_id = $1 and k.kind = 'billed' and k.day >= $2::date and k.day < $2::date + interval '1 month'
   group by 1, 2, 3, 4
   union all
   select ${columns}, sum(k.n)::int
   from campaigns c join shared_channels h on h.client_id = $1 and h.id = c.channel_id and not h.sandbox
   join campaign_costs k on k.client_id = $1 and k.campaign_id = c.id and k.kind in ('waiting', 'open') and k.n <> 0
   where c.client_id = $1 and $3 and (c.state in ('RUNNING', 'PAUSED') or c.ended_at > now() - interval '7 days')
   group by 1, 2, 3, 4`,
);
/**
 * What counts for the budget of a month: what was billed in it, and in the current month what waits or is open. A message
 * whose result is not known a week after the end of its broadcast does not count any more.
 * @param month its first day
 */
export function listCostsOfMonth(tx: TenantTx, month: string, isCurrent: boolean): Promise<CostRow[]> {
  return tx.rows(ofMonth, [tx.clientId, month, isCurrent]);
}

const byMonth = statement(
  'broadcasts.list_costs_by_month',
  `select to_char(c.started at time zone c.time_zone, 'YYYY-MM-01') as month, k.kind,
     case when k.kind = 'expected' then (c.started at time zone c.time_zone)::date else k.day end::text as day,
     case when k.kind = 'billed' then k.category else lower(${templateCategory}) end as category, k.digits, sum(k.n)::int as n
   from (
     select c.*, coalesce(c.started_at, c.start_at, c.created_at) as started, l.time_zone
     from campaigns c join shared_clients l on l.id = $1
     join shared_channels h on h.client_id = $1 and h.id = c.channel_id and not h.sandbox
     where c.client_id = $1 and c.state in ('RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED')
       and coalesce(c.started_at, c.start_at, c.created_at)
         >= (date_trunc('month', now() at time zone l.time_zone) - interval '11 months') at time zone l.time_zone
   ) c join campaign_costs k on k.client_id = $1 and k.campaign_id = c.id and k.kind in ('expected', 'billed', 'open') and k.n <> 0
   group by 1, 2, 3, 4, 5`,
);
/** What broadcasts of the last twelve months were expected to cost on their first day, what was billed, and what is open. */
export function listCostsByMonth(tx: TenantTx): Promise<(CostRow & { month: string })[]> {
  return tx.rows(byMonth, [tx.clientId]);
}

const started = statement(
  'broadcasts.count_started_by_month',
  `select to_char(coalesce(c.started_at, c.start_at, c.created_at) at time zone l.time_zone, 'YYYY-MM-01') as month, count(*)::int as n
   from campaigns c join shared_clients l on l.id = $1
   join shared_channels h on h.client_id = $1 and h.id = c.channel_id and not h.sandbox
   where c.client_id = $1 and exists (
     select from campaign_costs k where k.client_id = $1 and k.campaign_id = c.id and k.kind = 'expected' and k.n <> 0)
   group by 1`,
);
export function countStartedByMonth(tx: TenantTx): Promise<{ month: string; n: number }[]> {
  return tx.rows(started, [tx.clientId]);
}

const estimates = statement(
  'broadcasts.sum_start_estimates',
  `select coalesce(sum(c.start_estimate), 0)::float8 as amount
   from campaigns c join shared_clients l on l.id = $1
   join shared_channels h on h.client_id = $1 and h.id = c.channel_id and not h.sandbox
   where c.client_id = $1 and c.start_estimate is not null and (
     c.state = 'SCHEDULED' and date_trunc('month', c.start_at at time zone l.time_zone) = $2::date
     or c.preparing and c.state in ('RUNNING', 'PAUSED') and $3)`,
);
/** Of broadcasts of a month whose recipients are not fixed yet. */
export async function sumStartEstimates(tx: TenantTx, month: string, isCurrent: boolean): Promise<number> {
  const [row] = await tx.rows<{ amount: number }>(estimates, [tx.clientId, month, isCurrent]);
  return row?.amount ?? 0;
}

const delivered = statement(
  'broadcasts.sum_delivered',
  `select coalesce(sum(k.n) filter (where k.state in ('DELIVERED', 'READ')), 0)::int as delivered, coalesce(sum(k.n), 0)::int as sent
   from campaigns c join shared_channels h on h.client_id = $1 and h.id = c.channel_id and not h.sandbox
   join campaign_counters k on k.client_id = $1 and k.campaign_id = c.id
     and k.state in ('SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED')
   where c.client_id = $1 and c.state = 'FINISHED' and coalesce(c.started_at, c.start_at, c.created_at) > now() - interval '90 days'`,
);
/** How many recipients of the last 90 days were sent to, and how many of them got it. */
export async function sumDelivered(tx: TenantTx): Promise<{ delivered: number; sent: number }> {
  const [row] = await tx.rows<{ delivered: number; sent: number }>(delivered, [tx.clientId]);
  return row ?? { delivered: 0, sent: 0 };
}

const putBudget = statement(
  'broadcasts.put_own_budget',
  `update campaigns set schedule = case when $3::float8 is null then schedule - 'budget'
     else schedule || jsonb_build_object('budget', $3::float8) end
   where client_id = $1 and id = $2`,
);
/** @param budget of the broadcast alone; null: none */
export async function putOwnBudget(tx: TenantTx, id: string, budget: number | null): Promise<void> {
  await tx.run(putBudget, [tx.clientId, id, budget]);
}

const save = statement(
  'broadcasts.save_start_estimate',
  'update campaigns set start_estimate = $3 where client_id = $1 and id = $2',
);
export async function saveStartEstimate(tx: TenantTx, id: string, amount: number | null): Promise<void> {
  await tx.run(save, [tx.clientId, id, amount]);
}

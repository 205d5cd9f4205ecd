import type { AbTest, AbVariant, CampaignSchedule } from '@parley/contract/types';
import { type Executor, replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { joinTemplates, type Obstacle, templateObstacle } from '../core/campaign-state-repo.ts';
import type { TemplateSnapshot } from '../core/repo.ts';
import type { SendingDay } from './pacing.ts';

/** A running broadcast with what decides about its sending. */
export type RunningCampaign = {
  client_id: string;
  id: string;
  channel_id: string;
  pace: number;
  schedule: CampaignSchedule;
  time_zone: string;
  /** Now by the channel's clock. */
  clock: Date;
  obstacle: Obstacle | null;
  /** When the messaging limit of the portfolio lets the next recipient get it; null: it does now. */
  limit_until: Date | null;
  /** The first share was sent, and the wait after it is over, or not. */
  share: 'waits' | 'waited' | null;
};

const running = statement(
  'broadcasts.list_running',
  `select c.client_id, c.id, c.channel_id, c.schedule, c.limit_until, h.pace, l.time_zone,
     now() + h.clock_offset_ms * interval '1 millisecond' as clock,
     case when c.share_state <> 'WAITING' then null when c.rest_at <= now() + h.clock_offset_ms * interval '1 millisecond'
       then 'waited' when c.rest_at is not null then 'waits' end as share,
     case when h.deleted_at is not null or h.state <> 'ACTIVE' then 'channel'
       when ${templateObstacle} then 'template'
       when exists (select from shared_channel_facts f where f.client_id = c.client_id and f.channel_id = c.channel_id
         and f.name = 'trouble:131048' and f.active and f.received_at > c.failures_counted_from) then 'spam_limit'
       end as obstacle
   from campaigns c
   join shared_channels h on h.client_id = c.client_id and h.id = c.channel_id
   join shared_clients l on l.id = c.client_id
   ${joinTemplates}
   where c.state in ('RUNNING', 'PAUSED') and c.state = 'RUNNING' and not c.preparing
   order by c.client_id, c.channel_id, c.id`,
);
/** Running broadcasts of all accounts, those of one channel together. */
export function listRunning(system: Executor): Promise<RunningCampaign[]> {
  return system.rows(running);
}

const waitingForChannel = statement(
  'broadcasts.list_with_channel_back',
  `select c.client_id, c.id from campaigns c
   join shared_channels h on h.client_id = c.client_id and h.id = c.channel_id
   where c.state in ('RUNNING', 'PAUSED') and c.state = 'PAUSED' and c.state_reason = 'channel'
     and h.deleted_at is null and h.state = 'ACTIVE'
   order by c.client_id, c.id`,
);
const due = statement(
  'broadcasts.list_due',
  `select c.client_id, c.id from campaigns c
   join shared_channels h on h.client_id = c.client_id and h.id = c.channel_id
   where c.state = 'SCHEDULED' and c.start_at <= now() + h.clock_offset_ms * interval '1 millisecond'
   order by c.start_at, c.client_id, c.id`,
);
const anyUnderWay = statement(
  'broadcasts.is_any_under_way',
  `select exists (select from campaigns where state in ('RUNNING', 'PAUSED'))
     or exists (select from campaigns where state = 'SCHEDULED')
     or exists (select from campaigns where next_retry_at is not null) as found`,
);
/** Whether there is any broadcast that may have to be looked at: at rest one question is asked in place of four. */
export async function isAnyUnderWay(system: Executor): Promise<boolean> {
  const [row] = await system.rows<{ found: boolean }>(anyUnderWay);
  return row?.found === true;
}

export type CampaignRef = { client_id: string; id: string };
/** Broadcasts paused because of a channel that can send again. */
export function listWithChannelBack(system: Executor): Promise<CampaignRef[]> {
  return system.rows(waitingForChannel);
}
/** Scheduled broadcasts that are due, by their channel's clock. */
export function listDue(system: Executor): Promise<CampaignRef[]> {
  return system.rows(due);
}

const lockStatement = statement(
  'broadcasts.lock_running',
  `select c.id, c.channel_id, c.area, c.template_id, c.template, c.ab_test, c.ab_template, c.ab_winner, c.created_by, c.schedule, c.spread_at, c.day_from, c.day_count,
     c.share_state, h.sandbox,
     l.country, now() as now, now() + h.clock_offset_ms * interval '1 millisecond' as clock,
     (select count(*)::int from (select from shared_triggers t where t.client_id = $1 and t.channel_id = c.channel_id
       and t.queued and t.state = 'waiting' and t.priority > 0 order by t.priority, t.seq limit $3) w) as waiting_in_queue
   from campaigns c
   join shared_channels h on h.client_id = $1 and h.id = c.channel_id and h.state = 'ACTIVE' and h.deleted_at is null
   join shared_clients l on l.id = $1
   where c.client_id = $1 and c.id = $2 and c.state = 'RUNNING' and not c.preparing
   for no key update of c`,
);
export type LockedCampaign = {
  id: string;
  channel_id: string;
  area: 'BROADCAST' | 'BROADCAST_SANDBOX';
  template_id: string;
  template: TemplateSnapshot;
  ab_test: AbTest | null;
  ab_template: TemplateSnapshot | null;
  ab_winner: AbVariant | null;
  created_by: string;
  schedule: CampaignSchedule;
  spread_at: Date | null;
  /** Of a limit per day: since when `day_count` recipients got it. */
  day_from: Date | null;
  day_count: number;
  sandbox: boolean;
  share_state: 'SENDING' | 'WAITING' | null;
  now: Date;
  /** Now by the channel's clock. */
  clock: Date;
  /** Messages of broadcasts in the channel's queue, counted up to the limit. */
  waiting_in_queue: number;
};
/** Locks a broadcast until commit. @returns null when it is not running any more */
export async function lockRunning(tx: TenantTx, id: string, partitionLimit: number): Promise<LockedCampaign | null> {
  const [row] = await tx.rows<LockedCampaign>(replanned(lockStatement), [tx.clientId, id, partitionLimit]);
  return row ?? null;
}

export type NextRecipient = {
  n: number;
  contact_id: string | null;
  phone_number: string | null;
  to_user_id: string | null;
  name: string;
  values: Record<string, string>;
  message_id: string | null;
  time_zone: string | null;
  /** Of an A/B test; null: not in the test. */
  variant: AbVariant | null;
  values_b: Record<string, string> | null;
};
const take = statement(
  'broadcasts.lock_next_recipients',
  `select n, contact_id, phone_number, to_user_id, name, "values", message_id, time_zone, variant, values_b from campaign_recipients
   where client_id = $1 and campaign_id = $2 and stage = 'WAITING' and share = $3::smallint and due_at <= $4::timestamptz
   order by due_at, n limit $5 for no key update`,
);
/** The next recipients that are due, in order, the first share before the rest; one that has a message is retried. */
export async function lockNextRecipients(
  tx: TenantTx,
  { id, schedule, share_state, ab_winner, clock }: LockedCampaign,
  limit: number,
): Promise<NextRecipient[]> {
  const first = await tx.rows<NextRecipient>(replanned(take), [tx.clientId, id, 0, clock, limit]);
  const hasRest = (schedule.first_share ?? null) !== null || ab_winner !== null;
  const isOver = hasRest && share_state === null;
  if (!isOver || first.length === limit) return first;
  return [
    ...first,
    ...(await tx.rows<NextRecipient>(replanned(take), [tx.clientId, id, 1, clock, limit - first.length])),
  ];
}

const limitUntil = statement(
  'broadcasts.save_limit_until',
  `update campaigns set limit_until = $3 where client_id = $1 and id = $2 and state = 'RUNNING'
     and limit_until is distinct from $3 returning id`,
);
/** @param until null: it does not wait any more. @returns whether that changed */
export async function saveLimitUntil(tx: TenantTx, id: string, until: Date | null): Promise<boolean> {
  return (await tx.rows(limitUntil, [tx.clientId, id, until])).length > 0;
}

const later = statement(
  'broadcasts.find_next_due',
  `select min(x.due_at) as at from (values (0::smallint), (1::smallint)) as s(share) cross join lateral (
     select due_at from campaign_recipients where client_id = $1 and campaign_id = $2 and stage = 'WAITING'
       and share = s.share and due_at > $3::timestamptz
     order by due_at limit 1) x`,
);
/** When the next recipient is due who is not yet; null when there is none. */
export async function findNextDue(tx: TenantTx, { id, clock }: LockedCampaign): Promise<Date | null> {
  const [row] = await tx.rows<{ at: Date | null }>(replanned(later), [tx.clientId, id, clock]);
  return row?.at ?? null;
}

const postpone = statement(
  'broadcasts.move_due_recipients',
  `update campaign_recipients r set due_at = x.at from unnest($3::int[], $4::timestamptz[]) as x(n, at)
   where r.client_id = $1 and r.campaign_id = $2 and r.n = x.n`,
);
/** Moves recipients whose sending hours are closed to the next opening. */
export async function postponeRecipients(
  tx: TenantTx,
  id: string,
  recipients: ReadonlyArray<{ n: number; at: Date }>,
): Promise<void> {
  if (recipients.length === 0) return;
  await tx.run(postpone, [tx.clientId, id, recipients.map(({ n }) => n), recipients.map(({ at }) => at)]);
}

const holders = statement(
  'broadcasts.find_identity_owners',
  `select x.ord::int as ord, i.contact_id from unnest($2::text[], $3::text[]) with ordinality as x(kind, key, ord)
   cross join lateral (
     select contact_id from shared_contact_identities
     where client_id = $1 and kind = x.kind and key = x.key and retired_at is null offset 0
   ) i
   cross join lateral (
     select id from shared_contacts where client_id = $1 and id = i.contact_id and deleted_at is null offset 0
   ) c`,
);
/** The current contacts of phone numbers and user ids, by position; contacts in the trash are left out. */
export async function findIdentityOwners(
  tx: TenantTx,
  keys: ReadonlyArray<{ kind: string; key: string }>,
): Promise<Map<number, string>> {
  if (keys.length === 0) return new Map();
  const values = [tx.clientId, keys.map(({ kind }) => kind), keys.map(({ key }) => key)];
  const rows = await tx.rows<{ ord: number; contact_id: string }>(holders, values);
  return new Map(rows.map((row) => [row.ord - 1, row.contact_id]));
}

const alreadySent = statement(
  'broadcasts.find_already_sent',
  // The condition outside keeps the planner from the index of messages, whose entries it would read for every contact.
  `select distinct x.id from unnest($3::uuid[]) as x(id) cross join lateral (
     select message_id from campaign_recipients where client_id = $1 and contact_id = x.id and campaign_id = $2 offset 0) r
   where r.message_id is not null`,
);
/** Contacts that got this broadcast already: two recipients may have been merged into one contact. */
export async function findAlreadySent(tx: TenantTx, id: string, contactIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(replanned(alreadySent), [tx.clientId, id, contactIds]);
  return new Set(rows.map((row) => row.id));
}

/** The outcome for one recipient. */
export type RecipientResult = {
  n: number;
  contact_id: string | null;
  message_id: string | null;
  /** Why it was skipped; null: it is queued. */
  reason: string | null;
  /** What one of the rest of an A/B test gets. */
  variant?: AbVariant | null;
};
const write = statement(
  'broadcasts.save_recipient_results',
  `update campaign_recipients r set contact_id = coalesce(x.contact_id, r.contact_id),
     message_id = coalesce(x.message_id, r.message_id), resend = false,
     state = case when x.reason is null then r.state else 'SKIPPED' end, reason = x.reason,
     variant = coalesce(r.variant, x.variant), values_b = case when x.variant is null then r.values_b end,
     "values" = case when r.variant is null and x.variant = 'B' then coalesce(r.values_b, r."values") else r."values" end
   from jsonb_to_recordset($3::jsonb) as x(n int, contact_id uuid, message_id uuid, reason text, variant text)
   where r.client_id = $1 and r.campaign_id = $2 and r.n = x.n`,
);
export async function saveRecipientResults(
  tx: TenantTx,
  id: string,
  results: readonly RecipientResult[],
): Promise<void> {
  await tx.run(replanned(write), [tx.clientId, id, JSON.stringify(results)]);
}

const spread = statement(
  'broadcasts.save_spread_time',
  'update campaigns set spread_at = $3 where client_id = $1 and id = $2',
);
export async function saveSpreadTime(tx: TenantTx, id: string, at: Date): Promise<void> {
  await tx.run(spread, [tx.clientId, id, at]);
}

const day = statement(
  'broadcasts.save_sending_day',
  'update campaigns set day_from = $3, day_count = $4 where client_id = $1 and id = $2',
);
export async function saveSendingDay(tx: TenantTx, id: string, { from, count }: SendingDay): Promise<void> {
  await tx.run(day, [tx.clientId, id, from, count]);
}

const receivers = statement(
  'broadcasts.count_receivers',
  `select coalesce(sum(n), 0)::int as n from campaign_counters where client_id = $1 and campaign_id = $2
     and state in ('QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED')`,
);
/** How many recipients get it in total. */
export async function countReceivers(tx: TenantTx, id: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(receivers, [tx.clientId, id]);
  return row?.n ?? 0;
}

import type { CampaignSchedule } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { TemplateSnapshot } from '../repo.ts';
import type { Obstacle } from './run-repo.ts';

/** A broadcast that runs, and what its feeding goes by. */
export type Running = {
  client_id: string;
  id: string;
  channel_id: string;
  pace: number;
  schedule: CampaignSchedule;
  time_zone: string;
  /** The clock that counts for its channel. */
  clock: Date;
  obstacle: Obstacle | null;
};

const running = statement(
  'broadcasts_running',
  `select c.client_id, c.id, c.channel_id, c.schedule, h.pace, l.time_zone,
     now() + h.clock_offset_ms * interval '1 millisecond' as clock,
     case when h.deleted_at is not null or h.state <> 'ACTIVE' then 'channel'
       when t.id is null or t.status <> 'ACTIVE' then 'template' end as obstacle
   from campaigns c
   join channels h on h.client_id = c.client_id and h.id = c.channel_id
   join clients l on l.id = c.client_id
   left join templates t on t.client_id = c.client_id and t.id = c.template_id
   where c.state in ('RUNNING', 'PAUSED') and c.state = 'RUNNING' and not c.freezing
   order by c.client_id, c.channel_id, c.id`,
);
/** Broadcasts of all accounts that may be fed, those of one channel together. */
export function listRunning(system: Executor): Promise<Running[]> {
  return system.rows(running);
}

const waitingForChannel = statement(
  'broadcasts_channel_is_back',
  `select c.client_id, c.id from campaigns c
   join channels h on h.client_id = c.client_id and h.id = c.channel_id
   where c.state in ('RUNNING', 'PAUSED') and c.state = 'PAUSED' and c.state_reason = 'channel'
     and h.deleted_at is null and h.state = 'ACTIVE'
   order by c.client_id, c.id`,
);
const due = statement(
  'broadcasts_due',
  `select c.client_id, c.id from campaigns c
   join channels h on h.client_id = c.client_id and h.id = c.channel_id
   where c.state = 'SCHEDULED' and c.start_at <= now() + h.clock_offset_ms * interval '1 millisecond'
   order by c.start_at, c.client_id, c.id`,
);
export type Named = { client_id: string; id: string };
/** Those that paused because of a channel that sends again. */
export function listOfChannelsBack(system: Executor): Promise<Named[]> {
  return system.rows(waitingForChannel);
}
/** Planned ones whose time has come, by their channel's clock. */
export function listDue(system: Executor): Promise<Named[]> {
  return system.rows(due);
}

const hold = statement(
  'broadcasts_hold_running',
  `select c.id, c.channel_id, c.area, c.template_id, c.template, c.created_by, c.schedule, c.spread_at, h.sandbox, l.country,
     now() as now,
     (select count(*)::int from (select from triggers t where t.client_id = $1 and t.channel_id = c.channel_id
       and t.state = 'waiting' and t.priority > 0 order by t.priority, t.seq limit $3) w) as in_lane
   from campaigns c
   join channels h on h.client_id = $1 and h.id = c.channel_id and h.state = 'ACTIVE' and h.deleted_at is null
   join clients l on l.id = $1
   where c.client_id = $1 and c.id = $2 and c.state = 'RUNNING' and not c.freezing
   for no key update of c`,
);
export type Held = {
  id: string;
  channel_id: string;
  area: 'BROADCAST' | 'BROADCAST_SANDBOX';
  template_id: string;
  template: TemplateSnapshot;
  created_by: string;
  schedule: CampaignSchedule;
  spread_at: Date | null;
  sandbox: boolean;
  now: Date;
  /** Messages of broadcasts that wait in the channel's lane, counted up to the limit. */
  in_lane: number;
};
/** Holds a broadcast until commit. @returns null when it does not run any more */
export async function holdRunning(tx: TenantTx, id: string, laneLimit: number): Promise<Held | null> {
  const [row] = await tx.rows<Held>(hold, [tx.clientId, id, laneLimit]);
  return row ?? null;
}

export type Next = {
  n: number;
  contact_id: string | null;
  phone_number: string | null;
  to_user_id: string | null;
  name: string;
  values: Record<string, string>;
  message_id: string | null;
};
const take = statement(
  'broadcasts_take',
  `select n, contact_id, phone_number, to_user_id, name, "values", message_id from campaign_recipients
   where client_id = $1 and campaign_id = $2 and state = 'QUEUED' and (message_id is null or again)
   order by n limit $3 for no key update`,
);
/** The next people, in their order; who has a message gets it again. */
export function takeNext(tx: TenantTx, id: string, limit: number): Promise<Next[]> {
  return tx.rows(take, [tx.clientId, id, limit]);
}

const holders = statement(
  'broadcasts_holders',
  `select x.ord::int as ord, i.contact_id from unnest($2::text[], $3::text[]) with ordinality as x(kind, key, ord)
   cross join lateral (
     select contact_id from contact_identities
     where client_id = $1 and kind = x.kind and key = x.key and retired_at is null offset 0
   ) i
   cross join lateral (
     select id from contacts where client_id = $1 and id = i.contact_id and deleted_at is null offset 0
   ) c`,
);
/** Whose numbers and ids these are now, by their place; who is in the trash or erased is nobody. */
export async function holdersNow(
  tx: TenantTx,
  keys: ReadonlyArray<{ kind: string; key: string }>,
): Promise<Map<number, string>> {
  if (keys.length === 0) return new Map();
  const values = [tx.clientId, keys.map(({ kind }) => kind), keys.map(({ key }) => key)];
  const rows = await tx.rows<{ ord: number; contact_id: string }>(holders, values);
  return new Map(rows.map((row) => [row.ord - 1, row.contact_id]));
}

const had = statement(
  'broadcasts_had',
  `select distinct x.id from unnest($3::uuid[]) as x(id) cross join lateral (
     select from campaign_recipients where client_id = $1 and contact_id = x.id and campaign_id = $2
       and message_id is not null limit 1) r`,
);
/** Those of the contacts that got this broadcast already: two of its people may have become one since. */
export async function whoHadIt(tx: TenantTx, id: string, contactIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(had, [tx.clientId, id, contactIds]);
  return new Set(rows.map((row) => row.id));
}

/** What became of one person's turn. */
export type Turn = {
  n: number;
  contact_id: string | null;
  message_id: string | null;
  /** Why nothing goes to them; null: it is in the lane. */
  reason: string | null;
};
const write = statement(
  'broadcasts_fed',
  `update campaign_recipients r set contact_id = coalesce(x.contact_id, r.contact_id),
     message_id = coalesce(x.message_id, r.message_id), again = false,
     state = case when x.reason is null then r.state else 'SKIPPED' end, reason = x.reason
   from jsonb_to_recordset($3::jsonb) as x(n int, contact_id uuid, message_id uuid, reason text)
   where r.client_id = $1 and r.campaign_id = $2 and r.n = x.n`,
);
export async function writeTurns(tx: TenantTx, id: string, turns: readonly Turn[]): Promise<void> {
  await tx.run(write, [tx.clientId, id, JSON.stringify(turns)]);
}

const spread = statement('broadcasts_spread', 'update campaigns set spread_at = $3 where client_id = $1 and id = $2');
export async function noteSpread(tx: TenantTx, id: string, at: Date): Promise<void> {
  await tx.run(spread, [tx.clientId, id, at]);
}

const receivers = statement(
  'broadcasts_receivers',
  `select coalesce(sum(n), 0)::int as n from campaign_counters where client_id = $1 and campaign_id = $2
     and state in ('QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED')`,
);
/** How many get it in all. */
export async function countReceivers(tx: TenantTx, id: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(receivers, [tx.clientId, id]);
  return row?.n ?? 0;
}

import type { CampaignState } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const move = statement(
  'campaigns_move',
  `update campaigns set state = $3, state_reason = $4, version = version + 1,
     start_at = case $3 when 'SCHEDULED' then $5::timestamptz when 'DRAFT' then null else start_at end,
     started_at = case when $3 = 'RUNNING' then coalesce(started_at, now()) else started_at end,
     ended_at = case when $3 in ('FINISHED', 'CANCELLED') then now() end,
     watched_from = case when $3 = 'RUNNING' then now() else watched_from end,
     spread_at = case when $3 = 'RUNNING' then null else spread_at end,
     rate = null, rate_left = null, rate_at = null
   where client_id = $1 and id = $2`,
);

/** Puts a broadcast whose row is held into another state. @param startAt with SCHEDULED */
export async function moveCampaign(
  tx: TenantTx,
  id: string,
  state: CampaignState,
  reason: string | null = null,
  startAt: string | null = null,
): Promise<void> {
  await tx.run(move, [tx.clientId, id, state, reason, startAt]);
}

const begin = statement(
  'campaigns_begin_freezing',
  'update campaigns set freezing = true where client_id = $1 and id = $2',
);
/** Its people are written down from now on, by a job. */
export async function beginFreezing(tx: TenantTx, id: string): Promise<void> {
  await tx.run(begin, [tx.clientId, id]);
}

const snapshot = statement(
  'campaigns_take_template',
  `update campaigns c set template = jsonb_build_object('name', t.name, 'language', t.language, 'category', t.category,
     'parameter_format', t.parameter_format, 'components', t.components)
   from templates t where c.client_id = $1 and c.id = $2 and t.client_id = $1 and t.id = c.template_id`,
);
/** Keeps the template as it is now; one that is gone stays as it was kept before. */
export async function takeTemplate(tx: TenantTx, id: string): Promise<void> {
  await tx.run(snapshot, [tx.clientId, id]);
}

const ahead = statement(
  'campaigns_is_ahead',
  `select $3::timestamptz > now() + clock_offset_ms * interval '1 millisecond' as ahead from channels
   where client_id = $1 and id = $2`,
);
/** Whether a moment has not come yet by the clock that counts for a channel. */
export async function isAhead(tx: TenantTx, channelId: string, at: string): Promise<boolean> {
  const [row] = await tx.rows<{ ahead: boolean }>(ahead, [tx.clientId, channelId, at]);
  return row?.ahead === true;
}

const watch = statement(
  'campaign_cursors_begin',
  `insert into campaign_cursors (client_id, pos) select client_id, pos from change_counters where client_id = $1
   on conflict do nothing`,
);
/** From now on what becomes of the account's messages is counted into its broadcasts. */
export async function watchMessages(tx: TenantTx): Promise<void> {
  await tx.run(watch, [tx.clientId]);
}

const obstacle = statement(
  'campaigns_obstacle',
  `select case when h.deleted_at is not null or h.state <> 'ACTIVE' then 'channel'
     when t.id is null or t.status <> 'ACTIVE' then 'template' end as obstacle
   from campaigns c join channels h on h.client_id = $1 and h.id = c.channel_id
   left join templates t on t.client_id = $1 and t.id = c.template_id
   where c.client_id = $1 and c.id = $2`,
);
export type Obstacle = 'channel' | 'template';
/** What keeps a broadcast from sending now. */
export async function findObstacle(tx: TenantTx, id: string): Promise<Obstacle | null> {
  const [row] = await tx.rows<{ obstacle: Obstacle | null }>(obstacle, [tx.clientId, id]);
  return row?.obstacle ?? null;
}

/*
 * What was given to the lane and has not started. The dispatcher locks triggers, then messages; whichever of both came
 * first to a trigger decides whether it leaves.
 */
const shift = statement(
  'campaigns_shift_fed',
  `with fed as materialized (
     select message_id from campaign_recipients
     where client_id = $1 and campaign_id = $2 and state = 'QUEUED' and message_id is not null and not again
   ), locked as materialized (
     select t.id, t.message_id from fed f cross join lateral (
       select id from triggers where client_id = $1 and message_id = f.message_id and kind = 'message' and priority > 0
         and state = any($3) offset 0
     ) w join triggers t on t.client_id = $1 and t.id = w.id
     where t.state = any($3) order by t.id for update of t
   ), moved as (
     update triggers t set state = $4, done_at = case when $4 = 'done' then now() end,
       run_at = case when $4 = 'waiting' then now() else t.run_at end
     from locked l where t.client_id = $1 and t.id = l.id
   ), bubbles as materialized (
     select m.id from locked l cross join lateral (
       select id from messages where client_id = $1 and id = l.message_id offset 0
     ) w join messages m on m.client_id = $1 and m.id = w.id
     where m.send_state = 'waiting' or m.send_state = 'held' and m.held_reason = 'campaign_paused'
     order by m.id for update of m
   ), told as (
     update messages m set send_state = $5, held_reason = $6, waiting_reason = null, version = m.version + 1
     from bubbles b where m.client_id = $1 and m.id = b.id returning m.id, m.version
   ), feed as (
     insert into changes_new (client_id, collection, row_id, marker, version)
     select $1, 'messages', id::text, 'MODIFIED', version from told
   )
   select id from told`,
);
async function shiftFed(tx: TenantTx, id: string, ...to: [string[], string, string, string | null]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(shift, [tx.clientId, id, ...to])).map((row) => row.id);
}

/** Takes what has not left out of the lane; it keeps its place. */
export async function parkFed(tx: TenantTx, id: string): Promise<void> {
  await shiftFed(tx, id, ['waiting'], 'parked', 'held', 'campaign_paused');
}

/** Puts it back. */
export async function unparkFed(tx: TenantTx, id: string): Promise<void> {
  await shiftFed(tx, id, ['parked'], 'waiting', 'waiting', null);
}

/** It never leaves. @returns the messages that did not */
export function endFed(tx: TenantTx, id: string): Promise<string[]> {
  return shiftFed(tx, id, ['waiting', 'parked'], 'done', 'held', 'campaign_cancelled');
}

const skip = statement(
  'campaigns_skip_rest',
  `update campaign_recipients set state = 'SKIPPED', reason = 'cancelled'
   where client_id = $1 and campaign_id = $2 and state = 'QUEUED' and not again
     and (message_id is null or message_id = any($3))`,
);
const settleAgain = statement(
  'campaigns_forget_again',
  `update campaign_recipients set again = false, state = case when message_id is null then 'UNKNOWN' else state end,
     reason = case when message_id is null then 'restored' end
   where client_id = $1 and campaign_id = $2 and state = 'QUEUED' and again
   returning message_id`,
);
/**
 * Whoever was not sent anything is skipped.
 * @param unsent messages that never left
 * @returns messages of people who only waited to be sent it again: they stand where their message stands
 */
export async function skipRest(tx: TenantTx, id: string, unsent: readonly string[]): Promise<string[]> {
  await tx.run(skip, [tx.clientId, id, unsent]);
  const rows = await tx.rows<{ message_id: string | null }>(settleAgain, [tx.clientId, id]);
  return rows.flatMap((row) => row.message_id ?? []);
}

const again = statement(
  'campaigns_again',
  `update campaign_recipients set state = 'QUEUED', reason = null, error = null, again = true, settled_at = null
   where client_id = $1 and campaign_id = $2 and state = any($3) and ($4::text is null or reason = $4)`,
);
/** @returns how many wait to be sent it again */
export function queueAgain(
  tx: TenantTx,
  id: string,
  states: readonly string[],
  reason: string | null,
): Promise<number> {
  return tx.run(again, [tx.clientId, id, states, reason]);
}

const lost = statement(
  'campaigns_settle_removed',
  `update campaign_recipients r set state = 'UNKNOWN', reason = 'message_removed', settled_at = now()
   where r.client_id = $1 and r.campaign_id = $2 and r.state = 'QUEUED' and r.message_id is not null and not r.again
     and not exists (select from messages m where m.client_id = $1 and m.id = r.message_id)`,
);
/** Whose message was erased or aged out while it waited is told of by nobody: what became of it stays unknown. */
export async function settleRemoved(tx: TenantTx, id: string): Promise<void> {
  await tx.run(lost, [tx.clientId, id]);
}

const finish = statement(
  'campaigns_is_done',
  `select c.id from campaigns c where c.client_id = $1 and c.id = $2 and c.state = 'RUNNING' and not c.freezing
     and not exists (select from campaign_recipients r where r.client_id = $1 and r.campaign_id = $2 and r.state = 'QUEUED')`,
);
/** Whether it runs and nobody waits any more. */
export async function isDone(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(finish, [tx.clientId, id])).length > 0;
}

const raise = statement(
  'campaigns_raise_version',
  'update campaigns set version = version + 1 where client_id = $1 and id = $2 returning id, version',
);
/** Its figures changed. */
export async function raiseVersion(tx: TenantTx, id: string): Promise<{ id: string; version: number }> {
  const [row] = await tx.rows<{ id: string; version: number }>(raise, [tx.clientId, id]);
  if (row === undefined) throw new Error('a broadcast that is held is gone');
  return row;
}

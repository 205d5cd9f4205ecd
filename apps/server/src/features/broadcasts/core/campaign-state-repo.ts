import type { CampaignState } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { moveQueued } from '../../messaging/public.ts';

const move = statement(
  'broadcasts.set_state',
  `update campaigns set state = $3, state_reason = $4, version = version + 1,
     start_at = case $3 when 'SCHEDULED' then $5::timestamptz when 'DRAFT' then null else start_at end,
     started_at = case when $3 = 'RUNNING' then coalesce(started_at, now()) else started_at end,
     ended_at = case when $3 in ('FINISHED', 'CANCELLED') then now() end,
     failures_counted_from = case when $3 = 'RUNNING' then now() else failures_counted_from end,
     results_reviewed = case when $3 = 'RUNNING' then results else results_reviewed end,
     spread_at = case when $3 = 'RUNNING' then null else spread_at end,
     share_state = case when $3 not in ('FINISHED', 'CANCELLED') then share_state end,
     rest_at = case when $3 not in ('FINISHED', 'CANCELLED') then rest_at end,
     rate = null, rate_left = null, rate_at = null
   where client_id = $1 and id = $2`,
);

/** The row must be locked. @param startAt with SCHEDULED */
export async function setCampaignState(
  tx: TenantTx,
  id: string,
  state: CampaignState,
  reason: string | null = null,
  startAt: string | null = null,
): Promise<void> {
  await tx.run(move, [tx.clientId, id, state, reason, startAt]);
}

/**
 * SQL that tests whether a template that campaign `c` still sends is not active; `t` is its template and `tb` that of
 * variant B. Of an A/B test only variants count that a recipient is still to get; while its rest waits for the decision
 * nobody is.
 */
const variantNeeded = (variant: string) =>
  `(c.ab_winner = '${variant}' or exists (select from campaign_recipients r where r.client_id = c.client_id and r.campaign_id = c.id
     and r.variant = '${variant}' and r.stage in ('WAITING', 'IN_QUEUE')))`;
export const templateObstacle = `((t.id is null or t.status <> 'ACTIVE') and (c.ab_test is null or ${variantNeeded('A')})
  or c.ab_test is not null and (tb.id is null or tb.status <> 'ACTIVE') and ${variantNeeded('B')})`;
export const joinTemplates = `left join shared_templates t on t.client_id = c.client_id and t.id = c.template_id
   left join shared_templates tb on tb.client_id = c.client_id and tb.id = (c.ab_test->>'template_id')::uuid`;

const begin = statement(
  'broadcasts.begin_snapshot',
  `update campaigns set preparing = true, rest_at = null,
     share_state = case when jsonb_typeof(schedule->'first_share') = 'object' or (ab_test->>'percent')::int < 50 then 'SENDING' end
   where client_id = $1 and id = $2`,
);
/** From now on a job snapshots its recipients. */
export async function beginSnapshot(tx: TenantTx, id: string): Promise<void> {
  await tx.run(begin, [tx.clientId, id]);
}

const local = statement(
  'broadcasts.set_local_start',
  'update campaigns set local_start = $3 where client_id = $1 and id = $2',
);
/** The local time of every recipient; null: all at once. */
export async function setLocalStart(tx: TenantTx, id: string, localStart: string | null): Promise<void> {
  await tx.run(local, [tx.clientId, id, localStart]);
}

const storedTemplate = `jsonb_build_object('name', t.name, 'language', t.language, 'category', t.category,
     'parameter_format', t.parameter_format, 'components', t.components)`;
const snapshot = statement(
  'broadcasts.save_template',
  `update campaigns c set template = coalesce(x.a, c.template), ab_template = coalesce(x.b, c.ab_template)
   from (
     select (select ${storedTemplate} from shared_templates t where t.client_id = $1 and t.id = k.template_id) as a,
       (select ${storedTemplate} from shared_templates t where t.client_id = $1 and t.id = (k.ab_test->>'template_id')::uuid) as b
     from campaigns k where k.client_id = $1 and k.id = $2) x
   where c.client_id = $1 and c.id = $2`,
);
/** Stores the templates as they are now; stored ones stay when the template was deleted. */
export async function saveTemplateSnapshot(tx: TenantTx, id: string): Promise<void> {
  await tx.run(snapshot, [tx.clientId, id]);
}

const ahead = statement(
  'broadcasts.is_in_future',
  `select $3::timestamptz > now() + clock_offset_ms * interval '1 millisecond' as ahead from shared_channels
   where client_id = $1 and id = $2`,
);
/** Whether a moment has not come yet by the clock that counts for a channel. */
export async function isInFuture(tx: TenantTx, channelId: string, at: string): Promise<boolean> {
  const [row] = await tx.rows<{ ahead: boolean }>(ahead, [tx.clientId, channelId, at]);
  return row?.ahead === true;
}

const watch = statement(
  'broadcasts.ensure_cursor',
  `insert into campaign_cursors (client_id, pos) select client_id, pos from shared_change_counters where client_id = $1
   on conflict do nothing`,
);
/** From now on the message statuses of this account are counted into its broadcasts. */
export async function ensureProgressCursor(tx: TenantTx): Promise<void> {
  await tx.run(watch, [tx.clientId]);
}

const obstacle = statement(
  'broadcasts.find_obstacle',
  `select case when h.deleted_at is not null or h.state <> 'ACTIVE' then 'channel'
     when ${templateObstacle} then 'template'
      when exists (select from shared_channel_facts f where f.client_id = c.client_id and f.channel_id = c.channel_id
        and f.name = 'trouble:131048' and f.active and f.received_at > c.failures_counted_from) then 'spam_limit'
      end as obstacle
   from campaigns c join shared_channels h on h.client_id = $1 and h.id = c.channel_id
   ${joinTemplates}
   where c.client_id = $1 and c.id = $2`,
);
/** `spam_limit`: WhatsApp slows the number down since the broadcast started or resumed. */
export type Obstacle = 'channel' | 'template' | 'spam_limit';
/** Why a broadcast cannot send now. */
export async function findObstacle(tx: TenantTx, id: string): Promise<Obstacle | null> {
  const [row] = await tx.rows<{ obstacle: Obstacle | null }>(obstacle, [tx.clientId, id]);
  return row?.obstacle ?? null;
}

const enqueued = statement(
  'broadcasts.list_enqueued_messages',
  `select message_id from campaign_recipients
   where client_id = $1 and campaign_id = $2 and stage = 'IN_QUEUE'`,
);
/** The messages in the channel's queue. */
async function listEnqueued(tx: TenantTx, id: string): Promise<string[]> {
  return (await tx.rows<{ message_id: string }>(enqueued, [tx.clientId, id])).map((row) => row.message_id);
}

/** Takes queued messages out of the channel's queue. */
export async function parkQueued(tx: TenantTx, id: string): Promise<void> {
  await moveQueued(tx, await listEnqueued(tx, id), 'broadcast_paused');
}

/** Puts them back. */
export async function unparkQueued(tx: TenantTx, id: string): Promise<void> {
  await moveQueued(tx, await listEnqueued(tx, id), 'broadcast_resumed');
}

const exclude = statement(
  'broadcasts.exclude_left_messages',
  `update campaign_recipients r set left_before_resume = true from campaigns c
   where c.client_id = $1 and c.id = $2 and c.stop_rules is not null
     and r.client_id = $1 and r.campaign_id = $2 and r.stage in ('IN_QUEUE', 'OUT') and r.state in ('QUEUED', 'SENT')
     and not r.left_before_resume
     and not exists (select from shared_triggers t
       where t.client_id = $1 and t.message_id = r.message_id and t.kind = 'message' and t.state = 'parked')`,
);
/** Excludes messages that already left, and whose outcome is still unknown, from the stop rule. */
export async function excludeLeftMessages(tx: TenantTx, id: string): Promise<void> {
  await tx.run(exclude, [tx.clientId, id]);
}

/** It never leaves. @returns the messages that did not */
export async function cancelQueued(tx: TenantTx, id: string): Promise<string[]> {
  return moveQueued(tx, await listEnqueued(tx, id), 'broadcast_cancelled');
}

const skip = statement(
  'broadcasts.skip_remaining',
  `update campaign_recipients set state = 'SKIPPED', reason = 'cancelled'
   where client_id = $1 and campaign_id = $2 and stage in ('WAITING', 'IN_QUEUE') and not resend
     and (message_id is null or message_id = any($3))`,
);
const settleAgain = statement(
  'broadcasts.clear_retries',
  `update campaign_recipients set resend = false, state = case when message_id is null then 'UNKNOWN' else state end,
     reason = case when message_id is null then 'restored' end
   where client_id = $1 and campaign_id = $2 and stage = 'WAITING' and resend
   returning message_id`,
);
/**
 * Skips everyone who was not sent anything.
 * @param unsent messages that were never sent
 * @returns messages of recipients that waited for a retry: their state is that of the message
 */
export async function skipRemaining(tx: TenantTx, id: string, unsent: readonly string[]): Promise<string[]> {
  await tx.run(skip, [tx.clientId, id, unsent]);
  const rows = await tx.rows<{ message_id: string | null }>(settleAgain, [tx.clientId, id]);
  return rows.flatMap((row) => row.message_id ?? []);
}

const retry = statement(
  'broadcasts.queue_retries',
  `update campaign_recipients set state = 'QUEUED', reason = null, error = null, resend = true, settled_at = null,
     failure_no = null, left_before_resume = false, retry_at = null
   where client_id = $1 and campaign_id = $2 and stage = any($3) and ($4::text is null or reason = $4)`,
);
/** @returns how many wait to be sent it again */
export function queueRetries(
  tx: TenantTx,
  id: string,
  states: readonly string[],
  reason: string | null,
): Promise<number> {
  return tx.run(retry, [tx.clientId, id, states, reason]);
}

const settleRemoved = statement(
  'broadcasts.settle_removed_messages',
  `update campaign_recipients r set state = 'UNKNOWN', reason = 'message_removed', settled_at = now()
   where r.client_id = $1 and r.campaign_id = $2 and r.stage = 'IN_QUEUE'
     and not exists (select from shared_messages m where m.client_id = $1 and m.id = r.message_id)`,
);
/** A message that was erased or expired while queued reports no status: its recipient ends as UNKNOWN. */
export async function settleRemovedMessages(tx: TenantTx, id: string): Promise<void> {
  await tx.run(settleRemoved, [tx.clientId, id]);
}

const finish = statement(
  'broadcasts.is_finished',
  `select c.id from campaigns c where c.client_id = $1 and c.id = $2 and c.state = 'RUNNING' and not c.preparing
     and not exists (select from campaign_recipients r where r.client_id = $1 and r.campaign_id = $2 and r.stage in ('WAITING', 'IN_QUEUE'))`,
);
/** Whether it is running and no recipient is queued. */
export async function isDone(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(finish, [tx.clientId, id])).length > 0;
}

const raise = statement(
  'broadcasts.increment_version',
  'update campaigns set version = version + 1 where client_id = $1 and id = $2 returning id, version',
);
/** Its figures changed. */
export async function incrementVersion(tx: TenantTx, id: string): Promise<{ id: string; version: number }> {
  const [row] = await tx.rows<{ id: string; version: number }>(raise, [tx.clientId, id]);
  if (row === undefined) throw new Error('a broadcast that is held is gone');
  return row;
}

import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { Visibility } from '../../team/public.ts';
import { refusalCases } from '../state/eligibility.ts';
import type { MessageRow } from '../threads/rows-query.ts';
import type { OutgoingMessage, SendVerdict } from './send-repo.ts';

/** A scheduled message in the shape of a message, in the thread where it will be sent. */
export type ScheduledRow = MessageRow & {
  send_at: Date | number;
  cancelled_at: Date | null;
  marketing: boolean;
  meta_type: OutgoingMessage['metaType'];
  request_hash: Buffer;
};

/** `reply`: when the customer writes; the row has `infinity`, which PostgreSQL returns as a number. */
export type SendTime = Date | 'reply';

export function sendTimeOf({ send_at: at }: Pick<ScheduledRow, 'send_at'>): string {
  return at instanceof Date ? at.toISOString() : 'reply';
}

/** Scheduled messages `s` in the shape of messages, in their threads `t`. */
export const scheduledSelect = `
  select s.client_id, s.id, t.id as thread_id, t.channel_id, t.contact_id, 'OUTGOING' as direction, t.to_phone as "to",
    t.to_user_id, s.source, s.medium, s.type, 0::smallint as status,
    case when s.held_reason is null then 'scheduled' else 'held' end as send_state, 1 as attempt, s.held_reason, null as waiting_reason, null as error, s.content, s.context_message_id, null as reaction,
    null as extras, null as provider_message_id, s.request_hash, s.created_at, s.created_by,
    case when s.send_at = 'infinity' then s.created_at else s.send_at end as "timestamp",
    case when s.send_at = 'infinity' then s.created_at else s.send_at end as sort_at, s.version, s.send_at, s.cancelled_at, s.marketing, s.meta_type
  from scheduled_messages s
  join threads t on t.client_id = s.client_id and t.id = resolve_thread(s.client_id, s.thread_id)`;

const insertStatement = statement(
  'messaging.insert_scheduled',
  `insert into scheduled_messages (client_id, id, thread_id, send_at, source, medium, type, content, marketing,
     context_message_id, request_hash, created_by, meta_type)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'hex'), $12, $13) on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertScheduled(tx: TenantTx, message: OutgoingMessage, sendAt: SendTime): Promise<boolean> {
  const written = await tx.run(insertStatement, [
    tx.clientId,
    message.id,
    message.threadId,
    sendAt === 'reply' ? 'infinity' : sendAt,
    message.source,
    message.medium,
    message.type,
    JSON.stringify(message.content),
    message.marketing,
    message.contextMessageId,
    message.requestHash,
    message.createdBy,
    message.metaType,
  ]);
  return written === 1;
}

const scheduleFacts = {
  client: '$1',
  contact: 't.contact_id',
  to: 't.to_phone',
  source: '$6::text',
  type: '$7::text',
  channelKind: 'ch.kind',
  sandbox: 'ch.sandbox',
  clockOffsetMs: 'ch.clock_offset_ms',
  windowExpiresAt: 't.window_expires_at',
  blockedAt: 't.blocked_at',
  group: 't.group_id',
  groupFacts: 't.group_facts',
  content: '$8::jsonb',
  optedOutAt: 'c.opted_out_at',
  marketing: '$5::boolean',
};
const verdictStatement = statement(
  'messaging.verify_scheduled',
  `select case
     when t.id is null then 'thread_missing'
     when ch.id is null then 'channel_missing'
     when $4::uuid is not null and q.id is null then 'context_missing'
     ${refusalCases('schedule', scheduleFacts)}
     else 'ok' end as verdict
   from (select $2::uuid as id) one
   left join threads t on t.client_id = $1 and t.id = one.id
   left join shared_channels ch on ch.client_id = $1 and ch.id = $3 and ch.id = t.channel_id and ch.deleted_at is null
   left join shared_contacts c on c.client_id = $1 and c.id = t.contact_id
   left join messages q on q.client_id = $1 and q.id = $4 and q.thread_id = t.id`,
);

/** Whether a message could be sent now, apart from the reply window. */
export async function checkScheduled(
  tx: TenantTx,
  message: Pick<
    OutgoingMessage,
    'threadId' | 'channelId' | 'contextMessageId' | 'marketing' | 'source' | 'type' | 'content'
  >,
): Promise<SendVerdict> {
  const { threadId, channelId, contextMessageId, marketing, source, type, content } = message;
  const values = [tx.clientId, threadId, channelId, contextMessageId, marketing, source, type, JSON.stringify(content)];
  const [row] = await tx.rows<{ verdict: SendVerdict }>(verdictStatement, values);
  return row?.verdict ?? 'thread_missing';
}

const findStatement = statement(
  'messaging.find_scheduled',
  `${scheduledSelect} where s.client_id = $1 and s.id = any($2)`,
);

/** Cancelled ones too. */
export function findScheduled(tx: TenantTx, ids: readonly string[]): Promise<ScheduledRow[]> {
  return tx.rows(findStatement, [tx.clientId, ids]);
}

const listStatement = statement(
  'messaging.list_scheduled',
  `${scheduledSelect}
   where s.client_id = $1 and s.thread_id = any(array(select merged_threads($1, $2))) and s.cancelled_at is null
   order by s.send_at, s.id limit 500`,
);

/** The scheduled messages of a thread, the next one first. */
export function listScheduled(tx: TenantTx, threadId: string): Promise<ScheduledRow[]> {
  return tx.rows(listStatement, [tx.clientId, threadId]);
}

type SeenBy = Pick<Visibility, 'channelIds' | 'assigneeId' | 'groupIds'>;
const visible = `($2::uuid[] is null or t.channel_id = any($2))
  and ($3::uuid is null or t.assignee_id = $3 or t.assignee_group_id = any($4::uuid[]))`;
const allStatement = statement(
  'messaging.list_all_scheduled',
  `${scheduledSelect}
   where s.client_id = $1 and s.cancelled_at is null and ${visible} and (s.send_at, s.id) > ($5::timestamptz, $6::uuid)
   order by s.send_at, s.id limit $7`,
);

/** A position in the list of all; `at` may be `infinity`. */
export type ScheduledPosition = { at: string; id: string };

/** The scheduled messages that a member may see, the next one first. */
export function listAllScheduled(
  tx: TenantTx,
  { channelIds, assigneeId, groupIds }: SeenBy,
  after: ScheduledPosition,
  limit: number,
): Promise<ScheduledRow[]> {
  return tx.rows(allStatement, [tx.clientId, channelIds, assigneeId, groupIds, after.at, after.id, limit]);
}

const countStatement = statement(
  'messaging.count_scheduled_threads',
  `select count(distinct t.id)::int as n from scheduled_messages s
   join threads t on t.client_id = s.client_id and t.id = resolve_thread(s.client_id, s.thread_id)
   where s.client_id = $1 and s.cancelled_at is null and ${visible}`,
);

/** How many conversations that a member may see have scheduled messages. */
export async function countScheduledThreads(
  tx: TenantTx,
  { channelIds, assigneeId, groupIds }: SeenBy,
): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(countStatement, [tx.clientId, channelIds, assigneeId, groupIds]);
  return row?.n ?? 0;
}

const lockStatement = statement(
  'messaging.lock_scheduled',
  'select id from scheduled_messages where client_id = $1 and id = $2 for update',
);

/** Locks a scheduled or cancelled message until commit. @returns null when it was sent */
export async function lockScheduled(tx: TenantTx, id: string): Promise<ScheduledRow | null> {
  if ((await tx.rows(lockStatement, [tx.clientId, id])).length === 0) return null;
  const [row] = await findScheduled(tx, [id]);
  return row ?? null;
}

const lockDueStatement = statement(
  'messaging.lock_due_scheduled',
  `select s.id from scheduled_messages s
   join threads t on t.client_id = s.client_id and t.id = resolve_thread(s.client_id, s.thread_id)
   join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id and c.deleted_at is null
   where s.client_id = $1 and s.cancelled_at is null and s.held_reason is null and s.send_at <= now()
   order by s.send_at, s.id limit $2 for update of s skip locked`,
);

// Rows of a removed channel stay in the list, where members see the reason.
const parkStatement = statement(
  'messaging.park_due_scheduled',
  `with gone as (
     select s.id from scheduled_messages s
     join threads t on t.client_id = s.client_id and t.id = resolve_thread(s.client_id, s.thread_id)
     join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id and c.deleted_at is not null
     where s.client_id = $1 and s.cancelled_at is null and s.held_reason is null and s.send_at <= now()
     order by s.send_at, s.id limit $2 for update of s skip locked
   )
   update scheduled_messages s set held_reason = 'channel_removed', version = s.version + 1
   from gone where s.client_id = $1 and s.id = gone.id returning s.id, s.version`,
);

/** Puts messages on hold whose time has come and whose channel was removed. */
export function parkDueScheduled(tx: TenantTx, limit: number): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(parkStatement, [tx.clientId, limit]);
}

/** Locks messages whose time has come until commit, in the order of their times. */
export async function lockDueScheduled(tx: TenantTx, limit: number): Promise<ScheduledRow[]> {
  const due = await tx.rows<{ id: string }>(lockDueStatement, [tx.clientId, limit]);
  const rows = new Map(
    (
      await findScheduled(
        tx,
        due.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return due.flatMap(({ id }) => rows.get(id) ?? []);
}

const changeStatement = statement(
  'messaging.change_scheduled',
  `update scheduled_messages set send_at = coalesce($3, send_at),
     cancelled_at = case when $3::timestamptz is null then cancelled_at end,
     held_reason = case when $3::timestamptz is null then held_reason end, content = coalesce($4, content),
     marketing = coalesce($5, marketing), created_by = case when $4::jsonb is null then created_by else $6 end,
     version = version + 1
   where client_id = $1 and id = $2`,
);

/** @param change.author who the message is from now on, when its content changes */
export async function changeScheduled(
  tx: TenantTx,
  id: string,
  change: { sendAt?: SendTime | undefined; content?: Record<string, unknown>; marketing?: boolean; author: string },
): Promise<void> {
  const { sendAt, content, marketing, author } = change;
  const written = content === undefined ? null : JSON.stringify(content);
  await tx.run(changeStatement, [
    tx.clientId,
    id,
    sendAt === 'reply' ? 'infinity' : (sendAt ?? null),
    written,
    marketing ?? null,
    author,
  ]);
}

const cancelStatement = statement(
  'messaging.cancel_scheduled',
  `update scheduled_messages set cancelled_at = now(), version = version + 1 where client_id = $1 and id = $2
   returning version`,
);

/** @returns its version */
export async function cancelScheduled(tx: TenantTx, id: string): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(cancelStatement, [tx.clientId, id]);
  if (row === undefined) throw new Error('a locked scheduled message is gone');
  return row.version;
}

const deleteStatement = statement(
  'messaging.delete_scheduled',
  'delete from scheduled_messages where client_id = $1 and id = any($2)',
);

export async function deleteScheduled(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, ids]);
}

const dueAccountsStatement = statement(
  'messaging.list_accounts_with_due',
  `select distinct client_id from scheduled_messages
   where cancelled_at is null and held_reason is null and send_at <= now()`,
);

/** Accounts with messages whose time has come. */
export async function listAccountsWithDue(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(dueAccountsStatement)).map((row) => row.client_id);
}

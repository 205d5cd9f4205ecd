import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { insertChanges, type NewChange, placeChangesOf } from '../../sync/public.ts';
import { refusalCases } from '../state/eligibility.ts';
import { valuesOf } from '../state/state-sql.ts';
import { heldByOther } from '../threads/holder-repo.ts';
import { isAnsweredByMember } from '../threads/member-answers-repo.ts';
import { isAssignedToOther } from '../threads/only-assignee-query.ts';
import { type MessageRow, messageColumns } from '../threads/rows-query.ts';

/** A message to send in an existing thread. */
export type OutgoingMessage = {
  id: string;
  triggerId: string;
  threadId: string;
  channelId: string;
  source: MessageRow['source'];
  medium: MessageRow['medium'];
  type: MessageRow['type'];
  content: Record<string, unknown>;
  /** Refused for contacts who opted out of marketing. */
  marketing: boolean;
  contextMessageId: string | null;
  confirmSeen: string | null;
  requestHash: string;
  createdBy: string;
  metaType: 'individual' | 'campaign' | 'automation' | 'api';
  priority: number;
  /** It was a scheduled message until now, whose row is deleted afterwards. */
  wasScheduled?: boolean;
  /** The dispatcher alone checks whether it may be sent: a refusal is shown in the thread. */
  unchecked?: boolean;
  /** Refused while a member answers the conversation. */
  yields?: boolean;
  /** Kept with the message for the program that sends it. */
  callbackData?: string | undefined;
  /** The author's draft of the thread is emptied with it, unless it was changed later than this. */
  clearDraftAt?: Date;
};

export type SendVerdict =
  | 'ok'
  | 'exists'
  | 'id_taken'
  | 'thread_missing'
  | 'channel_missing'
  | 'window_closed'
  | 'thread_changed'
  | 'assigned_to_other'
  | 'member_answers'
  | 'context_missing'
  | 'blocked'
  | 'not_in_groups'
  | 'group_closed'
  | 'suppressed'
  | 'no_marketing'
  | 'marketing_limit'
  | 'not_a_test_phone';

const lockStatement = statement(
  'messaging.lock_threads',
  'select id from threads where client_id = $1 and id = any($2) order by id for no key update',
);

/** Locks a thread until commit: sending to it and scheduling wait for each other. */
export async function lockThread(tx: TenantTx, id: string): Promise<void> {
  await tx.rows(lockStatement, [tx.clientId, [id]]);
}

const acceptFacts = {
  client: '$1',
  contact: 't.contact_id',
  to: 't.to_phone',
  source: 'i.source',
  type: 'i.type',
  channelKind: 'ch.kind',
  sandbox: 'ch.sandbox',
  clockOffsetMs: 'ch.clock_offset_ms',
  windowExpiresAt: 't.window_expires_at',
  blockedAt: 't.blocked_at',
  group: 't.group_id',
  groupFacts: 't.group_facts',
  content: 'i.content',
  optedOutAt: 'c.opted_out_at',
  marketing: 'i.marketing',
  ofBroadcast: `i.source in ('BROADCAST', 'BROADCAST_SANDBOX')`,
};

/*
 * Validates and inserts a send: message, trigger, thread and change rows. The statement before locked the threads, so
 * they read here as they will be at commit. A message sorts after everything its thread holds, whatever the provider's
 * clock says, because its author had seen that; otherwise by the channel's clock, like the customer's messages.
 * A bot's message does not end the customer's wait for a person. A new thread may name its first message already
 * (ensureThreads): it is not written again then, unless the message is refused.
 * `offset 0` keeps each look-up by key: for an input of unknown length the planner would read all threads of the account.
 */
const sendStatement = statement(
  'messaging.insert_outgoing',
  `with input as materialized (
     select * from jsonb_to_recordset($2::jsonb) as x(ord int, id uuid, trigger_id uuid, thread_id uuid, channel_id uuid,
       source text, medium text, type text, content jsonb, marketing boolean, context_message_id uuid, confirm_seen uuid,
       request_hash text, created_by text, meta_type text, priority smallint, unchecked boolean,
       was_scheduled boolean, yields boolean, extras jsonb)
   ), checked as materialized (
     select i.*, t.contact_id, t.to_phone, t.to_user_id, t.last_message_id, c.name as contact_name,
       f.named, case when f.named then t.last_sort_at
         else greatest(date_trunc('milliseconds', statement_timestamp()) + ch.clock_offset_ms * interval '1 millisecond',
           t.last_sort_at + interval '1 millisecond') end as next_sort_at,
       q.provider_message_id as context_provider_id,
       case when f.named then t.last_message_at else date_trunc('milliseconds', clock_timestamp()) end as at,
       case
         when e.id is not null then 'exists'
         when p.id is not null then 'id_taken'
         when t.id is null then 'thread_missing'
         when ch.id is null then 'channel_missing'
         when i.unchecked then 'ok'
         when i.context_message_id is not null and q.id is null then 'context_missing'
         ${refusalCases('accept', acceptFacts)}
         when i.meta_type = 'individual' and i.source <> 'BROADCAST_SANDBOX' and not i.was_scheduled
           and ${isAssignedToOther({ client: '$1', assignee: 't.assignee_id', author: 'i.created_by' })} then 'assigned_to_other'
         when i.confirm_seen is not null and exists (
           select from messages seen join messages n on n.client_id = $1 and n.thread_id = i.thread_id
             and (n.sort_at, n.id) > (seen.sort_at, seen.id)
           where seen.client_id = $1 and seen.id = i.confirm_seen and seen.thread_id = i.thread_id
             and n.direction = 'OUTGOING' and n.created_by <> i.created_by
         ) then 'thread_changed'
         when i.yields and i.type <> 'template' and ${isAnsweredByMember('$1', 'i.thread_id')} then 'member_answers'
         else 'ok'
       end as verdict
     from input i
     left join lateral (select * from threads where client_id = $1 and id = i.thread_id offset 0) t on true
     cross join lateral (select t.last_message_id is not distinct from i.id as named) f
     left join lateral (
       select * from shared_channels where client_id = $1 and id = i.channel_id and id = t.channel_id and deleted_at is null offset 0
     ) ch on true
     left join lateral (select name, opted_out_at from shared_contacts where client_id = $1 and id = t.contact_id offset 0) c on true
     left join lateral (
       select id, provider_message_id, thread_id from messages where client_id = $1 and id = i.context_message_id offset 0
     ) q on q.thread_id = i.thread_id
     left join lateral (select id from messages where client_id = $1 and id = i.id offset 0) e on true
     left join lateral (
       select id from scheduled_messages where client_id = $1 and id = i.id and not i.was_scheduled offset 0
     ) p on true
   ), made as (
     insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", to_user_id, source, medium,
       type, status, send_state, content, context_message_id, context_provider_id, request_hash, created_by, created_at,
       "timestamp", sort_at, extras)
     select $1, id, thread_id, channel_id, contact_id, 'OUTGOING', to_phone, to_user_id, source, medium, type,
       ${valuesOf('waiting')}, content, context_message_id, context_provider_id, decode(request_hash, 'hex'), created_by, at, at,
       next_sort_at + (row_number() over (partition by thread_id order by ord) - 1) * interval '1 millisecond', extras
     from checked where verdict = 'ok' order by ord
     on conflict (client_id, id) do nothing
     returning *
   ), trigger_rows as (
     insert into triggers (client_id, id, message_id, channel_id, thread_id, kind, meta_data, payload, created_by, priority)
     select $1, k.trigger_id, m.id, m.channel_id, m.thread_id, 'message',
       jsonb_build_object('type', k.meta_type, 'client_id', $1::uuid, 'channel_id', m.channel_id, 'thread_id', m.thread_id,
         'message_id', m.id, 'to', m."to", 'name', k.contact_name),
       jsonb_build_object('to', '+' || m."to", 'type', m.type, m.type, m.content),
       m.created_by, k.priority
     from made m join checked k on k.id = m.id order by k.ord
   ), last as (
     select distinct on (m.thread_id) m.thread_id, m.id, m."timestamp", m.sort_at, m.source, m.type <> 'template' as takes_over,
       m.created_by
     from made m join checked k on k.id = m.id where not k.named order by m.thread_id, m.sort_at desc, m.id desc
   ), moved as (
     update threads t set
       last_message_id = case when newer then last.id else t.last_message_id end,
       last_message_at = case when newer then last."timestamp" else t.last_message_at end,
       last_sort_at = case when newer then last.sort_at else t.last_sort_at end,
       holder = case when t.holder is not null and last.takes_over then 'us' else t.holder end,
       holder_at = case when t.holder is not null and last.takes_over then last."timestamp" else t.holder_at end,
       waiting_since = case when not newer or last.source = 'AUTOMATION' then t.waiting_since end,
       version = t.version + 1
     from (select l.*, (l.sort_at, l.id) > (coalesce(o.last_sort_at, '-infinity'), coalesce(o.last_message_id, l.id)) as newer
       from last l join threads o on o.client_id = $1 and o.id = l.thread_id) last
     where t.client_id = $1 and t.id = last.thread_id
     returning t.id, t.version
   ), taken as (
     -- The activity says who took over from Meta's agent, as it does of the button.
     insert into thread_events (client_id, id, thread_id, kind, detail, created_by)
     select $1, gen_random_uuid(), t.id, 'holder', '{"holder": "us", "by_message": true}', last.created_by
     from last join threads t on t.client_id = $1 and t.id = last.thread_id where last.takes_over and ${heldByOther}
     returning id, version
   ), unnamed as (
     update threads t set last_message_id = null, last_message_at = null, last_sort_at = null
     from checked k where k.named and k.verdict not in ('ok', 'exists') and t.client_id = $1 and t.id = k.thread_id
   ), fresh as materialized (
     select row_number() over () as ord, f.* from (
       select 'messages' as collection, id::text as row_id, 'NEW' as marker, version from made
       union all
       select 'threads', id::text, 'MODIFIED', version from moved
       union all
       select 'thread_events', id::text, 'NEW', version from taken
     ) f
   ), fed as (
     ${insertChanges}
     select $1, collection, row_id, marker, version from fresh where $3 = 'added' order by ord
   ), ${placeChangesOf('fresh', `$3 = 'placed'`)}
   select k.ord, k.verdict, k.last_message_id as newest_message_id,
     case when k.ord = 0 and $3 = 'returned' then (
       select jsonb_agg(jsonb_build_object('clientId', $1::uuid, 'collection', collection, 'id', row_id, 'marker', marker,
         'version', version) order by ord) from fresh) end as changes,
     ${messageColumns('m')} from checked k left join made m on m.id = k.id order by k.ord`,
);

export type SendResult = {
  ord: number;
  verdict: SendVerdict;
  /** The newest message of the thread before this one. */
  newest_message_id: string | null;
} & { [K in keyof MessageRow]: MessageRow[K] | null };

/** A result with what its caller publishes, of which the first has all. */
type WrittenRow = SendResult & { changes: NewChange[] | null };

/**
 * How changes are published: `placed` by the statement, which ends the transaction; `added` to those that the sequencer
 * places; `returned` to the caller.
 */
type Publishing = 'placed' | 'added' | 'returned';

/**
 * Inserts a batch of one account. Its last statement is sent together with COMMIT. The caller notifies `changes`.
 * @returns one row per message, in order
 */
export function sendMessages(tx: TenantTx, messages: readonly OutgoingMessage[]): Promise<SendResult[]> {
  return writeMessages(tx, tx.final, messages, 'placed');
}

/** The same, for a transaction that continues afterwards. The caller notifies `changes_new`. */
export function addMessages(tx: TenantTx, messages: readonly OutgoingMessage[]): Promise<SendResult[]> {
  return writeMessages(tx, tx, messages, 'added');
}

/** The same, for a transaction that ends with placing these changes among others of its own. */
export async function addUnpublished(
  tx: TenantTx,
  messages: readonly OutgoingMessage[],
): Promise<{ results: SendResult[]; changes: NewChange[] }> {
  const results = await writeMessages(tx, tx, messages, 'returned');
  return { results, changes: results[0]?.changes ?? [] };
}

async function writeMessages(
  tx: TenantTx,
  last: Executor,
  messages: readonly OutgoingMessage[],
  publishing: Publishing,
): Promise<WrittenRow[]> {
  const locked = tx.rows(lockStatement, [tx.clientId, messages.map((message) => message.threadId)]);
  const sent = last.rows<WrittenRow>(sendStatement, [
    tx.clientId,
    JSON.stringify(
      messages.map((message, ord) => ({
        ord,
        id: message.id,
        trigger_id: message.triggerId,
        thread_id: message.threadId,
        channel_id: message.channelId,
        source: message.source,
        medium: message.medium,
        type: message.type,
        content: message.content,
        marketing: message.marketing,
        context_message_id: message.contextMessageId,
        confirm_seen: message.confirmSeen,
        request_hash: message.requestHash,
        created_by: message.createdBy,
        meta_type: message.metaType,
        priority: message.priority,
        unchecked: message.unchecked ?? false,
        was_scheduled: message.wasScheduled ?? false,
        yields: message.yields ?? false,
        ...(message.callbackData !== undefined && { extras: { callback_data: message.callbackData } }),
      })),
    ),
    publishing,
  ]);
  const [, rows] = await Promise.all([locked, sent]);
  return rows;
}

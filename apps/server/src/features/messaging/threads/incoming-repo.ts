import { rfc3339 } from '../../../platform/db/rfc3339.ts';
import { type Executor, statement } from '../../../platform/db/sql.ts';

/*
 * Inserts messages and updates their threads in one statement; the statements before created and locked the threads. The
 * provider's times are whole seconds: a message sorts after those of the same second in its thread, a millisecond apart.
 * It never leaves its second, or a late one would stand behind the next second's; in the last millisecond the ids sort.
 * Only a late message has to search the messages for that. A row with `counts` was sent by the customer now: it is unread
 * and opens the reply window of 24 hours. A `quiet` one only opens the window: an answer to the question for a rating, and
 * what another sender of the number answers (`standby`). By the field in which the customer's newest message came, it is
 * known who holds the conversation: in the second of a member's act after it, in that of a handover before it.
 *
 * No statistics decide how rows are found: of tables that were empty when a plan was made, PostgreSQL would read all
 * threads of the account for every message. `offset 0` and `limit` keep each look-up by key, an order is only in the
 * right index, and a conflict finds the thread to update by the index that it names.
 *
 * A message that was to be sent when the customer writes is due now.
 *
 * What answers the customer (`ends_wait`) ends their wait; what does not count leaves it, which `-infinity` says.
 */
const insertStatement = statement(
  'messaging.insert_incoming',
  `with input as materialized (
     select x.*, date_trunc('second', x.at) as second
     from jsonb_to_recordset($1::jsonb) as x(ord int, client_id uuid, id uuid, channel_id uuid, contact_id uuid,
       "to" text, to_user_id text, type text, content jsonb, context_provider_id text, provider_id text, flags jsonb,
       at timestamptz, direction text, medium text, status smallint, send_state text, extras jsonb, counts boolean, quiet boolean,
       standby boolean, ends_wait boolean, created_by text)
   ), found as materialized (
     select i.*, t.id as thread_id, t.state as thread_state, t.last_sort_at, q.id as context_id
     from input i
     cross join lateral (
       select id, state, last_sort_at from threads
       where client_id = i.client_id and channel_id = i.channel_id and contact_id = i.contact_id offset 0
     ) t
     left join lateral (
       select id from messages
       where client_id = i.client_id and channel_id = i.channel_id
         and provider_message_id between i.context_provider_id and i.context_provider_id
       order by provider_message_id limit 1
     ) q on true
   ), made as materialized (
     insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", to_user_id, source, medium,
       type, status, send_state, content, context_message_id, context_provider_id, provider_message_id, flags, created_by,
       "timestamp", sort_at, extras)
     select x.client_id, x.id, x.thread_id, x.channel_id, x.contact_id, x.direction, x."to", x.to_user_id, 'INBOX', x.medium,
       x.type, x.status, x.send_state, x.content, x.context_id, x.context_provider_id, x.provider_id,
       (select array_agg(f) from jsonb_array_elements_text(x.flags) f), x.created_by, x.at,
       least(case
         when x.last_sort_at is null or x.last_sort_at < x.second then x.second
         when x.last_sort_at < x.second + interval '1 second' then x.last_sort_at + interval '1 millisecond'
         else coalesce((
           select max(m.sort_at) + interval '1 millisecond' from messages m
           where m.client_id = x.client_id and m.thread_id = x.thread_id and m.sort_at >= x.second
             and m.sort_at < x.second + interval '1 second'
         ), x.second)
       end + (row_number() over (partition by x.client_id, x.thread_id, x.second order by x.ord) - 1) * interval '1 millisecond',
         x.second + interval '999 milliseconds'),
       x.extras
     from found x
     order by x.ord
     on conflict (client_id, channel_id, provider_message_id) where provider_message_id is not null do nothing
     returning client_id, id, thread_id, "timestamp", sort_at, version
   ), last as (
     select distinct on (m.client_id, m.thread_id) m.client_id, m.thread_id, x.channel_id, x.contact_id, m.id,
       m."timestamp", m.sort_at, count(*) filter (where x.counts and not x.quiet) over thread as n,
       max(m."timestamp") filter (where x.counts) over thread + interval '24 hours' as window_expires_at,
       max(m."timestamp") filter (where x.counts and x.standby) over thread as standby_at,
       max(m."timestamp") filter (where x.counts) over thread as heard_at,
       case when not x.ends_wait then coalesce(min(m."timestamp") filter (where x.counts and not x.quiet) over thread, '-infinity')
         end as waiting_since,
       x.thread_state = 'DONE' and bool_or(x.counts and not x.quiet) over thread as reopened
     from made m join found x on x.id = m.id
     window thread as (partition by m.client_id, m.thread_id)
     order by m.client_id, m.thread_id, m.sort_at desc, m.id desc
   ), touched as (
     insert into threads as t (client_id, id, channel_id, contact_id, unread_count, window_expires_at, waiting_since,
       last_message_id, last_message_at, last_sort_at, received_count, holder, holder_at)
     select client_id, thread_id, channel_id, contact_id, n, window_expires_at, waiting_since, id, "timestamp", sort_at, n,
       case when standby_at = heard_at then 'ai_agent' else 'us' end, heard_at
     from last
     on conflict (client_id, channel_id, contact_id) do update set
       unread_count = t.unread_count + excluded.unread_count,
       received_count = t.received_count + excluded.unread_count,
       state = case when excluded.unread_count = 0 then t.state else 'ACTIVE' end,
       snoozed_until = case when excluded.unread_count = 0 then t.snoozed_until end,
       window_expires_at = greatest(t.window_expires_at, excluded.window_expires_at),
       (holder, holder_at) = (
         select case when excluded.holder <> 'us' or t.holder is not null then excluded.holder end, excluded.holder_at
         where t.holder_at is null or excluded.holder_at <> t.holder_at and excluded.holder_at + interval '1 second' > t.holder_at
         union all select t.holder, t.holder_at limit 1
       ),
       (last_message_id, last_message_at, last_sort_at, waiting_since) = (
         select excluded.last_message_id, excluded.last_message_at, excluded.last_sort_at,
           case when excluded.waiting_since = '-infinity' then t.waiting_since
             when excluded.waiting_since is not null then coalesce(t.waiting_since, excluded.waiting_since) end
         where t.last_sort_at is null or (excluded.last_sort_at, excluded.last_message_id)
           > (t.last_sort_at, coalesce(t.last_message_id, excluded.last_message_id))
         union all
         select t.last_message_id, t.last_message_at, t.last_sort_at, t.waiting_since
         limit 1
       ),
       version = t.version + 1
     returning t.client_id, t.id, t.version
   ), events as (
     insert into thread_events (client_id, id, thread_id, kind, created_by)
     select client_id, gen_random_uuid(), thread_id, 'reopened', 'webhook' from last where reopened
     returning client_id, id, version
   ), answers as (
     update scheduled_messages s set send_at = now(), version = s.version + 1
     from (
       select p.client_id, p.id from last l cross join lateral (
         select client_id, id from scheduled_messages
         where client_id = l.client_id and thread_id = l.thread_id and send_at = 'infinity' and cancelled_at is null
           and held_reason is null offset 0
       ) p where l.n > 0
     ) p
     where s.client_id = p.client_id and s.id = p.id and s.send_at = 'infinity'
     returning s.client_id, s.id, s.version
   )
   select 'messages' as collection, client_id, id, version from made
   union all
   select 'threads', client_id, id, version from touched
   union all
   select 'thread_events', client_id, id, version from events
   union all
   select 'scheduled_messages', client_id, id, version from answers`,
);

const fillStatement = statement(
  'messaging.fill_placeholders',
  `update messages m set type = x.type, content = x.content, version = m.version + 1
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, provider_id text, type text, content jsonb)
   where m.client_id = x.client_id and m.channel_id = x.channel_id and m.provider_message_id = x.provider_id
     and m.type = 'unsupported' and m.content->'raw'->>'type' = 'media_placeholder'
   returning m.client_id, m.id, m.version, m.channel_id, m.provider_message_id as provider_id`,
);

// A removed reaction stays as a row without an emoji, so that a delayed older one does not restore it.
const reactStatement = statement(
  'messaging.set_reactions',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb)
       as x(client_id uuid, channel_id uuid, provider_id text, emoji text, at timestamptz, side text)
   ), locked as materialized (
     select m.client_id, m.id, m.channel_id, m.reaction, i.provider_id, i.emoji, i.at, i.side from messages m
     join input i on i.client_id = m.client_id and i.channel_id = m.channel_id and i.provider_id = m.provider_message_id
     order by m.client_id, m.id for update of m
   ), newer as (
     select client_id, id, jsonb_object_agg(side, case when side = 'ours' then '{"by": "webhook"}'::jsonb else '{}'::jsonb end
       || jsonb_build_object('emoji', emoji, 'at', ${rfc3339('at')})) as sides
     from locked where coalesce((reaction->side->>'at')::timestamptz, '-infinity') <= at group by client_id, id
   ), changed as (
     update messages m set version = m.version + 1, reaction = coalesce(m.reaction, '{}'::jsonb) || n.sides
     from newer n where m.client_id = n.client_id and m.id = n.id
     returning m.client_id, m.id, m.version
   )
   select l.client_id, l.id, l.channel_id, l.provider_id, l.side, c.version
   from locked l left join changed c on c.client_id = l.client_id and c.id = l.id`,
);

/** A changed row with its new version. */
export type ChangedRow = { client_id: string; id: string; version: number };

/** Parameters as one JSON array, with the column names of the statement. */
type Rows = readonly Record<string, unknown>[];

/**
 * Inserts messages in the order of the list and updates their threads; a message whose provider id exists is skipped.
 * @returns the new messages, the threads that changed, the lines of those that were reopened, and the scheduled messages that are due
 */
export function insertIncoming(
  tx: Executor,
  rows: Rows,
): Promise<Array<ChangedRow & { collection: 'messages' | 'threads' | 'thread_events' | 'scheduled_messages' }>> {
  return tx.rows(insertStatement, [JSON.stringify(rows)]);
}

/** Files of past messages, which come after their placeholders and under the same ids. @returns what was filled */
export function fillPlaceholders(
  tx: Executor,
  rows: Rows,
): Promise<Array<ChangedRow & { channel_id: string; provider_id: string }>> {
  return tx.rows(fillStatement, [JSON.stringify(rows)]);
}

/** A message with a reaction; `version` is null when a later reaction was stored. */
export type ReactedRow = Omit<ChangedRow, 'version'> & {
  channel_id: string;
  provider_id: string;
  side: string;
  version: number | null;
};

/**
 * Sets reactions of either side (`theirs`, or `ours` from the phone app) unless a later one is stored; a message may have
 * one of each side, and in a group one of each person.
 * @returns the messages that exist
 */
export function setReactions(tx: Executor, rows: Rows): Promise<ReactedRow[]> {
  return tx.rows(reactStatement, [JSON.stringify(rows)]);
}

const contactStatement = statement(
  'messaging.find_recipient',
  `select id, contact_id, "to", to_user_id, case when type = 'template' then content->>'name' end as template_name,
     case when type = 'template' then coalesce(content->'language'->>'code', content->>'language') end as template_language
   from messages where client_id = $1 and channel_id = $2 and (id = $3 or provider_message_id = $4) limit 1`,
);

export type Recipient = {
  id: string;
  contact_id: string;
  to: string | null;
  to_user_id: string | null;
  /** Null unless the message was made from a template. */
  template_name: string | null;
  template_language: string | null;
};

/** The message of a failure, by our id or the provider's; null when it is not stored. */
export async function findRecipientOfMessage(
  tx: Executor,
  {
    clientId,
    channelId,
    messageId,
    providerId,
  }: {
    clientId: string;
    channelId: string;
    messageId: string | null;
    providerId: string | null;
  },
): Promise<Recipient | null> {
  const values = [clientId, channelId, messageId, providerId];
  const [row] = await tx.rows<Recipient>(contactStatement, values);
  return row ?? null;
}

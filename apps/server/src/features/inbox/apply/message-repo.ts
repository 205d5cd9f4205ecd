import { type Executor, statement } from '../../../platform/db/sql.ts';

/*
 * Messages and what they do to their threads, in one statement. The threads are there and locked: the statements before
 * made and locked them. What is newest decides by (provider's second, arrival), as everywhere. What `counts` was written by
 * the customer just now: it is unread and opens the window. 24 hours: a customer may be answered freely for this long
 * after they wrote.
 */
const insertStatement = statement(
  'messages_insert_incoming',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb) as x(ord int, client_id uuid, id uuid, channel_id uuid, contact_id uuid,
       "to" text, to_user_id text, type text, content jsonb, context_provider_id text, provider_id text, flags jsonb,
       at timestamptz, direction text, medium text, status smallint, send_state text, extras jsonb, counts boolean)
   ), made as (
     insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", to_user_id, source, medium,
       type, status, send_state, content, context_message_id, context_provider_id, provider_message_id, flags, created_by,
       "timestamp", sort_at, extras)
     select x.client_id, x.id, t.id, x.channel_id, x.contact_id, x.direction, x."to", x.to_user_id, 'INBOX', x.medium,
       x.type, x.status, x.send_state, x.content, q.id, x.context_provider_id, x.provider_id,
       (select array_agg(f) from jsonb_array_elements_text(x.flags) f), 'webhook', x.at, date_trunc('second', x.at), x.extras
     from input x
     join threads t on t.client_id = x.client_id and t.channel_id = x.channel_id and t.contact_id = x.contact_id
     left join messages q on q.client_id = x.client_id and q.channel_id = x.channel_id
       and q.provider_message_id = x.context_provider_id
     order by x.ord
     on conflict (client_id, channel_id, provider_message_id) where provider_message_id is not null do nothing
     returning client_id, id, thread_id, "timestamp", sort_at, arrival, version
   ), counted as materialized (
     select m.client_id, m.thread_id, count(*) as n, max(m."timestamp") as newest
     from made m join input x on x.id = m.id where x.counts group by m.client_id, m.thread_id
   ), last as materialized (
     select distinct on (client_id, thread_id) client_id, thread_id, id, "timestamp", sort_at, arrival
     from made
     order by client_id, thread_id, sort_at desc, arrival desc
   ), touched as (
     update threads t set
       unread_count = t.unread_count + coalesce(l.n, 0),
       state = case when l.n is null then t.state else 'ACTIVE' end,
       window_expires_at = greatest(t.window_expires_at, l.newest + interval '24 hours'),
       last_message_id = case when l.is_newer then l.id else t.last_message_id end,
       last_message_at = case when l.is_newer then l."timestamp" else t.last_message_at end,
       last_sort_at = case when l.is_newer then l.sort_at else t.last_sort_at end,
       last_arrival = case when l.is_newer then l.arrival else t.last_arrival end,
       version = t.version + 1
     from (
       select k.*, d.n, d.newest, (k.sort_at, k.arrival) > (coalesce(o.last_sort_at, '-infinity'), coalesce(o.last_arrival, 0)) as is_newer
       from last k join threads o on o.client_id = k.client_id and o.id = k.thread_id
       left join counted d on d.client_id = k.client_id and d.thread_id = k.thread_id
     ) l
     where t.client_id = l.client_id and t.id = l.thread_id
     returning t.client_id, t.id, t.version
   )
   select 'messages' as collection, client_id, id, version from made
   union all
   select 'threads', client_id, id, version from touched`,
);

// A reaction taken back stays as one without an emoji, so that an older one that comes late does not put it back.
const reactStatement = statement(
  'messages_react_incoming',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb)
       as x(client_id uuid, channel_id uuid, provider_id text, emoji text, at timestamptz, side text)
   ), locked as materialized (
     select m.client_id, m.id, m.channel_id, i.provider_id, i.emoji, i.at, i.side from messages m
     join input i on i.client_id = m.client_id and i.channel_id = m.channel_id and i.provider_id = m.provider_message_id
     order by m.client_id, m.id for update of m
   ), changed as (
     update messages m set version = m.version + 1,
       reaction = jsonb_set(coalesce(m.reaction, '{}'::jsonb), array[l.side], case when l.side = 'ours' then '{"by": "webhook"}'::jsonb else '{}'::jsonb end
         || jsonb_build_object('emoji', l.emoji,
         'at', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
     from locked l
     where m.client_id = l.client_id and m.id = l.id
       and coalesce((m.reaction->l.side->>'at')::timestamptz, '-infinity') <= l.at
     returning m.client_id, m.id, m.version
   )
   select l.client_id, l.id, l.channel_id, l.provider_id, l.side, c.version
   from locked l left join changed c on c.client_id = l.client_id and c.id = l.id`,
);

/** A row that changed, with the version it has now. */
export type ChangedRow = { client_id: string; id: string; version: number };

/** Parameters travel as one JSON list in the column names of the statement. */
type Rows = readonly Record<string, unknown>[];

/**
 * Writes messages in the order of the list and what they do to their threads; a message whose provider id is there
 * already is left out.
 * @returns the new messages and the threads that changed
 */
export function insertIncoming(
  tx: Executor,
  rows: Rows,
): Promise<Array<ChangedRow & { collection: 'messages' | 'threads' }>> {
  return tx.rows(insertStatement, [JSON.stringify(rows)]);
}

/** A message reacted to; `version` is null when a later reaction was there already. */
export type ReactedRow = Omit<ChangedRow, 'version'> & {
  channel_id: string;
  provider_id: string;
  side: string;
  version: number | null;
};

/** Sets reactions of either side (`theirs`, or `ours` from the phone app) unless a later one is there. @returns the messages that are known */
export function setTheirReactions(tx: Executor, rows: Rows): Promise<ReactedRow[]> {
  return tx.rows(reactStatement, [JSON.stringify(rows)]);
}

const contactStatement = statement(
  'messages_contact_of',
  `select id, contact_id, "to", to_user_id from messages
   where client_id = $1 and channel_id = $2 and (id = $3 or provider_message_id = $4) limit 1`,
);

export type Recipient = { id: string; contact_id: string; to: string | null; to_user_id: string | null };

/** The message a failure is about, by our id or the provider's; null when it is not here. */
export async function contactOfMessage(
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

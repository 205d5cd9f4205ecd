import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * Inserts messages of the past, in threads that are locked. They are history: nothing is unread, no window opens, nobody
 * waits, and no change of the feed names them, so that nothing follows from them. A time in whole seconds or minutes is
 * that of several messages, which stand a millisecond apart in the order of the rows, like those of WhatsApp. An id that
 * exists, or a message that WhatsApp has sent, stays as it is.
 */
const insertStatement = statement(
  'messaging.insert_history',
  `with input as materialized (
     select x.*, date_trunc('second', x.at) as second
     from jsonb_to_recordset($2::jsonb) as x(ord int, id uuid, thread_id uuid, channel_id uuid, contact_id uuid, "to" text,
       direction text, type text, status smallint, send_state text, content jsonb, provider_id text, quoted_id uuid,
       created_by text, at timestamptz, extras jsonb)
   ), fresh as materialized (
     select x.* from input x where not exists (select from messages m where m.client_id = $1 and m.id = x.id)
   ), made as materialized (
     insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type, status,
       send_state, content, context_message_id, provider_message_id, created_by, "timestamp", sort_at, extras)
     select $1, x.id, x.thread_id, x.channel_id, x.contact_id, x.direction, x."to", 'INBOX', 'API', x.type, x.status, x.send_state,
       x.content, (
         select q.id from input q where q.id = x.quoted_id and q.thread_id = x.thread_id
         union select m.id from messages m where m.client_id = $1 and m.id = x.quoted_id and m.thread_id = x.thread_id
       ), x.provider_id, x.created_by, x.at,
       case when x.at > x.second then x.at else least(coalesce((
           select max(m.sort_at) + interval '1 millisecond' from messages m
           where m.client_id = $1 and m.thread_id = x.thread_id and m.sort_at >= x.second
             and m.sort_at < x.second + interval '1 second'
         ), x.second) + (row_number() over (partition by x.thread_id, x.second order by x.ord) - 1) * interval '1 millisecond',
         x.second + interval '999 milliseconds') end,
       x.extras
     from fresh x order by x.ord
     on conflict do nothing
     returning id, thread_id, "timestamp", sort_at
   ), last as (
     select distinct on (thread_id) thread_id, id, "timestamp", sort_at from made order by thread_id, sort_at desc, id desc
   ), touched as (
     update threads t set last_message_id = l.id, last_message_at = l."timestamp", last_sort_at = l.sort_at, version = t.version + 1
     from last l where t.client_id = $1 and t.id = l.thread_id
       and (t.last_sort_at is null or (l.sort_at, l.id) > (t.last_sort_at, coalesce(t.last_message_id, l.id)))
     returning t.id, t.version
   )
   select 'messages' as collection, id, 0 as version from made union all select 'threads', id, version from touched`,
);

/** A message of the past; `at` in milliseconds. */
export type PastMessage = {
  id: string;
  thread_id: string;
  channel_id: string;
  contact_id: string;
  /** The customer's number. */
  to: string;
  direction: 'INCOMING' | 'OUTGOING';
  type: string;
  status: number;
  send_state: 'accepted' | 'failed' | null;
  content: Record<string, unknown>;
  provider_id: string | null;
  /** The message of the same conversation that it quotes; one that is not there is none. */
  quoted_id: string | null;
  created_by: string;
  at: string;
  extras: { imported: { import_id: string; author?: string } };
};

/** @returns the ids of those that are new, and the threads whose last message is one of them */
export async function insertHistory(
  tx: TenantTx,
  messages: readonly PastMessage[],
): Promise<{ made: Set<string>; threads: Array<{ id: string; version: number }> }> {
  if (messages.length === 0) return { made: new Set(), threads: [] };
  const rows = await tx.rows<{ collection: 'messages' | 'threads'; id: string; version: number }>(insertStatement, [
    tx.clientId,
    JSON.stringify(messages.map((message, ord) => ({ ord, ...message }))),
  ]);
  return {
    made: new Set(rows.flatMap(({ collection, id }) => (collection === 'messages' ? [id] : []))),
    threads: rows.flatMap(({ collection, id, version }) => (collection === 'threads' ? [{ id, version }] : [])),
  };
}

const lockStatement = statement(
  'messaging.lock_imported',
  `select id, thread_id, version from messages
   where client_id = $1 and extras ? 'imported' and extras->'imported'->>'import_id' = $2
   order by id limit $3 for update`,
);

/** Locks messages that an import brought and that are still there. */
export function lockImported(
  tx: TenantTx,
  importId: string,
  limit: number,
): Promise<Array<{ id: string; thread_id: string; version: number }>> {
  return tx.rows(lockStatement, [tx.clientId, importId, limit]);
}

const emptyStatement = statement(
  'messaging.delete_empty_threads',
  `delete from threads t where t.client_id = $1 and t.id = any($2) and t.last_message_id is null
     and not exists (select from messages m where m.client_id = $1 and m.thread_id = t.id)
   returning t.id, t.version`,
);

/** Deletes those of the threads that have no message. */
export function deleteEmptyThreads(
  tx: TenantTx,
  ids: readonly string[],
): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(emptyStatement, [tx.clientId, ids]);
}

import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const lockOldest = statement(
  'messaging.lock_oldest_messages',
  `select id, source, direction, case
       when content ? 'card_files' then array(select jsonb_object_keys(content->'card_files'))
       when content->>'media_id' is not null then array[content->>'media_id'] else '{}' end as media_ids
   from messages
   where client_id = $1 and thread_id = $2 and sort_at < $3 order by sort_at, id limit $4 for update`,
);
export type DeletableMessage = { id: string; source: string; direction: string; media_ids: string[] };

/** Locks the oldest messages of a thread. @param before in the order of the thread */
export function lockOldestMessages(
  tx: TenantTx,
  threadId: string,
  before: Date,
  limit: number,
): Promise<DeletableMessage[]> {
  return tx.rows(lockOldest, [tx.clientId, threadId, before, limit]);
}

const lockOfSenders = statement(
  'messaging.lock_messages_of_senders',
  `select m.id, m.thread_id, m.source, m.direction,
     case when m.content->>'media_id' is not null then array[m.content->>'media_id'] else '{}' end as media_ids
   from thread_participants p join messages m on m.client_id = $1 and m.thread_id = p.thread_id
   where p.client_id = $1 and p.contact_id = any($2) and m.extras->>'sender_id' = p.contact_id::text
   order by m.id limit $3 for update of m`,
);

/** Locks messages that these contacts wrote in groups. */
export function lockMessagesOfSenders(
  tx: TenantTx,
  contactIds: readonly string[],
  limit: number,
): Promise<Array<DeletableMessage & { thread_id: string }>> {
  return tx.rows(lockOfSenders, [tx.clientId, contactIds, limit]);
}

const forgetReactions = statement(
  'messaging.delete_reactions_in_groups',
  `update messages m set reaction = m.reaction - $2::text[], version = m.version + 1
   from (
     select q.id from thread_participants p
     join messages q on q.client_id = $1 and q.thread_id = p.thread_id and q.reaction ?| $2::text[]
     where p.client_id = $1 and p.contact_id = any($3) order by q.id for update of q
   ) x where m.client_id = $1 and m.id = x.id`,
);
const leave = statement(
  'messaging.leave_groups',
  `with gone as (
     delete from thread_participants where client_id = $1 and contact_id = any($2) returning thread_id
   )
   update threads set version = version + 1 where client_id = $1 and id in (select thread_id from gone)
   returning id, version`,
);

/** Takes contacts who are to be erased out of groups, with their reactions. @returns the groups' threads */
export async function leaveGroups(
  tx: TenantTx,
  contactIds: readonly string[],
): Promise<Array<{ id: string; version: number }>> {
  await tx.run(forgetReactions, [tx.clientId, contactIds.map((id) => `theirs:${id}`), contactIds]);
  return tx.rows(leave, [tx.clientId, contactIds]);
}

const remove = statement(
  'messaging.delete_messages',
  `with events as (
     delete from message_events where client_id = $1 and message_id = any($2) returning 1
   ), gone as (
     delete from messages where client_id = $1 and id = any($2) returning 1
   )
   select (select count(*) from gone)::int as messages, (select count(*) from events)::int as message_events`,
);

/** Deletes messages with their events, attempts and waiting triggers; the media feature deletes their media before. */
export async function deleteMessages(
  tx: TenantTx,
  ids: readonly string[],
): Promise<{ messages: number; message_events: number }> {
  const [row] = await tx.rows<{ messages: number; message_events: number }>(remove, [tx.clientId, ids]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}

const threadsOf = statement(
  'messaging.list_threads_of_contacts',
  'select id from threads where client_id = $1 and contact_id = any($2) order by id limit $3',
);
/** Threads of contacts, in the order of ids. @param limit default: all */
export async function listThreadsOf(
  tx: TenantTx,
  contactIds: readonly string[],
  limit: number | null = null,
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(threadsOf, [tx.clientId, contactIds, limit])).map(({ id }) => id);
}

// Threads merged into others are invisible to the account's role, so a function deletes them.
const removeMerged = statement('messaging.delete_merged_threads', 'select delete_merged_threads($1, $2) as n');
const removeThreads = statement(
  'messaging.delete_threads',
  'delete from threads where client_id = $1 and contact_id = any($2) returning id',
);
/** Deletes threads whose messages are deleted. @returns ids of the visible ones */
export async function deleteThreadsOf(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  await tx.rows(removeMerged, [tx.clientId, contactIds]);
  return (await tx.rows<{ id: string }>(removeThreads, [tx.clientId, contactIds])).map(({ id }) => id);
}

const withOld = statement(
  'messaging.list_threads_with_old_messages',
  `select t.id from threads t where t.client_id = $1 and t.id > $2
     and (select true from messages m where m.client_id = $1 and m.thread_id = t.id and m.sort_at < $3 limit 1)
   order by t.id limit $4`,
);
/** Threads with messages before a time, in the order of ids. */
export async function listThreadsWithOldMessages(
  tx: TenantTx,
  after: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(withOld, [tx.clientId, after, before, limit])).map(({ id }) => id);
}

const refresh = statement(
  'messaging.refresh_thread_summary',
  `update threads t set last_message_id = l.id, last_message_at = l."timestamp", last_sort_at = l.sort_at,
     waiting_since = case when l.direction = 'INCOMING' then coalesce(t.waiting_since, l."timestamp") end,
     unread_count = case when l.id is null then 0 else t.unread_count end,
     reads = case when l.id is null then '{}' else t.reads end, version = t.version + 1
   from (select 1) one left join lateral (
     select m.id, m.direction, m."timestamp", m.sort_at from messages m where m.client_id = $1 and m.thread_id = $2
     order by m.sort_at desc, m.id desc limit 1) l on true
   where t.client_id = $1 and t.id = $2 and t.last_message_id is distinct from l.id
   returning t.version`,
);
/** Updates a thread after its messages were deleted. @returns its version; null when its last message still exists */
export async function refreshThreadSummary(tx: TenantTx, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(refresh, [tx.clientId, id]);
  return row?.version ?? null;
}

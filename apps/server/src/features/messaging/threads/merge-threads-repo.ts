import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { mergeBlock } from './block-repo.ts';
import { mergeHolder } from './holder-repo.ts';

/** The state of a thread. Stored with a merge for undo, so the names must not change. */
export type ThreadState = {
  id: string;
  channel_id: string;
  contact_id: string;
  to_phone: string | null;
  to_user_id: string | null;
  state: 'ACTIVE' | 'DONE';
  assignee_id: string | null;
  assignee_group_id: string | null;
  window_expires_at: string | null;
  unread_count: number;
  last_message_id: string | null;
  last_message_at: string | null;
  last_sort_at: string | null;
  read_arrival: number;
  stage_id: string | null;
  value_minor: number | null;
  version: number;
};

const columns = `t.id, t.channel_id, t.contact_id, t.to_phone, t.to_user_id, t.state, t.assignee_id, t.assignee_group_id,
  t.window_expires_at::text, t.unread_count, t.last_message_id, t.last_message_at::text, t.last_sort_at::text,
  t.read_arrival, t.stage_id, t.value_minor, t.version`;
const lock = statement(
  'messaging.lock_threads_of_contacts',
  'select id from threads where client_id = $1 and contact_id = any($2) order by id for update',
);
const ofContacts = statement(
  'messaging.read_thread_states',
  `select ${columns} from threads t where t.client_id = $1 and t.contact_id = any($2) order by t.id`,
);

/** Locks the threads of contacts in the order of ids, without merged ones. */
export async function lockThreadsOf(tx: TenantTx, contactIds: readonly string[]): Promise<ThreadState[]> {
  await tx.rows(lock, [tx.clientId, contactIds]);
  return tx.rows(ofContacts, [tx.clientId, contactIds]);
}

const move = statement(
  'messaging.move_thread',
  'update threads set contact_id = $3, version = version + 1 where client_id = $1 and id = $2 returning version',
);
const moveMessages = statement(
  'messaging.move_messages',
  'update messages set contact_id = $3, version = version + 1 where client_id = $1 and thread_id = $2 returning id, version',
);
export type Versions = Array<{ id: string; version: number }>;

/** Moves a thread to another contact. @returns its version and its messages */
export async function moveThread(
  tx: TenantTx,
  threadId: string,
  contactId: string,
): Promise<{ version: number; messages: Versions }> {
  const [row] = await tx.rows<{ version: number }>(move, [tx.clientId, threadId, contactId]);
  if (row === undefined) throw new Error('a locked conversation is gone');
  return { version: row.version, messages: await tx.rows(moveMessages, [tx.clientId, threadId, contactId]) };
}

const moveQueued = statement(
  'messaging.move_queued_sends',
  `with mine as materialized (
     select t.id from triggers t join messages m on m.client_id = t.client_id and m.id = t.message_id
     where t.client_id = $1 and m.thread_id = $2 and t.state <> 'done' order by t.id for update of t
   )
   update triggers t set thread_id = $3 from mine where t.client_id = $1 and t.id = mine.id`,
);
// What waits for the customer's next message: that message comes to the other conversation from now on.
const moveParked = statement(
  'messaging.move_parked_replies',
  `update scheduled_messages set thread_id = $3, version = version + 1
   where client_id = $1 and thread_id = $2 and send_at = 'infinity'`,
);
const mergeMessages = statement(
  'messaging.merge_messages',
  `update messages set thread_id = $3, contact_id = $4, version = version + 1 where client_id = $1 and thread_id = $2
   returning id, version`,
);
const point = statement('messaging.set_merged_into', 'select merge_thread($1, $2, $3) as version');
const summary = statement(
  'messaging.write_thread_state',
  `update threads set to_phone = $3, to_user_id = $4, state = $5, assignee_id = $6, assignee_group_id = $7,
     window_expires_at = $8::timestamptz, unread_count = $9,
     received_count = greatest(0, received_count + $9 - unread_count), last_message_id = $10, last_message_at = $11::timestamptz,
     last_sort_at = $12::timestamptz, read_arrival = $13, version = version + 1,
     stage_id = $14, value_minor = $15,
     snoozed_until = case when $5 = 'ACTIVE' then snoozed_until end,
     waiting_since = (select coalesce(waiting_since, m."timestamp") from messages m
       where m.client_id = $1 and m.id = $10 and m.direction = 'INCOMING')
   where client_id = $1 and id = $2 returning version`,
);

/**
 * Moves all messages and waiting triggers of a thread into another one that replaces both from now on.
 * @returns the version of the merged thread, and the messages that moved
 */
export async function mergeThread(
  tx: TenantTx,
  from: ThreadState,
  into: ThreadState,
): Promise<{ version: number; messages: Versions }> {
  await tx.run(moveQueued, [tx.clientId, from.id, into.id]);
  await tx.run(moveParked, [tx.clientId, from.id, into.id]);
  const messages = await tx.rows<Versions[number]>(mergeMessages, [tx.clientId, from.id, into.id, into.contact_id]);
  await mergeBlock(tx, from.id, into.id);
  await mergeHolder(tx, from.id, into.id);
  return { version: await setMergedInto(tx, from.id, into.id), messages };
}

/** @param into null: the thread is no longer merged @returns its version */
export async function setMergedInto(tx: TenantTx, id: string, into: string | null): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(point, [tx.clientId, id, into]);
  if (row === undefined) throw new Error('a locked conversation is gone');
  return row.version;
}

export async function writeThreadState(tx: TenantTx, now: ThreadState): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(summary, [
    tx.clientId,
    now.id,
    now.to_phone,
    now.to_user_id,
    now.state,
    now.assignee_id,
    now.assignee_group_id,
    now.window_expires_at,
    now.unread_count,
    now.last_message_id,
    now.last_message_at,
    now.last_sort_at,
    now.read_arrival,
    now.stage_id,
    now.value_minor,
  ]);
  if (row === undefined) throw new Error('a locked conversation is gone');
  return row.version;
}

const one = statement(
  'messaging.find_thread_state',
  `select ${columns} from threads t where t.client_id = $1 and t.id = $2`,
);
export async function findThreadState(tx: TenantTx, id: string): Promise<ThreadState | null> {
  const [row] = await tx.rows<ThreadState>(one, [tx.clientId, id]);
  return row ?? null;
}

const returnMessages = statement(
  'messaging.return_messages',
  `update messages m set thread_id = $2, contact_id = $3, version = m.version + 1 from unnest($5::uuid[]) as x(id)
   where m.client_id = $1 and m.id = x.id and m.thread_id = $4
   returning m.id, m.version`,
);
const returnQueued = statement(
  'messaging.return_queued_sends',
  `with mine as materialized (
     select t.id from triggers t join unnest($3::uuid[]) as x(id) on t.message_id = x.id
     where t.client_id = $1 and t.state <> 'done' order by t.id for update of t
   )
   update triggers t set thread_id = $2 from mine where t.client_id = $1 and t.id = mine.id`,
);

/**
 * Moves messages back to their thread if they are still in the thread they were moved to.
 * @returns the moved messages
 */
export async function unmergeThread(
  tx: TenantTx,
  thread: { id: string; contactId: string; from: string },
  messageIds: readonly string[],
): Promise<Versions> {
  if (messageIds.length === 0) return [];
  await tx.run(returnQueued, [tx.clientId, thread.id, messageIds]);
  return tx.rows(returnMessages, [tx.clientId, thread.id, thread.contactId, thread.from, messageIds]);
}

const last = statement(
  'messaging.find_last_message',
  `select id as last_message_id, "timestamp"::text as last_message_at, sort_at::text as last_sort_at
   from messages where client_id = $1 and thread_id = $2 order by sort_at desc, id desc limit 1`,
);
type Last = Pick<ThreadState, 'last_message_id' | 'last_message_at' | 'last_sort_at'>;

/** The last message of a thread. */
export async function findLastMessage(tx: TenantTx, id: string): Promise<Last> {
  const [row] = await tx.rows<Last>(last, [tx.clientId, id]);
  return row ?? { last_message_id: null, last_message_at: null, last_sort_at: null };
}

const partSinceStatement = statement(
  'messaging.return_messages_since',
  `update messages set thread_id = $4, contact_id = $5, version = version + 1
   where client_id = $1 and thread_id = $2 and created_at > $3 and ("to" = $6 or to_user_id = $7)
   returning id, version`,
);
const queueSince = statement(
  'messaging.return_queued_since',
  `with mine as materialized (
     select t.id from triggers t join messages m on m.client_id = t.client_id and m.id = t.message_id
     where t.client_id = $1 and m.thread_id = $2 and t.state <> 'done' order by t.id for update of t
   )
   update triggers t set thread_id = $2 from mine where t.client_id = $1 and t.id = mine.id and t.thread_id <> $2`,
);

/** Moves messages written to or from a thread's own address since a time. @returns the moved messages */
export async function unmergeSince(
  tx: TenantTx,
  from: string,
  moment: Date,
  to: Pick<ThreadState, 'id' | 'contact_id' | 'to_phone' | 'to_user_id'>,
): Promise<Versions> {
  const values = [tx.clientId, from, moment, to.id, to.contact_id, to.to_phone, to.to_user_id];
  const moved = await tx.rows<Versions[number]>(partSinceStatement, values);
  if (moved.length > 0) await tx.run(queueSince, [tx.clientId, to.id]);
  return moved;
}

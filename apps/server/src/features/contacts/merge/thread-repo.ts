import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/** A conversation as a merge finds it. */
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
  last_arrival: number | null;
  read_arrival: number;
  version: number;
};

const columns = `t.id, t.channel_id, t.contact_id, t.to_phone, t.to_user_id, t.state, t.assignee_id, t.assignee_group_id,
  t.window_expires_at::text, t.unread_count, t.last_message_id, t.last_message_at::text, t.last_sort_at::text, t.last_arrival,
  t.read_arrival, t.version`;
const lock = statement(
  'threads_merge_lock',
  'select id from threads where client_id = $1 and contact_id = any($2) order by id for update',
);
const ofContacts = statement(
  'threads_merge_read',
  `select ${columns} from threads t where t.client_id = $1 and t.contact_id = any($2) order by t.id`,
);

/** Conversations of contacts, held until commit, in the order of ids; joined ones are not among them. */
export async function lockThreads(tx: TenantTx, contactIds: readonly string[]): Promise<ThreadState[]> {
  await tx.rows(lock, [tx.clientId, contactIds]);
  return tx.rows(ofContacts, [tx.clientId, contactIds]);
}

const move = statement(
  'threads_merge_move',
  'update threads set contact_id = $3, version = version + 1 where client_id = $1 and id = $2 returning version',
);
const moveMessages = statement(
  'messages_merge_owner',
  'update messages set contact_id = $3, version = version + 1 where client_id = $1 and thread_id = $2 returning id, version',
);
export type Versions = Array<{ id: string; version: number }>;

/** A conversation becomes another contact's. @returns its version and its messages */
export async function moveThread(
  tx: TenantTx,
  threadId: string,
  contactId: string,
): Promise<{ version: number; messages: Versions }> {
  const [row] = await tx.rows<{ version: number }>(move, [tx.clientId, threadId, contactId]);
  if (row === undefined) throw new Error('a locked conversation is gone');
  return { version: row.version, messages: await tx.rows(moveMessages, [tx.clientId, threadId, contactId]) };
}

const queueTo = statement(
  'triggers_merge_join',
  `with mine as materialized (
     select t.id from triggers t join messages m on m.client_id = t.client_id and m.id = t.message_id
     where t.client_id = $1 and m.thread_id = $2 and t.state <> 'done' order by t.id for update of t
   )
   update triggers t set thread_id = $3 from mine where t.client_id = $1 and t.id = mine.id`,
);
const joinMessages = statement(
  'messages_merge_join',
  `with moved as (
     update messages set thread_id = $3, contact_id = $4, version = version + 1 where client_id = $1 and thread_id = $2
     returning id, version
   ), noted as (
     insert into contact_merge_messages (client_id, merge_id, message_id, thread_id) select $1, $5, id, $2 from moved
   )
   select id, version from moved`,
);
const point = statement('threads_merge_point', 'select join_thread($1, $2, $3) as version');
const summary = statement(
  'threads_merge_summary',
  `update threads set to_phone = $3, to_user_id = $4, state = $5, assignee_id = $6, assignee_group_id = $7,
     window_expires_at = $8::timestamptz, unread_count = $9, last_message_id = $10, last_message_at = $11::timestamptz,
     last_sort_at = $12::timestamptz, last_arrival = $13, read_arrival = $14, version = version + 1
   where client_id = $1 and id = $2 returning version`,
);

/** All messages of a conversation, and what waits to be sent in it, go to another, which stands for both from now on. */
export async function joinThread(
  tx: TenantTx,
  mergeId: string,
  from: ThreadState,
  into: ThreadState,
): Promise<{ version: number; messages: Versions }> {
  await tx.run(queueTo, [tx.clientId, from.id, into.id]);
  const values = [tx.clientId, from.id, into.id, into.contact_id, mergeId];
  const messages = await tx.rows<Versions[number]>(joinMessages, values);
  return { version: await pointThread(tx, from.id, into.id), messages };
}

/** @param into null: it stands for itself again @returns its version */
export async function pointThread(tx: TenantTx, id: string, into: string | null): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(point, [tx.clientId, id, into]);
  if (row === undefined) throw new Error('a locked conversation is gone');
  return row.version;
}

export async function writeThread(tx: TenantTx, now: ThreadState): Promise<number> {
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
    now.last_arrival,
    now.read_arrival,
  ]);
  if (row === undefined) throw new Error('a locked conversation is gone');
  return row.version;
}

const one = statement('threads_merge_one', `select ${columns} from threads t where t.client_id = $1 and t.id = $2`);
export async function readThread(tx: TenantTx, id: string): Promise<ThreadState | null> {
  const [row] = await tx.rows<ThreadState>(one, [tx.clientId, id]);
  return row ?? null;
}

const partMessages = statement(
  'messages_merge_part',
  `update messages m set thread_id = $3, contact_id = $4, version = m.version + 1
   from contact_merge_messages x
   where x.client_id = $1 and x.merge_id = $2 and x.thread_id = $3 and m.client_id = $1 and m.id = x.message_id
     and m.thread_id = $5
   returning m.id, m.version`,
);
const queueBack = statement(
  'triggers_merge_part',
  `with mine as materialized (
     select t.id from triggers t join contact_merge_messages x on x.client_id = t.client_id and x.message_id = t.message_id
     where t.client_id = $1 and x.merge_id = $2 and x.thread_id = $3 and t.state <> 'done' order by t.id for update of t
   )
   update triggers t set thread_id = $3 from mine where t.client_id = $1 and t.id = mine.id`,
);

/** The messages that came from a conversation go back to it. @returns them */
export async function partThread(
  tx: TenantTx,
  mergeId: string,
  thread: { id: string; contactId: string; from: string },
): Promise<Versions> {
  await tx.run(queueBack, [tx.clientId, mergeId, thread.id]);
  return tx.rows(partMessages, [tx.clientId, mergeId, thread.id, thread.contactId, thread.from]);
}

const last = statement(
  'messages_merge_last',
  `select id as last_message_id, "timestamp"::text as last_message_at, sort_at::text as last_sort_at, arrival as last_arrival
   from messages where client_id = $1 and thread_id = $2 order by sort_at desc, arrival desc limit 1`,
);
type Last = Pick<ThreadState, 'last_message_id' | 'last_message_at' | 'last_sort_at' | 'last_arrival'>;

/** What a conversation ends with. */
export async function lastOfThread(tx: TenantTx, id: string): Promise<Last> {
  const [row] = await tx.rows<Last>(last, [tx.clientId, id]);
  return row ?? { last_message_id: null, last_message_at: null, last_sort_at: null, last_arrival: null };
}

const partSinceStatement = statement(
  'messages_merge_part_since',
  `update messages set thread_id = $4, contact_id = $5, version = version + 1
   where client_id = $1 and thread_id = $2 and created_at > $3 and ("to" = $6 or to_user_id = $7)
   returning id, version`,
);
const queueSince = statement(
  'triggers_merge_part_since',
  `with mine as materialized (
     select t.id from triggers t join messages m on m.client_id = t.client_id and m.id = t.message_id
     where t.client_id = $1 and m.thread_id = $2 and t.state <> 'done' order by t.id for update of t
   )
   update triggers t set thread_id = $2 from mine where t.client_id = $1 and t.id = mine.id and t.thread_id <> $2`,
);

/** What was written since a moment to and by somebody under their own address goes with them. @returns those messages */
export async function partSince(
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

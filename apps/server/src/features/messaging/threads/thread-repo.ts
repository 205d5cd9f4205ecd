import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { type ThreadRow, threadSelect } from './rows-query.ts';

const threadsByIdStatement = statement(
  'messaging.find_threads',
  `${threadSelect} where t.client_id = $1 and t.id = any($2)`,
);

export function findThreads(tx: TenantTx, ids: readonly string[]): Promise<ThreadRow[]> {
  return tx.rows(threadsByIdStatement, [tx.clientId, ids]);
}

const resolveThreadStatement = statement('messaging.resolve_thread', 'select resolve_thread($1, $2) as id');

/** The thread that a merged thread continues in; null when there is none. */
export async function findCurrentThreadId(tx: TenantTx, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string | null }>(resolveThreadStatement, [tx.clientId, id]);
  return row?.id ?? null;
}

const lockThreadStatement = statement(
  'messaging.lock_thread',
  'select id from threads where client_id = $1 and id = $2 for key share',
);

/** Prevents a thread from being merged into another until commit. @returns false when it was merged or deleted */
export async function lockThread(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(lockThreadStatement, [tx.clientId, id])).length > 0;
}

const updateThreadStatement = statement(
  'messaging.update_thread',
  // Locks member and group until commit: removing one of them waits, and then finds this thread assigned to it.
  `with member as materialized (
     select user_id from shared_client_users where client_id = $1 and user_id = $5 and suspended_at is null for key share
   ), "group" as materialized (
     select id from shared_user_groups where client_id = $1 and id = $7 for key share
   ), was as materialized (
     select state, assignee_id, assignee_group_id, snoozed_until, stage_id, value_minor from threads where client_id = $1 and id = $2
     for no key update
   ), wanted as materialized (
     select coalesce($3, case when $9::timestamptz is not null then 'ACTIVE' end, state) as state,
       case when $4 then $5 else assignee_id end as assignee_id,
       case when $6 then $7 else assignee_group_id end as assignee_group_id,
       case when $3 = 'DONE' then null when $8 then $9::timestamptz else snoozed_until end as snoozed_until,
       case when $10 then $11::uuid else stage_id end as stage_id,
       case when $12 then $13::bigint else value_minor end as value_minor from was
   )
   update threads t set state = wanted.state, assignee_id = wanted.assignee_id,
     assignee_group_id = wanted.assignee_group_id, snoozed_until = wanted.snoozed_until,
     stage_id = wanted.stage_id, value_minor = wanted.value_minor,
     version = t.version + ($14 or wanted is distinct from was)::int
   from was, wanted
   where t.client_id = $1 and t.id = $2 and ($5::uuid is null or exists (select from member))
     and ($7::uuid is null or exists (select from "group"))
   returning t.version, t.state, t.assignee_id, t.assignee_group_id, t.stage_id, t.value_minor,
     was.stage_id as was_stage_id, was.value_minor as was_value_minor, was.state as was_state,
     was.assignee_id as was_assignee_id, was.assignee_group_id as was_group_id,
     coalesce(was.snoozed_until > now(), false) as was_snoozed,
     $14 or wanted is distinct from was as changed,
     wanted.snoozed_until is distinct from was.snoozed_until as snooze_changed`,
);

/** A thread after a change, and before it. */
export type WrittenThread = {
  version: number;
  state: 'ACTIVE' | 'DONE';
  assignee_id: string | null;
  assignee_group_id: string | null;
  stage_id: string | null;
  value_minor: number | null;
  was_stage_id: string | null;
  was_value_minor: number | null;
  was_state: 'ACTIVE' | 'DONE';
  was_assignee_id: string | null;
  was_group_id: string | null;
  was_snoozed: boolean;
  /** Whether it was not so already. */
  changed: boolean;
  snooze_changed: boolean;
};

export type ThreadChange = {
  state?: 'ACTIVE' | 'DONE' | undefined;
  assigneeId?: string | null | undefined;
  groupId?: string | null | undefined;
  /** `reply`: until the customer writes. Snoozing opens a thread that was done. */
  snoozedUntil?: 'reply' | Date | null | undefined;
  /** Locked by the caller; null: in no stage. */
  stageId?: string | null | undefined;
  /** In the smallest unit of the account's currency. */
  value?: number | null | undefined;
  /** The account's rule assigns it. */
  assignedByRule?: boolean | undefined;
  /** The account's rule marks it as done. */
  closedAfterMinutes?: number | undefined;
};

/**
 * @param more something else of it changed as well; otherwise repeating a change is none
 * @returns null when the thread, or the member or group it is to be assigned to, does not exist
 */
export async function writeThread(
  tx: TenantTx,
  id: string,
  change: ThreadChange,
  more = false,
): Promise<WrittenThread | null> {
  const [row] = await tx.rows<WrittenThread>(updateThreadStatement, [
    tx.clientId,
    id,
    change.state ?? null,
    change.assigneeId !== undefined,
    change.assigneeId ?? null,
    change.groupId !== undefined,
    change.groupId ?? null,
    change.snoozedUntil !== undefined,
    change.snoozedUntil === 'reply' ? 'infinity' : (change.snoozedUntil ?? null),
    change.stageId !== undefined,
    change.stageId ?? null,
    change.value !== undefined,
    change.value ?? null,
    more,
  ]);
  return row ?? null;
}

/** The same, for a thread whose activity says nothing of it. @returns its version */
export async function updateThread(tx: TenantTx, id: string, change: ThreadChange): Promise<number | null> {
  return (await writeThread(tx, id, change))?.version ?? null;
}

/* System messages are WhatsApp's, not the customer's: they count for nobody and get no receipt. */
const markReadStatement = statement(
  'messaging.mark_thread_read',
  `with newest as materialized (
     select m.arrival, m.provider_message_id, m.channel_id from messages m
     where m.client_id = $1 and m.thread_id = $2 and m.direction = 'INCOMING' and m.type <> 'system'
     order by m.sort_at desc, m.id desc limit 1
   ), was as materialized (
     select unread_count > 0 or read_arrival < (select arrival from newest) as unread_of_team,
       (select count(*)::int from messages m where m.client_id = $1 and m.thread_id = t.id and m.direction = 'INCOMING'
         and m.type <> 'system' and m."timestamp" >= t.waiting_since) as unanswered
     from threads t where t.client_id = $1 and t.id = $2 for no key update
   )
   update threads t set unread_count = 0, read_arrival = greatest(t.read_arrival, n.arrival), version = t.version + 1,
     reads = (t.reads - '*')
       || case when $3::text is null then '{}' else jsonb_build_object($3::text, t.received_count) end
       || case when t.waiting_since is null then '{}' else jsonb_build_object('*', t.received_count - was.unanswered) end
   from newest n, was
   where t.client_id = $1 and t.id = $2
     and (was.unread_of_team or ($3::text is not null and coalesce((t.reads->>$3::text)::int, -1) <> t.received_count))
   returning t.version, n.provider_message_id, n.channel_id, was.unread_of_team`,
);

export type ReadThread = {
  version: number;
  provider_message_id: string | null;
  channel_id: string;
  /** Whether no member had read it: then WhatsApp shows it as read now. */
  unread_of_team: boolean;
};

/**
 * @param uid the member who reads; null for an API key, which reads for the team
 * @returns the message to mark as read at WhatsApp; null when nothing was unread
 */
export async function markThreadRead(tx: TenantTx, id: string, uid: string | null): Promise<ReadThread | null> {
  const [row] = await tx.rows<ReadThread>(markReadStatement, [tx.clientId, id, uid]);
  return row ?? null;
}

const markUnreadStatement = statement(
  'messaging.mark_thread_unread',
  `update threads t set version = t.version + 1, reads = t.reads || jsonb_build_object($3::text, t.received_count
     - greatest(1, unread_for($3::text, t.unread_count, t.received_count, t.reads, t.waiting_since, t.state)))
   where t.client_id = $1 and t.id = $2 and (t.reads->>$3::text)::int is distinct from t.received_count
     - greatest(1, unread_for($3::text, t.unread_count, t.received_count, t.reads, t.waiting_since, t.state))`,
);

/** For one member; teammates and the customer see no difference. */
export async function markThreadUnread(tx: TenantTx, id: string, uid: string): Promise<void> {
  await tx.run(markUnreadStatement, [tx.clientId, id, uid]);
}

const muteStatement = statement(
  'messaging.set_thread_mute',
  `update threads t set version = t.version + 1, mutes = case when $4::text is null then t.mutes - $3::text
     else t.mutes || jsonb_build_object($3::text, $4::text) end
   where t.client_id = $1 and t.id = $2 and t.mutes->>$3::text is distinct from $4::text`,
);

/** Stores for one member until when they get no notifications of a thread. @param until null: they get them again */
export async function muteThread(tx: TenantTx, id: string, uid: string, until: 'always' | Date | null): Promise<void> {
  const stored = until === 'always' ? 'infinity' : (until?.toISOString() ?? null);
  await tx.run(muteStatement, [tx.clientId, id, uid, stored]);
}

const addressStatement = statement(
  'messaging.update_thread_addresses',
  `with wanted as materialized (
     select t.id from threads t where t.client_id = $1 and t.contact_id = $2 order by t.id for no key update of t
   )
   update threads t set to_phone = case when $3 = 'phone' then $4 else t.to_phone end,
     to_user_id = case when $3 = 'user' then $4 else t.to_user_id end, version = t.version + 1
   from wanted w where t.client_id = $1 and t.id = w.id
     and (case when $3 = 'phone' then t.to_phone else t.to_user_id end) is distinct from $4
   returning t.id, t.version`,
);

/** Sets the number or user id to which answers in the threads of a contact go. */
export function updateThreadAddresses(
  tx: Executor,
  clientId: string,
  contactId: string,
  to: { kind: 'phone' | 'user'; value: string },
): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(addressStatement, [clientId, contactId, to.kind, to.value]);
}

const touchOfMessageStatement = statement(
  'messaging.touch_thread_of_message',
  `update threads t set version = t.version + 1 from messages m
   where m.client_id = $1 and m.id = $2 and t.client_id = $1 and t.id = m.thread_id
   returning t.id, t.version`,
);

/** Marks the thread of a message as changed after its contact changed. @returns null when the message was deleted */
export async function touchThreadOfMessage(
  tx: Executor,
  clientId: string,
  messageId: string,
): Promise<{ id: string; version: number } | null> {
  const [row] = await tx.rows<{ id: string; version: number }>(touchOfMessageStatement, [clientId, messageId]);
  return row ?? null;
}

const touchOfContactStatement = statement(
  'messaging.touch_threads_of_contact',
  `with shown as materialized (
     select t.id from threads t where t.client_id = $1 and t.contact_id = $2 order by t.id for update of t
   )
   update threads t set version = t.version + 1 from shown s where t.client_id = $1 and t.id = s.id
   returning t.id, t.version`,
);

/** Marks the threads of a contact as changed after the contact changed. */
export function touchThreadsOfContact(
  tx: Executor,
  clientId: string,
  contactId: string,
): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(touchOfContactStatement, [clientId, contactId]);
}

const closeWindowStatement = statement(
  'messaging.close_window',
  `update threads t set version = t.version + 1,
     window_expires_at = now() + c.clock_offset_ms * interval '1 millisecond'
   from messages m, shared_channels c
   where m.client_id = $1 and m.id = $2 and t.client_id = $1 and t.id = m.thread_id and c.client_id = $1
     and c.id = t.channel_id and t.window_expires_at > now() + c.clock_offset_ms * interval '1 millisecond'
     and t.window_expires_at - interval '24 hours' <= m."timestamp"
   returning t.id, t.version`,
);

/**
 * WhatsApp refused a message because the reply window is closed: it is, unless the customer has written since.
 * @returns null when it was closed already
 */
export async function closeWindow(
  tx: Executor,
  clientId: string,
  messageId: string,
): Promise<{ id: string; version: number } | null> {
  const [row] = await tx.rows<{ id: string; version: number }>(closeWindowStatement, [clientId, messageId]);
  return row ?? null;
}

import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type MessageRow, messageColumns, type StoredReaction, type ThreadRow, threadSelect } from './rows.ts';

const messagesByIdStatement = statement(
  'messages_by_id',
  `select ${messageColumns('m')} from messages m where m.client_id = $1 and m.id = any($2)`,
);

export function findMessages(tx: TenantTx, ids: readonly string[]): Promise<MessageRow[]> {
  return tx.rows(messagesByIdStatement, [tx.clientId, ids]);
}

const threadsByIdStatement = statement('threads_by_id', `${threadSelect} where t.client_id = $1 and t.id = any($2)`);

export function findThreads(tx: TenantTx, ids: readonly string[]): Promise<ThreadRow[]> {
  return tx.rows(threadsByIdStatement, [tx.clientId, ids]);
}

/** Where a page of messages goes on: strictly older than this. */
export type MessagePosition = { sortAt: Date; arrival: number };

const threadPageStatement = statement(
  'messages_of_thread_page',
  `select ${messageColumns('m')} from messages m
   where m.client_id = $1 and m.thread_id = $2 and (m.sort_at, m.arrival) < ($3, $4)
   order by m.sort_at desc, m.arrival desc limit $5`,
);

/** Newest first. */
export function listMessages(
  tx: TenantTx,
  threadId: string,
  before: MessagePosition,
  limit: number,
): Promise<MessageRow[]> {
  return tx.rows(threadPageStatement, [tx.clientId, threadId, before.sortAt, before.arrival, limit]);
}

export type ThreadFilter = {
  state?: 'ACTIVE' | 'DONE' | undefined;
  assignee?: string | 'none' | undefined;
  groupId?: string | undefined;
  /** For people who see only what is assigned to them or to their groups. */
  sight?: { uid: string; groupIds: readonly string[] } | undefined;
  channelId?: string | undefined;
  /** For people who work with some channels only. */
  channelIds?: readonly string[] | undefined;
};
export type ThreadPosition = { at: Date; id: string };

const order = 'order by t.last_message_at desc nulls last, t.id desc limit $4';
const listTail = `and (t.last_message_at, t.id) < ($2, $3) ${order}`;
// One text per combination keeps each on its own index.
const listKinds = ['', 's'].flatMap((state) =>
  ['', 'a', 'n', 'g', 'ag'].flatMap((assignee) => ['', 'c', 'm'].map((channel) => `${state}${assignee}${channel}`)),
);
const listStatements = new Map(
  listKinds.map((kind) => {
    let next = 5;
    const conditions = [
      kind.includes('s') ? `and t.state = $${next++}` : '',
      kind.includes('a') ? `and t.assignee_id = $${next++}` : '',
      kind.includes('n') ? 'and t.assignee_id is null and t.assignee_group_id is null' : '',
      kind.includes('g') ? `and t.assignee_group_id = $${next++}` : '',
      kind.includes('c') ? `and t.channel_id = $${next++}` : '',
      kind.includes('m') ? `and t.channel_id = any($${next++})` : '',
    ].join(' ');
    return [
      kind,
      statement(`threads_list_${kind || 'all'}`, `${threadSelect} where t.client_id = $1 ${conditions} ${listTail}`),
    ] as const;
  }),
);

// Somebody's own and their groups', each by its index as far as the page needs, then put together.
const sightStatements = new Map(
  ['', 's'].flatMap((state) =>
    ['', 'c', 'm'].map((channel) => {
      let next = 7;
      const conditions = [
        state === 's' ? `and t.state = $${next++}` : '',
        channel === 'c' ? `and t.channel_id = $${next++}` : '',
        channel === 'm' ? `and t.channel_id = any($${next++})` : '',
      ].join(' ');
      const some = (which: string) =>
        `(select t.id from threads t where t.client_id = $1 ${which} ${conditions} ${listTail})`;
      const own = some('and t.assignee_id = $5');
      const ofGroups = some('and t.assignee_group_id = any($6)');
      return [
        `${state}${channel}`,
        statement(
          `threads_in_sight_${state}${channel}`,
          `${threadSelect} where t.client_id = $1 and t.id = any(array(${own} union ${ofGroups})) ${order}`,
        ),
      ] as const;
    }),
  ),
);

/** Latest activity first; threads without a message are not listed. */
export function listThreads(
  tx: TenantTx,
  filter: ThreadFilter,
  before: ThreadPosition,
  limit: number,
): Promise<ThreadRow[]> {
  const { sight } = filter;
  const values: unknown[] = [tx.clientId, before.at, before.id, limit];
  if (sight !== undefined) values.push(sight.uid, sight.groupIds);
  let kind = '';
  if (filter.state !== undefined) {
    kind += 's';
    values.push(filter.state);
  }
  if (filter.assignee === 'none') kind += 'n';
  else if (filter.assignee !== undefined) {
    kind += 'a';
    values.push(filter.assignee);
  }
  if (filter.groupId !== undefined) {
    kind += 'g';
    values.push(filter.groupId);
  }
  if (filter.channelId !== undefined) {
    kind += 'c';
    values.push(filter.channelId);
  } else if (filter.channelIds !== undefined) {
    kind += 'm';
    values.push(filter.channelIds);
  }
  const chosen = (sight === undefined ? listStatements : sightStatements).get(kind);
  if (chosen === undefined) throw new Error(`no thread list for ${kind}`);
  return tx.rows(chosen, values);
}

const threadNowStatement = statement('threads_now', 'select thread_now($1, $2) as id');

/** Where a conversation goes on that was joined to another; null when it is nobody's. */
export async function threadNow(tx: TenantTx, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string | null }>(threadNowStatement, [tx.clientId, id]);
  return row?.id ?? null;
}

const holdThreadStatement = statement(
  'threads_hold',
  'select id from threads where client_id = $1 and id = $2 for key share',
);

/** Keeps a conversation from being joined to another until commit. @returns false when it was, or is gone */
export async function holdThread(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(holdThreadStatement, [tx.clientId, id])).length > 0;
}

const threadsOfContactStatement = statement(
  'threads_of_contact',
  `${threadSelect} where t.client_id = $1 and t.contact_id = $2
   order by t.last_message_at desc nulls last, t.id desc limit 200`,
);
const contactThereStatement = statement(
  'threads_contact_there',
  'select 1 as there from contacts where client_id = $1 and id = $2 and deleted_at is null',
);
export async function isContactThere(tx: TenantTx, contactId: string): Promise<boolean> {
  return (await tx.rows(contactThereStatement, [tx.clientId, contactId])).length > 0;
}

/** All threads with one person, those without a message among them. */
export function listThreadsOfContact(tx: TenantTx, contactId: string): Promise<ThreadRow[]> {
  return tx.rows(threadsOfContactStatement, [tx.clientId, contactId]);
}

const updateThreadStatement = statement(
  'threads_update',
  // Member and group are held until commit: who removes them waits, and then finds this thread among theirs.
  `with member as materialized (
     select user_id from client_users where client_id = $1 and user_id = $5 and suspended_at is null for key share
   ), "group" as materialized (
     select id from user_groups where client_id = $1 and id = $7 for key share
   )
   update threads set state = coalesce($3, state), assignee_id = case when $4 then $5 else assignee_id end,
     assignee_group_id = case when $6 then $7 else assignee_group_id end, version = version + 1
   where client_id = $1 and id = $2 and ($5::uuid is null or exists (select from member))
     and ($7::uuid is null or exists (select from "group"))
   returning version`,
);

export type ThreadChange = {
  state?: 'ACTIVE' | 'DONE' | undefined;
  assigneeId?: string | null | undefined;
  groupId?: string | null | undefined;
};

/** @returns null when the thread, or the member or group it is to be assigned to, does not exist */
export async function updateThread(tx: TenantTx, id: string, change: ThreadChange): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(updateThreadStatement, [
    tx.clientId,
    id,
    change.state ?? null,
    change.assigneeId !== undefined,
    change.assigneeId ?? null,
    change.groupId !== undefined,
    change.groupId ?? null,
  ]);
  return row?.version ?? null;
}

const markReadStatement = statement(
  'threads_mark_read',
  `with newest as materialized (
     select m.arrival, m.provider_message_id, m.channel_id from messages m
     where m.client_id = $1 and m.thread_id = $2 and m.direction = 'INCOMING'
     order by m.sort_at desc, m.arrival desc limit 1
   )
   update threads t set unread_count = 0, read_arrival = greatest(t.read_arrival, n.arrival), version = t.version + 1
   from newest n
   where t.client_id = $1 and t.id = $2 and (t.unread_count > 0 or t.read_arrival < n.arrival)
   returning t.version, n.provider_message_id, n.channel_id`,
);

/** @returns what the customer's phone is to be told, null when nothing was unread */
export async function markThreadRead(
  tx: TenantTx,
  id: string,
): Promise<{ version: number; provider_message_id: string | null; channel_id: string } | null> {
  const [row] = await tx.rows<{ version: number; provider_message_id: string | null; channel_id: string }>(
    markReadStatement,
    [tx.clientId, id],
  );
  return row ?? null;
}

const reactStatement = statement(
  'messages_react',
  `update messages set version = version + 1,
     reaction = case when $3::jsonb is null then coalesce(reaction, '{}'::jsonb) - 'ours'
                     else jsonb_set(coalesce(reaction, '{}'::jsonb), '{ours}', $3::jsonb) end
   where client_id = $1 and id = $2 returning ${messageColumns('messages')}`,
);

/** Sets or (null) removes our reaction on a message. */
export async function setOurReaction(
  tx: TenantTx,
  messageId: string,
  mark: StoredReaction['ours'] | null,
): Promise<MessageRow | null> {
  const [row] = await tx.rows<MessageRow>(reactStatement, [
    tx.clientId,
    messageId,
    mark === null ? null : JSON.stringify(mark),
  ]);
  return row ?? null;
}

export type TriggerRow = {
  id: string;
  message_id: string;
  meta_data: Record<string, unknown>;
  payload: Record<string, unknown>;
  created_at: Date;
  created_by: string;
};

const triggersStatement = statement(
  'triggers_of_message_list',
  `select id, message_id, meta_data, payload, created_at, created_by from triggers
   where client_id = $1 and message_id = $2 order by seq`,
);

export function listTriggers(tx: TenantTx, messageId: string): Promise<TriggerRow[]> {
  return tx.rows(triggersStatement, [tx.clientId, messageId]);
}

const insertTriggerStatement = statement(
  'triggers_insert',
  `insert into triggers (client_id, id, message_id, channel_id, thread_id, kind, meta_data, payload, created_by, priority)
   select $1, $2, $3, $4, $5, $6, $7::jsonb || jsonb_build_object('name', c.name), $8, $9, 0
   from contacts c where c.client_id = $1 and c.id = $10
   on conflict (client_id, id) do nothing`,
);

export type NewTrigger = {
  id: string;
  messageId: string;
  channelId: string;
  threadId: string;
  contactId: string;
  kind: 'message' | 'reaction';
  /** Without the contact's name, which is added. */
  metaData: Record<string, unknown>;
  payload: Record<string, unknown>;
  createdBy: string;
};

/** @returns false when a trigger of this id is there already */
export async function insertTrigger(tx: TenantTx, trigger: NewTrigger): Promise<boolean> {
  const written = await tx.run(insertTriggerStatement, [
    tx.clientId,
    trigger.id,
    trigger.messageId,
    trigger.channelId,
    trigger.threadId,
    trigger.kind,
    JSON.stringify(trigger.metaData),
    JSON.stringify(trigger.payload),
    trigger.createdBy,
    trigger.contactId,
  ]);
  return written === 1;
}

const triggerByIdStatement = statement(
  'triggers_by_id',
  `select id, message_id, meta_data, payload, created_at, created_by from triggers where client_id = $1 and id = $2`,
);

export async function findTrigger(tx: TenantTx, id: string): Promise<TriggerRow | null> {
  const [row] = await tx.rows<TriggerRow>(triggerByIdStatement, [tx.clientId, id]);
  return row ?? null;
}

const channelStatement = statement(
  'send_channel',
  `select ch.kind, cl.country from channels ch join clients cl on cl.id = ch.client_id
   where ch.client_id = $1 and ch.id = $2 and ch.deleted_at is null`,
);

/** What a first message needs to know: whether there are reply windows, and whose numbers may lack their country. */
export type SendChannel = { kind: 'WHATSAPP' | 'SESSION'; country: string };

/** @returns null when there is no such channel */
export async function findSendChannel(tx: TenantTx, channelId: string): Promise<SendChannel | null> {
  const [row] = await tx.rows<SendChannel>(channelStatement, [tx.clientId, channelId]);
  return row ?? null;
}

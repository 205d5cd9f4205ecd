import { rfc3339 } from '../../platform/db/rfc3339.ts';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type NoteRow = {
  id: string;
  thread_id: string;
  body: string;
  user_ids: string[];
  group_ids: string[];
  request_hash: Buffer;
  created_at: Date;
  created_by: string;
  edited_at: Date | null;
  deleted_at: Date | null;
  version: number;
};
export type NotePosition = { at: Date; id: string };

const columns =
  'n.id, n.thread_id, n.body, n.user_ids, n.group_ids, n.request_hash, n.created_at, n.created_by, n.edited_at, n.deleted_at, n.version';

const insertStatement = statement(
  'inbox.insert_note',
  `insert into notes (client_id, id, thread_id, body, user_ids, group_ids, request_hash, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertNote(
  tx: TenantTx,
  note: Omit<NoteRow, 'created_at' | 'edited_at' | 'deleted_at' | 'version'>,
): Promise<boolean> {
  const {
    id,
    thread_id: threadId,
    body,
    user_ids: users,
    group_ids: groups,
    request_hash: hash,
    created_by: by,
  } = note;
  return (await tx.run(insertStatement, [tx.clientId, id, threadId, body, users, groups, hash, by])) === 1;
}

const mentionStatement = statement(
  'inbox.insert_mentions',
  `insert into note_mentions (client_id, user_id, note_id, thread_id, created_at)
   select n.client_id, m.user_id, n.id, n.thread_id, n.created_at
   from notes n join shared_client_users m on m.client_id = n.client_id
   where n.client_id = $1 and n.id = $2 and m.suspended_at is null and m.user_id::text <> n.created_by
     and (m.user_id = any(n.user_ids) or exists (select from shared_user_group_members g
       where g.client_id = n.client_id and g.group_id = any(n.group_ids) and g.user_id = m.user_id))
   order by m.user_id
   on conflict (client_id, user_id, note_id) do nothing`,
);

/** Inserts a mention for every member whom a note names, directly or through a group, except its author. */
export async function insertMentions(tx: TenantTx, noteId: string): Promise<void> {
  await tx.run(mentionStatement, [tx.clientId, noteId]);
}

const editStatement = statement(
  'inbox.change_note',
  `update notes n set body = $3, user_ids = $4, group_ids = $5, edited_at = now(), version = n.version + 1,
     earlier = coalesce(n.earlier, '[]') || jsonb_build_array(jsonb_build_object('body', n.body, 'until', ${rfc3339('now()')}))
   where n.client_id = $1 and n.id = $2`,
);
const forgetMentionsStatement = statement(
  'inbox.remove_mentions',
  `delete from note_mentions x using notes n
   where x.client_id = $1 and x.note_id = $2 and n.client_id = $1 and n.id = $2 and not (x.user_id = any(n.user_ids)
     or exists (select from shared_user_group_members g
       where g.client_id = $1 and g.group_id = any(n.group_ids) and g.user_id = x.user_id))`,
);

/** Changes a note. Who is mentioned newly gets a mention, who is not mentioned any more loses it. */
export async function editNote(
  tx: TenantTx,
  id: string,
  { body, user_ids: users, group_ids: groups }: Pick<NoteRow, 'body' | 'user_ids' | 'group_ids'>,
): Promise<void> {
  await tx.run(editStatement, [tx.clientId, id, body, users, groups]);
  await tx.run(forgetMentionsStatement, [tx.clientId, id]);
  await insertMentions(tx, id);
}

const deleteStatement = statement(
  'inbox.delete_note',
  `with mentions as (delete from note_mentions where client_id = $1 and note_id = $2)
   update notes set body = '', user_ids = '{}', group_ids = '{}', earlier = null, deleted_at = now(),
     version = version + 1
   where client_id = $1 and id = $2`,
);

/** Deletes the text of a note and its mentions; that there was one stays. */
export async function deleteNote(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}

const earlierStatement = statement(
  'inbox.list_earlier_notes',
  'select earlier from notes where client_id = $1 and id = $2',
);

export async function listEarlier(tx: TenantTx, id: string): Promise<{ body: string; until: string }[]> {
  const [row] = await tx.rows<{ earlier: { body: string; until: string }[] | null }>(earlierStatement, [
    tx.clientId,
    id,
  ]);
  return row?.earlier ?? [];
}

const lockStatement = statement('inbox.lock_note', 'select id from notes where client_id = $1 and id = $2 for update');

/** Locks a note until commit. */
export async function lockNote(tx: TenantTx, id: string): Promise<NoteRow | null> {
  await tx.rows(lockStatement, [tx.clientId, id]);
  const [row] = await findNotes(tx, [id]);
  return row ?? null;
}

const findStatement = statement(
  'inbox.find_notes',
  `select ${columns} from notes n where n.client_id = $1 and n.id = any($2)`,
);

export function findNotes(tx: TenantTx, ids: readonly string[]): Promise<NoteRow[]> {
  return tx.rows<NoteRow>(findStatement, [tx.clientId, ids]);
}

const pageStatement = statement(
  'inbox.list_notes',
  `select ${columns} from notes n
   where n.client_id = $1 and n.thread_id = $2 and (n.created_at, n.id) < ($3, $4::uuid)
   order by n.created_at desc, n.id desc limit $5`,
);

/** Newest first. */
export function listNotes(tx: TenantTx, threadId: string, before: NotePosition, limit: number): Promise<NoteRow[]> {
  return tx.rows<NoteRow>(pageStatement, [tx.clientId, threadId, before.at, before.id, limit]);
}

export type MentionRow = NoteRow & {
  read: boolean;
  channel_id: string;
  assignee_id: string | null;
  assignee_group_id: string | null;
};

const mentionsStatement = statement(
  'inbox.list_mentions',
  `select ${columns}, x.read_at is not null as read, t.channel_id, t.assignee_id, t.assignee_group_id
   from note_mentions x
   join notes n on n.client_id = x.client_id and n.id = x.note_id
   join shared_threads t on t.client_id = x.client_id and t.id = x.thread_id
   where x.client_id = $1 and x.user_id = $2 and (x.created_at, x.note_id) < ($3, $4::uuid)
   order by x.created_at desc, x.note_id desc limit $5`,
);

/** Notes that mention a member, newest first, with the assignees of their threads. */
export function listMentions(tx: TenantTx, uid: string, before: NotePosition, limit: number): Promise<MentionRow[]> {
  return tx.rows<MentionRow>(mentionsStatement, [tx.clientId, uid, before.at, before.id, limit]);
}

export type UnreadMentionThreadRow = {
  thread_id: string;
  channel_id: string;
  assignee_id: string | null;
  assignee_group_id: string | null;
};

const unreadStatement = statement(
  'inbox.list_unread_mentions',
  `select t.id as thread_id, t.channel_id, t.assignee_id, t.assignee_group_id
   from (select distinct x.thread_id from note_mentions x
     where x.client_id = $1 and x.user_id = $2 and x.read_at is null order by x.thread_id limit 1000) unread
   join shared_threads t on t.client_id = $1 and t.id = unread.thread_id
   order by t.id`,
);

/** Threads with unread mentions of a member. */
export function listUnreadMentionThreads(tx: TenantTx, uid: string): Promise<UnreadMentionThreadRow[]> {
  return tx.rows<UnreadMentionThreadRow>(unreadStatement, [tx.clientId, uid]);
}

const readStatement = statement(
  'inbox.mark_mentions_read',
  `update note_mentions set read_at = now()
   where client_id = $1 and user_id = $2 and thread_id = $3 and read_at is null`,
);

/** @returns the number of mentions that were unread */
export function markMentionsRead(tx: TenantTx, uid: string, threadId: string): Promise<number> {
  return tx.run(readStatement, [tx.clientId, uid, threadId]);
}

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
  version: number;
};
export type NotePosition = { at: Date; id: string };

const columns =
  'n.id, n.thread_id, n.body, n.user_ids, n.group_ids, n.request_hash, n.created_at, n.created_by, n.version';

const insertStatement = statement(
  'notes_insert',
  `insert into notes (client_id, id, thread_id, body, user_ids, group_ids, request_hash, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertNote(tx: TenantTx, note: Omit<NoteRow, 'created_at' | 'version'>): Promise<boolean> {
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
  'notes_mention',
  `insert into note_mentions (client_id, user_id, note_id, thread_id, created_at)
   select n.client_id, m.user_id, n.id, n.thread_id, n.created_at
   from notes n join client_users m on m.client_id = n.client_id
   where n.client_id = $1 and n.id = $2 and m.suspended_at is null and m.user_id::text <> n.created_by
     and (m.user_id = any(n.user_ids) or exists (select from user_group_members g
       where g.client_id = n.client_id and g.group_id = any(n.group_ids) and g.user_id = m.user_id))
   order by m.user_id`,
);

/** Notes down everybody whom a note names, by themselves or in a group, but its writer. */
export async function insertMentions(tx: TenantTx, noteId: string): Promise<void> {
  await tx.run(mentionStatement, [tx.clientId, noteId]);
}

const findStatement = statement(
  'notes_by_id',
  `select ${columns} from notes n where n.client_id = $1 and n.id = any($2)`,
);

export function findNotes(tx: TenantTx, ids: readonly string[]): Promise<NoteRow[]> {
  return tx.rows<NoteRow>(findStatement, [tx.clientId, ids]);
}

const pageStatement = statement(
  'notes_of_thread',
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
  'note_mentions_of',
  `select ${columns}, x.read_at is not null as read, t.channel_id, t.assignee_id, t.assignee_group_id
   from note_mentions x
   join notes n on n.client_id = x.client_id and n.id = x.note_id
   join threads t on t.client_id = x.client_id and t.id = x.thread_id
   where x.client_id = $1 and x.user_id = $2 and (x.created_at, x.note_id) < ($3, $4::uuid)
   order by x.created_at desc, x.note_id desc limit $5`,
);

/** Notes that name somebody, newest first, with where their conversations stand. */
export function listMentions(tx: TenantTx, uid: string, before: NotePosition, limit: number): Promise<MentionRow[]> {
  return tx.rows<MentionRow>(mentionsStatement, [tx.clientId, uid, before.at, before.id, limit]);
}

export type UnreadPlaceRow = {
  thread_id: string;
  channel_id: string;
  assignee_id: string | null;
  assignee_group_id: string | null;
};

const unreadStatement = statement(
  'note_mentions_unread',
  `select t.id as thread_id, t.channel_id, t.assignee_id, t.assignee_group_id
   from (select distinct x.thread_id from note_mentions x
     where x.client_id = $1 and x.user_id = $2 and x.read_at is null order by x.thread_id limit 1000) unread
   join threads t on t.client_id = $1 and t.id = unread.thread_id
   order by t.id`,
);

/** Conversations in which something names somebody who has not read it. */
export function listUnreadPlaces(tx: TenantTx, uid: string): Promise<UnreadPlaceRow[]> {
  return tx.rows<UnreadPlaceRow>(unreadStatement, [tx.clientId, uid]);
}

const readStatement = statement(
  'note_mentions_read',
  `update note_mentions set read_at = now()
   where client_id = $1 and user_id = $2 and thread_id = $3 and read_at is null`,
);

/** @returns how many were unread */
export function markMentionsRead(tx: TenantTx, uid: string, threadId: string): Promise<number> {
  return tx.run(readStatement, [tx.clientId, uid, threadId]);
}

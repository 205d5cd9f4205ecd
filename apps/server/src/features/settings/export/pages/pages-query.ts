import { statement, type TenantTx } from '../../../../platform/db/sql.ts';

export type ConversationRow = {
  id: string;
  /** Text of `last_message_at`, with all its digits. */
  key: string | null;
  last_at: Date | null;
  state: string;
  name: string;
  phone_number: string | null;
  username: string | null;
  channel: string | null;
  sandbox: boolean | null;
  labels: string[];
  last: { direction: string; type: string; content: Record<string, unknown> } | null;
};

const about = `select t.id, t.key, t.last_message_at as last_at, t.state, coalesce(c.name, '') as name, c.phone_number, c.username,
     h.channel_label as channel, h.sandbox,
     array(select l.name from shared_thread_labels x join shared_labels l on l.client_id = $1 and l.id = x.label_id
       where x.client_id = $1 and x.thread_id = t.id order by l.name) as labels,
     (select jsonb_build_object('direction', m.direction, 'type', m.type, 'content', m.content)
       from shared_messages m where m.client_id = $1 and m.id = t.last_message_id) as last`;
const joined = `left join shared_contacts c on c.client_id = $1 and c.id = t.contact_id
   left join shared_channels h on h.client_id = $1 and h.id = t.channel_id`;

const active = statement(
  'settings.list_exported_conversations',
  `${about} from (select id, last_message_at::text as key, last_message_at, state, contact_id, channel_id, last_message_id
     from shared_threads where client_id = $1 and merged_into is null and (last_message_at, id) < ($2::timestamptz, $3::uuid)
     order by last_message_at desc nulls last, id desc limit $4) t
   ${joined} order by t.last_message_at desc, t.id desc`,
);
const silent = statement(
  'settings.list_silent_conversations',
  `${about} from (select id, null as key, last_message_at, state, contact_id, channel_id, last_message_id
     from shared_threads where client_id = $1 and merged_into is null and last_message_at is null and id < $2::uuid
     order by id desc limit $3) t
   ${joined} order by t.id desc`,
);

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Conversations, those with the newest messages first and those without any at the end. @param after the last row before them */
export async function listConversations(
  tx: TenantTx,
  after: ConversationRow | null,
  limit: number,
): Promise<ConversationRow[]> {
  const rows =
    after !== null && after.key === null
      ? []
      : await tx.rows<ConversationRow>(active, [tx.clientId, after?.key ?? 'infinity', after?.id ?? lastId, limit]);
  if (rows.length === limit) return rows;
  const from = after !== null && after.key === null ? after.id : lastId;
  return [...rows, ...(await tx.rows<ConversationRow>(silent, [tx.clientId, from, limit - rows.length]))];
}

const count = statement(
  'settings.count_exported_conversations',
  'select count(*)::int as n from shared_threads where client_id = $1 and merged_into is null',
);
export async function countConversations(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(count, [tx.clientId]);
  return row?.n ?? 0;
}

export type EntryFile = { id: string | null; filename: string; state: string; mime_type: string | null; bytes: number };

/** A message or, with the direction `NOTE`, an internal note. */
export type EntryRow = {
  thread_id: string;
  id: string;
  at: Date;
  direction: string;
  type: string;
  status: number;
  content: Record<string, unknown>;
  extras: Record<string, unknown> | null;
  reaction: Record<string, { emoji?: string } | undefined> | null;
  created_by: string;
  quoted: { id: string; type: string; content: Record<string, unknown> } | null;
  files: EntryFile[] | null;
};

const entries = statement(
  'settings.list_exported_messages',
  `select w.id as thread_id, x.id, x.at, x.direction, x.type, x.status, x.content, x.extras, x.reaction, x.created_by,
     (select jsonb_build_object('id', q.id, 'type', q.type, 'content', q.content)
       from shared_messages q where q.client_id = $1 and q.id = x.context_message_id) as quoted,
     case when x.type not in ('text', 'note') then (
       select jsonb_agg(jsonb_build_object('id', b.id, 'filename', f.filename, 'state', f.state, 'mime_type', b.mime_type,
         'bytes', coalesce(b.size_bytes, 0)) order by f.id)
       from shared_media f left join shared_media_files b on b.client_id = $1 and b.id = f.file_id
       where f.client_id = $1 and f.message_id = x.id) end as files
   from unnest($2::uuid[]) with ordinality w(id, no) cross join lateral (
     select * from (
       (select m.id, m.sort_at::timestamptz as at, m.direction, m.type, m.status, m.content, m.extras, m.reaction, m.created_by,
          m.context_message_id
        from shared_messages m where m.client_id = $1 and m.thread_id = w.id and (m.sort_at, m.id) > ($3::timestamptz, $4::uuid)
        order by m.sort_at, m.id limit $5)
       union all
       (select n.id, date_trunc('milliseconds', n.created_at), 'NOTE', 'note', 0::smallint, jsonb_build_object('body', n.body),
          null, null, n.created_by, null
        from shared_notes n where n.client_id = $1 and n.thread_id = w.id and n.deleted_at is null
          and (date_trunc('milliseconds', n.created_at), n.id) > ($3::timestamptz, $4::uuid)
        order by 2, 1 limit $5)
     ) u order by u.at, u.id limit $5
   ) x order by w.no, x.at, x.id`,
);

/** Of each conversation at most `limit` messages and notes after a place, oldest first. */
export function listEntries(
  tx: TenantTx,
  threadIds: readonly string[],
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<EntryRow[]> {
  const from = [after?.at ?? '-infinity', after?.id ?? '00000000-0000-0000-0000-000000000000'];
  return tx.rows(entries, [tx.clientId, threadIds, ...from, limit]);
}

const names = statement(
  'settings.list_exported_names',
  `select user_id as id, name from shared_client_users where client_id = $1
   union all select user_id, name from shared_former_members where client_id = $1`,
);
/** Names of members and former members by id. */
export async function listNames(tx: TenantTx): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(names, [tx.clientId]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

import { statement, type TenantTx } from '../../platform/db/sql.ts';

/*
 * Everything about one contact, read from all features that store data about it: the file must be complete, whatever
 * the screens show.
 */
const contactStatement = statement(
  'privacy.read_contact_data',
  `select (select to_jsonb(x) from (select id, name, phone_number, user_id, username, opted_in_at, opt_in_source, opted_out_at, origin,
       created_by, created_at, updated_at from shared_contacts where client_id = $1 and id = $2) x) as contact,
     (select coalesce(jsonb_object_agg(f.name, v.value), '{}') from shared_contacts c cross join lateral jsonb_each(c.custom_fields) v
       join shared_contact_fields f on f.client_id = $1 and f.no = v.key::int where c.client_id = $1 and c.id = $2) as custom_fields,
     (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'since', created_at, 'left', retired_at) order by kind, key), '[]')
       from shared_contact_identities where client_id = $1 and contact_id = $2) as identities,
     (select coalesce(jsonb_agg(l.name order by l.name), '[]') from shared_contact_list_members m
       join shared_contact_lists l on l.client_id = $1 and l.id = m.contact_list_id and not l.deleting where m.client_id = $1 and m.contact_id = $2) as lists,
     (select coalesce(jsonb_agg(to_jsonb(s) - 'client_id' - 'contact_id' order by source), '[]') from shared_suppressions s
       where s.client_id = $1 and s.contact_id = $2) as suppressions,
     (select coalesce(jsonb_agg(jsonb_build_object('body', body, 'by', created_by, 'at', created_at) order by created_at), '[]')
       from shared_contact_notes where client_id = $1 and contact_id = $2) as notes,
     (select coalesce(jsonb_agg(jsonb_build_object('what', kind, 'by', actor, 'at', at, 'detail', detail) order by at), '[]')
       from shared_contact_activity where client_id = $1 and contact_id = $2) as activity,
     (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'channel', h.channel_label, 'since', t.created_at, 'state', t.state)
       order by t.id), '[]') from shared_threads t join shared_channels h on h.client_id = $1 and h.id = t.channel_id
       where t.client_id = $1 and t.contact_id = $2) as conversations`,
);
/** Everything stored about a contact except messages, as JSON. */
export async function readContactData(tx: TenantTx, contactId: string): Promise<Record<string, unknown>> {
  const [row] = await tx.rows<Record<string, unknown>>(contactStatement, [tx.clientId, contactId]);
  return row ?? {};
}

const nextThread = statement(
  'privacy.find_next_thread',
  `select id from (
     select id from shared_threads where client_id = $1 and contact_id = $2
     union select thread_id from shared_thread_participants where client_id = $1 and current_contact($1, contact_id) = $2
   ) t where $3::uuid is null or id > $3 order by id limit 1`,
);
/** The conversations of a contact, and the groups they were in. */
export async function findNextThread(tx: TenantTx, contactId: string, after: string | null): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(nextThread, [tx.clientId, contactId, after]);
  return row?.id ?? null;
}

const messages = statement(
  'privacy.list_messages',
  `select m.id, m.sort_at, jsonb_strip_nulls(jsonb_build_object('id', m.id, 'conversation', m.thread_id, 'direction', m.direction,
     'at', m."timestamp", 'type', m.type, 'status', m.status, 'to', m."to", 'by', m.created_by, 'content', m.content,
     'extras', m.extras, 'reaction', m.reaction,
     'events', (select jsonb_agg(jsonb_build_object('status', e.status, 'at', e.provider_at) order by e.provider_at)
       from shared_message_events e where e.client_id = $1 and e.message_id = m.id),
     'files', (select jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename, 'state', f.state, 'type', b.mime_type,
         'bytes', b.size_bytes, 'sha256', encode(b.sha256, 'hex')))
       from shared_media f left join shared_media_files b on b.client_id = $1 and b.id = f.file_id
       where f.client_id = $1 and f.message_id = m.id))) as message
   from shared_messages m join shared_threads t on t.client_id = $1 and t.id = m.thread_id
   where m.client_id = $1 and m.thread_id = $2 and (m.sort_at, m.id) > ($3::timestamptz, $4::uuid)
     and (t.group_id is null or current_contact($1, (m.extras->>'sender_id')::uuid) = $6)
   order by m.sort_at, m.id limit $5`,
);
export type ExportedMessage = { id: string; sort_at: Date; message: Record<string, unknown> };
/** Messages of a conversation with their events and files, oldest first; of a group those that the contact wrote. */
export function listMessagesAfter(
  tx: TenantTx,
  contactId: string,
  threadId: string,
  after: { sortAt: Date | null; messageId: string | null },
  limit: number,
): Promise<ExportedMessage[]> {
  const values = [tx.clientId, threadId, after.sortAt ?? '-infinity', after.messageId ?? threadId, limit, contactId];
  return tx.rows(messages, values);
}

const ofContact = statement(
  'privacy.list_internal_notes',
  `select n.id, n.thread_id as conversation, n.created_at as at, n.created_by as by, n.body,
     case when n.created_by in ('bot', 'webhook') then 'Bot' when n.created_by = 'ai' then 'AI assistant'
       else coalesce(
         (select m.name from shared_client_users m where m.client_id = $1 and m.user_id = w.id),
         (select f.name from shared_former_members f where f.client_id = $1 and f.user_id = w.id),
         case when n.created_by like 'api%' then n.created_by end, '…') end as author,
     (select coalesce(jsonb_object_agg(x.id, x.name), '{}') from (
       select m.user_id as id, m.name from shared_client_users m where m.client_id = $1 and m.user_id = any(n.user_ids)
       union all select f.user_id, f.name from shared_former_members f where f.client_id = $1 and f.user_id = any(n.user_ids)
       union all select g.id, g.name from shared_user_groups g where g.client_id = $1 and g.id = any(n.group_ids)) x) as names
   from shared_threads t join shared_notes n on n.client_id = t.client_id and n.thread_id = t.id
   cross join lateral (select case when n.created_by ~ '^[0-9a-f-]{36}$' then n.created_by::uuid end as id) w
   where t.client_id = $1 and t.contact_id = $2 order by n.thread_id, n.created_at, n.id`,
);

/** `author`: the name that the inbox shows above the note; dots for an unknown author. */
export type InternalNote = { id: string; conversation: string; at: Date; by: string; author: string; body: string };

/** A mention in the body of a note. */
const marked = /@\[([^\]\n]*)\]\((?:user|group):([0-9a-f-]{36})\)/g;

/** Internal notes in the conversations of a contact, oldest first, with current names in mentions. */
export async function listInternalNotes(tx: TenantTx, contactId: string): Promise<InternalNote[]> {
  const rows = await tx.rows<InternalNote & { names: Record<string, string> }>(ofContact, [tx.clientId, contactId]);
  return rows.map(({ names, ...note }) => ({
    ...note,
    body: note.body.replaceAll(marked, (_whole, then: string, id: string) => `@${names[id] ?? then}`),
  }));
}

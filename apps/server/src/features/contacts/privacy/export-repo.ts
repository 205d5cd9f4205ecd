import type { PersonExport } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ExportRow = {
  id: string;
  contact_id: string;
  state: PersonExport['state'];
  error: string | null;
  thread_id: string | null;
  sort_at: Date | null;
  arrival: number | null;
  parts: number;
  size_bytes: number;
  messages: number;
  created_by: string;
  created_at: Date;
  expires_at: Date;
};
const columns = `id, contact_id, state, error, thread_id, sort_at, arrival, parts, size_bytes, messages, created_by, created_at,
  expires_at`;

const insert = statement(
  'person_exports_insert',
  `insert into person_exports (client_id, id, contact_id, created_by) values ($1, $2, $3, $4) returning ${columns}`,
);
export async function insertExport(
  tx: TenantTx,
  row: { id: string; contactId: string; author: string },
): Promise<ExportRow> {
  const [made] = await tx.rows<ExportRow>(insert, [tx.clientId, row.id, row.contactId, row.author]);
  if (made === undefined) throw new Error('an export that was written is missing');
  return made;
}

const latest = statement(
  'person_exports_latest',
  `select ${columns} from person_exports where client_id = $1 and contact_id = $2 and expires_at > now()
   order by created_at desc, id desc limit 1`,
);
export async function latestExport(tx: TenantTx, contactId: string): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(latest, [tx.clientId, contactId]);
  return row ?? null;
}

const find = statement('person_exports_find', `select ${columns} from person_exports where client_id = $1 and id = $2`);
export async function findExport(tx: TenantTx, id: string): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const add = statement(
  'person_exports_add',
  `with part as (
     insert into person_export_parts (client_id, export_id, part, body) select client_id, id, parts, $3
     from person_exports where client_id = $1 and id = $2
   )
   update person_exports set state = 'running', parts = parts + 1, size_bytes = size_bytes + octet_length($3),
     messages = messages + $4, thread_id = $5, sort_at = $6, arrival = $7
   where client_id = $1 and id = $2`,
);
/** The next piece of the file, and where the one after it begins. */
export async function addPart(
  tx: TenantTx,
  id: string,
  body: string,
  messages: number,
  place: { threadId: string | null; sortAt: Date | null; arrival: number | null },
): Promise<void> {
  await tx.run(add, [tx.clientId, id, body, messages, place.threadId, place.sortAt, place.arrival]);
}

const end = statement(
  'person_exports_end',
  'update person_exports set state = $3, error = $4 where client_id = $1 and id = $2',
);
export async function endExport(
  tx: TenantTx,
  id: string,
  state: 'done' | 'failed',
  error: string | null,
): Promise<void> {
  await tx.run(end, [tx.clientId, id, state, error]);
}

const part = statement(
  'person_exports_part',
  'select body from person_export_parts where client_id = $1 and export_id = $2 and part = $3',
);
export async function readPart(tx: TenantTx, id: string, no: number): Promise<string | null> {
  const [row] = await tx.rows<{ body: string }>(part, [tx.clientId, id, no]);
  return row?.body ?? null;
}

const person = statement(
  'person_exports_person',
  `select (select to_jsonb(x) from (select id, name, phone_number, user_id, username, opted_in_at, opt_in_source, opted_out_at, origin,
       created_by, created_at, updated_at from contacts where client_id = $1 and id = $2) x) as contact,
     (select coalesce(jsonb_object_agg(f.name, v.value), '{}') from contacts c cross join lateral jsonb_each(c.custom_fields) v
       join contact_fields f on f.client_id = $1 and f.no = v.key::int where c.client_id = $1 and c.id = $2) as custom_fields,
     (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'since', created_at, 'left', retired_at) order by kind, key), '[]')
       from contact_identities where client_id = $1 and contact_id = $2) as identities,
     (select coalesce(jsonb_agg(l.name order by l.name), '[]') from contact_list_members m
       join contact_lists l on l.client_id = $1 and l.id = m.contact_list_id where m.client_id = $1 and m.contact_id = $2) as lists,
     (select coalesce(jsonb_agg(to_jsonb(s) - 'client_id' - 'contact_id' order by source), '[]') from suppressions s
       where s.client_id = $1 and s.contact_id = $2) as suppressions,
     (select coalesce(jsonb_agg(jsonb_build_object('body', body, 'by', created_by, 'at', created_at) order by created_at), '[]')
       from contact_notes where client_id = $1 and contact_id = $2) as notes,
     (select coalesce(jsonb_agg(jsonb_build_object('what', kind, 'by', actor, 'at', at, 'detail', detail) order by at), '[]')
       from contact_activity where client_id = $1 and contact_id = $2) as activity,
     (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'channel', h.channel_label, 'since', t.created_at, 'state', t.state)
       order by t.id), '[]') from threads t join channels h on h.client_id = $1 and h.id = t.channel_id
       where t.client_id = $1 and t.contact_id = $2) as conversations`,
);
/** What is kept of a person besides messages, as JSON. */
export async function readPerson(tx: TenantTx, contactId: string): Promise<Record<string, unknown>> {
  const [row] = await tx.rows<Record<string, unknown>>(person, [tx.clientId, contactId]);
  return row ?? {};
}

const nextThread = statement(
  'person_exports_next_thread',
  `select id from threads where client_id = $1 and contact_id = $2 and ($3::uuid is null or id > $3) order by id limit 1`,
);
export async function threadAfter(tx: TenantTx, contactId: string, after: string | null): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(nextThread, [tx.clientId, contactId, after]);
  return row?.id ?? null;
}

const messages = statement(
  'person_exports_messages',
  `select m.sort_at, m.arrival, jsonb_strip_nulls(jsonb_build_object('id', m.id, 'conversation', m.thread_id, 'direction', m.direction,
     'at', m."timestamp", 'type', m.type, 'status', m.status, 'to', m."to", 'by', m.created_by, 'content', m.content,
     'extras', m.extras, 'reaction', m.reaction,
     'events', (select jsonb_agg(jsonb_build_object('status', e.status, 'at', e.provider_at) order by e.provider_at)
       from message_events e where e.client_id = $1 and e.message_id = m.id),
     'files', (select jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename, 'state', f.state, 'type', b.mime_type,
         'bytes', b.size_bytes, 'sha256', encode(b.sha256, 'hex')))
       from media f left join media_files b on b.client_id = $1 and b.id = f.file_id
       where f.client_id = $1 and f.message_id = m.id))) as message
   from messages m where m.client_id = $1 and m.thread_id = $2 and (m.sort_at, m.arrival) > ($3::timestamptz, $4)
   order by m.sort_at, m.arrival limit $5`,
);
export type ExportedMessage = { sort_at: Date; arrival: number; message: Record<string, unknown> };
/** Messages of a conversation with their events and files, oldest first. */
export function messagesAfter(
  tx: TenantTx,
  threadId: string,
  after: { sortAt: Date | null; arrival: number | null },
  limit: number,
): Promise<ExportedMessage[]> {
  const values = [tx.clientId, threadId, after.sortAt ?? '-infinity', after.arrival ?? 0, limit];
  return tx.rows(messages, values);
}

const purge = statement('person_exports_age', 'delete from person_exports where expires_at < now()');
export function purgeExports(tx: Executor): Promise<number> {
  return tx.run(purge);
}

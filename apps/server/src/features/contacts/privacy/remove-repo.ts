import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * What removing messages takes along: their events, their attempts and what waited to be sent go with their rows; files
 * lose the message's claim on them, and go when nobody else shows the same bytes.
 */
const messages = statement(
  'privacy_remove_messages',
  `with doomed as materialized (
     select m.id, m.source, m.direction, m.content->>'media_id' as media_id from messages m
     where m.client_id = $1 and m.thread_id = $2 and m.sort_at < $3 order by m.sort_at, m.arrival limit $4 for update
   ), events as (
     delete from message_events e using doomed d where e.client_id = $1 and e.message_id = d.id returning 1
   ), theirs as (
     delete from media f using doomed d where f.client_id = $1 and f.message_id = d.id returning f.file_id
   ), ours as (
     update media f set state = 'gone', file_id = null, filename = null, reason = 'removed with its message' from (
       select f.id, f.file_id from media f join doomed d on f.id = d.media_id::uuid
       where f.client_id = $1 and f.message_id is null and d.direction = 'OUTGOING' and d.source = 'INBOX'
       order by f.id for update of f) x
     where f.client_id = $1 and f.id = x.id returning x.file_id
   ), gone as (
     delete from messages m using doomed d where m.client_id = $1 and m.id = d.id returning m.id
   )
   select (select count(*) from gone)::int as messages, (select count(*) from events)::int as message_events,
     array(select file_id from theirs where file_id is not null union select file_id from ours where file_id is not null) as file_ids`,
);
export type RemovedMessages = { messages: number; message_events: number; file_ids: string[] };

/** The oldest messages of a conversation, with all that hangs on them. @param before in the order of the conversation */
export async function removeMessages(
  tx: TenantTx,
  threadId: string,
  before: Date,
  limit: number,
): Promise<RemovedMessages> {
  const [row] = await tx.rows<RemovedMessages>(messages, [tx.clientId, threadId, before, limit]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}

const files = statement(
  'privacy_remove_files',
  `with idle as materialized (
     select f.id from media_files f where f.client_id = $1 and f.id = any($2)
       and not exists (select from media m where m.client_id = $1 and m.file_id = f.id)
     order by f.id for update
   ), removed as (
     delete from media_files f using idle i where f.client_id = $1 and f.id = i.id returning f.id, f.size_bytes
   ), freed as (
     update media_usage u set bytes = greatest(0, u.bytes - (select coalesce(sum(size_bytes), 0) from removed)) where u.client_id = $1
   )
   select id from removed`,
);
/** Rows of bytes that nothing shows any more, in a statement of its own after the one above. @returns those that went */
export async function removeFiles(tx: TenantTx, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  return (await tx.rows<{ id: string }>(files, [tx.clientId, fileIds])).map(({ id }) => id);
}

const threadsOf = statement(
  'privacy_threads_of',
  'select id from threads where client_id = $1 and contact_id = any($2) order by id limit 200',
);
export async function listThreadsOf(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(threadsOf, [tx.clientId, contactIds])).map(({ id }) => id);
}

const joined = statement('privacy_forget_joined', 'select forget_joined_threads($1, $2) as n');
const threads = statement(
  'privacy_remove_threads',
  'delete from threads where client_id = $1 and contact_id = any($2) returning id',
);
/** Conversations without messages. @returns how many */
export async function removeThreads(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  await tx.rows(joined, [tx.clientId, contactIds]);
  return (await tx.rows<{ id: string }>(threads, [tx.clientId, contactIds])).map(({ id }) => id);
}

const person = statement(
  'privacy_remove_person',
  `with notes as (delete from contact_notes where client_id = $1 and contact_id = any($2) returning 1),
   activity as (delete from contact_activity where client_id = $1 and contact_id = any($2) returning 1),
   wishes as (delete from suppressions where client_id = $1 and contact_id = any($2) returning 1),
   imported as (delete from import_changes i using imports x
     where x.client_id = $1 and i.client_id = $1 and i.import_id = x.id and i.contact_id = any($2) returning 1)
   select (select count(*) from notes)::int as notes, (select count(*) from activity)::int as activity,
     (select count(*) from wishes)::int as suppressions, (select count(*) from imported)::int as import_rows`,
);
const nameOf = statement(
  'privacy_names',
  `select distinct lower(name) as name from contacts where client_id = $1 and id = any($2) and length(trim(name)) > 3`,
);
/** What some people are called, in small letters; very short names are also words. */
export async function namesOf(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ name: string }>(nameOf, [tx.clientId, contactIds])).map(({ name }) => name);
}

const contacts = statement('privacy_remove_contacts', 'delete from contacts where client_id = $1 and id = any($2)');
export type RemovedPerson = {
  notes: number;
  activity: number;
  suppressions: number;
  import_rows: number;
  contacts: number;
};

/** The contact itself and what hangs on it; conversations are gone before. */
export async function removePerson(tx: TenantTx, contactIds: readonly string[]): Promise<RemovedPerson> {
  const [row] = await tx.rows<Omit<RemovedPerson, 'contacts'>>(person, [tx.clientId, contactIds]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return { ...row, contacts: await tx.run(contacts, [tx.clientId, contactIds]) };
}

const pages = statement(
  'privacy_import_pages',
  `select p.import_id, p.page, p.rows, coalesce(i.rules->>'country', a.country) as country,
     (select coalesce(jsonb_object_agg(e.row_no, e.row_values), '{}') from import_edits e where e.client_id = $1
       and e.import_id = p.import_id and e.row_values is not null
       and e.row_no > p.page * 1000 and e.row_no <= p.page * 1000 + 1000) as edits
   from import_pages p join imports i on i.client_id = $1 and i.id = p.import_id join clients a on a.id = $1
   where p.client_id = $1 and i.purged_at is null and (p.import_id, p.page) > ($2::uuid, $3)
   order by p.import_id, p.page limit 50`,
);
const rewrite = statement(
  'privacy_rewrite_page',
  'update import_pages set rows = $4 where client_id = $1 and import_id = $2 and page = $3',
);
const dropRows = statement(
  'privacy_import_rows',
  `with problems as (delete from import_problems where client_id = $1 and import_id = $2 and row_no = any($3))
   delete from import_edits where client_id = $1 and import_id = $2 and row_no = any($3)`,
);
const dropUploads = statement(
  'privacy_import_uploads',
  `delete from import_uploads u using imports i
   where i.client_id = $1 and i.id = $2 and i.ended_at is not null and u.client_id = $1 and u.import_id = i.id`,
);

/** `country`: where numbers without a country code belong; `edits`: rows that were mended, by their number. */
export type ImportPage = {
  import_id: string;
  page: number;
  rows: string;
  country: string;
  edits: Record<string, string[]>;
};
export function listImportPages(tx: TenantTx, after: { importId: string; page: number }): Promise<ImportPage[]> {
  return tx.rows(pages, [tx.clientId, after.importId, after.page]);
}
/** A page of an import without some rows, and without the bytes it came from when the import is over. */
export async function rewritePage(
  tx: TenantTx,
  { import_id, page }: Pick<ImportPage, 'import_id' | 'page'>,
  rows: string,
  rowNumbers: readonly number[],
): Promise<void> {
  await tx.run(rewrite, [tx.clientId, import_id, page, rows]);
  await tx.run(dropRows, [tx.clientId, import_id, rowNumbers]);
  await tx.run(dropUploads, [tx.clientId, import_id]);
}

import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { KnownContact } from './row-rules.ts';

export type FoundContact = KnownContact & {
  key: string;
  id: string;
  phone_number: string | null;
  trashed: boolean;
  /** The number has another owner by now. */
  retired: boolean;
  /** The import has dealt with this contact already. */
  seen: boolean;
  /** Everything an undo puts back. */
  was: Record<string, unknown>;
};

const columns = `i.key, c.id, c.name, c.phone_number, c.custom_fields, c.opted_in_at::text, c.opt_in_source,
  c.deleted_at is not null as trashed, i.retired_at is not null as retired`;
const before = `jsonb_build_object('name', c.name, 'custom_fields', c.custom_fields, 'opted_in_at', c.opted_in_at, 'opt_in_source',
  c.opt_in_source, 'deleted_at', c.deleted_at, 'deletion_id', c.deletion_id, 'trashed_list_ids', c.trashed_list_ids) as was`;

const look = statement(
  'import_contacts_look',
  `select ${columns}, false as seen, '{}'::jsonb as was from contact_identities i
   join contacts c on c.client_id = i.client_id and c.id = i.contact_id
   where i.client_id = $1 and i.kind = 'phone' and i.key = any($2)`,
);
const hold = statement(
  'import_contacts_hold',
  `with wanted as materialized (
     select key, contact_id, retired_at from contact_identities
     where client_id = $1 and kind = 'phone' and key = any($2) order by contact_id
   )
   select i.key, c.*, i.retired_at is not null as retired, exists (select from import_changes x
     where x.client_id = $1 and x.import_id = $3 and x.contact_id = c.id) as seen
   from wanted i cross join lateral (
     select c.id, c.name, c.phone_number, c.custom_fields, c.opted_in_at::text, c.opt_in_source,
       c.deleted_at is not null as trashed, ${before}
     from contacts c where c.client_id = $1 and c.id = i.contact_id for no key update) c`,
);

/** Contacts by match keys of numbers, trash included. */
export function lookUpContacts(tx: TenantTx, keys: readonly string[]): Promise<FoundContact[]> {
  return tx.rows(look, [tx.clientId, keys]);
}

/** The same for an import that writes them: held until commit, in the order of ids. */
export function holdContacts(tx: TenantTx, importId: string, keys: readonly string[]): Promise<FoundContact[]> {
  return tx.rows(hold, [tx.clientId, keys, importId]);
}

// Tested by a hashed list, not joined: of arrays a plan expects ten rows.
const insert = statement(
  'import_contacts_insert',
  `with input as materialized (
     select * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[], $8::text[])
       as x(id, key, digits, name, custom_fields, opted_in_at, opt_in_source)
   ), won as materialized (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select $1, 'phone', key, id, digits from input order by key on conflict do nothing returning contact_id
   ), made as (
     insert into contacts (client_id, id, name, phone_number, custom_fields, opted_in_at, opt_in_source, origin, created_by)
     select $1, i.id, i.name, i.digits, i.custom_fields, i.opted_in_at, i.opt_in_source, 'IMPORT', $9
     from input i where (i.id in (select contact_id from won)) is true returning id
   ), noted as (
     insert into import_changes (client_id, import_id, contact_id, version) select $1, $10, id, 1 from made
   )
   select id from input where (id in (select contact_id from won)) is not true`,
);

export type NewContact = KnownContact & { id: string; key: string; digits: string };

/**
 * Makes contacts and notes that the import made them.
 * @returns ids of those that were not made: their numbers were taken meanwhile
 */
export async function insertContacts(
  tx: TenantTx,
  by: { importId: string; author: string },
  rows: readonly NewContact[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const lost = await tx.rows<{ id: string }>(insert, [
    tx.clientId,
    rows.map(({ id }) => id),
    rows.map(({ key }) => key),
    rows.map(({ digits }) => digits),
    rows.map(({ name }) => name),
    rows.map(({ custom_fields }) => JSON.stringify(custom_fields)),
    rows.map(({ opted_in_at }) => opted_in_at),
    rows.map(({ opt_in_source }) => opt_in_source),
    by.author,
    by.importId,
  ]);
  return new Set(lost.map(({ id }) => id));
}

const update = statement(
  'import_contacts_update',
  `update contacts c set name = x.name, custom_fields = x.custom_fields, opted_in_at = x.opted_in_at,
     opt_in_source = x.opt_in_source, sandbox = false, deleted_at = null, deletion_id = null, trashed_list_ids = null, updated_at = now(),
     version = c.version + 1
   from (select * from unnest($2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::text[])
     as y(id, name, custom_fields, opted_in_at, opt_in_source) order by id) x
   where c.client_id = $1 and c.id = x.id returning c.id, c.version`,
);

/** Writes contacts that are held; who lay in the trash comes back. @returns their versions */
export async function updateContacts(
  tx: TenantTx,
  rows: ReadonlyArray<KnownContact & { id: string }>,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const changed = await tx.rows<{ id: string; version: number }>(update, [
    tx.clientId,
    rows.map(({ id }) => id),
    rows.map(({ name }) => name),
    rows.map(({ custom_fields }) => JSON.stringify(custom_fields)),
    rows.map(({ opted_in_at }) => opted_in_at),
    rows.map(({ opt_in_source }) => opt_in_source),
  ]);
  return new Map(changed.map(({ id, version }) => [id, version]));
}

const join = statement(
  'import_lists_join',
  `with joined as (
     insert into contact_list_members (client_id, contact_list_id, contact_id)
     select $1, x.list_id, x.contact_id from unnest($2::uuid[], $3::uuid[]) as x(list_id, contact_id)
     where (x.list_id in (select id from contact_lists where client_id = $1 and id = any($4) and not deleting)) is true
     order by x.list_id, x.contact_id on conflict do nothing returning contact_list_id as list_id, contact_id
   )
   select list_id, contact_id from joined where (contact_id in (select unnest($5::uuid[]))) is true`,
);

export type Membership = { list_id: string; contact_id: string };

/** @returns memberships that are new, of some contacts */
export async function joinLists(
  tx: TenantTx,
  members: readonly Membership[],
  of: readonly string[] = [],
): Promise<Membership[]> {
  if (members.length === 0) return [];
  const lists = members.map(({ list_id }) => list_id);
  const people = members.map(({ contact_id }) => contact_id);
  return tx.rows(join, [tx.clientId, lists, people, [...new Set(lists)], of]);
}

const named = statement(
  'import_lists_named',
  `select id, lower(name) as name from contact_lists where client_id = $1 and lower(name) = any($2) and not deleting order by id desc`,
);

/** Lists by names in small letters; of several with one name the oldest. */
export async function listsNamed(tx: TenantTx, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; name: string }>(named, [tx.clientId, names]);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

// ---- what an import changed ----

const note = statement(
  'import_changes_note',
  `insert into import_changes (client_id, import_id, contact_id, was, version, list_ids)
   select $1, $2, contact_id, was, version, list_ids
   from jsonb_to_recordset($3::jsonb) as x(contact_id uuid, was jsonb, version bigint, list_ids uuid[])`,
);

export type ChangedContact = {
  contact_id: string;
  was: Record<string, unknown> | null;
  version: number;
  list_ids: string[];
};

export async function noteChanged(tx: TenantTx, importId: string, rows: readonly ChangedContact[]): Promise<void> {
  if (rows.length > 0) await tx.run(note, [tx.clientId, importId, JSON.stringify(rows)]);
}

const undo = statement(
  'import_changes_undo',
  `with chosen as materialized (
     select contact_id, was, version, list_ids from import_changes
     where client_id = $1 and import_id = $2 and not kept and contact_id > $3 order by contact_id limit $4
   ), held as materialized (
     select x.contact_id, x.was, x.list_ids, c.id is not null and c.version = x.version
       and (x.was is not null or not exists (select from threads t where t.client_id = $1 and t.contact_id = x.contact_id)
         and not exists (select from contact_notes n where n.client_id = $1 and n.contact_id = x.contact_id)) as free
     from chosen x left join lateral (
       select c.id, c.version from contacts c where c.client_id = $1 and c.id = x.contact_id for update of c) c on true
   ), kept as (
     update import_changes i set kept = true from held h
     where i.client_id = $1 and i.import_id = $2 and i.contact_id = h.contact_id and not h.free
   ), left_lists as (
     delete from contact_list_members m using held h
     where h.free and m.client_id = $1 and m.contact_id = h.contact_id and (h.was is null or m.contact_list_id = any(h.list_ids))
   ), back as (
     update contacts c set name = h.was->>'name', custom_fields = h.was->'custom_fields',
       opted_in_at = (h.was->>'opted_in_at')::timestamptz, opt_in_source = h.was->>'opt_in_source',
       deleted_at = (h.was->>'deleted_at')::timestamptz, deletion_id = (h.was->>'deletion_id')::uuid,
       trashed_list_ids = (select array_agg(v::uuid) from jsonb_array_elements_text(nullif(h.was->'trashed_list_ids', 'null')) v),
       updated_at = now(), version = c.version + 1
     from held h where h.free and h.was is not null and c.client_id = $1 and c.id = h.contact_id
   ), gone as (
     delete from contacts c using held h where h.free and h.was is null and c.client_id = $1 and c.id = h.contact_id
   ), settled as (
     delete from import_changes i using held h
     where h.free and i.client_id = $1 and i.import_id = $2 and i.contact_id = h.contact_id
   )
   select contact_id as id, free from held order by contact_id`,
);

/** Puts back the next contacts that an import changed. @returns which, and whether each was as the import had left it */
export function undoChanges(
  tx: TenantTx,
  importId: string,
  after: string,
  limit: number,
): Promise<Array<{ id: string; free: boolean }>> {
  return tx.rows(undo, [tx.clientId, importId, after, limit]);
}

const keptStatement = statement(
  'import_changes_kept',
  `select contact_id as id from import_changes where client_id = $1 and import_id = $2 and kept and contact_id > $3
   order by contact_id limit $4`,
);
export async function listKept(tx: TenantTx, importId: string, after: string, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(keptStatement, [tx.clientId, importId, after, limit])).map(({ id }) => id);
}

const countChanges = statement(
  'import_changes_count',
  'select count(*)::int as n from import_changes where client_id = $1 and import_id = $2 and not kept',
);
export async function countChanged(tx: Executor, clientId: string, importId: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(countChanges, [clientId, importId]);
  return row?.n ?? 0;
}

import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/** The properties of a contact that an import sets; custom fields by number. */
export type ImportedContact = {
  name: string;
  custom_fields: Record<string, string>;
  opted_in_at: string | null;
  opt_in_source: string | null;
  opted_out_at: string | null;
};

// Filtered by a hashed list, not joined: the planner expects ten rows of any array.
const insert = statement(
  'contacts.insert_imported',
  `with input as materialized (
     select * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[], $8::text[],
       $10::timestamptz[]) as x(id, key, digits, name, custom_fields, opted_in_at, opt_in_source, opted_out_at)
   ), won as materialized (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select $1, 'phone', key, id, digits from input order by key on conflict do nothing returning contact_id
   ), made as (
     insert into contacts (client_id, id, name, phone_number, custom_fields, opted_in_at, opt_in_source, opted_out_at,
       origin, created_by)
     select $1, i.id, i.name, i.digits, i.custom_fields, i.opted_in_at, i.opt_in_source, i.opted_out_at, 'IMPORT', $9
     from input i where (i.id in (select contact_id from won)) is true returning id
   )
   select id from input where (id in (select contact_id from won)) is not true`,
);

export type NewImportedContact = ImportedContact & { id: string; key: string; digits: string };

/** Creates contacts. @returns ids of contacts that were not created because their numbers were taken meanwhile */
export async function insertImportedContacts(
  tx: TenantTx,
  author: string,
  rows: readonly NewImportedContact[],
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
    author,
    rows.map(({ opted_out_at }) => opted_out_at),
  ]);
  return new Set(lost.map(({ id }) => id));
}

const freeRetired = statement(
  'contacts.free_retired_numbers',
  `delete from contact_identities where client_id = $1 and kind = 'phone' and key = any($2) and retired_at is not null`,
);

/** Numbers that their contacts gave up belong to whom they are given next. */
export async function freeRetiredNumbers(tx: TenantTx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.run(freeRetired, [tx.clientId, keys]);
}

const update = statement(
  'contacts.update_imported',
  `update contacts c set name = x.name, custom_fields = x.custom_fields, opted_in_at = x.opted_in_at,
     opt_in_source = x.opt_in_source, opted_out_at = coalesce(c.opted_out_at, x.opted_out_at), sandbox = false, deleted_at = null, deletion_id = null, trashed_list_ids = null, updated_at = now(),
     version = c.version + 1
   from (select * from unnest($2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::text[], $7::timestamptz[])
     as y(id, name, custom_fields, opted_in_at, opt_in_source, opted_out_at) order by id) x
   where c.client_id = $1 and c.id = x.id returning c.id, c.version`,
);

/** Updates locked contacts and restores those in the trash. @returns their versions */
export async function updateImportedContacts(
  tx: TenantTx,
  rows: ReadonlyArray<ImportedContact & { id: string }>,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const changed = await tx.rows<{ id: string; version: number }>(update, [
    tx.clientId,
    rows.map(({ id }) => id),
    rows.map(({ name }) => name),
    rows.map(({ custom_fields }) => JSON.stringify(custom_fields)),
    rows.map(({ opted_in_at }) => opted_in_at),
    rows.map(({ opt_in_source }) => opt_in_source),
    rows.map(({ opted_out_at }) => opted_out_at),
  ]);
  return new Map(changed.map(({ id, version }) => [id, version]));
}

const optOut = statement(
  'contacts.opt_out_imported',
  `insert into suppressions as s (client_id, contact_id, source, active, provider_at, created_by)
   select $1, x.id, 'import', true, x.at, $4 from unnest($2::uuid[], $3::timestamptz[]) as x(id, at) order by x.id
   on conflict (client_id, contact_id, source) do update set active = true, provider_at = excluded.provider_at,
     received_at = now(), created_by = excluded.created_by`,
);

/** Stores why locked contacts, which an import set as opted out, get no marketing. */
export async function recordImportedOptOuts(
  tx: TenantTx,
  author: string,
  rows: ReadonlyArray<{ id: string; at: string }>,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(optOut, [tx.clientId, rows.map(({ id }) => id), rows.map(({ at }) => at), author]);
}

const revert = statement(
  'contacts.revert_imported',
  `with given as materialized (
     select * from jsonb_to_recordset($2::jsonb) as x(id uuid, "before" jsonb, list_ids uuid[])
   ), left_lists as (
     delete from contact_list_members m using given g
     where m.client_id = $1 and m.contact_id = g.id and (g."before" is null or m.contact_list_id = any(g.list_ids))
   ), lifted as (
     delete from suppressions s using given g
     where s.client_id = $1 and s.contact_id = g.id and s.source = 'import' and s.active
       and g."before" is not null and g."before"->>'opted_out_at' is null
     returning s.contact_id
   ), back as (
     update contacts c set name = g."before"->>'name', custom_fields = g."before"->'custom_fields',
       opted_in_at = (g."before"->>'opted_in_at')::timestamptz, opt_in_source = g."before"->>'opt_in_source',
       opted_out_at = case when c.id in (select contact_id from lifted) then null else c.opted_out_at end,
       deleted_at = (g."before"->>'deleted_at')::timestamptz, deletion_id = (g."before"->>'deletion_id')::uuid,
       trashed_list_ids = (select array_agg(v::uuid) from jsonb_array_elements_text(nullif(g."before"->'trashed_list_ids', 'null')) v),
       updated_at = now(), version = c.version + 1
     from given g where g."before" is not null and c.client_id = $1 and c.id = g.id
   )
   delete from contacts c using given g where g."before" is null and c.client_id = $1 and c.id = g.id`,
);

/** The state of a contact before an import changed it; null when the import created it. */
export type RevertedContact = { id: string; before: Record<string, unknown> | null; list_ids: string[] };

/**
 * Restores locked contacts to their earlier state and removes them from the import's lists; contacts that it created
 * are deleted.
 */
export async function revertImportedContacts(tx: TenantTx, rows: readonly RevertedContact[]): Promise<void> {
  if (rows.length > 0) await tx.run(revert, [tx.clientId, JSON.stringify(rows)]);
}

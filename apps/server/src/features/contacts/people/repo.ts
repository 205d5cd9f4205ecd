import type { Contact } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

/** A row of `contacts` with its lists, and its fields by name. */
export type ContactRow = {
  id: string;
  name: string;
  phone_number: string | null;
  user_id: string | null;
  username: string | null;
  custom_fields: Record<string, string>;
  opted_in_at: Date | null;
  opt_in_source: string | null;
  opted_out_at: Date | null;
  origin: Contact['origin'];
  sandbox: boolean;
  created_at: Date;
  updated_at: Date;
  version: number;
  contact_list_ids: string[];
  /** Further identities, in any form. */
  other_numbers: string[];
};

const columns = `c.id, c.name, c.phone_number, c.user_id, c.username, c.opted_in_at, c.opt_in_source, c.opted_out_at,
  c.origin, c.sandbox, c.created_at, c.updated_at, c.version,
  case when c.custom_fields = '{}' then c.custom_fields else coalesce((
    select jsonb_object_agg(f.name, v.value) from jsonb_each(c.custom_fields) v
    join contact_fields f on f.client_id = c.client_id and f.no = v.key::int where not f.hidden), '{}') end as custom_fields,
  array(select m.contact_list_id from contact_list_members m
        join contact_lists l on l.client_id = m.client_id and l.id = m.contact_list_id and not l.deleting
        where m.client_id = c.client_id and m.contact_id = c.id order by m.contact_list_id) as contact_list_ids,
  array(select o.value from contact_identities o where o.client_id = c.client_id and o.contact_id = c.id and o.kind = 'phone'
        and o.retired_at is null and o.value <> c.phone_number order by o.created_at, o.key) as other_numbers`;

const findStatement = statement(
  'contacts.find_contacts',
  `select ${columns} from contacts c where c.client_id = $1 and c.id = any($2) and c.deleted_at is null`,
);

/** Contacts outside the trash, in no order. */
export function findContacts(tx: TenantTx, ids: readonly string[]): Promise<ContactRow[]> {
  return tx.rows(findStatement, [tx.clientId, ids]);
}

const byKeyStatement = statement(
  'contacts.find_by_key',
  `select i.key, ${columns} from contact_identities i
   join contacts c on c.client_id = i.client_id and c.id = i.contact_id
   where i.client_id = $1 and i.kind = $2 and i.key = any($3) and i.retired_at is null and c.deleted_at is null`,
);

/** Contacts outside the trash by their match keys. */
export function findContactsByKey(
  tx: TenantTx,
  kind: 'phone' | 'user',
  keys: readonly string[],
): Promise<Array<ContactRow & { key: string }>> {
  return tx.rows(byKeyStatement, [tx.clientId, kind, keys]);
}

const lockStatement = statement(
  'contacts.lock_contact',
  `select c.id, c.name, c.phone_number, c.custom_fields, c.request_hash, c.deleted_at, c.version
   from contacts c where c.client_id = $1 and c.id = any($2) order by c.id for no key update`,
);

export type LockedContact = {
  id: string;
  name: string;
  phone_number: string | null;
  /** By the numbers of fields. */
  custom_fields: Record<string, string>;
  request_hash: Buffer | null;
  deleted_at: Date | null;
  version: number;
};

/** Locks rows in the order of ids, trash included. */
export function lockContacts(tx: TenantTx, ids: readonly string[]): Promise<LockedContact[]> {
  return tx.rows(lockStatement, [tx.clientId, ids]);
}

/** New values of a contact; properties that are absent stay unchanged. */
export type ContactPatch = {
  name?: string | undefined;
  phoneNumber?: string | undefined;
  /** By the numbers of fields; replaces all of them. */
  customFields?: Record<string, string> | undefined;
  /** A time, or null to withdraw the opt-in. */
  optedInAt?: string | null | undefined;
  optInSource?: string | null | undefined;
  origin?: Contact['origin'];
  createdBy?: string;
  requestHash?: Buffer;
};

const updateStatement = statement(
  'contacts.update_contact',
  `update contacts set name = coalesce($3, name), phone_number = coalesce($4, phone_number),
     custom_fields = coalesce($5::jsonb, custom_fields),
     opted_in_at = case when $6 then $7 else opted_in_at end,
     opt_in_source = case when $8 then nullif($9, '') else opt_in_source end,
     origin = coalesce($10, origin), created_by = coalesce($11, created_by), request_hash = coalesce($12, request_hash),
     updated_at = now(), version = version + 1
   where client_id = $1 and id = $2 returning version`,
);

/** @returns the new version */
export async function updateContact(tx: TenantTx, id: string, change: ContactPatch): Promise<number> {
  const { name, phoneNumber, customFields, optedInAt, optInSource, origin, createdBy, requestHash } = change;
  const [row] = await tx.rows<{ version: number }>(updateStatement, [
    tx.clientId,
    id,
    name ?? null,
    phoneNumber ?? null,
    customFields === undefined ? null : JSON.stringify(customFields),
    optedInAt !== undefined,
    optedInAt ?? null,
    optInSource !== undefined,
    optInSource ?? null,
    origin ?? null,
    createdBy ?? null,
    requestHash ?? null,
  ]);
  if (row === undefined) throw new Error('a locked contact is gone');
  return row.version;
}

const touchStatement = statement(
  'contacts.touch_contacts',
  `update contacts c set updated_at = now(), version = c.version + 1
   from (select * from unnest($2::uuid[]) as y(id) order by id) x
   where c.client_id = $1 and c.id = x.id returning c.id, c.version`,
);

export type Versions = Array<{ id: string; version: number }>;

/** Raises the version of contacts when something outside their rows changed, such as their lists. */
export function touchContacts(tx: TenantTx, ids: readonly string[]): Promise<Versions> {
  return tx.rows(touchStatement, [tx.clientId, ids]);
}

const trashStatement = statement(
  'contacts.trash_contacts',
  `with chosen as materialized (
     select id from contacts where client_id = $1 and id = any($2) and deleted_at is null order by id for update
   ), trashed as (
     update contacts c set deleted_at = now(), deletion_id = $3, updated_at = now(), version = c.version + 1,
       trashed_list_ids = array(select m.contact_list_id from contact_list_members m
         where m.client_id = c.client_id and m.contact_id = c.id)
     from chosen x where c.client_id = $1 and c.id = x.id returning c.id, c.version
   ), left_lists as (
     delete from contact_list_members m using chosen x where m.client_id = $1 and m.contact_id = x.id
   )
   select id, version from trashed`,
);

/** Moves contacts to the trash and removes them from all lists. @returns those that were not there yet */
export function trashContacts(tx: TenantTx, ids: readonly string[], deletionId: string): Promise<Versions> {
  return tx.rows(trashStatement, [tx.clientId, ids, deletionId]);
}

const restoreStatement = statement(
  'contacts.restore_contacts',
  `with chosen as materialized (
     select id, trashed_list_ids from contacts
     where client_id = $1 and id = any($2) and deleted_at is not null and merged_into is null and origin <> 'GROUP'
     order by id for update
   ), restored as (
     update contacts c set deleted_at = null, deletion_id = null, trashed_list_ids = null, updated_at = now(),
       version = c.version + 1
     from chosen x where c.client_id = $1 and c.id = x.id returning c.id, c.version
   ), back_in_lists as (
     insert into contact_list_members (client_id, contact_list_id, contact_id)
     select $1, l.id, x.id from chosen x cross join lateral unnest(x.trashed_list_ids) as w(list_id)
     join contact_lists l on l.client_id = $1 and l.id = w.list_id and not l.deleting
     order by l.id, x.id on conflict do nothing
   )
   select id, version from restored`,
);

/** Restores contacts from the trash, into those of their lists that still exist. @returns those restored */
export function restoreContacts(tx: TenantTx, ids: readonly string[]): Promise<Versions> {
  return tx.rows(restoreStatement, [tx.clientId, ids]);
}

const deletionStatement = statement(
  'contacts.list_deleted_ids',
  `select id from contacts where client_id = $1 and deletion_id = $2 and deleted_at is not null and id > $3
   order by id limit $4`,
);

export async function listDeletedIds(
  tx: TenantTx,
  deletionId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(deletionStatement, [tx.clientId, deletionId, after, limit]);
  return rows.map(({ id }) => id);
}

export type TrashRow = {
  id: string;
  name: string;
  phone_number: string | null;
  deleted_at: Date;
  key: string;
  deletion_id: string;
};

const trashPageStatement = statement(
  'contacts.list_trash',
  `select id, name, phone_number, deleted_at, deleted_at::text as key, deletion_id from contacts
   where client_id = $1 and deleted_at is not null and deletion_id is not null and merged_into is null
     and (deleted_at, id) < ($2::timestamptz, $3::uuid)
   order by deleted_at desc, id desc limit $4`,
);

/** Latest first. @param before the position of the last row shown */
export function listTrash(tx: TenantTx, before: { key: string; id: string }, limit: number): Promise<TrashRow[]> {
  return tx.rows(trashPageStatement, [tx.clientId, before.key, before.id, limit]);
}

const purgeStatement = statement(
  'contacts.delete_old_trash',
  `with old as materialized (
     select c.client_id, c.id from contacts c where c.deleted_at < now() - interval '30 days'
       -- Those that stay empty rows would fill every slice.
       and (c.deletion_id is not null
         or not exists (select from contact_threads t where t.client_id = c.client_id and t.contact_id = c.id)
           and not exists (select from suppressions s where s.client_id = c.client_id and s.contact_id = c.id and s.active))
     order by c.deleted_at limit 5000
   ), kept as materialized (
     select o.client_id, o.id, exists (select from contact_threads t where t.client_id = o.client_id and t.contact_id = o.id)
       or exists (select from suppressions s where s.client_id = o.client_id and s.contact_id = o.id and s.active) as kept
     from old o
   ), emptied as (
     update contacts c set name = '', custom_fields = '{}', opt_in_source = null, trashed_list_ids = null, deletion_id = null
     from kept k where k.kept and c.client_id = k.client_id and c.id = k.id and c.deletion_id is not null
   ), gone as (
     delete from contacts c using kept k where not k.kept and c.client_id = k.client_id and c.id = k.id
   )
   select count(*)::int as n from old`,
);

/** Deletes contacts that were in the trash for thirty days. One with a thread or a suppression keeps an empty row, because both refer to it. */
export async function deleteOldTrash(tx: Executor): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(purgeStatement);
  return row?.n ?? 0;
}

import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/** The scope of an erasure: a contact with all contacts merged into it, and their numbers and ids. */
export type ErasureSubject = { contact_ids: string[]; phones: string[]; users: string[] };
const chain = statement(
  'contacts.find_erasure_subject',
  `with recursive persons as (
     select id from contacts where client_id = $1 and id = $2
     union
     select c.id from persons p join contacts c on c.client_id = $1 and c.merged_into = p.id
   )
   select array(select id from persons) as contact_ids,
     array(select distinct v from (
       select i.value as v from contact_identities i where i.client_id = $1 and i.contact_id in (select id from persons) and i.kind = 'phone'
       union select c.phone_number from contacts c where c.client_id = $1 and c.id in (select id from persons)) x where v is not null) as phones,
     array(select distinct v from (
       select i.value as v from contact_identities i where i.client_id = $1 and i.contact_id in (select id from persons) and i.kind = 'user'
       union select c.user_id from contacts c where c.client_id = $1 and c.id in (select id from persons)) x where v is not null) as users`,
);
/** A contact with all contacts that were merged into it. */
export async function findErasureSubject(tx: TenantTx, contactId: string): Promise<ErasureSubject> {
  const [row] = await tx.rows<ErasureSubject>(chain, [tx.clientId, contactId]);
  if (row === undefined) throw new Error('a held contact is gone');
  return row;
}

const hide = statement(
  'contacts.hide_contacts',
  `with lists as (
     delete from contact_list_members where client_id = $1 and contact_id = any($2) returning contact_id
   ), known as (
     delete from contact_identities where client_id = $1 and contact_id = any($2) returning kind
   ), hidden as (
     update contacts set deleted_at = coalesce(deleted_at, now()), deletion_id = null, trashed_list_ids = null, updated_at = now(),
       version = version + 1
     where client_id = $1 and id = any($2) returning id, version
   )
   select (select count(*) from lists)::int as list_memberships, (select count(*) from known)::int as identities,
     (select version from hidden where id = $3) as version`,
);
/** Hides contacts at once and frees their identities: later messages from one create a new contact. */
export async function hideContacts(
  tx: TenantTx,
  contactIds: readonly string[],
  contactId: string,
): Promise<{ list_memberships: number; identities: number; version: number }> {
  const [row] = await tx.rows<{ list_memberships: number; identities: number; version: number }>(hide, [
    tx.clientId,
    contactIds,
    contactId,
  ]);
  if (row === undefined) throw new Error('a held contact is gone');
  return row;
}

const contact = statement(
  'contacts.delete_details',
  `with notes as (delete from contact_notes where client_id = $1 and contact_id = any($2) returning 1),
   activity as (delete from contact_activity where client_id = $1 and contact_id = any($2) returning 1),
   opt_outs as (delete from suppressions where client_id = $1 and contact_id = any($2) returning 1)
   select (select count(*) from notes)::int as notes, (select count(*) from activity)::int as activity,
     (select count(*) from opt_outs)::int as suppressions`,
);
const nameOf = statement(
  'contacts.list_names',
  `select distinct lower(name) as name from contacts where client_id = $1 and id = any($2) and length(trim(name)) > 3`,
);
/** Names of contacts in lower case, without very short ones, which could also be common words. */
export async function listContactNames(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ name: string }>(nameOf, [tx.clientId, contactIds])).map(({ name }) => name);
}

const contacts = statement('contacts.delete_contacts', 'delete from contacts where client_id = $1 and id = any($2)');
export type DeletedContactData = {
  notes: number;
  activity: number;
  suppressions: number;
  contacts: number;
};

/** Deletes contacts with their notes, activity and suppressions. Their threads must have been deleted before. */
export async function deleteContactData(tx: TenantTx, contactIds: readonly string[]): Promise<DeletedContactData> {
  const [row] = await tx.rows<Omit<DeletedContactData, 'contacts'>>(contact, [tx.clientId, contactIds]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return { ...row, contacts: await tx.run(contacts, [tx.clientId, contactIds]) };
}

import type { ContactList } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { Parameters } from '../query/filter-repo.ts';
import {
  baseConditions,
  type ContactSelection,
  contextWithoutFields,
  selectionTests,
  unnamedStatement,
} from '../query/selection-repo.ts';

export type ListRow = Required<ContactList> & { request_hash: Buffer | null };

const columns = `l.id, l.name, l.color, l.version, l.request_hash,
  (n.members - n.sandbox) as member_count, n.sandbox as sandbox_count`;
/* Counts real and sandbox members separately. */
const counted = `contact_lists l cross join lateral (
  select coalesce(sum(n) filter (where scope = 'list:' || l.id), 0)::int as members,
    coalesce(sum(n) filter (where scope = 'sandbox:list:' || l.id), 0)::int as sandbox
  from contact_counts k where k.client_id = l.client_id and k.scope in ('list:' || l.id, 'sandbox:list:' || l.id)) n`;

const listAll = statement(
  'contacts.list_lists',
  `select ${columns} from ${counted} where l.client_id = $1 and not l.deleting order by lower(l.name), l.id`,
);

export function listLists(tx: TenantTx): Promise<ListRow[]> {
  return tx.rows(listAll, [tx.clientId]);
}

const find = statement(
  'contacts.find_lists',
  `select ${columns} from ${counted} where l.client_id = $1 and l.id = any($2) and not l.deleting`,
);

export function findLists(tx: TenantTx, ids: readonly string[]): Promise<ListRow[]> {
  return tx.rows(find, [tx.clientId, ids]);
}

const insert = statement(
  'contacts.insert_list',
  `insert into contact_lists (client_id, id, name, color, request_hash) values ($1, $2, $3, $4, $5)
   on conflict (client_id, id) do nothing`,
);

/** @returns false when the id is taken */
export async function insertList(
  tx: TenantTx,
  list: { id: string; name: string; color: string | null; requestHash: Buffer },
): Promise<boolean> {
  return (await tx.run(insert, [tx.clientId, list.id, list.name, list.color, list.requestHash])) === 1;
}

const update = statement(
  'contacts.update_list',
  `update contact_lists set name = coalesce($3, name), color = case when $4 then $5 else color end, updated_at = now(),
     version = version + 1
   where client_id = $1 and id = $2 and not deleting returning version`,
);

/** @returns the new version, null when there is no such list */
export async function updateList(
  tx: TenantTx,
  id: string,
  change: { name?: string | undefined; color?: string | null | undefined },
): Promise<number | null> {
  const { name, color } = change;
  const values = [tx.clientId, id, name ?? null, color !== undefined, color ?? null];
  const [row] = await tx.rows<{ version: number }>(update, values);
  return row?.version ?? null;
}

const vanish = statement(
  'contacts.hide_list',
  `update contact_lists set deleting = true, version = version + 1 where client_id = $1 and id = $2 and not deleting
   returning version`,
);

/** Hides a list at once; a job deletes its members and its row. @returns null when there is no such list */
export async function hideList(tx: TenantTx, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(vanish, [tx.clientId, id]);
  return row?.version ?? null;
}

/** Whether a list has members outside of a visibility scope. */
export async function hasHiddenMembers(
  tx: TenantTx,
  listId: string,
  assignee: NonNullable<ContactSelection['assignee']>,
): Promise<boolean> {
  const parameters = new Parameters(tx.clientId);
  const inList = selectionTests({ listId }, contextWithoutFields, parameters);
  const seen = selectionTests({ assignee }, contextWithoutFields, parameters);
  const text = `select c.id from contacts c where ${[...baseConditions, ...inList].join(' and ')} and not (${seen.join(' and ')}) limit 1`;
  return (await tx.rows(unnamedStatement(text), parameters.values)).length > 0;
}

const remove = statement(
  'contacts.delete_list',
  'delete from contact_lists where client_id = $1 and id = $2 and deleting',
);
const forget = statement(
  'contacts.delete_list_count',
  'delete from contact_counts where client_id = $1 and scope = any($2)',
);

/** Deletes the row of a hidden list without members. */
export async function deleteList(tx: TenantTx, id: string): Promise<void> {
  await tx.run(remove, [tx.clientId, id]);
  await tx.run(forget, [tx.clientId, [`list:${id}`, `sandbox:list:${id}`]]);
}

const membersOf = statement(
  'contacts.list_members',
  `select m.contact_id as id,
     exists (select from contact_list_members o join contact_lists l on l.client_id = o.client_id and l.id = o.contact_list_id
       where o.client_id = $1 and o.contact_id = m.contact_id and o.contact_list_id <> $2 and not l.deleting) as "inOtherLists"
   from contact_list_members m where m.client_id = $1 and m.contact_list_id = $2 order by m.contact_id limit $3`,
);

/** @returns members, and whether each is also in another list */
export function listMembers(
  tx: TenantTx,
  id: string,
  limit: number,
): Promise<Array<{ id: string; inOtherLists: boolean }>> {
  return tx.rows(membersOf, [tx.clientId, id, limit]);
}

const join = statement(
  'contacts.add_to_lists',
  `with made as (
     insert into contact_list_members (client_id, contact_list_id, contact_id)
     select $1, l.id, c.id from contact_lists l cross join contacts c
     where l.client_id = $1 and l.id = any($2) and not l.deleting
       and c.client_id = $1 and c.id = any($3) and c.deleted_at is null
     order by l.id, c.id on conflict do nothing returning contact_id
   ) select distinct contact_id as id from made`,
);

/** @returns ids of contacts that were not in all of the lists */
export async function addToLists(
  tx: TenantTx,
  listIds: readonly string[],
  contactIds: readonly string[],
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(join, [tx.clientId, listIds, contactIds])).map(({ id }) => id);
}

const leave = statement(
  'contacts.remove_from_lists',
  `with gone as (
     delete from contact_list_members where client_id = $1 and contact_id = any($3) and contact_list_id = any($2)
     returning contact_id
   ) select distinct contact_id as id from gone`,
);

/** @returns ids of contacts that were in one of the lists */
export async function removeFromLists(
  tx: TenantTx,
  listIds: readonly string[],
  contactIds: readonly string[],
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(leave, [tx.clientId, listIds, contactIds])).map(({ id }) => id);
}

const reset = statement(
  'contacts.reset_lists',
  `with gone as (
     delete from contact_list_members where client_id = $1 and contact_id = $2 and contact_list_id <> all($3)
   )
   insert into contact_list_members (client_id, contact_list_id, contact_id)
   select $1, id, $2 from contact_lists where client_id = $1 and id = any($3) and not deleting order by id
   on conflict do nothing`,
);

/** Replaces the lists of a contact. */
export async function resetLists(tx: TenantTx, contactId: string, listIds: readonly string[]): Promise<void> {
  await tx.run(reset, [tx.clientId, contactId, listIds]);
}

const sample = statement(
  'contacts.list_sample_members',
  `select m.contact_id as id from contact_list_members m join contacts c on c.client_id = m.client_id and c.id = m.contact_id
   where m.client_id = $1 and m.contact_list_id = $2 and c.deleted_at is null
   order by m.contact_id limit $3`,
);

export async function listSampleMembers(tx: TenantTx, listId: string, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(sample, [tx.clientId, listId, limit])).map(({ id }) => id);
}

const addMembers = statement(
  'contacts.add_memberships',
  `with joined as (
     insert into contact_list_members (client_id, contact_list_id, contact_id)
     select $1, x.list_id, x.contact_id from unnest($2::uuid[], $3::uuid[]) as x(list_id, contact_id)
     where (x.list_id in (select id from contact_lists where client_id = $1 and id = any($4) and not deleting)) is true
     order by x.list_id, x.contact_id on conflict do nothing returning contact_list_id as list_id, contact_id
   )
   select list_id, contact_id from joined where (contact_id in (select unnest($5::uuid[]))) is true`,
);

export type Membership = { list_id: string; contact_id: string };

/** Adds memberships. @returns new ones of the contacts in `of` */
export async function addMemberships(
  tx: TenantTx,
  members: readonly Membership[],
  of: readonly string[] = [],
): Promise<Membership[]> {
  if (members.length === 0) return [];
  const lists = members.map(({ list_id }) => list_id);
  const contactIds = members.map(({ contact_id }) => contact_id);
  return tx.rows(addMembers, [tx.clientId, lists, contactIds, [...new Set(lists)], of]);
}

const present = statement(
  'contacts.find_memberships',
  `select contact_list_id as list_id, contact_id from contact_list_members
   where client_id = $1 and contact_list_id = any($2) and contact_id = any($3)`,
);

/** Which of some contacts are in which of some lists. */
export async function findMemberships(
  tx: TenantTx,
  lists: readonly string[],
  contacts: readonly string[],
): Promise<Membership[]> {
  return lists.length === 0 || contacts.length === 0 ? [] : tx.rows(present, [tx.clientId, lists, contacts]);
}

const named = statement(
  'contacts.find_lists_by_name',
  `select id, name_key(name) as name from contact_lists where client_id = $1 and name_key(name) = any($2) and not deleting order by id desc`,
);

/** List ids by the keys of names; the oldest list when several share a name. */
export async function findListsByName(tx: TenantTx, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; name: string }>(named, [tx.clientId, keys]);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

import type { ContactList } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type ListRow = Required<ContactList> & { request_hash: Buffer | null };

const columns = `l.id, l.name, l.color, l.version, l.request_hash,
  (n.members - n.sandbox) as member_count, n.sandbox as sandbox_count`;
/* Members outside of the sandbox, and its people among them beside. */
const counted = `contact_lists l cross join lateral (
  select coalesce(sum(n) filter (where scope = 'list:' || l.id), 0)::int as members,
    coalesce(sum(n) filter (where scope = 'sandbox:list:' || l.id), 0)::int as sandbox
  from contact_counts k where k.client_id = l.client_id and k.scope in ('list:' || l.id, 'sandbox:list:' || l.id)) n`;

const listAll = statement(
  'contact_lists_all',
  `select ${columns} from ${counted} where l.client_id = $1 and not l.deleting order by lower(l.name), l.id`,
);

export function listLists(tx: TenantTx): Promise<ListRow[]> {
  return tx.rows(listAll, [tx.clientId]);
}

const find = statement(
  'contact_lists_find',
  `select ${columns} from ${counted} where l.client_id = $1 and l.id = any($2) and not l.deleting`,
);

export function findLists(tx: TenantTx, ids: readonly string[]): Promise<ListRow[]> {
  return tx.rows(find, [tx.clientId, ids]);
}

const insert = statement(
  'contact_lists_insert',
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
  'contact_lists_update',
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
  'contact_lists_vanish',
  `update contact_lists set deleting = true, version = version + 1 where client_id = $1 and id = $2 and not deleting
   returning version`,
);

/** Out of sight at once; members and row go behind the answer. @returns null when there is no such list */
export async function hideList(tx: TenantTx, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(vanish, [tx.clientId, id]);
  return row?.version ?? null;
}

const remove = statement(
  'contact_lists_delete',
  'delete from contact_lists where client_id = $1 and id = $2 and deleting',
);
const forget = statement(
  'contact_lists_forget_count',
  'delete from contact_counts where client_id = $1 and scope = any($2)',
);

/** The row of a hidden list without members. */
export async function deleteList(tx: TenantTx, id: string): Promise<void> {
  await tx.run(remove, [tx.clientId, id]);
  await tx.run(forget, [tx.clientId, [`list:${id}`, `sandbox:list:${id}`]]);
}

const membersOf = statement(
  'contact_list_members_page',
  `select m.contact_id as id,
     exists (select from contact_list_members o join contact_lists l on l.client_id = o.client_id and l.id = o.contact_list_id
       where o.client_id = $1 and o.contact_id = m.contact_id and o.contact_list_id <> $2 and not l.deleting) as elsewhere
   from contact_list_members m where m.client_id = $1 and m.contact_list_id = $2 order by m.contact_id limit $3`,
);

/** @returns members, and whether each is in another list too */
export function listMembersOfList(
  tx: TenantTx,
  id: string,
  limit: number,
): Promise<Array<{ id: string; elsewhere: boolean }>> {
  return tx.rows(membersOf, [tx.clientId, id, limit]);
}

const join = statement(
  'contact_list_members_add',
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
  'contact_list_members_remove',
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
  'contact_list_members_reset',
  `with gone as (
     delete from contact_list_members where client_id = $1 and contact_id = $2 and contact_list_id <> all($3)
   )
   insert into contact_list_members (client_id, contact_list_id, contact_id)
   select $1, id, $2 from contact_lists where client_id = $1 and id = any($3) and not deleting order by id
   on conflict do nothing`,
);

/** Exactly these lists. */
export async function resetLists(tx: TenantTx, contactId: string, listIds: readonly string[]): Promise<void> {
  await tx.run(reset, [tx.clientId, contactId, listIds]);
}

const sample = statement(
  'contact_lists_sample',
  `select m.contact_id as id from contact_list_members m join contacts c on c.client_id = m.client_id and c.id = m.contact_id
   where m.client_id = $1 and m.contact_list_id = $2 and c.deleted_at is null
   order by m.contact_id limit $3`,
);

export async function sampleOfList(tx: TenantTx, listId: string, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(sample, [tx.clientId, listId, limit])).map(({ id }) => id);
}

import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type GroupRow = { id: string; name: string; member_ids: string[]; version: number };

const columns = `g.id, g.name, array(select m.user_id from user_group_members m
    where m.client_id = g.client_id and m.group_id = g.id order by m.user_id) as member_ids, g.version
  from user_groups g`;

const listStatement = statement(
  'team.list_groups',
  `select ${columns} where g.client_id = $1 order by lower(g.name), g.id`,
);

/** By name; there are never so many that they need pages. */
export function listGroups(tx: TenantTx): Promise<GroupRow[]> {
  return tx.rows<GroupRow>(listStatement, [tx.clientId]);
}

const findStatement = statement('team.find_groups', `select ${columns} where g.client_id = $1 and g.id = any($2)`);

export function findGroups(tx: TenantTx, ids: readonly string[]): Promise<GroupRow[]> {
  return tx.rows<GroupRow>(findStatement, [tx.clientId, ids]);
}

const insertStatement = statement(
  'team.insert_group',
  'insert into user_groups (client_id, id, name) values ($1, $2, $3) on conflict do nothing',
);

/** @returns false when the id or the name is taken */
export async function insertGroup(tx: TenantTx, id: string, name: string): Promise<boolean> {
  return (await tx.run(insertStatement, [tx.clientId, id, name])) === 1;
}

const renameStatement = statement(
  'team.rename_group',
  `update user_groups set name = coalesce($3, name), version = version + 1 where client_id = $1 and id = $2
   returning version`,
);

/** @returns null when there is no such group. @throws 23505 when another has the name */
export async function renameGroup(tx: TenantTx, id: string, name: string | undefined): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(renameStatement, [tx.clientId, id, name]);
  return row?.version ?? null;
}

const clearStatement = statement(
  'team.clear_group',
  'delete from user_group_members where client_id = $1 and group_id = $2',
);
const fillStatement = statement(
  'team.fill_group',
  `insert into user_group_members (client_id, group_id, user_id)
   select m.client_id, $2, m.user_id from client_users m
   where m.client_id = $1 and m.user_id = any($3) order by m.user_id`,
);

/** @returns how many of them are members of the account and are now in the group */
export async function setGroupMembers(tx: TenantTx, id: string, userIds: readonly string[]): Promise<number> {
  await tx.run(clearStatement, [tx.clientId, id]);
  return tx.run(fillStatement, [tx.clientId, id, userIds]);
}

const lockStatement = statement(
  'team.lock_group',
  'select id from user_groups where client_id = $1 and id = $2 for update',
);

/** Until the transaction ends nothing new is assigned to the group; what was being assigned is waited for. */
export async function lockGroup(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(lockStatement, [tx.clientId, id])).length === 1;
}

const visibilityChangedStatement = statement(
  'team.mark_visibility_changed',
  `with them as materialized (
     select m.user_id from client_users m join shared_clients c on c.id = m.client_id
     where m.client_id = $1 and m.user_id = any($2) and m.role = 'User'
       and (m.restrictions @> '{"only_assigned": true}' or c.user_restrictions @> '{"only_assigned": true}')
     order by m.user_id for no key update of m
   )
   update client_users m set access_changed_at = now() from them
   where m.client_id = $1 and m.user_id = them.user_id returning m.user_id`,
);

/**
 * A member joined or left a group: if they see only their own conversations, their visibility changed, and their
 * devices' data is outdated. Call it before the group is locked: members are locked before groups.
 * @returns the members concerned
 */
export async function markVisibilityChanged(tx: TenantTx, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  return (await tx.rows<{ user_id: string }>(visibilityChangedStatement, [tx.clientId, userIds])).map(
    ({ user_id: id }) => id,
  );
}

const deleteStatement = statement(
  'team.delete_group',
  'delete from user_groups where client_id = $1 and id = $2 returning version',
);

export async function deleteGroup(tx: TenantTx, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(deleteStatement, [tx.clientId, id]);
  return row?.version ?? null;
}

const ofMember = statement(
  'team.touch_groups_of_member',
  `with mine as materialized (
     select g.id from user_groups g join user_group_members m on m.client_id = g.client_id and m.group_id = g.id
     where g.client_id = $1 and m.user_id = $2 order by g.id for update of g
   )
   update user_groups g set version = g.version + 1 from mine where g.client_id = $1 and g.id = mine.id
   returning g.id, g.version`,
);
const leaveStatement = statement(
  'team.leave_groups',
  'delete from user_group_members where client_id = $1 and user_id = $2',
);

/** Takes a member out of all groups. @returns the groups that changed */
export async function leaveGroups(tx: TenantTx, userId: string): Promise<{ id: string; version: number }[]> {
  const groups = await tx.rows<{ id: string; version: number }>(ofMember, [tx.clientId, userId]);
  if (groups.length > 0) await tx.run(leaveStatement, [tx.clientId, userId]);
  return groups;
}

const groupsOf = statement(
  'team.list_groups_of_member',
  'select group_id as id from user_group_members where client_id = $1 and user_id = $2 order by group_id',
);

/** The ids of a member's groups, sorted. */
export async function listGroupsOf(tx: TenantTx, userId: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(groupsOf, [tx.clientId, userId])).map(({ id }) => id);
}

const joinStatement = statement(
  'team.join_groups',
  `with wanted as materialized (
     select id from user_groups where client_id = $1 and id = any($3) order by id for update
   ), joined as (
     insert into user_group_members (client_id, group_id, user_id) select $1, id, $2 from wanted on conflict do nothing
   )
   update user_groups g set version = g.version + 1 from wanted where g.client_id = $1 and g.id = wanted.id
   returning g.id, g.version`,
);

/** Puts a member into groups; those that are not the account's are not among the answer. */
export function joinGroups(
  tx: Executor,
  clientId: string,
  userId: string,
  groupIds: readonly string[],
): Promise<{ id: string; version: number }[]> {
  return tx.rows<{ id: string; version: number }>(joinStatement, [clientId, userId, groupIds]);
}

const knownGroups = statement(
  'team.count_known_groups',
  'select count(*)::int as n from user_groups where client_id = $1 and id = any($2)',
);

/** Whether all of these are groups of the account. @param ids distinct */
export async function areGroups(tx: TenantTx, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const [row] = await tx.rows<{ n: number }>(knownGroups, [tx.clientId, ids]);
  return row?.n === ids.length;
}

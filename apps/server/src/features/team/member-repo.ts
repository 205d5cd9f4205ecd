import type { Restrictions, Role, TeamMember } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { NamePosition } from '../../platform/http/cursor.ts';

export type MemberRow = {
  user_id: string;
  name: string;
  customer_name: string | null;
  sort_name: string;
  email: string;
  role: Role;
  suspended: boolean;
  online: boolean;
  /** Infinity: until they are back. Null, and what is over: they are there. */
  away_until: Date | number | null;
  working_hours: TeamMember['working_hours'];
  group_ids: string[];
  restrictions: Restrictions | null;
  photo_url: string | null;
  last_seen_at: Date | null;
  created_at: Date;
  version: number;
};

const columns = `m.user_id, m.name, m.customer_name, lower(m.name) as sort_name, m.email, m.role, m.suspended_at is not null as suspended,
  coalesce(p.online_until > now() and m.suspended_at is null, false) as online, m.away_until, m.working_hours,
  array(select g.group_id from user_group_members g
    where g.client_id = m.client_id and g.user_id = m.user_id order by g.group_id) as group_ids,
  m.restrictions, m.photo_url, p.last_seen_at, m.created_at, m.version
  from client_users m left join member_presence p on p.client_id = m.client_id and p.user_id = m.user_id`;

const pageStatement = statement(
  'team.list_members',
  `select ${columns}
   where m.client_id = $1 and ($2::text is null or (lower(m.name), m.user_id) > ($2, $3::uuid))
   order by lower(m.name), m.user_id limit $4`,
);

/** By name, ids deciding between equal names. @param after the last row of the page before @param limit null: all */
export function listMembers(tx: TenantTx, after: NamePosition | null, limit: number | null): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(pageStatement, [tx.clientId, after?.name, after?.id, limit]);
}

const byIdStatement = statement(
  'team.find_members',
  `select ${columns} where m.client_id = $1 and m.user_id = any($2)`,
);

export function findMembers(tx: TenantTx, userIds: readonly string[]): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(byIdStatement, [tx.clientId, userIds]);
}

export async function findMember(tx: TenantTx, userId: string): Promise<MemberRow | null> {
  const [row] = await findMembers(tx, [userId]);
  return row ?? null;
}

const openThreads = statement(
  'team.count_open_threads',
  `select x.id as user_id, t.all_of_them - t.sandbox as open, t.sandbox
   from unnest($2::uuid[]) as x(id) cross join lateral (
     select count(*)::int as all_of_them,
       (count(*) filter (where t.channel_id = any(array(select id from team_channels where client_id = $1 and sandbox))))::int as sandbox
     from team_threads t where t.client_id = $1 and t.assignee_id = x.id and t.state = 'ACTIVE') t`,
);

/** ACTIVE conversations of a member, and those of a sandbox beside them: they too are there to be handed over. */
export type OpenThreads = { open: number; sandbox: number };

export async function countOpenThreads(tx: TenantTx, userIds: readonly string[]): Promise<Map<string, OpenThreads>> {
  const rows = await tx.rows<OpenThreads & { user_id: string }>(openThreads, [tx.clientId, userIds]);
  return new Map(rows.map(({ user_id, ...counts }) => [user_id, counts]));
}

const loadStatement = statement(
  'team.list_loads',
  `select m.user_id, (select count(*)::int from team_threads t
     where t.client_id = $1 and t.assignee_id = m.user_id and t.state = 'ACTIVE') as open
   from client_users m where m.client_id = $1`,
);

/** ACTIVE conversations of each member, as the assignment rule counts them. */
export function listLoads(tx: TenantTx): Promise<Array<{ user_id: string; open: number }>> {
  return tx.rows(loadStatement, [tx.clientId]);
}

export type LockedMember = {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  suspended: boolean;
  restrictions: Restrictions | null;
  version: number;
};

const lockStatement = statement(
  'team.lock_member',
  `select user_id, name, email, role, suspended_at is not null as suspended, restrictions, version
   from client_users where client_id = $1 and user_id = $2 for update`,
);

/** A member as it stays until the transaction ends. */
export async function lockMember(tx: TenantTx, userId: string): Promise<LockedMember | null> {
  const [row] = await tx.rows<LockedMember>(lockStatement, [tx.clientId, userId]);
  return row ?? null;
}

export type MemberChange = {
  name: string | undefined;
  /** Undefined: stays; null: none. */
  customerName: string | null | undefined;
  /** Undefined: stays; null: they are there. */
  awayUntil: Date | 'infinity' | null | undefined;
  workingHours: TeamMember['working_hours'] | undefined;
  role: Role | undefined;
  suspended: boolean | undefined;
  /** Undefined: stays; null: none. */
  restrictions: Restrictions | null | undefined;
};

const updateStatement = statement(
  'team.update_member',
  `update client_users set name = coalesce($3, name), away_until = case when $13 then $4 else away_until end,
     working_hours = coalesce($5, working_hours), role = coalesce($6, role),
     suspended_at = case when $7::boolean is null then suspended_at when $7 then coalesce(suspended_at, now()) end,
     restrictions = case when $8 then $9 else restrictions end,
     access_changed_at = case when $10 then now() else access_changed_at end,
     customer_name = case when $11 then $12 else customer_name end, version = version + 1
   where client_id = $1 and user_id = $2 returning version`,
);

/**
 * @param accessChanged what the member sees or may do is different from now on
 * @throws PL001 when the last Owner would go
 */
export async function updateMember(
  tx: TenantTx,
  userId: string,
  change: MemberChange,
  accessChanged: boolean,
): Promise<number> {
  const { name, customerName, awayUntil, workingHours, role, suspended, restrictions } = change;
  const [row] = await tx.rows<{ version: number }>(updateStatement, [
    tx.clientId,
    userId,
    name,
    awayUntil,
    workingHours === undefined ? undefined : JSON.stringify(workingHours),
    role,
    suspended,
    restrictions !== undefined,
    restrictions === undefined || restrictions === null ? null : JSON.stringify(restrictions),
    accessChanged,
    customerName !== undefined,
    customerName,
    awayUntil !== undefined,
  ]);
  if (row === undefined) throw new Error('a locked member is gone');
  return row.version;
}

const removeStatement = statement(
  'team.remove_member',
  `with gone as (
     delete from client_users where client_id = $1 and user_id = $2 returning client_id, user_id, name, role, version
   )
   insert into former_members as f (client_id, user_id, name, role, version)
   select client_id, user_id, name, role, version + 1 from gone
   on conflict (client_id, user_id) do update
     set name = excluded.name, role = excluded.role, version = excluded.version, removed_at = now()
   returning version`,
);

/** Ends a membership; the name stays for what the member wrote. @throws PL001 when the last Owner would go */
export async function removeMember(tx: TenantTx, userId: string): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(removeStatement, [tx.clientId, userId]);
  if (row === undefined) throw new Error('a locked member is gone');
  return row.version;
}

const addStatement = statement(
  'team.add_member',
  `with former as (delete from former_members where client_id = $1 and user_id = $2 returning version)
   insert into client_users (client_id, user_id, role, name, email, restrictions, photo_url, version)
   values ($1, $2, $3, $4, $5, $6, (select photo_url from shared_users where id = $2),
     coalesce((select version from former), 0) + 1)
   on conflict do nothing returning version`,
);

/** @returns the first version of the row, null when the user is a member already */
export async function addMember(
  tx: Executor,
  clientId: string,
  member: { userId: string; role: Role; name: string; email: string; restrictions: Restrictions | null },
): Promise<number | null> {
  const { userId, role, name, email, restrictions } = member;
  const values = [clientId, userId, role, name, email, restrictions === null ? null : JSON.stringify(restrictions)];
  const [row] = await tx.rows<{ version: number }>(addStatement, values);
  return row?.version ?? null;
}

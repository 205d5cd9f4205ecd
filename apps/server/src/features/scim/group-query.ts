import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { Slice } from './member-query.ts';

export type ScimGroupRow = {
  id: string;
  name: string;
  external_id: string | null;
  /** Null: not asked for. */
  member_ids: string[] | null;
};

/** Which groups; absent: all. */
export type GroupFilter = Partial<Record<'id' | 'name' | 'external_id' | 'member', string>>;

const matching = `from shared_user_groups g
   left join scim_groups s on s.client_id = g.client_id and s.group_id = g.id
   where g.client_id = $1 and ($2::text is null or g.id::text = lower($2)) and ($3::text is null or lower(g.name) = lower($3))
     and ($4::text is null or s.external_id = $4) and ($5::text is null or exists (
       select from shared_user_group_members m where m.client_id = g.client_id and m.group_id = g.id and m.user_id::text = lower($5)))`;

const pageStatement = statement(
  'scim.list_groups',
  `select g.id, g.name, s.external_id, case when $8 then array(select m.user_id from shared_user_group_members m
       where m.client_id = g.client_id and m.group_id = g.id order by m.user_id) end as member_ids
   ${matching} order by lower(g.name), g.id offset $6 limit $7`,
);
const countStatement = statement('scim.count_groups', `select count(*)::int as n ${matching}`);

const valuesOf = (tx: TenantTx, { id, name, external_id, member }: GroupFilter) => [
  ...[tx.clientId, id ?? null, name ?? null],
  ...[external_id ?? null, member ?? null],
];

/** Groups by name. */
export function listGroupRows(
  tx: TenantTx,
  filter: GroupFilter,
  { offset, limit, members }: Slice & { members: boolean },
): Promise<ScimGroupRow[]> {
  return tx.rows<ScimGroupRow>(pageStatement, [...valuesOf(tx, filter), offset, limit, members]);
}

export async function countGroupRows(tx: TenantTx, filter: GroupFilter): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(countStatement, valuesOf(tx, filter));
  return row?.n ?? 0;
}

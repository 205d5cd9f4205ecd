import type { Role } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type UserRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  suspended: boolean;
  created_at: Date;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
};

/** Which members; absent: all. */
export type UserFilter = Partial<Record<'id' | 'email' | 'external_id' | 'name' | 'active', string>>;

export type Slice = { offset: number; limit: number };

const matching = `from shared_client_users m
   left join scim_users s on s.client_id = m.client_id and s.user_id = m.user_id
   where m.client_id = $1 and ($2::text is null or m.user_id::text = lower($2)) and ($3::text is null or lower(m.email) = lower($3))
     and ($4::text is null or s.external_id = $4) and ($5::text is null or lower(m.name) = lower($5))
     and ($6::text is null or (m.suspended_at is null)::text = lower($6))`;

const pageStatement = statement(
  'scim.list_users',
  `select m.user_id as id, m.email, m.name, m.role, m.suspended_at is not null as suspended, m.created_at, s.external_id, s.given_name,
     s.family_name ${matching} order by m.created_at, m.user_id offset $7 limit $8`,
);
const countStatement = statement('scim.count_users', `select count(*)::int as n ${matching}`);

const valuesOf = (tx: TenantTx, { id, email, external_id, name, active }: UserFilter) => [
  ...[tx.clientId, id ?? null, email ?? null],
  ...[external_id ?? null, name ?? null, active ?? null],
];

/** Members, those who came first before the others. */
export function listUserRows(tx: TenantTx, filter: UserFilter, { offset, limit }: Slice): Promise<UserRow[]> {
  return tx.rows<UserRow>(pageStatement, [...valuesOf(tx, filter), offset, limit]);
}

export async function countUserRows(tx: TenantTx, filter: UserFilter): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(countStatement, valuesOf(tx, filter));
  return row?.n ?? 0;
}

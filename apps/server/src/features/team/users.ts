import type { User } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrate } from '../../platform/feature.ts';
import { type FormerMemberRow, findFormerMembers, listFormerMembers } from './former-member-repo.ts';
import { findMembers, listMembers, type MemberRow } from './member-repo.ts';
import { awayOf } from './present.ts';

/** A member as all other members see it. */
export function presentUser(row: MemberRow): User {
  const { user_id: id, name, email, photo_url, role, suspended, version } = row;
  const { away, away_until: until } = awayOf(row);
  const state = suspended ? 'suspended' : 'active';
  return { id, name, email, photo_url, role, state, ...(away && { away: { until } }), version };
}

function presentFormer({ user_id: id, name, role, version }: FormerMemberRow): User {
  return { id, name, email: '', photo_url: null, role, state: 'former', version };
}

/** All members by name, then those who left last. */
export async function listUsers(tx: TenantTx): Promise<User[]> {
  const [members, former] = await Promise.all([listMembers(tx, null, null), listFormerMembers(tx)]);
  return [...members.map(presentUser), ...former.map(presentFormer)];
}

export const hydrateUsers: Hydrate = async (tx, ids) => {
  const [members, former] = await Promise.all([findMembers(tx, ids), findFormerMembers(tx, ids)]);
  const users = [...members.map(presentUser), ...former.map(presentFormer)];
  return new Map(users.map((user) => [user.id, { version: user.version, data: user }]));
};

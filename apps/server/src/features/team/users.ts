import type { User } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrate } from '../../platform/feature.ts';
import { type FormerMemberRow, findFormerMembers, listFormerMembers } from './former-member-repo.ts';
import { findMembers, listMembers, type MemberRow } from './member-repo.ts';

/** A member as all other members see it. */
export function presentUser({ user_id: id, name, email, photo_url, role, suspended, version }: MemberRow): User {
  return { id, name, email, photo_url, role, state: suspended ? 'suspended' : 'active', version };
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

import { isAtLeast } from '@parley/contract/rights';
import type { Role, TeamMember } from '@parley/contract/types';

/** Why an act on a member is not offered; the server refuses the same. */
export type Hindrance = 'no-right' | 'self' | 'owner' | 'last-owner';

/**
 * Whether somebody of a role may change what a member may do.
 * @param owners how many active Owners the account has
 */
export function hindranceOf(acting: Role, member: TeamMember, owners: number): Hindrance | null {
  if (!isAtLeast(acting, 'Admin')) return 'no-right';
  if (member.self) return 'self';
  if (member.role !== 'Owner') return null;
  if (acting !== 'Owner') return 'owner';
  return owners <= 1 && member.state === 'active' ? 'last-owner' : null;
}

/** The roles somebody may give. */
export function rolesToGive(acting: Role): Role[] {
  return acting === 'Owner' ? ['User', 'Admin', 'Owner'] : ['User', 'Admin'];
}

export type MemberFilter = {
  search: string;
  role: Role | null;
  state: 'active' | 'suspended' | null;
  groupId: string | null;
};

export const anybody: MemberFilter = { search: '', role: null, state: null, groupId: null };

/** Members that match, in the order given. */
export function filterMembers(members: readonly TeamMember[], filter: MemberFilter): TeamMember[] {
  const wanted = filter.search.trim().toLocaleLowerCase();
  return members.filter(
    (member) =>
      (wanted === '' || `${member.name} ${member.email}`.toLocaleLowerCase().includes(wanted)) &&
      (filter.role === null || member.role === filter.role) &&
      (filter.state === null || member.state === filter.state) &&
      (filter.groupId === null || member.group_ids.includes(filter.groupId)),
  );
}

export function countOwners(members: readonly TeamMember[]): number {
  return members.filter(({ role, state }) => role === 'Owner' && state === 'active').length;
}

/** How many conversations somebody else would get, those of a sandbox among them. */
export function heldThreads({ open_threads, sandbox_threads }: TeamMember): number {
  return (open_threads ?? 0) + (sandbox_threads ?? 0);
}

import { foldText } from '@parley/contract/fold-text';
import { isAtLeast } from '@parley/contract/permissions';
import type { Role, TeamMember } from '@parley/contract/types';

/** Why an action on a member is blocked; the server enforces the same. */
export type BlockReason = 'no-right' | 'self' | 'owner' | 'last-owner';

/**
 * Whether a role may change the access of a member; null: yes.
 * @param owners how many active Owners the account has
 */
export function blockReasonOf(acting: Role, member: TeamMember, owners: number): BlockReason | null {
  if (!isAtLeast(acting, 'Admin')) return 'no-right';
  if (member.self) return 'self';
  if (member.role !== 'Owner') return null;
  if (acting !== 'Owner') return 'owner';
  return owners <= 1 && member.state === 'active' ? 'last-owner' : null;
}

/** The roles that a role may assign. */
export function assignableRoles(acting: Role): Role[] {
  return acting === 'Owner' ? ['User', 'Admin', 'Owner'] : ['User', 'Admin'];
}

export type MemberFilter = {
  search: string;
  role: Role | null;
  state: 'active' | 'suspended' | null;
  groupId: string | null;
};

export const noMemberFilter: MemberFilter = { search: '', role: null, state: null, groupId: null };

/** Members that match, in the order given. */
export function filterMembers(members: readonly TeamMember[], filter: MemberFilter): TeamMember[] {
  const wanted = foldText(filter.search.trim());
  return members.filter(
    (member) =>
      (wanted === '' || foldText(`${member.name} ${member.email}`).includes(wanted)) &&
      (filter.role === null || member.role === filter.role) &&
      (filter.state === null || member.state === filter.state) &&
      (filter.groupId === null || member.group_ids.includes(filter.groupId)),
  );
}

export function countOwners(members: readonly TeamMember[]): number {
  return members.filter(({ role, state }) => role === 'Owner' && state === 'active').length;
}

/** The number of conversations to reassign, including the sandbox. */
export function countThreads({ open_threads, sandbox_threads }: TeamMember): number {
  return (open_threads ?? 0) + (sandbox_threads ?? 0);
}

const roleRank = { Owner: 0, Admin: 1, User: 2 };

/** Members in the order of a column of the table. */
export function sortMembers(
  members: readonly TeamMember[],
  { column, descending }: { column: string; descending: boolean },
): TeamMember[] {
  const order: Record<string, (one: TeamMember, other: TeamMember) => number> = {
    name: (one, other) => one.name.localeCompare(other.name),
    role: (one, other) => roleRank[one.role] - roleRank[other.role],
    open: (one, other) => (one.open_threads ?? 0) - (other.open_threads ?? 0),
    reply: (one, other) => replySeconds(one) - replySeconds(other),
    seen: (one, other) => seenMs(one) - seenMs(other),
  };
  const sorted = members.toSorted(order[column]);
  return descending ? sorted.reverse() : sorted;
}

/** Members who have not answered anyone come after those who have. */
function replySeconds({ first_reply_median_s: seconds }: TeamMember): number {
  return seconds ?? Number.MAX_SAFE_INTEGER;
}

function seenMs({ online, last_seen_at: at }: TeamMember): number {
  return online ? Number.POSITIVE_INFINITY : at === null ? 0 : Date.parse(at);
}

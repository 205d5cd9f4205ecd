import { unrestricted } from '@parley/contract/permissions';
import type { ChangeMemberBody, Restrictions, Role, TeamMember } from '@parley/contract/types';

/** The form of a member. */
export type MemberDraft = {
  name: string;
  role: Role;
  group_ids: string[];
  restrictions: Restrictions;
  away: boolean;
  working_hours: TeamMember['working_hours'];
};

export function draftOf(member: TeamMember): MemberDraft {
  const { name, role, group_ids, restrictions, away, working_hours } = member;
  return { name, role, group_ids, restrictions: restrictions ?? unrestricted, away, working_hours };
}

/**
 * The changes to send: only what differs from the member, so that two people who change different things don't revert
 * each other, with the version, so that the server detects a conflict.
 */
export function changesOf(draft: MemberDraft, member: TeamMember): ChangeMemberBody {
  const before = draftOf(member);
  const names = Object.keys(before) as (keyof MemberDraft)[];
  const changed = names.filter((name) => {
    // Only Users have limits; the server drops them with another role.
    if (name === 'restrictions' && draft.role !== 'User') return false;
    const sorted = (value: unknown) => JSON.stringify(name === 'group_ids' ? (value as string[]).toSorted() : value);
    return sorted(draft[name]) !== sorted(before[name]);
  });
  if (changed.length === 0) return {};
  return { ...Object.fromEntries(changed.map((name) => [name, draft[name]])), version: member.version };
}

import { unrestricted } from '@parley/contract/rights';
import type { ChangeMemberBody, Restrictions, Role, TeamMember } from '@parley/contract/types';

/** What the form of a member holds. */
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
 * What to send of a draft: only what differs from the member it was made of, so that two people who change different
 * things do not undo each other; with the version it was made of, so that the same thing changed twice is told.
 */
export function changesOf(draft: MemberDraft, member: TeamMember): ChangeMemberBody {
  const before = draftOf(member);
  const names = Object.keys(before) as (keyof MemberDraft)[];
  const changed = names.filter((name) => {
    // Only Users have limits: with another role they fall away by themselves.
    if (name === 'restrictions' && draft.role !== 'User') return false;
    const sorted = (value: unknown) => JSON.stringify(name === 'group_ids' ? (value as string[]).toSorted() : value);
    return sorted(draft[name]) !== sorted(before[name]);
  });
  if (changed.length === 0) return {};
  return { ...Object.fromEntries(changed.map((name) => [name, draft[name]])), version: member.version };
}

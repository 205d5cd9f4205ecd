import type { User, UserGroup } from '@parley/contract/types';
import type { MentionTarget } from './mention-text.ts';

/** A member or group that can be mentioned, or cannot because they would not see it. */
export type MentionCandidate = MentionTarget & {
  /** Whether any of them sees the conversation. */
  canView: boolean;
  photo: string | null;
  /** How many active members except the author it has, and how many of them see the conversation. */
  members: number;
  viewerCount: number;
};

/**
 * Candidates for a mention: active members except the author, and groups; those who see the conversation first.
 * @param viewers ids of members who see it; null while unknown, then all are treated as seeing it
 */
export function mentionCandidates(
  users: readonly User[],
  groups: readonly UserGroup[],
  uid: string,
  viewers: ReadonlyMap<string, boolean> | null,
): MentionCandidate[] {
  const candidates = new Map(
    users.filter(({ id, state }) => state === 'active' && id !== uid).map((user) => [user.id, user]),
  );
  const seesIt = (id: string) => viewers?.get(id) ?? viewers === null;
  const members = [...candidates.values()].map(({ id, name, photo_url: photo }): MentionCandidate => {
    const sees = seesIt(id);
    return { kind: 'user', id, name, photo, canView: sees, members: 1, viewerCount: sees ? 1 : 0 };
  });
  const several = groups.map(({ id, name, member_ids: ids }): MentionCandidate => {
    const members = ids.filter((member) => candidates.has(member));
    const reached = members.filter(seesIt).length;
    return {
      kind: 'group',
      id,
      name,
      photo: null,
      canView: reached > 0,
      members: members.length,
      viewerCount: reached,
    };
  });
  const all = [...members, ...several];
  return [...all.filter(({ canView: sees }) => sees), ...all.filter(({ canView: sees }) => !sees)];
}

import type { User, UserGroup } from '@parley/contract/types';
import type { Named } from './mention-text.ts';

/** Somebody who can be named, or cannot because nobody of them would read it. */
export type NameChoice = Named & {
  /** Whether anybody of them sees the conversation. */
  sees: boolean;
  photo: string | null;
  /** How many active members but the writer it stands for, and how many of them see the conversation. */
  members: number;
  reached: number;
};

/**
 * Whom a note may name: active people but its writer, and groups; those first of whom somebody sees the conversation.
 * @param seers who sees it, by id; null while that is not known, then nobody is held to be left out
 */
export function choicesFor(
  users: readonly User[],
  groups: readonly UserGroup[],
  uid: string,
  seers: ReadonlyMap<string, boolean> | null,
): NameChoice[] {
  const others = new Map(
    users.filter(({ id, state }) => state === 'active' && id !== uid).map((user) => [user.id, user]),
  );
  const seesIt = (id: string) => seers?.get(id) ?? seers === null;
  const people = [...others.values()].map(({ id, name, photo_url: photo }): NameChoice => {
    const sees = seesIt(id);
    return { kind: 'user', id, name, photo, sees, members: 1, reached: sees ? 1 : 0 };
  });
  const several = groups.map(({ id, name, member_ids: ids }): NameChoice => {
    const members = ids.filter((member) => others.has(member));
    const reached = members.filter(seesIt).length;
    return { kind: 'group', id, name, photo: null, sees: reached > 0, members: members.length, reached };
  });
  const all = [...people, ...several];
  return [...all.filter(({ sees }) => sees), ...all.filter(({ sees }) => !sees)];
}

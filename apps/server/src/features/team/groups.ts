import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { idFromKey, isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import {
  deleteGroup,
  findGroups,
  type GroupRow,
  insertGroup,
  lockGroup,
  noteSightChanged,
  setGroupMembers,
  touchGroup,
  unassignGroup,
} from './group-repo.ts';
import { threadChanges } from './member-changes.ts';
import { type MemberCall, personNotFound } from './members.ts';

/**
 * A new group. The same call again answers the same.
 * @throws AppError id_conflict, validation_failed for a name that is taken, not_found for people of no such account
 */
export async function createGroup(
  platform: Platform,
  call: MemberCall,
  input: { id?: string | undefined; name: string; member_ids: string[] },
): Promise<{ row: GroupRow; created: boolean }> {
  const { clientId, uid } = call.actor;
  const { idempotencyKey: key } = call;
  const keyed = key === undefined ? undefined : idFromKey(clientId, uid, 'POST /api/user-groups', key);
  const id = input.id?.toLowerCase() ?? keyed ?? newId();
  const members = distinct(input.member_ids);
  const outcome = await platform.db.withTenant(clientId, async (tx) => {
    await noteSightChanged(tx, members);
    if (!(await insertGroup(tx, id, input.name))) {
      const [present] = await findGroups(tx, [id]);
      if (present === undefined) throw nameTaken();
      const same = present.name === input.name && present.member_ids.join() === members.join();
      if (!same)
        throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another group already has this id.' }] });
      return { row: present, created: false };
    }
    if ((await setGroupMembers(tx, id, members)) !== members.length) throw personNotFound();
    await addChanges(tx, [{ collection: 'user_groups', id, marker: 'NEW', version: 1 }]);
    const [row] = await findGroups(tx, [id]);
    if (row === undefined) throw new Error('a group that was just made is gone');
    return { row, created: true };
  });
  platform.signal.hint('changes_new', clientId);
  if (outcome.created) hintSessions(platform, members);
  return outcome;
}

/** @throws AppError not_found, validation_failed for a name that is taken */
export async function changeGroup(
  platform: Platform,
  call: MemberCall,
  id: string,
  change: { name?: string | undefined; member_ids?: string[] | undefined },
): Promise<GroupRow> {
  const { clientId } = call.actor;
  const { row, moved } = await platform.db
    .withTenant(clientId, async (tx) => {
      const members = change.member_ids === undefined ? null : distinct(change.member_ids);
      const [before] = members !== null && isUuid(id) ? await findGroups(tx, [id]) : [];
      const movers = members === null ? [] : difference(before?.member_ids ?? [], members);
      const moved = await noteSightChanged(tx, movers);
      const version = isUuid(id) ? await touchGroup(tx, id, change.name) : null;
      if (version === null) throw groupNotFound();
      if (members !== null) {
        // Who came or went since the look before, by another's change.
        const [now] = await findGroups(tx, [id]);
        const late = difference(now?.member_ids ?? [], members).filter((each) => !movers.includes(each));
        moved.push(...(await noteSightChanged(tx, late)));
        if ((await setGroupMembers(tx, id, members)) !== members.length) throw personNotFound();
      }
      await addChanges(tx, [{ collection: 'user_groups', id: id.toLowerCase(), marker: 'MODIFIED', version }]);
      const [changed] = await findGroups(tx, [id]);
      if (changed === undefined) throw groupNotFound();
      return { row: changed, moved };
    })
    .catch((error: unknown) => {
      throw pgCode(error) === '23505' ? nameTaken() : error;
    });
  platform.signal.hint('changes_new', clientId);
  hintSessions(platform, moved);
  return row;
}

/** @throws AppError not_found */
export async function removeGroup(platform: Platform, call: MemberCall, id: string): Promise<void> {
  const { clientId } = call.actor;
  const moved = await platform.db.withTenant(clientId, async (tx) => {
    const [group] = isUuid(id) ? await findGroups(tx, [id]) : [];
    const moved = await noteSightChanged(tx, group?.member_ids ?? []);
    if (group === undefined || !(await lockGroup(tx, id))) throw groupNotFound();
    const threads = await unassignGroup(tx, id);
    const version = await deleteGroup(tx, id);
    if (version === null) throw groupNotFound();
    await addChanges(tx, [
      { collection: 'user_groups', id: id.toLowerCase(), marker: 'DELETED', version: version + 1 },
      ...threadChanges(threads),
    ]);
    return moved;
  });
  platform.signal.hint('changes_new', clientId);
  hintSessions(platform, moved);
}

/** Live connections of these people look again at what they see. */
function hintSessions(platform: Platform, userIds: readonly string[]): void {
  for (const id of userIds) platform.signal.hint('sessions', id);
}

function difference(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((id) => !other.includes(id)), ...other.filter((id) => !one.includes(id))];
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

function nameTaken(): AppError {
  return invalid('name', 'There is a group with this name already.');
}

function groupNotFound(): AppError {
  return new AppError('not_found', { message: 'This group was not found.' });
}

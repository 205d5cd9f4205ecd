import { auditChanges } from '../../platform/auth/audit.ts';
import { AppError, pgCode } from '../../platform/errors.ts';
import { callId } from '../../platform/http/idempotency.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import type { TeamDependencies } from './dependencies.ts';
import {
  deleteGroup,
  findGroups,
  type GroupRow,
  insertGroup,
  lockGroup,
  markVisibilityChanged,
  renameGroup,
  setGroupMembers,
} from './group-repo.ts';
import { threadChanges } from './member-changes.ts';
import { memberNotFound, type ServiceCall } from './members.ts';

/**
 * Creates a group. A repeated request returns the same group.
 * @throws AppError id_conflict, validation_failed for a name that is taken, not_found for users outside the account
 */
export async function createGroup(
  platform: Platform,
  call: ServiceCall,
  input: { id?: string | undefined; name: string; member_ids: string[] },
): Promise<{ row: GroupRow; created: boolean }> {
  const { clientId } = call.actor;
  const id = callId(call, 'POST /api/user-groups', input.id);
  const members = distinct(input.member_ids);
  const outcome = await platform.db.withTenant(clientId, async (tx) => {
    await markVisibilityChanged(tx, members);
    if (!(await insertGroup(tx, id, input.name))) {
      const [present] = await findGroups(tx, [id]);
      if (present === undefined) throw nameTaken();
      const same = present.name === input.name && present.member_ids.join() === members.join();
      if (!same) throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another group has this id.' }] });
      return { row: present, created: false };
    }
    if ((await setGroupMembers(tx, id, members)) !== members.length) throw memberNotFound();
    await addChanges(tx, [{ collection: 'user_groups', id, marker: 'NEW', version: 1 }]);
    const [row] = await findGroups(tx, [id]);
    if (row === undefined) throw new Error('a group that was just made is gone');
    await auditChanges(tx, call, 'team.group_created', id, null, auditedOf(row));
    return { row, created: true };
  });
  platform.notifier.notify('changes_new', clientId);
  if (outcome.created) notifySessions(platform, members);
  return outcome;
}

/** The members after a change, of those before it. */
export type MembersChange = (present: readonly string[]) => string[];

/** @throws AppError not_found, validation_failed for a name that is taken */
export async function updateGroup(
  platform: Platform,
  call: ServiceCall,
  id: string,
  change: { name?: string | undefined; member_ids?: string[] | MembersChange | undefined },
): Promise<GroupRow> {
  const { clientId } = call.actor;
  const { row, moved } = await platform.db
    .withTenant(clientId, async (tx) => {
      const { member_ids: wanted } = change;
      const membersOf = (present: readonly string[]) =>
        distinct(typeof wanted === 'function' ? wanted(present) : (wanted ?? []));
      const [before] = isUuid(id) ? await findGroups(tx, [id]) : [];
      const present = before?.member_ids ?? [];
      const movers = wanted === undefined ? [] : difference(present, membersOf(present));
      const moved = await markVisibilityChanged(tx, movers);
      const version = isUuid(id) ? await renameGroup(tx, id, change.name) : null;
      if (version === null) throw groupNotFound();
      if (wanted !== undefined) {
        // Members added or removed since the last read, by a concurrent change.
        const [now] = await findGroups(tx, [id]);
        const members = membersOf(now?.member_ids ?? []);
        const delayed = difference(now?.member_ids ?? [], members).filter((each) => !movers.includes(each));
        moved.push(...(await markVisibilityChanged(tx, delayed)));
        if ((await setGroupMembers(tx, id, members)) !== members.length) throw memberNotFound();
      }
      await addChanges(tx, [{ collection: 'user_groups', id: id.toLowerCase(), marker: 'MODIFIED', version }]);
      const [changed] = await findGroups(tx, [id]);
      if (before === undefined || changed === undefined) throw groupNotFound();
      await auditChanges(tx, call, 'team.group_changed', changed.id, auditedOf(before), auditedOf(changed));
      return { row: changed, moved };
    })
    .catch((error: unknown) => {
      throw pgCode(error) === '23505' ? nameTaken() : error;
    });
  platform.notifier.notify('changes_new', clientId);
  notifySessions(platform, moved);
  return row;
}

/** @throws AppError not_found */
export async function removeGroup(
  platform: Platform,
  { unassignGroup }: TeamDependencies,
  call: ServiceCall,
  id: string,
): Promise<void> {
  const { clientId } = call.actor;
  const moved = await platform.db.withTenant(clientId, async (tx) => {
    const [group] = isUuid(id) ? await findGroups(tx, [id]) : [];
    const moved = await markVisibilityChanged(tx, group?.member_ids ?? []);
    if (group === undefined || !(await lockGroup(tx, id))) throw groupNotFound();
    const threads = await unassignGroup(tx, id);
    const version = await deleteGroup(tx, id);
    if (version === null) throw groupNotFound();
    await addChanges(tx, [
      { collection: 'user_groups', id: id.toLowerCase(), marker: 'DELETED', version: version + 1 },
      ...threadChanges(threads),
    ]);
    await auditChanges(tx, call, 'team.group_deleted', group.id, auditedOf(group), null);
    return moved;
  });
  platform.notifier.notify('changes_new', clientId);
  notifySessions(platform, moved);
}

/** Rechecks the visibility of these members' live connections. */
function notifySessions(platform: Platform, userIds: readonly string[]): void {
  for (const id of userIds) platform.notifier.notify('sessions', id);
}

function difference(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((id) => !other.includes(id)), ...other.filter((id) => !one.includes(id))];
}

function auditedOf({ name, member_ids }: GroupRow) {
  return { name, member_ids };
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

function nameTaken(): AppError {
  return new AppError('name_taken', { data: [{ field: 'name', msg: 'A group with this name already exists.' }] });
}

function groupNotFound(): AppError {
  return new AppError('not_found', { message: 'This group was not found.' });
}

import type { ChangeMemberBody } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { type AuditEvent, type AuditedCall, changesBetween, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecent } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import type { TeamDependencies } from './dependencies.ts';
import { joinGroups, leaveGroups, listGroupsOf, markVisibilityChanged } from './group-repo.ts';
import { revokeOwnerInvitationsBy } from './invitation-repo.ts';
import { areChannels, isAssignable } from './known-rows-query.ts';
import { groupChanges, threadChanges, userChange } from './member-changes.ts';
import { type LockedMember, lockMember, removeMember, updateMember } from './member-repo.ts';
import { mergeRestrictions, type Refused, raisesRole, validateMemberChange, validateRemoval } from './rules.ts';

/** What a command of this feature needs to know of a call. */
export type MemberCall = Pick<Call<MemberActor>, 'actor' | 'ip' | 'requestId' | 'idempotencyKey'>;

/** The same of a call that need not be a member’s. */
export type ServiceCall = AuditedCall & Pick<MemberCall, 'idempotencyKey'>;

/**
 * Changes a member. What they may do is different from their very next call on; live connections of theirs start again.
 * @throws AppError not_found, forbidden, requires-recent-login, validation_failed, version_conflict, last_owner
 */
export async function changeMember(
  platform: Platform,
  call: MemberCall,
  userId: string,
  change: ChangeMemberBody,
): Promise<void> {
  const { actor } = call;
  const accessChanged = await inAccount(platform, actor.clientId, async (tx) => {
    const target = await lockTarget(tx, actor, userId);
    refuseIf(validateMemberChange(actor, target, change));
    if (raisesRole(target.role, change.role)) requireRecent(actor);
    if (change.version !== undefined && change.version !== target.version) {
      throw new AppError('version_conflict', { message: `${target.name} was changed meanwhile. Look again first.` });
    }
    const groupsBefore = change.group_ids === undefined ? undefined : await listGroupsOf(tx, target.user_id);
    const accessChanged = await applyChange(tx, target, change);
    const { name, role, suspended } = change;
    const groupIds = change.group_ids && [...new Set(change.group_ids.map((id) => id.toLowerCase()))].sort();
    const restrictions =
      change.restrictions && mergeRestrictions(role ?? target.role, target.restrictions, change.restrictions);
    const before = { ...target, group_ids: groupsBefore };
    const changes = changesBetween(before, { name, role, suspended, restrictions, group_ids: groupIds });
    const event = { ...auditOf(call, 'member_changed', target.user_id), detail: { changes } };
    if (changes.length > 0) await writeAudit(tx, event);
    return accessChanged ? event : null;
  });
  platform.notifier.notify('changes_new', actor.clientId);
  if (accessChanged === null) return;
  logAudit(platform.log, accessChanged);
  platform.notifier.notify('sessions', userId.toLowerCase());
}

async function applyChange(tx: TenantTx, target: LockedMember, change: ChangeMemberBody): Promise<boolean> {
  const { name, customer_name: customerName, working_hours: workingHours } = change;
  const awayUntil = awayUntilOf(change);
  const { role, suspended, group_ids: groupIds } = change;
  const nextRole = role ?? target.role;
  const merged = mergeRestrictions(nextRole, target.restrictions, change.restrictions ?? {});
  const restricts = JSON.stringify(merged) !== JSON.stringify(target.restrictions);
  if (restricts && merged?.channel_ids && !(await areChannels(tx, tx.clientId, merged.channel_ids))) {
    throw new AppError('not_found', { message: 'This channel was not found.' });
  }
  const accessChanged =
    restricts || nextRole !== target.role || (suspended !== undefined && suspended !== target.suspended);
  const restrictions = restricts ? merged : undefined;
  const parts = { name, customerName, awayUntil, workingHours, role, suspended, restrictions };
  const version = await updateMember(tx, target.user_id, parts, accessChanged);
  if (target.role === 'Owner' && (nextRole !== 'Owner' || suspended === true)) {
    await revokeOwnerInvitationsBy(tx, target.user_id);
  }
  const groups = groupIds === undefined ? [] : await setGroups(tx, target.user_id, groupIds);
  const moved = groups.length > 0 && (await markVisibilityChanged(tx, [target.user_id])).length > 0;
  await addChanges(tx, [userChange(target.user_id, 'MODIFIED', version), ...groupChanges(groups)]);
  return accessChanged || moved;
}

/** @returns undefined when it stays @throws AppError validation_failed for a time that is over or more than a year away */
function awayUntilOf({ away, away_until: until }: ChangeMemberBody): Date | 'infinity' | null | undefined {
  if (away === false) return null;
  if (until == null) return away === true || until === null ? 'infinity' : undefined;
  const ahead = Date.parse(until) - Date.now();
  if (ahead <= 0) throw invalid('away_until', 'This time is in the past.');
  if (ahead > 366 * 24 * 3_600_000) throw invalid('away_until', 'Choose a time within one year.');
  return new Date(until);
}

async function setGroups(
  tx: TenantTx,
  userId: string,
  given: readonly string[],
): Promise<{ id: string; version: number }[]> {
  const wanted = [...new Set(given.map((id) => id.toLowerCase()))];
  const left = await leaveGroups(tx, userId);
  const joined = await joinGroups(tx, tx.clientId, userId, wanted);
  if (joined.length !== wanted.length) throw new AppError('not_found', { message: 'This group was not found.' });
  // A group that was left and joined again counts with its later version.
  return [...new Map([...left, ...joined].map((group) => [group.id, group])).values()];
}

/**
 * Ends a membership: the member's next call is refused, conversations are assigned to another member or no one, the
 * name stays.
 * @throws AppError not_found, forbidden, last_owner
 */
export async function endMembership(
  platform: Platform,
  dependencies: TeamDependencies,
  call: MemberCall,
  userId: string,
  reassignTo: string | undefined,
): Promise<void> {
  const { actor } = call;
  const event = await inAccount(platform, actor.clientId, async (tx) => {
    const target = await lockTarget(tx, actor, userId);
    refuseIf(validateRemoval(actor, target));
    const to = reassignTo?.toLowerCase() ?? null;
    if (to !== null && (to === target.user_id || !(await isAssignable(tx, to)))) throw memberNotFound();
    await removeFromAccount(tx, dependencies, target, to);
    const event = {
      ...auditOf(call, target.user_id === actor.uid ? 'member_left' : 'member_removed', target.user_id),
      detail: { changes: [{ field: 'role', from: target.role, to: null }], reassigned_to: to },
    };
    await writeAudit(tx, event);
    return event;
  });
  logAudit(platform.log, event);
  platform.notifier.notify('changes_new', actor.clientId);
  platform.notifier.notify('sessions', userId.toLowerCase());
}

/** @throws PL001 when the last Owner would go */
export async function removeFromAccount(
  tx: TenantTx,
  { reassignThreads, revokeKeysOf }: TeamDependencies,
  target: Pick<LockedMember, 'user_id' | 'role'>,
  to: string | null,
): Promise<void> {
  const groups = await leaveGroups(tx, target.user_id);
  const version = await removeMember(tx, target.user_id);
  // After the membership: a concurrent assignment has the member's row locked, and is waited for.
  const threads = await reassignThreads(tx, target.user_id, to);
  if (target.role === 'Owner') await revokeOwnerInvitationsBy(tx, target.user_id);
  await revokeKeysOf(tx, target.user_id);
  await addChanges(tx, [
    userChange(target.user_id, 'MODIFIED', version),
    ...groupChanges(groups),
    ...threadChanges(threads),
  ]);
}

/** @returns how many conversations changed hands. @throws AppError not_found */
export async function reassignConversations(
  platform: Platform,
  { reassignThreads }: TeamDependencies,
  call: MemberCall,
  userId: string,
  to: string | null,
): Promise<number> {
  const { clientId } = call.actor;
  const target = to?.toLowerCase() ?? null;
  const count = await inAccount(platform, clientId, async (tx) => {
    const from = await lockTarget(tx, call.actor, userId);
    if (target !== null && (target === from.user_id || !(await isAssignable(tx, target)))) throw memberNotFound();
    const threads = await reassignThreads(tx, from.user_id, target);
    await addChanges(tx, threadChanges(threads));
    return threads.length;
  });
  platform.notifier.notify('changes_new', clientId);
  return count;
}

/** The row a call names. @throws AppError('not_found'); ('forbidden') for a User naming another, whether there or not */
export async function lockTarget(tx: TenantTx, actor: MemberActor, userId: string): Promise<LockedMember> {
  if (actor.role === 'User' && userId.toLowerCase() !== actor.uid) {
    throw new AppError('forbidden', { message: 'Only an Admin or Owner may change other members.' });
  }
  const target = isUuid(userId) ? await lockMember(tx, userId) : null;
  if (target === null) throw memberNotFound();
  return target;
}

/** A transaction of an account in which losing the last Owner is the caller's 409. */
export async function inAccount<T>(platform: Platform, clientId: string, fn: (tx: TenantTx) => Promise<T>): Promise<T> {
  return platform.db.withTenant(clientId, fn).catch((error: unknown) => {
    throw pgCode(error) === 'PL001' ? lastOwner(error) : error;
  });
}

export function lastOwner(cause: unknown, accounts: readonly string[] = []): AppError {
  const where = accounts.length === 0 ? 'The account' : accounts.join(', ');
  const message = `${where} needs an Owner. Make another member Owner first.`;
  return new AppError('last_owner', { message, cause });
}

export function refuseIf(refused: Refused | null): void {
  if (refused === null) return;
  if (refused.field !== null) throw invalid(refused.field, refused.message);
  throw new AppError('forbidden', { message: refused.message });
}

export function memberNotFound(): AppError {
  return new AppError('not_found', { message: 'This member was not found.' });
}

export function auditOf(call: MemberCall, action: string, target: string): AuditEvent {
  const { actor, ip, requestId } = call;
  return { action: `team.${action}`, uid: actor.uid, clientId: actor.clientId, target, ip, requestId };
}

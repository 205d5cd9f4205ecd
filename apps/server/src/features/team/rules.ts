import { isAtLeast, type Restrictions, unrestricted } from '@parley/contract/permissions';
import type { ChangeMemberBody, Role } from '@parley/contract/types';

/** Why a change to a member is refused, as text; `forbidden` has no field. */
export type Refused = { field: string | null; message: string };

type Acting = { uid: string; role: Role };
type Target = { user_id: string; role: Role; suspended: boolean };

/**
 * Whether a member may change another in this way. Everyone changes their own name and hours; Admins the rest of
 * Users and Admins; Owners also Owners. No one changes their own permissions.
 * @returns null when allowed
 */
export function validateMemberChange(actor: Acting, target: Target, change: ChangeMemberBody): Refused | null {
  const self = actor.uid === target.user_id;
  const managesTeam = isAtLeast(actor.role, 'Admin');
  if (!self && !managesTeam) return forbidden('Only an Admin or Owner may change other members.');
  if (!self && target.role === 'Owner' && actor.role !== 'Owner')
    return forbidden('Only an Owner may change an Owner.');
  if (self) {
    if (change.role !== undefined && change.role !== target.role) {
      return forbidden('You can’t change your own role. Ask another Admin or Owner.');
    }
    if (change.suspended === true) return forbidden('You can’t suspend yourself.');
    if (change.restrictions !== undefined) return forbidden('You can’t change your own limits.');
    if (change.group_ids !== undefined && !managesTeam) return forbidden('Only an Admin or Owner may change groups.');
  }
  if (change.role === 'Owner' && target.role !== 'Owner' && actor.role !== 'Owner') {
    return forbidden('Only an Owner may appoint an Owner.');
  }
  const role = change.role ?? target.role;
  if (role !== 'User' && change.restrictions !== undefined && limitsAnything(change.restrictions)) {
    return { field: 'restrictions', message: `Limits are for Users; as ${role} they could lift them themselves.` };
  }
  return null;
}

/** Whether a member may end another's membership. Leaving is always one's own decision. */
export function validateRemoval(actor: Acting, target: Target): Refused | null {
  if (actor.uid === target.user_id) return null;
  if (!isAtLeast(actor.role, 'Admin')) return forbidden('Only an Admin or Owner may remove members.');
  if (target.role === 'Owner' && actor.role !== 'Owner') return forbidden('Only an Owner may remove an Owner.');
  return null;
}

/** Whether a member may sign another out. */
export function validateSignOut(actor: Acting, target: Target): Refused | null {
  if (target.role === 'Owner' && actor.role !== 'Owner') return forbidden('Only an Owner may sign an Owner out.');
  return null;
}

/**
 * Whether a member may turn off another's two-step verification.
 * @param inOtherAccount the other is a member of further accounts
 */
export function validateSecondFactorReset(actor: Acting, target: Target, inOtherAccount: boolean): Refused | null {
  if (actor.uid === target.user_id) return forbidden('Turn it off in your personal settings.');
  if (target.role === 'Owner' && actor.role !== 'Owner') {
    return forbidden("Only an Owner may reset an Owner's two-step verification.");
  }
  if (inOtherAccount) {
    return forbidden('This member also belongs to other accounts. Ask the administrator of your server to reset it.');
  }
  return null;
}

/** Whether a change makes a member an Admin or Owner who was less. */
export function raisesRole(from: Role | null, to: Role | undefined): boolean {
  return to !== undefined && to !== 'User' && to !== from && !(from === 'Owner' && to === 'Admin');
}

/** Whether a member may invite others to a role. */
export function validateInvitation(
  actor: Acting,
  role: Role,
  limits: Partial<Restrictions> | undefined,
): Refused | null {
  if (role === 'Owner' && actor.role !== 'Owner')
    return { field: 'role', message: 'Only an Owner may invite an Owner.' };
  if (role !== 'User' && limits !== undefined && limitsAnything(limits)) {
    return { field: 'restrictions', message: `Limits are for Users; as ${role} they could lift them themselves.` };
  }
  return null;
}

/**
 * What is stored of limits: the present ones with the given fields changed; null when nothing is limited or the role
 * cannot be.
 */
export function mergeRestrictions(
  role: Role,
  present: Partial<Restrictions> | null,
  given: { [Name in keyof Restrictions]?: Restrictions[Name] | undefined },
): Restrictions | null {
  if (role !== 'User') return null;
  const merged: Restrictions = { ...unrestricted, ...present, ...withoutUndefined(given) };
  const channelIds = merged.channel_ids;
  if (channelIds !== null) merged.channel_ids = [...new Set(channelIds.map((id) => id.toLowerCase()))].sort();
  return limitsAnything(merged) ? merged : null;
}

function limitsAnything(limits: { [Name in keyof Restrictions]?: Restrictions[Name] | undefined }): boolean {
  const { channel_ids: channelIds, ...flags } = limits;
  return (channelIds !== undefined && channelIds !== null) || Object.values(flags).some((flag) => flag === true);
}

function withoutUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function forbidden(message: string): Refused {
  return { field: null, message };
}

export type ComingUser = {
  isNew: boolean;
  verified: boolean;
  disabled: boolean;
  /** They have signed in, however they did. */
  signed_in: boolean;
  /** They left this account or were removed from it. */
  wasMember: boolean;
};

/**
 * Whether an identity provider may make a user a member who was not asked. Others of the installation might have an
 * address that they never verified, and belong to other accounts: without a required provider, which vouches for the
 * address, only who is new here or was here before comes in.
 * @returns null when allowed
 */
export function validateProvision(user: ComingUser, requiresProvider: boolean): string | null {
  if (user.disabled) return 'The user with this email address is disabled on this server.';
  if (user.isNew || requiresProvider) return null;
  if (user.wasMember && (user.verified || !user.signed_in)) return null;
  return 'A user of this server has this email address. Invite them on the Team page, or require your identity provider for signing in.';
}

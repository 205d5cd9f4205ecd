import type { Role } from '../identity/schema.ts';

/**
 * Restrictions of a member, or (all but the channels) of every User of an account. Only Users can be restricted:
 * Admins and Owners could lift any restriction themselves.
 */
export type Restrictions = {
  /** The only channels the member may see; null: all. */
  channel_ids: string[] | null;
  /** Sees only conversations assigned to them, and the contacts of those. */
  only_assigned: boolean;
  /** Phone numbers of customers are masked. */
  mask_phone_numbers: boolean;
  no_export: boolean;
  no_deletion: boolean;
};

export const unrestricted: Restrictions = {
  channel_ids: null,
  only_assigned: false,
  mask_phone_numbers: false,
  no_export: false,
  no_deletion: false,
};

/** The lowest role with a permission, and its description for members. */
type PermissionRule = { from: Role; does: string };

/**
 * Every permission of the product besides membership: one line each, by feature. The server checks this table before
 * a route that names a permission; the web uses it to explain missing ones.
 */
export const permissions = {
  'account.close': { from: 'Owner', does: 'close the account' },
  'account.edit': { from: 'Admin', does: 'change business settings' },
  'account.export': { from: 'Owner', does: 'export everything' },
  'account.joining': { from: 'Owner', does: 'let teammates request to join' },
  'account.sign_in_rules': { from: 'Owner', does: 'change how members sign in' },
  'account.transfer': { from: 'Owner', does: 'transfer the account' },
  'api_keys.manage': { from: 'Admin', does: 'manage API keys' },
  'audit.view': { from: 'Admin', does: 'see the audit log' },
  'automations.manage': { from: 'Admin', does: 'manage automations' },
  'broadcasts.use': { from: 'User', does: 'send broadcasts' },
  'channels.manage': { from: 'Admin', does: 'manage channels' },
  'contacts.delete': { from: 'User', does: 'delete contacts' },
  'contacts.delete_all': { from: 'Admin', does: 'delete all contacts at once' },
  'contacts.edit': { from: 'User', does: 'add and change contacts' },
  'contacts.enter_numbers': { from: 'User', does: 'add, import and write to phone numbers' },
  'contacts.erase': { from: 'Admin', does: 'erase a contact permanently' },
  'contacts.export': { from: 'User', does: 'export contacts and conversations' },
  'custom_fields.manage': { from: 'Admin', does: 'rename, type and delete custom fields' },
  'feedback.manage': { from: 'Admin', does: 'manage bug reports and feature requests' },
  'inbox.use': { from: 'User', does: 'read and answer conversations' },
  'integrations.manage': { from: 'Admin', does: 'manage integrations' },
  'owners.manage': { from: 'Owner', does: 'appoint and remove Owners' },
  'session_templates.edit': { from: 'User', does: 'change session templates' },
  'team.export': { from: 'User', does: 'export the team' },
  'team.manage': { from: 'Admin', does: 'invite, change and remove team members' },
  'team.view': { from: 'User', does: 'see who is in the team' },
  'templates.edit': { from: 'Admin', does: 'create, change, delete and sync WhatsApp templates' },
  'templates.view': { from: 'User', does: 'see and send WhatsApp templates' },
} as const satisfies Record<string, PermissionRule>;
export type Permission = keyof typeof permissions;

/** The facts that decide a member's permissions. */
export type MemberAccess = {
  role: Role;
  restrictions: Restrictions;
  /** The account allows its Users to delete all contacts at once. */
  users_may_delete_all_contacts: boolean;
};

const rank: Record<Role, number> = { User: 0, Admin: 1, Owner: 2 };

export function isAtLeast(role: Role, lowest: Role): boolean {
  return rank[role] >= rank[lowest];
}

/** Why a member may not do something: their role is too low, or they have a restriction. */
export type PermissionDenial =
  | { because: 'role'; from: Role }
  | { because: 'restriction'; restriction: keyof Restrictions };

/** @returns null when the member may do it */
export function findDenial(access: MemberAccess, permission: Permission): PermissionDenial | null {
  const { from } = permissions[permission];
  const { role, restrictions } = access;
  const granted = permission === 'contacts.delete_all' && access.users_may_delete_all_contacts;
  if (!isAtLeast(role, from) && !granted) return { because: 'role', from };
  const deletes =
    permission === 'contacts.delete' || permission === 'contacts.delete_all' || permission === 'contacts.erase';
  if (deletes && restrictions.no_deletion) return { because: 'restriction', restriction: 'no_deletion' };
  const exports = permission === 'contacts.export' || permission === 'team.export';
  if (exports && restrictions.no_export) {
    return { because: 'restriction', restriction: 'no_export' };
  }
  if (permission === 'contacts.enter_numbers' && restrictions.mask_phone_numbers) {
    return { because: 'restriction', restriction: 'mask_phone_numbers' };
  }
  return null;
}

export function hasPermission(access: MemberAccess, permission: Permission): boolean {
  return findDenial(access, permission) === null;
}

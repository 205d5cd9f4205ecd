import type { Role } from '../identity/schema.ts';

/**
 * Limits on what a member sees and does, set for a person or (all but the channels) for every User of an account.
 * Only Users are limited: Admins and Owners can lift any limit, so one on them would be a pretence.
 */
export type Restrictions = {
  /** The only channels the person works with; null: all. */
  channel_ids: string[] | null;
  /** Sees only conversations assigned to them, and the contacts of those. */
  only_assigned: boolean;
  /** Phone numbers of customers are hidden. */
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

/** Which lowest role has a right, and how a person is told who does. */
type RightRule = { from: Role; does: string };

/**
 * Every right of the product beside "is a member": one line each, by feature. The server asks this table at the door of
 * a route that names a right; the web asks it to explain instead of showing what would be refused.
 */
export const rights = {
  'account.close': { from: 'Owner', does: 'close the account' },
  'account.edit': { from: 'Admin', does: 'change business settings' },
  'account.joining': { from: 'Owner', does: 'let colleagues ask to join' },
  'account.transfer': { from: 'Owner', does: 'hand the account over' },
  'api_keys.manage': { from: 'Admin', does: 'manage API keys' },
  'automations.manage': { from: 'Admin', does: 'manage automations' },
  'broadcasts.use': { from: 'User', does: 'send broadcasts' },
  'channels.manage': { from: 'Admin', does: 'manage channels' },
  'contacts.delete': { from: 'User', does: 'delete contacts' },
  'contacts.delete_all': { from: 'Admin', does: 'delete all contacts at once' },
  'contacts.edit': { from: 'User', does: 'add and change contacts' },
  'contacts.erase': { from: 'Admin', does: 'erase a person for good' },
  'contacts.export': { from: 'User', does: 'export contacts and conversations' },
  'custom_fields.manage': { from: 'Admin', does: 'rename, type and delete custom fields' },
  'inbox.use': { from: 'User', does: 'read and answer conversations' },
  'integrations.manage': { from: 'Admin', does: 'manage integrations' },
  'owners.manage': { from: 'Owner', does: 'appoint and remove Owners' },
  'session_templates.edit': { from: 'User', does: 'change session templates' },
  'team.export': { from: 'User', does: 'export the team' },
  'team.manage': { from: 'Admin', does: 'invite, change and remove team members' },
  'team.view': { from: 'User', does: 'see who is in the team' },
  'templates.edit': { from: 'Admin', does: 'create, change, delete and sync WhatsApp templates' },
  'templates.view': { from: 'User', does: 'see and send WhatsApp templates' },
} as const satisfies Record<string, RightRule>;
export type Right = keyof typeof rights;

/** What decides about a member's rights. */
export type Standing = {
  role: Role;
  restrictions: Restrictions;
  /** The account lets its Users delete all contacts at once. */
  users_may_delete_all_contacts: boolean;
};

const rank: Record<Role, number> = { User: 0, Admin: 1, Owner: 2 };

export function isAtLeast(role: Role, lowest: Role): boolean {
  return rank[role] >= rank[lowest];
}

/** Why somebody may not do something: their role is too low, or a limit was set on them. */
export type Refusal = { because: 'role'; from: Role } | { because: 'restriction'; restriction: keyof Restrictions };

/** @returns null when the member may do it */
export function refusalOf(standing: Standing, right: Right): Refusal | null {
  const { from } = rights[right];
  const { role, restrictions } = standing;
  const granted = right === 'contacts.delete_all' && standing.users_may_delete_all_contacts;
  if (!isAtLeast(role, from) && !granted) return { because: 'role', from };
  const deletes = right === 'contacts.delete' || right === 'contacts.delete_all' || right === 'contacts.erase';
  if (deletes && restrictions.no_deletion) return { because: 'restriction', restriction: 'no_deletion' };
  const exports = right === 'contacts.export' || right === 'team.export';
  if (exports && restrictions.no_export) {
    return { because: 'restriction', restriction: 'no_export' };
  }
  return null;
}

export function may(standing: Standing, right: Right): boolean {
  return refusalOf(standing, right) === null;
}

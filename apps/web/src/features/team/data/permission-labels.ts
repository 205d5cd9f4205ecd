import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Permission, Restrictions, Role } from '@parley/contract/types';

/** What a permission allows, to follow "Admins and Owners can". */
export const permissionLabels: Record<Permission, MessageDescriptor> = {
  'account.close': msg`close the account`,
  'account.edit': msg`change business settings`,
  'account.export': msg`export everything`,
  'account.joining': msg`let teammates request to join`,
  'account.sign_in_rules': msg`change how members sign in`,
  'account.transfer': msg`transfer the account`,
  'api_keys.manage': msg`manage API keys`,
  'audit.view': msg`see the audit log`,
  'automations.manage': msg`manage automations`,
  'broadcasts.use': msg`send broadcasts`,
  'channels.manage': msg`manage channels`,
  'contacts.delete': msg`delete contacts`,
  'contacts.delete_all': msg`delete all contacts at once`,
  'contacts.edit': msg`add and change contacts`,
  'contacts.enter_numbers': msg`add, import and write to phone numbers`,
  'contacts.erase': msg`erase a contact permanently`,
  'contacts.export': msg`export contacts and conversations`,
  'custom_fields.manage': msg`rename, type and delete custom fields`,
  'feedback.manage': msg`manage bug reports and feature requests`,
  'inbox.use': msg`read and answer conversations`,
  'integrations.manage': msg`manage integrations`,
  'owners.manage': msg`appoint and remove Owners`,
  'session_templates.edit': msg`change session templates`,
  'team.export': msg`export the team`,
  'team.manage': msg`invite, change and remove team members`,
  'team.view': msg`see who is in the team`,
  'templates.edit': msg`create, change, delete and sync WhatsApp templates`,
  'templates.view': msg`see and send WhatsApp templates`,
};

/** One-line descriptions of the roles. */
export const roleDescriptions: Record<Role, MessageDescriptor> = {
  User: msg`Conversations, broadcasts and contacts. Can be limited.`,
  Admin: msg`Everything a User does, and the team, channels, automations, integrations and settings.`,
  Owner: msg`Everything, plus appointing Owners, and transferring or closing the account.`,
};

/** Labels of the limits of a User. */
export const limitLabels: Record<keyof Restrictions, MessageDescriptor> = {
  channel_ids: msg`Only some channels`,
  only_assigned: msg`Only conversations assigned to them`,
  mask_phone_numbers: msg`Phone numbers hidden`,
  no_export: msg`No export`,
  no_deletion: msg`No deletion of contacts`,
};

/** The same limits, addressed to the member. */
export const ownLimitTexts: Record<keyof Restrictions, MessageDescriptor> = {
  channel_ids: msg`You work with some channels only.`,
  only_assigned: msg`You see only conversations assigned to you or your groups.`,
  mask_phone_numbers: msg`Phone numbers of customers are hidden from you.`,
  no_export: msg`You can’t export contacts or conversations.`,
  no_deletion: msg`You can’t delete contacts.`,
};

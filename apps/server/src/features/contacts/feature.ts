import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { bulkKind, failBulkOperation, runBulkOperation } from './bulk/bulk.ts';
import { deleteOldBulkOperations } from './bulk/bulk-repo.ts';
import { exportHandlers } from './bulk/export-handlers.ts';
import { exportJob } from './bulk/export-job.ts';
import { deleteOldExportFiles } from './bulk/export-repo.ts';
import { bulkHandlers } from './bulk-handlers.ts';
import { fieldHandlers } from './field-handlers.ts';
import type { FindFieldUses } from './fields/field-uses.ts';
import { clearField, clearFieldKind } from './fields/fields.ts';
import type { OnFieldRenamed } from './fields/rename-field-repo.ts';
import { contactHandlers } from './handlers.ts';
import { hydrateContactLists, hydrateContacts } from './hydrators.ts';
import { listHandlers } from './list-handlers.ts';
import { deleteOldTrash } from './people/repo.ts';
import { profileHandlers } from './profile-handlers.ts';
import { deleteOldActivity } from './query/activity-repo.ts';
import { segmentHandlers } from './segment-handlers.ts';
import { trashHandlers } from './trash-handlers.ts';

export type ContactsDependencies = {
  /** Features that refer to custom fields by name update a changed name. */
  onFieldRenamed: readonly OnFieldRenamed[];
  /** What of these features uses custom fields. */
  findFieldUses: readonly FindFieldUses[];
};

/** Contacts, their lists, custom fields and segments, and operations on many of them. */
export function createContactsFeature(
  platform: Platform,
  { onFieldRenamed, findFieldUses }: ContactsDependencies,
): Feature {
  const fieldRenamed: OnFieldRenamed = async (tx, from, to) => {
    for (const follow of onFieldRenamed) await follow(tx, from, to);
  };
  return {
    name: 'contacts',
    handlers: {
      ...contactHandlers(platform),
      ...bulkHandlers(platform),
      ...exportHandlers(platform),
      ...fieldHandlers(platform, fieldRenamed, findFieldUses),
      ...listHandlers(platform),
      ...profileHandlers(platform),
      ...segmentHandlers(platform),
      ...trashHandlers(platform),
    },
    jobs: [
      exportJob,
      { name: bulkKind, run: runBulkOperation, onGiveUp: failBulkOperation },
      { name: clearFieldKind, run: clearField },
    ],
    hydrators: { contacts: hydrateContacts, contact_lists: hydrateContactLists },
    rowLimits: {
      contact_bulk_operations: { things: 'bulk operations in progress', fix: 'Wait until one has finished.' },
      contact_fields: { things: 'custom attributes', fix: 'Delete one first.' },
      contact_lists: { things: 'lists', fix: 'Delete one first.' },
      segments: { things: 'segments', fix: 'Delete one first.' },
    },
    growingTables: ['contact_identities', 'contact_last_campaigns', 'contacts'],
    maintenance: {
      'contact activity': deleteOldActivity,
      'bulk operations': deleteOldBulkOperations,
      'contact export files': deleteOldExportFiles,
      'contact trash': deleteOldTrash,
    },
  };
}

import type { Executor } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaStorage } from '../media/public.ts';
import { purgeActivity } from './activity-repo.ts';
import { bulkGaveUp, bulkKind, runBulk } from './bulk.ts';
import { purgeBulk } from './bulk-repo.ts';
import { deleteHandlers } from './delete-handlers.ts';
import { exportHandlers } from './export-handlers.ts';
import { exportJob } from './export-job.ts';
import { purgeExportFiles } from './export-repo.ts';
import { stripField, stripFieldKind } from './fields.ts';
import { contactHandlers } from './handlers.ts';
import { checkImport } from './import/check-job.ts';
import { importHandlers } from './import/handlers.ts';
import { purgeImports } from './import/import-repo.ts';
import { readImport } from './import/read-job.ts';
import { runImport } from './import/run-job.ts';
import { undoImport } from './import/undo-job.ts';
import { fieldHandlers, listHandlers, segmentHandlers } from './list-handlers.ts';
import { findDuplicates, searchKind } from './merge/duplicates.ts';
import { mergeHandlers } from './merge/handlers.ts';
import { heal, healKind } from './merge/heal.ts';
import { purgeMerges } from './merge/merge-repo.ts';
import { personHandlers } from './person-handlers.ts';
import { eraseJob } from './privacy/erase.ts';
import { personExportJob } from './privacy/export-job.ts';
import { purgeExports } from './privacy/export-repo.ts';
import { privacyHandlers } from './privacy/handlers.ts';
import { queueRetention, retentionJob } from './privacy/retention-job.ts';
import { purgeTrash } from './repo.ts';

export { type Naming, namedBy, numberOwners, seenTest } from './audience-repo.ts';
export { assigneeOf, checkFilter, contextOf, whichOf } from './bulk.ts';
export { hashOf, idOf } from './contacts.ts';
export { readFields } from './fields.ts';
export { Parameters } from './filter-repo.ts';
export { hydrateContactLists, hydrateContacts } from './handlers.ts';
export { findLists, listLists } from './list-repo.ts';
export { type Healing, queueHealing } from './merge/heal.ts';
export { type ContactChange, ensurePeople, nameContacts, type Person, personKey } from './people-repo.ts';
export { parsePhone, phoneMatchKey } from './phone-number.ts';
export { presentList } from './present.ts';
export { findContacts, readAccount } from './repo.ts';
export { keepSandboxPeople, removeSandboxPeople } from './sandbox-people.ts';
export { findSegments } from './segment-repo.ts';
export { asText, planEach, type TableContext, type Which } from './which-repo.ts';

/** Contacts, their lists and fields, and what is done with many of them. */
export function contactsHandlers(platform: Platform): Handlers {
  return {
    ...contactHandlers(platform),
    ...deleteHandlers(platform),
    ...exportHandlers(platform),
    ...fieldHandlers(platform),
    ...importHandlers(platform),
    ...listHandlers(platform),
    ...mergeHandlers(platform),
    ...personHandlers(platform),
    ...privacyHandlers(platform),
    ...segmentHandlers(platform),
  };
}

/** Work that goes on behind the answers. */
export const contactsJobs: JobKind[] = [
  checkImport,
  exportJob,
  readImport,
  runImport,
  undoImport,
  personExportJob,
  { name: healKind, run: heal },
  { name: searchKind, run: findDuplicates },
  { name: bulkKind, run: runBulk, gaveUp: bulkGaveUp },
  { name: stripFieldKind, run: stripField },
];

/** Work that also lets go of files. */
export function privacyJobs(platform: Platform, storage: MediaStorage): JobKind[] {
  return [eraseJob(platform, storage), retentionJob];
}

/** What is past its time: the trash after thirty days, ended acts, what was done two years ago. */
export async function deleteExpiredContactRows(tx: Executor): Promise<void> {
  await purgeExports(tx);
  await purgeExportFiles(tx);
  await purgeMerges(tx);
  await purgeTrash(tx);
  await purgeBulk(tx);
  await purgeImports(tx);
  await purgeActivity(tx);
  await queueRetention(tx);
}

import type { Executor } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { purgeActivity } from './activity-repo.ts';
import { bulkGaveUp, bulkKind, runBulk } from './bulk.ts';
import { purgeBulk } from './bulk-repo.ts';
import { deleteHandlers } from './delete-handlers.ts';
import { stripField, stripFieldKind } from './fields.ts';
import { contactHandlers } from './handlers.ts';
import { checkImport } from './import/check-job.ts';
import { importHandlers } from './import/handlers.ts';
import { purgeImports } from './import/import-repo.ts';
import { readImport } from './import/read-job.ts';
import { runImport } from './import/run-job.ts';
import { undoImport } from './import/undo-job.ts';
import { fieldHandlers, listHandlers, segmentHandlers } from './list-handlers.ts';
import { personHandlers } from './person-handlers.ts';
import { purgeTrash } from './repo.ts';

export { hydrateContactLists, hydrateContacts } from './handlers.ts';
export { listLists } from './list-repo.ts';
export { type ContactChange, ensurePeople, nameContacts, type Person, personKey } from './people-repo.ts';
export { parsePhone, phoneMatchKey } from './phone-number.ts';
export { presentList } from './present.ts';
export { keepSandboxPeople, removeSandboxPeople } from './sandbox-people.ts';

/** Contacts, their lists and fields, and what is done with many of them. */
export function contactsHandlers(platform: Platform): Handlers {
  return {
    ...contactHandlers(platform),
    ...deleteHandlers(platform),
    ...fieldHandlers(platform),
    ...importHandlers(platform),
    ...listHandlers(platform),
    ...personHandlers(platform),
    ...segmentHandlers(platform),
  };
}

/** Work that goes on behind the answers. */
export const contactsJobs: JobKind[] = [
  checkImport,
  readImport,
  runImport,
  undoImport,
  { name: bulkKind, run: runBulk, gaveUp: bulkGaveUp },
  { name: stripFieldKind, run: stripField },
];

/** What is past its time: the trash after thirty days, ended acts, what was done two years ago. */
export async function deleteExpiredContactRows(tx: Executor): Promise<void> {
  await purgeTrash(tx);
  await purgeBulk(tx);
  await purgeImports(tx);
  await purgeActivity(tx);
}

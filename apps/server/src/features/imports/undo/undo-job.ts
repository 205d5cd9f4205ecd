import type { TenantTx } from '../../../platform/db/sql.ts';
import type { JobKind } from '../../../platform/jobs/runner.ts';
import {
  countFieldUses,
  deleteField,
  deleteList,
  findLists,
  forgetFieldCount,
  hideList,
  lockFields,
  publishFields,
  revertImportedContacts,
} from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { settleChanges } from '../changes-repo.ts';
import { countUndone, type ImportJobRow, lockImport, updateImport } from '../import-repo.ts';
import { publishContactChanges } from '../run/run-job.ts';
import { lockNextToUndo } from './undo-query-repo.ts';

export const undoKind = 'imports.undo';
const batchSize = 1_000;

/** Puts contacts back as they were before an import; those that changed since are left and listed. */
export const undoImport: JobKind = {
  name: undoKind,
  async run(job) {
    const id = job.payload['import_id'] ?? '';
    for (;;) {
      const more = await job.transaction(async (tx) => {
        const row = await lockImport(tx, id);
        if (row === null || row.state !== 'undoing') return false;
        // Undone changes are deleted and skipped ones marked, so the first ones left are always the next.
        const found = await lockNextToUndo(tx, id, batchSize);
        const undone = found.filter(({ unchanged }) => unchanged);
        const skipped = found.filter(({ unchanged }) => !unchanged);
        await revertImportedContacts(
          tx,
          undone.map(({ id: contactId, before, list_ids }) => ({ id: contactId, before, list_ids })),
        );
        await settleChanges(tx, id, { undone: undone.map((one) => one.id), skipped: skipped.map((one) => one.id) });
        await countUndone(tx, id, undone.length, skipped.length);
        if (found.length === batchSize) return true;
        await deleteCreated(tx, row);
        await updateImport(tx, id, { state: 'undone' });
        await publishContactChanges(tx);
        return false;
      });
      if (!more) return undefined;
      if (job.isSliceOver()) return 'again';
    }
  },
  async onGiveUp(tx, payload, reason) {
    await updateImport(tx, payload['import_id'] ?? '', { state: 'done', error: `Undoing stopped: ${reason}` });
  },
};

/** Deletes the list that the import created if it is empty, and fields it created that have no values. */
async function deleteCreated(tx: TenantTx, row: ImportJobRow): Promise<void> {
  if (row.list_made && row.list_id !== null) {
    const [list] = await findLists(tx, [row.list_id]);
    if (list?.member_count === 0 && list.sandbox_count === 0) {
      const version = await hideList(tx, list.id);
      await deleteList(tx, list.id);
      await addChanges(tx, [{ collection: 'contact_lists', id: list.id, marker: 'DELETED', version: version ?? 1 }]);
    }
  }
  if (row.field_numbers.length === 0) return;
  await lockFields(tx);
  const uses = await countFieldUses(tx);
  for (const no of row.field_numbers) {
    if (uses.get(no)?.holders !== 0) continue;
    await deleteField(tx, no);
    await forgetFieldCount(tx, no);
  }
  await publishFields(tx);
}

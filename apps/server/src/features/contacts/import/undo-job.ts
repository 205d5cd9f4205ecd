import type { TenantTx } from '../../../platform/db/sql.ts';
import type { JobKind } from '../../../platform/jobs/runner.ts';
import { addChanges } from '../../sync/public.ts';
import { countFieldUses, deleteField, forgetFieldCount, lockFields, publishFields } from '../field-repo.ts';
import { deleteList, findLists, hideList } from '../list-repo.ts';
import { undoChanges } from './contact-repo.ts';
import { countUndone, type ImportJobRow, lockImport, updateImport } from './import-repo.ts';
import { tellEverybody } from './run-job.ts';

export const undoKind = 'contacts.import-undo';
const atOnce = 1_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Puts contacts back as they were before an import; those that changed since are left and listed. */
export const undoImport: JobKind = {
  name: undoKind,
  async run(job) {
    const id = job.payload['import_id'] ?? '';
    for (;;) {
      const more = await job.transaction(async (tx) => {
        const row = await lockImport(tx, id);
        if (row === null || row.state !== 'undoing') return false;
        // What was put back has no row any more, what was kept is marked: the first ones left are always the next.
        const settled = await undoChanges(tx, id, beforeAll, atOnce);
        const undone = settled.filter(({ free }) => free).length;
        await countUndone(tx, id, undone, settled.length - undone);
        if (settled.length === atOnce) return true;
        await removeWhatItMade(tx, row);
        await updateImport(tx, id, { state: 'undone' });
        await tellEverybody(tx);
        return false;
      });
      if (!more) return undefined;
      if (job.isSliceOver()) return 'again';
    }
  },
  async gaveUp(tx, payload, reason) {
    await updateImport(tx, payload['import_id'] ?? '', { state: 'done', error: `Undoing stopped: ${reason}` });
  },
};

/** Its list, if nobody else is in it, and fields in which nobody has a value. */
async function removeWhatItMade(tx: TenantTx, row: ImportJobRow): Promise<void> {
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
  const version = await publishFields(tx);
  await addChanges(tx, [{ collection: 'clients', id: '*', marker: 'MODIFIED', version }]);
}

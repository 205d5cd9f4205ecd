import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import { visibilityOf } from '../team/public.ts';
import { beforeAll, bulkGaveUp, exportKind, nextIds, type StoredAct, stepSize } from './bulk.ts';
import { advanceBulk, beginBulkStep, endBulk } from './bulk-repo.ts';
import { headOf, lineOf, sheetOf } from './export.ts';
import { addExportPart, closeExportFile } from './export-repo.ts';
import { contactsInOrder } from './present.ts';

/** Writes the file of an export, a thousand contacts a transaction: who is changed meanwhile stands there as they are then. */
export const exportJob: JobKind = { name: exportKind, run: writeFile, gaveUp: bulkGaveUp };

async function writeFile(job: Job): Promise<JobResult> {
  const id = job.payload['bulk_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const row = await beginBulkStep(tx, id);
      if (row === null) return true;
      const act = row.act as Extract<StoredAct, { kind: 'export' }>;
      const view = visibilityOf(act.seer);
      const { fields, lists } = await sheetOf(tx);
      // The columns are those of the first line, whatever is renamed, added or deleted meanwhile.
      const names = act.fields.map((no) => fields.find((field) => field.no === no)?.name ?? '');
      const ids = await nextIds(tx, row, act);
      const lines = (await contactsInOrder(tx, ids)).map((contact) => lineOf(view.contact(contact), names, lists));
      await addExportPart(tx, id, (row.cursor === null ? headOf(names) : '') + lines.join(''));
      await advanceBulk(tx, id, { cursor: ids.at(-1) ?? beforeAll, seen: ids.length, changed: lines.length });
      if (ids.length === stepSize) return false;
      await closeExportFile(tx, id);
      await endBulk(tx, id, 'done', null);
      return true;
    });
    if (done) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}

import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { visibilityOf } from '../../team/public.ts';
import { contactsInOrder } from '../present.ts';
import { batchSize, exportKind, failBulkOperation, firstId, listNextIds, type StoredOperation } from './bulk.ts';
import { advanceBulk, beginBulkStep, endBulk } from './bulk-repo.ts';
import { contactLine, headerLine, readExportColumns } from './export.ts';
import { addExportPart, closeExportFile } from './export-repo.ts';

/** Writes the file of an export, a thousand contacts per transaction, each in its state at that moment. */
export const exportJob: JobKind = { name: exportKind, run: writeFile, onGiveUp: failBulkOperation };

async function writeFile(job: Job): Promise<JobResult> {
  const id = job.payload['operation_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const row = await beginBulkStep(tx, id);
      if (row === null) return true;
      const operation = row.operation as Extract<StoredOperation, { kind: 'export' }>;
      const view = visibilityOf(operation.seer);
      const { fields, lists } = await readExportColumns(tx);
      // The columns stay those of the header line, even when fields are renamed, added or deleted meanwhile.
      const names = operation.fields.map((no) => fields.find((field) => field.no === no)?.name ?? '');
      const ids = await listNextIds(tx, row, operation);
      const lines = (await contactsInOrder(tx, ids)).map((contact) => contactLine(view.contact(contact), names, lists));
      await addExportPart(tx, id, (row.cursor === null ? headerLine(names) : '') + lines.join(''));
      await advanceBulk(tx, id, { cursor: ids.at(-1) ?? firstId, seen: ids.length, changed: lines.length });
      if (ids.length === batchSize) return false;
      await closeExportFile(tx, id);
      await endBulk(tx, id, 'done', null);
      return true;
    });
    if (done) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}

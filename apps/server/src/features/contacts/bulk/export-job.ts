import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { tableText } from '../../../platform/table-file/table-file.ts';
import { mostSheetBytes, sheetTooLarge } from '../../../platform/table-file/workbook.ts';
import { visibilityOf } from '../../team/public.ts';
import { contactsInOrder } from '../people/present.ts';
import { batchSize, exportKind, firstId, listNextIds, type StoredOperation } from './bulk.ts';
import { advanceBulk, type BulkRow, beginBulkStep, endBulk } from './bulk-repo.ts';
import { cellsOf, headOf, readExportColumns } from './export.ts';
import { addExportPart, closeExportFile, dropExportFile } from './export-repo.ts';

/** Writes the file of an export, a thousand contacts per transaction, each in its state at that moment. */
export const exportJob: JobKind = {
  name: exportKind,
  run: writeFile,
  onGiveUp: (tx, payload) => fail(tx, payload['operation_id'] ?? '', 'Couldn’t complete the file. Export again.'),
};

async function writeFile(job: Job): Promise<JobResult> {
  const id = job.payload['operation_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const row = await beginBulkStep(tx, id);
      if (row === null) return true;
      try {
        return await writePart(tx, row);
      } catch (error) {
        // What does not fit into a workbook.
        if (!(error instanceof AppError)) throw error;
        await fail(tx, id, error.message);
        return true;
      }
    });
    if (done) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}

/** @returns whether it was the last. @throws AppError */
async function writePart(tx: TenantTx, row: BulkRow): Promise<boolean> {
  const { id, cursor, changed } = row;
  const operation = row.operation as Extract<StoredOperation, { kind: 'export' }>;
  const view = visibilityOf(operation.viewer);
  const { fields, lists } = await readExportColumns(tx);
  // The columns stay those of the head, even when fields are renamed, added or deleted meanwhile.
  const names = operation.fields.map((no) => fields.find((field) => field.no === no)?.name ?? '');
  const ids = await listNextIds(tx, row, operation);
  const rows = (await contactsInOrder(tx, ids)).map((contact) => cellsOf(view.contact(contact), names, lists));
  const text =
    cursor === null
      ? tableText(operation.format, [headOf(names), ...rows], 0)
      : tableText(operation.format, rows, changed + 1);
  await addExportPart(tx, id, text);
  await advanceBulk(tx, id, { cursor: ids.at(-1) ?? firstId, seen: ids.length, changed: rows.length });
  if (ids.length === batchSize) return false;
  const bytes = await closeExportFile(tx, id);
  if (operation.format.format === 'xlsx' && bytes > mostSheetBytes) throw sheetTooLarge();
  await endBulk(tx, id, 'done', null);
  return true;
}

async function fail(tx: TenantTx, id: string, why: string): Promise<void> {
  await dropExportFile(tx, id);
  await endBulk(tx, id, 'failed', why);
}

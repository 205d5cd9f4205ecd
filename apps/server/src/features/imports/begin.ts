import { nameKey } from '@parley/contract/names';
import type { ColumnMapping, ImportRules } from '@parley/contract/types';
import { isReservedName } from '@parley/contract/variables';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import { checkKind } from './check/check-job.ts';
import { type ImportJobRow, type ImportPatch, updateImport } from './import-repo.ts';
import { readKind } from './read/read-job.ts';
import { runKind } from './run/run-job.ts';
import { undoKind } from './undo/undo-job.ts';

/* The steps of a locked import, begun by a member or by the schedule of a source. */

export async function enqueueImportJob(tx: TenantTx, kind: string, id: string): Promise<void> {
  await enqueueJobs(tx, [
    // Reading and checking write next to nothing, so they do not wait for imports of other accounts.
    {
      clientId: tx.clientId,
      kind,
      key: `import:${id}`,
      weight: kind === runKind || kind === undoKind ? 'heavy' : 'light',
      payload: { import_id: id },
    },
  ]);
}

export type ReadingSettings = Pick<ImportPatch, 'has_header' | 'encoding' | 'delimiter'>;

export async function beginReading(tx: TenantTx, id: string, settings: ReadingSettings): Promise<ImportJobRow> {
  await enqueueImportJob(tx, readKind, id);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const fresh = { encoding: null, delimiter: null, error: null, rows_done: 0, rows_total: 0, page: 0 };
  return updateImport(tx, id, { ...fresh, ...given, state: 'reading', begins: 'step' });
}

export async function beginCheck(
  tx: TenantTx,
  id: string,
  mapping: ColumnMapping[],
  rules: ImportRules,
): Promise<ImportJobRow> {
  await enqueueImportJob(tx, checkKind, id);
  return updateImport(tx, id, { mapping, rules, state: 'checking', page: 0, rows_done: 0, begins: 'step' });
}

export async function beginRun(tx: TenantTx, id: string): Promise<ImportJobRow> {
  await enqueueImportJob(tx, runKind, id);
  return updateImport(tx, id, { state: 'running', page: 0, rows_done: 0, begins: 'run' });
}

/** @throws AppError validation_failed for a mapping without a number, or with a field that is missing, taken or there twice */
export function checkTargets(mapping: readonly ColumnMapping[]): void {
  if (!mapping.some(({ target }) => target === 'phone'))
    throw invalid('mapping', 'Choose the column of the phone number.');
  const names = new Set<string>();
  for (const [index, { target, field }] of mapping.entries()) {
    if (target !== 'field') continue;
    if (field === undefined) throw invalid(`mapping.${index}.field`, 'Choose or name a field.');
    if (isReservedName(field))
      throw invalid(`mapping.${index}.field`, `${field} is a reserved name: choose another one.`);
    if (names.has(nameKey(field))) throw invalid(`mapping.${index}.field`, `Two columns are mapped to ${field}.`);
    names.add(nameKey(field));
  }
}

import type { ColumnMapping, ContactImport, ImportRules } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { findLists } from '../contacts/public.ts';
import { lockVisibleImport, showsCells } from './access.ts';
import { beginCheck, beginReading, beginRun, checkTargets, enqueueImportJob, type ReadingSettings } from './begin.ts';
import { countChanged } from './changes-repo.ts';
import { fixBatchSize, fixRows } from './check/fixes.ts';
import {
  addUpload,
  findImport,
  type ImportJobRow,
  measureUploads,
  putRowEdits,
  saveMapping,
  updateImport,
} from './import-repo.ts';
import { headerHash, toolOf } from './read/mapping-rules.ts';
import { runKind } from './run/run-job.ts';
import { undoKind } from './undo/undo-job.ts';

export const mostBytes = 104_857_600;
const mostBytesOfAccount = 2_147_483_648;
const undoForMs = 7 * 86_400_000;

type State = ContactImport['state'];

function importNotReady(state: State): AppError {
  return new AppError('import_not_ready', {
    message: `This can’t be done while the state of the import is “${state}”.`,
  });
}

/** Locks an import that has to be in one of the given states. */
async function lockInState(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  states: readonly State[],
): Promise<ImportJobRow> {
  const row = await lockVisibleImport(tx, actor, id);
  if (!states.includes(row.state)) throw importNotReady(row.state);
  return row;
}

/** A part of the file. One that is there already is taken as done, so an upload that broke off can be repeated. */
export async function receivePart(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  offset: number,
  bytes: Buffer,
): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['uploading']);
  if (offset + bytes.length <= row.received_bytes) return row;
  if (offset !== row.received_bytes) throw invalid('offset', `Continue at byte ${row.received_bytes}.`);
  if (offset + bytes.length > mostBytes)
    throw new AppError('payload_too_large', { message: 'Files can be at most 100 MB.' });
  if ((await measureUploads(tx)) + bytes.length > mostBytesOfAccount) {
    throw new AppError('storage_full', {
      message:
        'The imported files of an account can have 2 GB together. They are deleted seven days after their import.',
    });
  }
  if (bytes.length > 0) await addUpload(tx, row.id, offset, bytes);
  return (await findImport(tx, row.id)) ?? row;
}

export async function startReading(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  settings: ReadingSettings,
): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['uploading', 'mapping', 'ready', 'failed']);
  if (row.received_bytes === 0) throw invalid('file', 'This file is empty.');
  if (row.state === 'failed' && row.started_at !== null) throw importNotReady(row.state);
  return beginReading(tx, row.id, settings);
}

/** Keeps what columns are and which rules hold, and has every row checked. */
export async function mapColumns(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  mapping: ColumnMapping[],
  rules: ImportRules,
): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['mapping', 'checking', 'ready']);
  checkMapping(row, mapping);
  const lists = await findLists(tx, rules.contact_list_ids);
  if (lists.length < new Set(rules.contact_list_ids).size) {
    throw invalid('rules.contact_list_ids', 'One of these lists was not found.');
  }
  if (row.has_header) await saveMapping(tx, headerHash(row.columns.map(({ name }) => name)), mapping);
  return beginCheck(tx, row.id, mapping, rules);
}

function checkMapping(row: ImportJobRow, mapping: readonly ColumnMapping[]): void {
  if (mapping.length !== row.columns.length) {
    throw invalid('mapping', `This file has ${row.columns.length} columns. Map each of them.`);
  }
  checkTargets(mapping);
}

/** Fixes or skips a row; the next check includes it. */
export async function fixRow(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  rowNo: string,
  values: string[] | null,
): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['mapping', 'checking', 'ready']);
  const number = /^\d{1,9}$/.test(rowNo) ? Number(rowNo) : 0;
  if (number < 1 || number > row.rows_total) throw new AppError('not_found', { message: 'This row was not found.' });
  if (values !== null && values.length > row.columns.length)
    throw invalid('values', 'This row has more cells than the file has columns.');
  await putRowEdits(tx, row.id, [{ row_no: number, row_values: values, merged_into: null }]);
  // Problems found before are out of date for this row.
  return updateImport(tx, row.id, { state: 'mapping' });
}

/** Fixes rows that share a problem; the next check includes them. */
export async function applyFix(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  fix: string,
): Promise<{ row: ImportJobRow; fixed: number; more: boolean }> {
  const row = await lockInState(tx, actor, id, ['mapping', 'ready']);
  const fixed = await fixRows(tx, row, fix);
  return {
    row: fixed === 0 ? row : await updateImport(tx, row.id, { state: 'mapping' }),
    fixed,
    more: fixed === fixBatchSize,
  };
}

export async function startRun(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['ready', 'running', 'done']);
  if (row.state !== 'ready') return row;
  return beginRun(tx, row.id);
}

export async function pauseRun(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['running', 'paused']);
  return row.state === 'paused' ? row : updateImport(tx, row.id, { state: 'paused' });
}

export async function resumeRun(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['running', 'paused']);
  if (row.state === 'running') return row;
  await enqueueImportJob(tx, runKind, row.id);
  return updateImport(tx, row.id, { state: 'running', error: null, begins: 'step' });
}

export async function cancelRun(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, [
    'uploading',
    'reading',
    'mapping',
    'checking',
    'ready',
    'running',
    'paused',
    'cancelled',
  ]);
  if (row.state === 'cancelled') return row;
  const unread = row.state === 'reading' ? { rows_done: 0, rows_total: 0 } : {};
  return updateImport(tx, row.id, { ...unread, state: 'cancelled', begins: 'end' });
}

/** @throws AppError('import_not_ready') for an import that never ran, runs, or ended more than seven days ago */
export async function startUndo(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  const row = await lockInState(tx, actor, id, ['done', 'cancelled', 'undoing', 'undone']);
  if (row.state === 'undoing' || row.state === 'undone') return row;
  if (row.started_at === null) throw importNotReady(row.state);
  if (undoUntil(row) === null) {
    throw new AppError('import_not_ready', { message: 'Imports can be undone for 7 days. This one is older.' });
  }
  await enqueueImportJob(tx, undoKind, row.id);
  const rows_total = await countChanged(tx, tx.clientId, row.id);
  return updateImport(tx, row.id, {
    state: 'undoing',
    rows_done: 0,
    rows_total: Math.max(rows_total, row.rows_total),
    begins: 'step',
  });
}

function undoUntil(row: ImportJobRow): string | null {
  if (row.started_at === null || row.ended_at === null || (row.state !== 'done' && row.state !== 'cancelled'))
    return null;
  const until = row.ended_at.getTime() + undoForMs;
  return until > row.now.getTime() ? new Date(until).toISOString() : null;
}

const progressingStates: readonly State[] = ['reading', 'checking', 'running', 'undoing'];

export function presentImport(row: ImportJobRow, actor: AccountActor): ContactImport {
  const since = row.step_at === null ? 0 : (row.now.getTime() - row.step_at.getTime()) / 1_000;
  const rate = progressingStates.includes(row.state) && since >= 1 && row.rows_done > 0 ? row.rows_done / since : null;
  const left = row.rows_total - row.rows_done;
  const columns = showsCells(actor, row) ? row.columns : row.columns.map((column) => ({ ...column, samples: [] }));
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    format: row.format,
    encoding: row.encoding,
    delimiter: row.delimiter,
    has_header: row.has_header,
    received_bytes: row.received_bytes,
    columns,
    looks_like: toolOf(row.columns),
    mapping: row.mapping,
    rules: row.rules,
    rows: row.rows_total,
    rows_available: row.rows_available,
    done: row.rows_done,
    rows_per_s: rate === null ? null : Math.round(rate),
    remaining_s: rate === null || row.rows_total === 0 ? null : Math.ceil(Math.max(left, 0) / rate),
    checked_ms: row.check_ms,
    check: {
      new: row.check_new,
      updated: row.check_updated,
      unchanged: row.check_unchanged,
      duplicates: row.check_duplicates,
      invalid: row.check_invalid,
    },
    result: {
      added: row.added,
      updated: row.updated,
      unchanged: row.unchanged,
      rejected: row.rejected,
      undone: row.undone,
      kept: row.kept,
    },
    contact_list_id: row.list_id,
    undo_until: undoUntil(row),
    error: row.error,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

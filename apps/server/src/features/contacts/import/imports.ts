import type { ColumnMapping, ContactImport, ImportRules } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import { visibilityOf } from '../../team/public.ts';
import { findLists } from '../list-repo.ts';
import { checkKind } from './check-job.ts';
import { countChanged } from './contact-repo.ts';
import { fixedAtOnce, mendRows } from './fixes.ts';
import {
  addUpload,
  findImport,
  type ImportJobRow,
  type ImportPatch,
  lockImport,
  putRowEdits,
  rememberMapping,
  updateImport,
} from './import-repo.ts';
import { headerHash, suggestMapping } from './mapping-rules.ts';
import { readKind } from './read-job.ts';
import { runKind } from './run-job.ts';
import { undoKind } from './undo-job.ts';

export const mostBytes = 104_857_600;
export const mostPartBytes = 8_388_608;
const undoForMs = 7 * 86_400_000;

type State = ContactImport['state'];

export function importNotFound(): AppError {
  return new AppError('not_found', { message: 'This import was not found.' });
}

function notNow(state: State, wanted: string): AppError {
  return new AppError('import_not_ready', { message: `This import is ${state}: it cannot be ${wanted} now.` });
}

/** The import, held until commit, in one of some states. */
async function held(tx: TenantTx, id: string, states: readonly State[], wanted: string): Promise<ImportJobRow> {
  const row = isUuid(id) ? await lockImport(tx, id) : null;
  if (row === null) throw importNotFound();
  if (!states.includes(row.state)) throw notNow(row.state, wanted);
  return row;
}

async function begin(tx: TenantTx, kind: string, id: string): Promise<void> {
  await enqueueJobs(tx, [
    // Reading and checking write next to nothing: they need not wait behind the import of another account.
    {
      clientId: tx.clientId,
      kind,
      key: `import:${id}`,
      lane: kind === runKind || kind === undoKind ? 'heavy' : 'light',
      payload: { import_id: id },
    },
  ]);
}

/** A part of the file. One that is there already is taken as done, so an upload that broke off can be repeated. */
export async function takePart(tx: TenantTx, id: string, offset: number, bytes: Buffer): Promise<ImportJobRow> {
  const row = await held(tx, id, ['uploading'], 'given a file');
  if (offset + bytes.length <= row.received_bytes) return row;
  if (offset !== row.received_bytes) throw invalid('offset', `Go on at byte ${row.received_bytes}.`);
  if (offset + bytes.length > mostBytes)
    throw new AppError('payload_too_large', { message: 'A file has at most 100 MB.' });
  if (bytes.length > 0) await addUpload(tx, row.id, offset, bytes);
  return (await findImport(tx, row.id)) ?? row;
}

export async function startReading(
  tx: TenantTx,
  id: string,
  settings: Pick<ImportPatch, 'has_header' | 'encoding' | 'delimiter'>,
): Promise<ImportJobRow> {
  const row = await held(tx, id, ['uploading', 'mapping', 'ready', 'failed'], 'read');
  if (row.received_bytes === 0) throw invalid('file', 'This file is empty.');
  if (row.state === 'failed' && row.started_at !== null) throw notNow(row.state, 'read');
  await begin(tx, readKind, row.id);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const fresh = { encoding: null, delimiter: null, error: null, rows_done: 0, rows_total: 0, page: 0 };
  return updateImport(tx, row.id, { ...fresh, ...given, state: 'reading', begins: 'step' });
}

/** Keeps what columns are and which rules hold, and has every row checked. */
export async function mapColumns(
  tx: TenantTx,
  id: string,
  mapping: ColumnMapping[],
  rules: ImportRules,
): Promise<ImportJobRow> {
  const row = await held(tx, id, ['mapping', 'checking', 'ready'], 'mapped');
  checkMapping(row, mapping);
  const lists = await findLists(tx, rules.contact_list_ids);
  if (lists.length < new Set(rules.contact_list_ids).size) {
    throw invalid('rules.contact_list_ids', 'One of these lists was not found.');
  }
  if (row.has_header) await rememberMapping(tx, headerHash(row.columns.map(({ name }) => name)), mapping);
  await begin(tx, checkKind, row.id);
  return updateImport(tx, row.id, { mapping, rules, state: 'checking', page: 0, rows_done: 0, begins: 'step' });
}

function checkMapping(row: ImportJobRow, mapping: readonly ColumnMapping[]): void {
  if (mapping.length !== row.columns.length) {
    throw invalid('mapping', `This file has ${row.columns.length} columns: say for each what it is.`);
  }
  if (!mapping.some(({ target }) => target === 'phone'))
    throw invalid('mapping', 'Choose the column of the phone number.');
  const names = new Set<string>();
  for (const [index, { target, field }] of mapping.entries()) {
    if (target !== 'field') continue;
    if (field === undefined) throw invalid(`mapping.${index}.field`, 'Choose or name a field.');
    const isTaken = ['FIRST_NAME', 'LAST_NAME', 'NAME', 'PHONE_NUMBER'].includes(field.toUpperCase());
    if (isTaken)
      throw invalid(`mapping.${index}.field`, `${field} is a variable that every contact has: choose another name.`);
    if (names.has(field.toLowerCase())) throw invalid(`mapping.${index}.field`, `Two columns are to be ${field}.`);
    names.add(field.toLowerCase());
  }
}

/** Mends a row, or leaves it out; it counts with the next check. */
export async function fixRow(tx: TenantTx, id: string, rowNo: string, values: string[] | null): Promise<ImportJobRow> {
  const row = await held(tx, id, ['mapping', 'checking', 'ready'], 'changed');
  const number = /^\d{1,9}$/.test(rowNo) ? Number(rowNo) : 0;
  if (number < 1 || number > row.rows_total) throw new AppError('not_found', { message: 'This row was not found.' });
  if (values !== null && values.length > row.columns.length)
    throw invalid('values', 'A row has no more cells than the file has columns.');
  await putRowEdits(tx, row.id, [{ row_no: number, row_values: values, merged_into: null }]);
  // What was found before does not hold for the row any more.
  return updateImport(tx, row.id, { state: 'mapping' });
}

/** Mends rows that share what is wrong with them; they count with the next check. */
export async function fixMany(
  tx: TenantTx,
  id: string,
  fix: string,
): Promise<{ row: ImportJobRow; fixed: number; more: boolean }> {
  const row = await held(tx, id, ['mapping', 'ready'], 'changed');
  const fixed = await mendRows(tx, row, fix);
  return {
    row: fixed === 0 ? row : await updateImport(tx, row.id, { state: 'mapping' }),
    fixed,
    more: fixed === fixedAtOnce,
  };
}

export async function startRun(tx: TenantTx, id: string): Promise<ImportJobRow> {
  const row = isUuid(id) ? await lockImport(tx, id) : null;
  if (row?.state === 'running' || row?.state === 'done') return row;
  const ready = await held(tx, id, ['ready'], 'started');
  await begin(tx, runKind, ready.id);
  return updateImport(tx, ready.id, { state: 'running', page: 0, rows_done: 0, begins: 'run' });
}

export async function pauseRun(tx: TenantTx, id: string): Promise<ImportJobRow> {
  const row = await held(tx, id, ['running', 'paused'], 'paused');
  return row.state === 'paused' ? row : updateImport(tx, row.id, { state: 'paused' });
}

export async function resumeRun(tx: TenantTx, id: string): Promise<ImportJobRow> {
  const row = await held(tx, id, ['running', 'paused'], 'resumed');
  if (row.state === 'running') return row;
  await begin(tx, runKind, row.id);
  return updateImport(tx, row.id, { state: 'running', error: null, begins: 'step' });
}

export async function cancelRun(tx: TenantTx, id: string): Promise<ImportJobRow> {
  const row = await held(
    tx,
    id,
    ['uploading', 'reading', 'mapping', 'checking', 'ready', 'running', 'paused', 'cancelled'],
    'cancelled',
  );
  if (row.state === 'cancelled') return row;
  const unread = row.state === 'reading' ? { rows_done: 0, rows_total: 0 } : {};
  return updateImport(tx, row.id, { ...unread, state: 'cancelled', begins: 'end' });
}

/** @throws AppError('import_not_ready') for an import that never ran, runs, or ended more than seven days ago */
export async function startUndo(tx: TenantTx, id: string): Promise<ImportJobRow> {
  const row = await held(tx, id, ['done', 'cancelled', 'undoing', 'undone'], 'undone');
  if (row.state === 'undoing' || row.state === 'undone') return row;
  if (row.started_at === null) throw notNow(row.state, 'undone');
  if (undoUntil(row) === null) {
    throw new AppError('import_not_ready', { message: 'An import can be undone for seven days; this one is older.' });
  }
  await begin(tx, undoKind, row.id);
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

const moving: readonly State[] = ['reading', 'checking', 'running', 'undoing'];

export function presentImport(row: ImportJobRow, actor: AccountActor): ContactImport {
  const since = row.step_at === null ? 0 : (row.now.getTime() - row.step_at.getTime()) / 1_000;
  const rate = moving.includes(row.state) && since >= 1 && row.rows_done > 0 ? row.rows_done / since : null;
  const left = row.rows_total - row.rows_done;
  // Samples hold numbers.
  const { masked } = visibilityOf(actor);
  const columns = masked ? row.columns.map((column) => ({ ...column, samples: [] })) : row.columns;
  const { looksLike } = suggestMapping(row.columns, []);
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
    looks_like: looksLike,
    mapping: row.mapping,
    rules: row.rules,
    rows: row.rows_total,
    rows_kept: row.rows_kept,
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

import type { ColumnMapping, ContactImport, ImportProblem, ImportRules } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type Column = ContactImport['columns'][number];

export type ImportJobRow = {
  id: string;
  name: string;
  state: ContactImport['state'];
  format: string | null;
  encoding: string | null;
  delimiter: string | null;
  has_header: boolean;
  received_bytes: number;
  columns: Column[];
  mapping: ColumnMapping[] | null;
  rules: ImportRules | null;
  rows_total: number;
  page: number;
  rows_done: number;
  check_new: number;
  check_updated: number;
  check_unchanged: number;
  check_duplicates: number;
  check_invalid: number;
  /** How long the last whole check took. */
  check_ms: number | null;
  added: number;
  updated: number;
  unchanged: number;
  rejected: number;
  undone: number;
  kept: number;
  list_id: string | null;
  list_made: boolean;
  field_numbers: number[];
  error: string | null;
  created_by: string;
  created_at: Date;
  started_at: Date | null;
  step_at: Date | null;
  ended_at: Date | null;
  request_hash: Buffer;
  /** Its rows are there: they go seven days after its end. */
  rows_available: boolean;
  /** Database time, for rates. */
  now: Date;
  key: string;
};

const columns = `id, name, state, format, encoding, delimiter, has_header, received_bytes, columns, mapping, rules, rows_total, page,
  rows_done, check_new, check_updated, check_unchanged, check_duplicates, check_invalid, check_ms, added, updated, unchanged, rejected,
  undone, kept, list_id, list_made, field_numbers, error, created_by, created_at, started_at, step_at, ended_at, request_hash,
  purged_at is null as rows_available, now() as now, created_at::text as key`;

const insert = statement(
  'imports.insert_import',
  `insert into imports (client_id, id, name, created_by, request_hash) values ($1, $2, $3, $4, $5)
   on conflict (client_id, id) do nothing`,
);

/** @returns false when the id is taken */
export async function insertImport(
  tx: TenantTx,
  row: { id: string; name: string; createdBy: string; requestHash: Buffer },
): Promise<boolean> {
  return (await tx.run(insert, [tx.clientId, row.id, row.name, row.createdBy, row.requestHash])) === 1;
}

const find = statement('imports.find_import', `select ${columns} from imports where client_id = $1 and id = $2`);
export async function findImport(tx: TenantTx, id: string): Promise<ImportJobRow | null> {
  const [row] = await tx.rows<ImportJobRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const lock = statement(
  'imports.lock_import',
  `select ${columns} from imports where client_id = $1 and id = $2 for no key update`,
);
export async function lockImport(tx: TenantTx, id: string): Promise<ImportJobRow | null> {
  const [row] = await tx.rows<ImportJobRow>(lock, [tx.clientId, id]);
  return row ?? null;
}

const list = statement(
  'imports.list_imports',
  `select ${columns} from imports where client_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
     and ($5::text is null or created_by = $5)
   order by created_at desc, id desc limit $4`,
);
/** Latest first. @param madeBy only of this author; null: of all */
export function listImports(
  tx: TenantTx,
  madeBy: string | null,
  before: { key: string; id: string },
  limit: number,
): Promise<ImportJobRow[]> {
  return tx.rows(list, [tx.clientId, before.key, before.id, limit, madeBy]);
}

export type ImportPatch = Partial<
  Pick<
    ImportJobRow,
    | 'state'
    | 'format'
    | 'encoding'
    | 'delimiter'
    | 'has_header'
    | 'columns'
    | 'mapping'
    | 'rules'
    | 'rows_total'
    | 'page'
    | 'rows_done'
    | 'list_id'
    | 'list_made'
    | 'field_numbers'
    | 'error'
  >
> & { begins?: 'step' | 'checked' | 'run' | 'end' };

const update = statement(
  'imports.update_import',
  `update imports i set (state, format, encoding, delimiter, has_header, columns, mapping, rules, rows_total, page, rows_done,
     list_id, list_made, field_numbers, error) = (
     select x.state, x.format, x.encoding, x.delimiter, x.has_header, x.columns, x.mapping, x.rules, x.rows_total, x.page,
       x.rows_done, x.list_id, x.list_made, x.field_numbers, x.error
     from jsonb_populate_record(i, $3::jsonb) x),
     check_ms = case when $4 = 'checked' then (extract(epoch from clock_timestamp() - i.step_at) * 1000)::int else i.check_ms end,
     step_at = case when $4 = any('{step,run}') then now() else i.step_at end,
     started_at = case when $4 = 'run' then now() else i.started_at end,
     ended_at = case when $4 = 'end' then now() else i.ended_at end
   where i.client_id = $1 and i.id = $2 returning ${columns}`,
);

/** Changes what is given, null included. @param patch `begins` stamps the time of a step, of the run, or of the end */
export async function updateImport(tx: TenantTx, id: string, patch: ImportPatch): Promise<ImportJobRow> {
  const { begins, ...values } = patch;
  const [row] = await tx.rows<ImportJobRow>(update, [tx.clientId, id, JSON.stringify(values), begins ?? '']);
  if (row === undefined) throw new Error('a locked import is gone');
  return row;
}

const countCheck = statement(
  'imports.count_checked',
  `update imports set rows_done = rows_done + $3, check_new = check_new + $4, check_updated = check_updated + $5,
     check_unchanged = check_unchanged + $6, check_duplicates = check_duplicates + $7, check_invalid = check_invalid + $8,
     page = page + 1
   where client_id = $1 and id = $2 and state = 'checking' and page = $9`,
);

export type CheckCounts = {
  rows: number;
  new: number;
  updated: number;
  unchanged: number;
  duplicates: number;
  invalid: number;
};

/** @returns whether the check is still at this page */
export async function countChecked(tx: TenantTx, id: string, page: number, n: CheckCounts): Promise<boolean> {
  const values = [tx.clientId, id, n.rows, n.new, n.updated, n.unchanged, n.duplicates, n.invalid, page];
  return (await tx.run(countCheck, values)) === 1;
}

const resetCheckStatement = statement(
  'imports.reset_check',
  `update imports set page = 0, rows_done = 0, check_new = 0, check_updated = 0, check_unchanged = 0, check_duplicates = 0,
     check_invalid = 0, step_at = now(), error = null where client_id = $1 and id = $2`,
);
const clearProblems = statement(
  'imports.clear_problems',
  'delete from import_problems where client_id = $1 and import_id = $2',
);

export async function resetCheck(tx: TenantTx, id: string): Promise<void> {
  await Promise.all([tx.run(resetCheckStatement, [tx.clientId, id]), tx.run(clearProblems, [tx.clientId, id])]);
}

const countRun = statement(
  'imports.count_run',
  `update imports set rows_done = rows_done + $3, added = added + $4, updated = updated + $5, unchanged = unchanged + $6,
     rejected = rejected + $7, page = page + 1 where client_id = $1 and id = $2`,
);
export async function addRunCounts(
  tx: TenantTx,
  id: string,
  n: { rows: number; added: number; updated: number; unchanged: number; rejected: number },
): Promise<void> {
  await tx.run(countRun, [tx.clientId, id, n.rows, n.added, n.updated, n.unchanged, n.rejected]);
}

const countUndo = statement(
  'imports.count_undone',
  'update imports set undone = undone + $3, kept = kept + $4, rows_done = rows_done + $3 + $4 where client_id = $1 and id = $2',
);
export async function countUndone(tx: TenantTx, id: string, undone: number, kept: number): Promise<void> {
  await tx.run(countUndo, [tx.clientId, id, undone, kept]);
}

const commitBehind = statement('imports.commit_unawaited', `select set_config('synchronous_commit', 'off', true)`);

/**
 * Commits a page without waiting for the disk. A power cut can lose whole pages together with the number of the next page, so
 * they are written again; a transaction that builds on a page waits for the disk, and so for the page.
 */
export async function commitUnawaited(tx: TenantTx): Promise<void> {
  await tx.run(commitBehind);
}

// ---- the file ----

const storedStatement = statement(
  'imports.sum_uploads',
  'select coalesce(sum(received_bytes), 0)::bigint as bytes from imports where client_id = $1 and purged_at is null',
);
/** Bytes of the files of an account's imports that are not deleted. */
export async function measureUploads(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ bytes: string }>(storedStatement, [tx.clientId]);
  return Number(row?.bytes ?? 0);
}

const addPart = statement(
  'imports.add_upload',
  `with part as (
     insert into import_uploads (client_id, import_id, at_byte, bytes) values ($1, $2, $3, $4)
     on conflict do nothing returning 1
   )
   update imports set received_bytes = received_bytes + length($4::bytea)
   where client_id = $1 and id = $2 and exists (select from part)`,
);
export async function addUpload(tx: TenantTx, id: string, atByte: number, bytes: Buffer): Promise<void> {
  await tx.run(addPart, [tx.clientId, id, atByte, bytes]);
}

const partFrom = statement(
  'imports.read_upload',
  `select substring(bytes from ($3::bigint - at_byte + 1)::int for $4) as bytes from import_uploads
   where client_id = $1 and import_id = $2 and at_byte <= $3 order by at_byte desc limit 1`,
);
/** At most `most` bytes of a file. @returns none after its end */
export async function readUpload(tx: TenantTx, id: string, from: number, most: number): Promise<Buffer> {
  const [row] = await tx.rows<{ bytes: Buffer }>(partFrom, [tx.clientId, id, from, most]);
  return row?.bytes ?? Buffer.alloc(0);
}

// ---- pages ----

export const pageRows = 1_000;

const insertPages = statement(
  'imports.put_pages',
  `insert into import_pages (client_id, import_id, page, rows) select $1, $2, * from unnest($3::int[], $4::text[])
   on conflict (client_id, import_id, page) do update set rows = excluded.rows`,
);
export async function putPages(
  tx: TenantTx,
  id: string,
  first: number,
  pages: ReadonlyArray<string[][]>,
): Promise<void> {
  const numbers = pages.map((_page, index) => first + index);
  await tx.run(insertPages, [tx.clientId, id, numbers, pages.map((page) => JSON.stringify(page))]);
}

const clearPages = statement(
  'imports.delete_pages',
  'delete from import_pages where client_id = $1 and import_id = $2',
);
export async function deletePages(tx: TenantTx, id: string): Promise<void> {
  await tx.run(clearPages, [tx.clientId, id]);
}

const readPageStatement = statement(
  'imports.read_page',
  'select rows from import_pages where client_id = $1 and import_id = $2 and page = $3',
);
const editsStatement = statement(
  'imports.list_edits',
  `select row_no, row_values, merged_into from import_edits where client_id = $1 and import_id = $2 and row_no > $3 and row_no <= $4`,
);

export type PageRow = {
  rowNo: number;
  /** Null: left out. */
  cells: string[] | null;
  /** Left out because it was added to an earlier row. */
  mergedInto: number | null;
};

/** The rows of a page with their corrections. @returns null after the last page */
export async function readPage(tx: TenantTx, id: string, page: number): Promise<PageRow[] | null> {
  const before = page * pageRows;
  const [[stored], edits] = await Promise.all([
    tx.rows<{ rows: string }>(readPageStatement, [tx.clientId, id, page]),
    tx.rows<{ row_no: number; row_values: string[] | null; merged_into: number | null }>(editsStatement, [
      tx.clientId,
      id,
      before,
      before + pageRows,
    ]),
  ]);
  if (stored === undefined) return null;
  const edited = new Map(edits.map((edit) => [edit.row_no, edit]));
  return (JSON.parse(stored.rows) as string[][]).map((cells, index) => {
    const rowNo = before + index + 1;
    const edit = edited.get(rowNo);
    return edit === undefined
      ? { rowNo, cells, mergedInto: null }
      : { rowNo, cells: edit.row_values, mergedInto: edit.merged_into };
  });
}

export type RowEdit = { row_no: number; row_values: string[] | null; merged_into: number | null };

const putEdits = statement(
  'imports.put_edits',
  `insert into import_edits (client_id, import_id, row_no, row_values, merged_into)
   select $1, $2, row_no, nullif(row_values, 'null'), merged_into
   from jsonb_to_recordset($3::jsonb) as x(row_no int, row_values jsonb, merged_into int)
   on conflict (client_id, import_id, row_no) do update
     set row_values = excluded.row_values, merged_into = excluded.merged_into`,
);
export async function putRowEdits(tx: TenantTx, id: string, edits: readonly RowEdit[]): Promise<void> {
  if (edits.length > 0) await tx.run(putEdits, [tx.clientId, id, JSON.stringify(edits)]);
}

// ---- problems ----

export type ProblemRow = {
  row_no: number;
  code: ImportProblem['code'];
  field: string | null;
  msg: string;
  suggestion?: string | null;
  fix?: string | null;
  other_row?: number | null;
};

const addProblemsStatement = statement(
  'imports.add_problems',
  `insert into import_problems (client_id, import_id, row_no, code, field, msg, suggestion, fix, other_row)
   select $1, $2, row_no, code, field, msg, suggestion, fix, other_row
   from jsonb_to_recordset($3::jsonb) as x(row_no int, code text, field text, msg text, suggestion text, fix text, other_row int)
   on conflict do nothing`,
);
export async function addProblems(tx: TenantTx, id: string, rows: readonly ProblemRow[]): Promise<void> {
  if (rows.length > 0) await tx.run(addProblemsStatement, [tx.clientId, id, JSON.stringify(rows)]);
}

const fixesStatement = statement(
  'imports.list_fixes',
  `select fix, count(*)::int as rows from import_problems where client_id = $1 and import_id = $2 and fix is not null
   group by fix order by rows desc, fix limit 20`,
);
/** Fixes that rows with problems share, and how many rows each would fix. */
export function listFixes(tx: TenantTx, id: string): Promise<Array<{ fix: string; rows: number }>> {
  return tx.rows(fixesStatement, [tx.clientId, id]);
}

const takeFixStatement = statement(
  'imports.claim_fix',
  `with chosen as (
     select row_no from import_problems where client_id = $1 and import_id = $2 and fix = $3 order by row_no limit $4
   )
   update import_problems p set fix = null from chosen c
   where p.client_id = $1 and p.import_id = $2 and p.row_no = c.row_no
   returning p.row_no, p.code, p.field, p.msg, p.suggestion, p.other_row`,
);
/** Claims the first rows that share a fix, so that no one fixes them twice. */
export async function claimFix(tx: TenantTx, id: string, fix: string, limit: number): Promise<ProblemRow[]> {
  const rows = await tx.rows<ProblemRow>(takeFixStatement, [tx.clientId, id, fix, limit]);
  return rows.sort((one, other) => one.row_no - other.row_no);
}

const problemsStatement = statement(
  'imports.list_problems',
  `select row_no, code, field, msg, suggestion, fix, other_row from import_problems
   where client_id = $1 and import_id = $2 and row_no > $3 and row_no <= $4 and ($6::text[] is null or code = any($6))
   order by row_no limit $5`,
);
/** Problems of rows above one, in order. */
export function listProblems(
  tx: TenantTx,
  id: string,
  place: { above: number; upTo?: number; limit: number; codes?: readonly string[] | undefined },
): Promise<ProblemRow[]> {
  const { above, upTo = 2_147_483_647, limit, codes } = place;
  return tx.rows(problemsStatement, [tx.clientId, id, above, upTo, limit, codes ?? null]);
}

// ---- mappings ----

const remember = statement(
  'imports.save_mapping',
  `insert into import_mappings (client_id, header_hash, mapping) values ($1, $2, $3::jsonb)
   on conflict (client_id, header_hash) do update set mapping = excluded.mapping, used_at = now()`,
);
export async function saveMapping(tx: TenantTx, hash: Buffer, mapping: readonly ColumnMapping[]): Promise<void> {
  await tx.run(remember, [tx.clientId, hash, JSON.stringify(mapping)]);
}

const recall = statement(
  'imports.find_mapping',
  'select mapping from import_mappings where client_id = $1 and header_hash = $2',
);
export async function findMapping(tx: TenantTx, hash: Buffer): Promise<ColumnMapping[] | null> {
  const [row] = await tx.rows<{ mapping: ColumnMapping[] }>(recall, [tx.clientId, hash]);
  return row?.mapping ?? null;
}

const purge = statement(
  'imports.delete_old_rows',
  `with old as materialized (
     update imports set purged_at = now() where (client_id, id) in (
       select client_id, id from imports
       where ended_at < now() - interval '7 days' and purged_at is null order by ended_at limit 200)
     returning client_id, id
   ), pages as (
     delete from import_pages p using old o where p.client_id = o.client_id and p.import_id = o.id
   ), uploads as (
     delete from import_uploads u using old o where u.client_id = o.client_id and u.import_id = o.id
   ), changes as (
     delete from import_changes c using old o where c.client_id = o.client_id and c.import_id = o.id
   ), problems as (
     delete from import_problems p using old o where p.client_id = o.client_id and p.import_id = o.id
   )
   delete from import_edits e using old o where e.client_id = o.client_id and e.import_id = o.id`,
);

const abandon = statement(
  'imports.cancel_abandoned',
  `update imports set state = 'cancelled', ended_at = now()
   where ended_at is null and started_at is null and created_at < now() - interval '30 days'
     and coalesce(step_at, created_at) < now() - interval '30 days' and state = any('{uploading,mapping,ready}')`,
);

/**
 * Deletes files and undo data after the seven days in which an import can be undone; the history stays. Ends imports
 * that were not continued for thirty days.
 */
export async function deleteOldImportRows(tx: Executor): Promise<void> {
  await Promise.all([tx.run(abandon), tx.run(purge)]);
}

import { setImmediate } from 'node:timers/promises';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { ensureFields, insertList } from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { type AccountSettings, readAccountSettings, rowContextOf } from '../check/check-job.ts';
import { parseRow, type RowContext } from '../check/row-rules.ts';
import {
  addProblems,
  addRunCounts,
  commitUnawaited,
  type ImportJobRow,
  listProblems,
  lockImport,
  type PageRow,
  type ProblemRow,
  pageRows,
  readPage,
  updateImport,
} from '../import-repo.ts';
import { type NumberedRow, writeRows } from './write-rows.ts';

export const runKind = 'imports.run';

/** Writes what was checked, a page a transaction; the page that is next moves in the same one. */
export const runImport: JobKind = {
  name: runKind,
  async run(job): Promise<JobResult> {
    const id = job.payload['import_id'] ?? '';
    let ahead: ParsedPage | null = null;
    for (;;) {
      const written = await runPage(job, id, ahead);
      if (written === null) return undefined;
      if (job.isSliceOver()) return 'again';
      ahead = await written.ahead;
    }
  },
  async onGiveUp(tx, payload, reason) {
    await updateImport(tx, payload['import_id'] ?? '', { state: 'paused', error: `It stopped: ${reason}` });
    await publishContactChanges(tx);
  },
};

export async function publishContactChanges(tx: TenantTx): Promise<void> {
  const bulk = { id: '*', marker: 'MODIFIED' as const, version: Date.now() };
  await addChanges(tx, [
    { collection: 'contacts' as const, ...bulk },
    { collection: 'contact_lists' as const, ...bulk },
  ]);
}

/** A page of which nothing was written yet. */
type ParsedPage = {
  no: number;
  /** The account settings it was parsed with; when they change it is parsed again. */
  by: string;
  rows: number;
  good: NumberedRow[];
  /** Rows that the check took and that cannot be taken any more: a field may have got a type since. */
  delayed: ProblemRow[];
};

/** @returns null when the import is done; `ahead` is the next page, if there is one */
function runPage(
  job: Job,
  id: string,
  understood: ParsedPage | null,
): Promise<{ ahead: Promise<ParsedPage | null> } | null> {
  return job.transaction(async (tx) => {
    const [row, before] = await Promise.all([lockImport(tx, id), readAccountSettings(tx), commitUnawaited(tx)]);
    if (row === null || row.state !== 'running') return null;
    const begun = row.page === 0 ? await prepareRun(tx, row) : row;
    const account = row.page === 0 ? await readAccountSettings(tx) : before;
    const by = settingsKey(account);
    const context = rowContextOf(begun, account);
    const page =
      understood?.no === row.page && understood.by === by
        ? understood
        : await parsePage(await readStored(tx, id, row.page), by, context);
    if (page === null) {
      await updateImport(tx, id, { state: 'done', begins: 'end' });
      await publishContactChanges(tx);
      return null;
    }
    let ahead: Promise<ParsedPage | null> = Promise.resolve(null);
    const { added, updated, problems } = await writeRows(tx, begun, context, page.good, () => {
      ahead = parseAhead(tx, id, row.page + 1, by, context);
      ahead.catch(() => undefined); // the statements behind it fail as well
    });
    const refused = page.rows - page.good.length + problems.length;
    const unchanged = page.rows - refused - added - updated;
    await Promise.all([
      addProblems(tx, id, [...page.delayed, ...problems]),
      addRunCounts(tx, id, { rows: page.rows, added, updated, unchanged, rejected: refused }),
    ]);
    return { ahead };
  });
}

function settingsKey({ country, fields }: AccountSettings): string {
  return JSON.stringify([country, [...fields.values()]]);
}

/** Fields and the list that the import brings along, with the first page. */
async function prepareRun(tx: TenantTx, row: ImportJobRow): Promise<ImportJobRow> {
  const { mapping, rules } = row;
  const names = (mapping ?? []).flatMap(({ target, field }) =>
    target === 'field' && field !== undefined ? [field] : [],
  );
  const before = await ensureFields(tx, []);
  const after = await ensureFields(tx, names);
  const made = [...after.values()].filter(({ no }) => ![...before.values()].some((field) => field.no === no));
  let list_id: string | null = null;
  if (rules?.new_list_name !== undefined) {
    list_id = newId();
    const name = rules.new_list_name;
    await insertList(tx, { id: list_id, name, color: null, requestHash: hashRequest({ import: row.id }) });
    await addChanges(tx, [{ collection: 'contact_lists', id: list_id, marker: 'NEW', version: 1 }]);
  }
  const field_numbers = made.map(({ no }) => no);
  return updateImport(tx, row.id, { list_id, list_made: list_id !== null, field_numbers });
}

type StoredPage = { no: number; rows: PageRow[]; rejected: ReadonlySet<number> };

async function readStored(tx: TenantTx, id: string, no: number): Promise<StoredPage | null> {
  const above = no * pageRows;
  const [rows, problems] = await Promise.all([
    readPage(tx, id, no),
    listProblems(tx, id, { above, upTo: above + pageRows, limit: pageRows }),
  ]);
  return rows === null ? null : { no, rows, rejected: new Set(problems.map(({ row_no }) => row_no)) };
}

/** Rows parsed before other work gets a turn: about a millisecond. */
const rowsBetweenTurns = 100;

async function parsePage(stored: StoredPage | null, by: string, context: RowContext): Promise<ParsedPage | null> {
  if (stored === null) return null;
  const { no, rows, rejected } = stored;
  const good: NumberedRow[] = [];
  const delayed: ProblemRow[] = [];
  for (const { rowNo, cells } of rows) {
    if (rowNo % rowsBetweenTurns === 0) await setImmediate();
    if (rejected.has(rowNo) || cells === null) continue;
    const outcome = parseRow(cells, context);
    if ('code' in outcome) delayed.push({ row_no: rowNo, ...outcome });
    else good.push({ ...outcome, rowNo });
  }
  return { no, by, rows: rows.length, good, delayed: delayed };
}

/** Parses the next page while the database writes this one. Pages of a running import do not change. */
async function parseAhead(
  tx: TenantTx,
  id: string,
  no: number,
  by: string,
  context: RowContext,
): Promise<ParsedPage | null> {
  const stored = await readStored(tx, id, no);
  // Statements that write this page are sent first.
  await setImmediate();
  return await parsePage(stored, by, context);
}

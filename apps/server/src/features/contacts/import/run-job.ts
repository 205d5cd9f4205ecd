import { setImmediate } from 'node:timers/promises';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { addChanges } from '../../sync/public.ts';
import { hashOf } from '../contacts.ts';
import { ensureFields } from '../fields.ts';
import { insertList } from '../list-repo.ts';
import { type AccountFacts, readAccountFacts, rowContextOf } from './check-job.ts';
import {
  addProblems,
  commitUnawaited,
  countRun1000,
  type ImportJobRow,
  listProblems,
  lockImport,
  type PageRow,
  type ProblemRow,
  pageRows,
  readPage,
  updateImport,
} from './import-repo.ts';
import { type RowContext, understandRow } from './row-rules.ts';
import { type Numbered, writeRows } from './write-rows.ts';

export const runKind = 'contacts.import-run';

/** Writes what was checked, a page a transaction; the page that is next moves in the same one. */
export const runImport: JobKind = {
  name: runKind,
  async run(job): Promise<JobResult> {
    const id = job.payload['import_id'] ?? '';
    let ahead: Understood | null = null;
    for (;;) {
      const written = await runPage(job, id, ahead);
      if (written === null) return undefined;
      if (job.isSliceOver()) return 'again';
      ahead = await written.ahead;
    }
  },
  async gaveUp(tx, payload, reason) {
    await updateImport(tx, payload['import_id'] ?? '', { state: 'paused', error: `It stopped: ${reason}` });
    await tellEverybody(tx);
  },
};

export async function tellEverybody(tx: TenantTx): Promise<void> {
  const bulk = { id: '*', marker: 'MODIFIED' as const, version: Date.now() };
  await addChanges(tx, [
    { collection: 'contacts' as const, ...bulk },
    { collection: 'contact_lists' as const, ...bulk },
  ]);
}

/** A page of which nothing was written yet. */
type Understood = {
  no: number;
  /** What of the account it was understood by; when that changes it is understood again. */
  by: string;
  rows: number;
  good: Numbered[];
  /** Rows that the check took and that cannot be taken any more: a field may have got a type since. */
  late: ProblemRow[];
};

/** @returns null when there is nothing more to do; `ahead` is the page behind, if there is one */
function runPage(
  job: Job,
  id: string,
  understood: Understood | null,
): Promise<{ ahead: Promise<Understood | null> } | null> {
  return job.transaction(async (tx) => {
    const [row, before] = await Promise.all([lockImport(tx, id), readAccountFacts(tx), commitUnawaited(tx)]);
    if (row === null || row.state !== 'running') return null;
    const begun = row.page === 0 ? await prepare(tx, row) : row;
    const account = row.page === 0 ? await readAccountFacts(tx) : before;
    const by = factsInWords(account);
    const context = rowContextOf(begun, account);
    const page =
      understood?.no === row.page && understood.by === by
        ? understood
        : await understand(await readStored(tx, id, row.page), by, context);
    if (page === null) {
      await updateImport(tx, id, { state: 'done', begins: 'end' });
      await tellEverybody(tx);
      return null;
    }
    let ahead: Promise<Understood | null> = Promise.resolve(null);
    const { added, updated, problems } = await writeRows(tx, begun, context, page.good, () => {
      ahead = lookAhead(tx, id, row.page + 1, by, context);
      ahead.catch(() => undefined); // the statements behind it fail as well
    });
    const refused = page.rows - page.good.length + problems.length;
    const unchanged = page.rows - refused - added - updated;
    await Promise.all([
      addProblems(tx, id, [...page.late, ...problems]),
      countRun1000(tx, id, { rows: page.rows, added, updated, unchanged, rejected: refused }),
    ]);
    return { ahead };
  });
}

function factsInWords({ country, fields }: AccountFacts): string {
  return JSON.stringify([country, [...fields.values()]]);
}

/** Fields and the list that the import brings along, with the first page. */
async function prepare(tx: TenantTx, row: ImportJobRow): Promise<ImportJobRow> {
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
    await insertList(tx, { id: list_id, name, color: null, requestHash: hashOf({ import: row.id }) });
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

/** Rows understood before whatever else waits has a turn: about a millisecond. */
const rowsBetweenTurns = 100;

async function understand(stored: StoredPage | null, by: string, context: RowContext): Promise<Understood | null> {
  if (stored === null) return null;
  const { no, rows, rejected } = stored;
  const good: Numbered[] = [];
  const late: ProblemRow[] = [];
  for (const { rowNo, cells } of rows) {
    if (rowNo % rowsBetweenTurns === 0) await setImmediate();
    if (rejected.has(rowNo) || cells === null) continue;
    const outcome = understandRow(cells, context);
    if ('code' in outcome) late.push({ row_no: rowNo, ...outcome });
    else good.push({ ...outcome, rowNo });
  }
  return { no, by, rows: rows.length, good, late };
}

/** The next page, understood while the database writes this one. While an import runs nobody changes its pages. */
async function lookAhead(
  tx: TenantTx,
  id: string,
  no: number,
  by: string,
  context: RowContext,
): Promise<Understood | null> {
  const stored = await readStored(tx, id, no);
  // What is to be written comes first on its way.
  await setImmediate();
  return await understand(stored, by, context);
}

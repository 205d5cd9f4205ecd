import type { TenantTx } from '../../../platform/db/sql.ts';
import type { JobKind } from '../../../platform/jobs/runner.ts';
import { readFields } from '../fields.ts';
import { readAccount } from '../repo.ts';
import { findByKeys } from './contact-repo.ts';
import {
  addProblems,
  type CheckCounts,
  countChecked,
  findImport,
  type ImportJobRow,
  type PageRow,
  type ProblemRow,
  readPage,
  resetCheck,
  updateImport,
} from './import-repo.ts';
import { type ImportRow, mergeRow, type RowContext, type RowProblem, SeenNumbers, understandRow } from './row-rules.ts';

export const checkKind = 'contacts.import-check';

/** What rows are understood by. */
export async function rowContextOf(tx: TenantTx, row: ImportJobRow): Promise<RowContext> {
  const { country } = await readAccount(tx);
  if (row.mapping === null || row.rules === null) throw new Error('an import without a mapping was begun');
  return {
    mapping: row.mapping,
    rules: row.rules,
    country,
    fields: await readFields(tx),
    now: (row.started_at ?? row.now).toISOString(),
  };
}

/** Goes through every row and says what would become of it. Writes nothing but its findings; begins anew when interrupted. */
export const checkImport: JobKind = {
  name: checkKind,
  async run(job) {
    const id = job.payload['import_id'] ?? '';
    const started = await job.transaction(async (tx) => {
      const row = await findImport(tx, id);
      if (row === null || row.state !== 'checking') return null;
      await resetCheck(tx, id);
      return { row, context: await rowContextOf(tx, row) };
    });
    if (started === null) return undefined;
    const seen = new SeenNumbers();
    for (let page = 0; ; page++) {
      const more = await job.transaction(async (tx) => {
        const rows = await readPage(tx, id, page);
        if (rows === null) {
          const row = await findImport(tx, id);
          // Cancelled, or begun again with other rules meanwhile.
          if (row?.state === 'checking' && row.page === page) await updateImport(tx, id, { state: 'ready' });
          return false;
        }
        const { counts, problems } = await checkPage(tx, started.context, rows, seen);
        if (!(await countChecked(tx, id, page, counts))) return false;
        await addProblems(tx, id, problems);
        return true;
      });
      if (!more) return undefined;
      if (job.signal.aborted) throw new Error('the server is ending');
    }
  },
  async gaveUp(tx, payload, reason) {
    await updateImport(tx, payload['import_id'] ?? '', { state: 'mapping', error: reason });
  },
};

async function checkPage(
  tx: TenantTx,
  context: RowContext,
  rows: readonly PageRow[],
  seen: SeenNumbers,
): Promise<{ counts: CheckCounts; problems: ProblemRow[] }> {
  const counts: CheckCounts = { rows: rows.length, new: 0, updated: 0, unchanged: 0, duplicates: 0, invalid: 0 };
  const problems: ProblemRow[] = [];
  const good: ImportRow[] = [];
  for (const { rowNo, cells } of rows) {
    const outcome: ImportRow | RowProblem =
      cells === null ? { code: 'skipped', field: null, msg: 'This row was left out.' } : understandRow(cells, context);
    if ('code' in outcome) {
      problems.push({ row_no: rowNo, ...outcome });
      counts.invalid++;
      continue;
    }
    const first = seen.add(outcome.key, rowNo);
    if (first === null) {
      good.push(outcome);
      continue;
    }
    problems.push({
      row_no: rowNo,
      code: 'duplicate',
      field: 'phone_number',
      msg: `Row ${first} has the same phone number.`,
    });
    counts.duplicates++;
  }
  const known = new Map(
    (
      await findByKeys(
        tx,
        good.map(({ key }) => key),
        false,
      )
    ).map((row) => [row.key, row]),
  );
  const { purpose } = context.rules;
  const numberOf = (name: string) => context.fields.get(name)?.no ?? -1;
  for (const row of good) {
    const contact = known.get(row.key);
    if (contact === undefined || contact.trashed || contact.retired) {
      if (purpose === 'update') counts.unchanged++;
      else counts.new++;
    } else if (purpose === 'add' || mergeRow(contact, row, context.rules, numberOf) === null) counts.unchanged++;
    else counts.updated++;
  }
  return { counts, problems };
}

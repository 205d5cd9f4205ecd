import { nameKey } from '@parley/contract/names';
import type { ImportRowOutcome } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { JobKind } from '../../../platform/jobs/runner.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { type Fields, findListsByName, findMemberships, readFields } from '../../contacts/public.ts';
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
} from '../import-repo.ts';
import { findImportTargets } from '../run/contacts-query-repo.ts';
import { otherCountries } from './phone-problems.ts';
import {
  columnsOf,
  type ImportRow,
  mergeRow,
  parseRow,
  type RowContext,
  type RowProblem,
  SeenNumbers,
} from './row-rules.ts';

export const checkKind = 'imports.check';

/** Settings of the account that rows are parsed with. */
export type AccountSettings = { country: string; fields: Fields };

export async function readAccountSettings(tx: TenantTx): Promise<AccountSettings> {
  const [{ country }, fields] = await Promise.all([getNameAndCountry(tx, tx.clientId), readFields(tx)]);
  return { country, fields };
}

/** Everything that rows are parsed with. */
export function rowContextOf(row: ImportJobRow, { country, fields }: AccountSettings): RowContext {
  const { mapping, rules } = row;
  if (mapping === null || rules === null) throw new Error('an import without a mapping was begun');
  return {
    columns: columnsOf(mapping),
    rules,
    phone: { country: rules.country ?? country, prefix: rules.number_prefix, otherPhones: [] },
    fields,
    now: (row.started_at ?? row.now).toISOString(),
  };
}

/** The same, with the other countries that numbers at the beginning of the file are from. */
async function checkContextOf(tx: TenantTx, row: ImportJobRow): Promise<RowContext> {
  const context = rowContextOf(row, await readAccountSettings(tx));
  const first = (await readPage(tx, row.id, 0)) ?? [];
  const numbers = first.flatMap(({ cells }) => context.columns.of.phone.map((index) => cells?.[index] ?? ''));
  return { ...context, phone: { ...context.phone, otherPhones: otherCountries(numbers, context.phone.country) } };
}

/** Checks every row and stores its problems and counts, no contacts. Starts again when interrupted. */
export const checkImport: JobKind = {
  name: checkKind,
  async run(job) {
    const id = job.payload['import_id'] ?? '';
    const started = await job.transaction(async (tx) => {
      const row = await findImport(tx, id);
      if (row === null || row.state !== 'checking') return null;
      await resetCheck(tx, id);
      return { row, context: await checkContextOf(tx, row) };
    });
    if (started === null) return undefined;
    const seen = new SeenNumbers();
    for (let page = 0; ; page++) {
      const more = await job.transaction(async (tx) => {
        const rows = await readPage(tx, id, page);
        if (rows === null) {
          const row = await findImport(tx, id);
          // Cancelled, or begun again with other rules meanwhile.
          if (row?.state === 'checking' && row.page === page)
            await updateImport(tx, id, { state: 'ready', begins: 'checked' });
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
  async onGiveUp(tx, payload, reason) {
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
  for (const { rowNo, cells, mergedInto } of rows) {
    const outcome = cells === null ? skippedRow(mergedInto) : parseRow(cells, context);
    if ('code' in outcome) {
      problems.push({ row_no: rowNo, ...outcome });
      counts[outcome.code === 'merged' ? 'duplicates' : 'invalid']++;
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
      fix: 'merge',
      other_row: first,
    });
    counts.duplicates++;
  }
  for (const outcome of await outcomesOf(tx, context, good)) counts[countOf[outcome]]++;
  return { counts, problems };
}

const countOf = { NEW: 'new', MODIFIED: 'updated', UNCHANGED: 'unchanged' } as const;

function skippedRow(mergedInto: number | null): RowProblem {
  return mergedInto === null
    ? { code: 'skipped', field: null, msg: 'This row was skipped.' }
    : { code: 'merged', field: null, msg: `This row was added to row ${mergedInto}.`, other_row: mergedInto };
}

/** Outcomes of parsed rows. */
async function outcomesOf(
  tx: TenantTx,
  { rules, fields }: RowContext,
  rows: readonly ImportRow[],
): Promise<ImportRowOutcome[]> {
  const keys = rows.map(({ key }) => key);
  const known = new Map((await findImportTargets(tx, keys)).map((row) => [row.key, row]));
  const joins = await listsJoined();
  const numberOf = (name: string) => fields.get(name)?.no ?? -1;
  return rows.map((row) => {
    const contact = known.get(row.key);
    if (contact === undefined || contact.trashed || contact.retired)
      return rules.purpose === 'update' ? 'UNCHANGED' : 'NEW';
    if (rules.purpose === 'add') return 'UNCHANGED';
    return joins(row, contact.id) || mergeRow(contact, row, rules, numberOf) !== null ? 'MODIFIED' : 'UNCHANGED';
  });

  /** @returns whether a row brings its contact into a list that it is not in */
  async function listsJoined() {
    if (rules.new_list_name !== undefined) return () => true;
    const names = new Map(rows.map((row) => [row.key, row.lists.map(nameKey)]));
    const ids = await findListsByName(tx, [...new Set([...names.values()].flat())]);
    const contacts = [...known.values()].map(({ id }) => id);
    const members = await findMemberships(tx, [...rules.contact_list_ids, ...ids.values()], contacts);
    const present = new Set(members.map(({ list_id, contact_id }) => `${list_id} ${contact_id}`));
    return ({ key }: ImportRow, contactId: string) =>
      [...rules.contact_list_ids, ...(names.get(key) ?? []).map((name) => ids.get(name))].some(
        (list) => list === undefined || !present.has(`${list} ${contactId}`),
      );
  }
}

/**
 * Rows of a page that would be written or left as they are, each with its outcome.
 * @param refused numbers of rows that the check found something wrong with
 */
export async function pageOutcomes(
  tx: TenantTx,
  row: ImportJobRow,
  rows: readonly PageRow[],
  refused: ReadonlySet<number>,
): Promise<Array<{ row: number; outcome: ImportRowOutcome; values: string[] }>> {
  const context = rowContextOf(row, await readAccountSettings(tx));
  const good = rows.flatMap(({ rowNo, cells }) => {
    if (cells === null || refused.has(rowNo)) return [];
    const understood = parseRow(cells, context);
    return 'code' in understood ? [] : [{ rowNo, cells, understood }];
  });
  const outcomes = await outcomesOf(
    tx,
    context,
    good.map(({ understood }) => understood),
  );
  return good.map(({ rowNo, cells }, index) => ({
    row: rowNo,
    outcome: outcomes[index] ?? 'UNCHANGED',
    values: cells,
  }));
}

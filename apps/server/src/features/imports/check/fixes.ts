import type { ColumnMapping } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  claimFix,
  type ImportJobRow,
  type ProblemRow,
  pageRows,
  putRowEdits,
  type RowEdit,
  readPage,
} from '../import-repo.ts';
import { mostFieldLength, mostNameLength } from './row-rules.ts';

/** Rows fixed in one transaction; the client calls again for the rest. */
export const fixBatchSize = 2_000;

/**
 * Applies one fix to the rows that share it, in order; their new values count with the next check.
 * @returns how many
 */
export async function fixRows(tx: TenantTx, row: ImportJobRow, fix: string): Promise<number> {
  if (row.mapping === null)
    throw new AppError('import_not_ready', { message: 'This import has not been checked yet.' });
  const problems = await claimFix(tx, row.id, fix, fixBatchSize);
  const cells = await cellsOfRows(
    tx,
    row.id,
    problems.flatMap(({ row_no, other_row }) => [row_no, other_row ?? row_no]),
  );
  const edits = new Map<number, RowEdit>();
  for (const problem of problems) for (const edit of editsOf(problem, fix, row, cells)) edits.set(edit.row_no, edit);
  await putRowEdits(tx, row.id, [...edits.values()]);
  return problems.length;
}

/** What a cell is shortened to; the parts of a name are read as one. */
const mostLengths: { [target in ColumnMapping['target']]?: number } = {
  field: mostFieldLength,
  name: mostNameLength,
  first_name: mostNameLength / 2 - 1,
  last_name: mostNameLength / 2,
};
/** The first half of a character that was cut in two. */
const halfCharacter = /[\uD800-\uDBFF]$/;

function editsOf(
  problem: ProblemRow,
  fix: string,
  { mapping, rules }: ImportJobRow,
  cells: Map<number, string[]>,
): RowEdit[] {
  const { row_no, suggestion, other_row } = problem;
  const own = cells.get(row_no);
  if (own === undefined || mapping === null) return [];
  if (typeof other_row === 'number') {
    const first = cells.get(other_row);
    if (first === undefined) return [];
    const isLists = (index: number) => mapping[index]?.target === 'lists';
    const both = mapping.map((_column, index) => {
      const [one = '', other = ''] = [first[index], own[index]];
      if (one.trim() === '') return other;
      return isLists(index) && other.trim() !== '' ? `${one}${rules?.list_separator ?? ','}${other}` : one;
    });
    cells.set(other_row, both);
    return [
      { row_no: other_row, row_values: both, merged_into: null },
      { row_no, row_values: null, merged_into: other_row },
    ];
  }
  if (fix === 'shorten') {
    const short = own.map((cell, index) => cell.slice(0, mostLengths[mapping[index]?.target ?? 'ignore']));
    return [{ row_no, row_values: short.map((cell) => cell.replace(halfCharacter, '')), merged_into: null }];
  }
  if (typeof suggestion !== 'string') return [];
  // The first cell of the number that is filled is the one that is read.
  const places = mapping.flatMap(({ target }, index) => (target === 'phone' ? [index] : []));
  const place = places.find((index) => (own[index] ?? '').trim() !== '') ?? places[0];
  return [{ row_no, row_values: own.map((cell, index) => (index === place ? suggestion : cell)), merged_into: null }];
}

/** The cells of some rows, with corrections. */
export async function cellsOfRows(
  tx: TenantTx,
  id: string,
  rowNumbers: readonly number[],
): Promise<Map<number, string[]>> {
  const wanted = new Set(rowNumbers);
  const pages = new Set(rowNumbers.map((row) => Math.floor((row - 1) / pageRows)));
  const cells = new Map<number, string[]>();
  for (const page of pages) {
    for (const row of (await readPage(tx, id, page)) ?? [])
      if (wanted.has(row.rowNo)) cells.set(row.rowNo, row.cells ?? []);
  }
  return cells;
}

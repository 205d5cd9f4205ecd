import type { Job } from '../../../platform/jobs/runner.ts';
import { pageRows } from '../import/import-repo.ts';
import { readPhone } from '../import/phone-reader.ts';
import { addCounts } from './erase-repo.ts';
import { type ImportPage, listImportPages, rewritePage } from './remove-repo.ts';
import { names } from './scrub.ts';
import { forgetInImports } from './traces-repo.ts';

const noId = '00000000-0000-0000-0000-000000000000';
/** Shorter digits are no number of a person. */
const fewestDigits = 7;

/**
 * Rows of files that were imported lately and stand there until their undo ends: emptied, so that row numbers stay. A number is
 * found however the file spells it.
 * @param needles ids as they are and numbers as digits
 */
export async function cleanImports(job: Job, id: string, needles: readonly string[]): Promise<void> {
  const imports = new Set<string>();
  for (let after = { importId: noId, page: -1 }; ; ) {
    const last = await job.transaction(async (tx) => {
      const pages = await listImportPages(tx, after);
      for (const page of pages) {
        const { rows, hit } = withoutRows(page, needles);
        if (hit.length === 0) continue;
        imports.add(page.import_id);
        await rewritePage(tx, page, JSON.stringify(rows), hit);
        await addCounts(tx, id, { import_rows: hit.length });
      }
      return pages.at(-1);
    });
    if (last === undefined) break;
    after = { importId: last.import_id, page: last.page };
  }
  const digits = needles.filter((text) => /^\d+$/.test(text));
  await job.transaction((tx) => forgetInImports(tx, [...imports], digits));
}

/** @returns the rows with those emptied that name somebody, and the numbers of these */
function withoutRows(page: ImportPage, needles: readonly string[]): { rows: string[][]; hit: number[] } {
  const rows = JSON.parse(page.rows) as string[][];
  const first = page.page * pageRows + 1;
  const hit: number[] = [];
  const cleaned = rows.map((cells, index) => {
    const mended = page.edits[String(first + index)] ?? [];
    if (![...cells, ...mended].some((cell) => cellNames(cell, needles, page.country))) return cells;
    hit.push(first + index);
    return cells.map(() => '');
  });
  return { rows: cleaned, hit };
}

/** Whether a cell of a file names somebody. @param country where numbers without a country code belong */
export function cellNames(cell: string, needles: readonly string[], country: string): boolean {
  if (cell.length < fewestDigits) return false;
  if (names(cell, needles) || names(cell.replaceAll(/[\s().\-\u2010-\u2015]/g, ''), needles)) return true;
  const home = cell.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (home.length < fewestDigits || !needles.some((needle) => needle.endsWith(home))) return false;
  return needles.includes(readPhone(cell, country) ?? '');
}

import { digitsIn, plainText } from '@parley/contract/phone-text';
import type { Job } from '../../platform/jobs/runner.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import {
  eraseFromImportDetails,
  type ImportPage,
  listImportPages,
  pageRows,
  readPhone,
  rewritePage,
} from '../imports/public.ts';
import { addErasureCounts } from './erase-repo.ts';
import { mentions } from './redact.ts';

const firstId = '00000000-0000-0000-0000-000000000000';
/** Shorter digits are not a phone number. */
const fewestDigits = 7;
const sameDigits = 5;

/**
 * Empties rows of recently imported files, which stay stored until the undo period ends, so that row numbers stay the
 * same. A number is found in any spelling.
 * @param needles ids as text and numbers as digits
 */
export async function eraseFromImports(job: Job, id: string, needles: readonly string[]): Promise<void> {
  const imports = new Set<string>();
  for (let after = { importId: firstId, page: -1 }; ; ) {
    const last = await job.transaction(async (tx) => {
      const pages = await listImportPages(tx, after);
      const { country } = await getNameAndCountry(tx, tx.clientId);
      for (const page of pages) {
        const { rows, hit } = withoutRows(page, needles, country);
        if (hit.length === 0) continue;
        imports.add(page.import_id);
        await rewritePage(tx, page, JSON.stringify(rows), hit);
        await addErasureCounts(tx, id, { import_rows: hit.length });
      }
      return pages.at(-1);
    });
    if (last === undefined) break;
    after = { importId: last.import_id, page: last.page };
  }
  const digits = needles.filter((text) => /^\d+$/.test(text));
  await job.transaction((tx) => eraseFromImportDetails(tx, [...imports], digits));
}

/** @returns the rows, emptied where they name the contact, and the numbers of the emptied rows */
function withoutRows(
  page: ImportPage,
  needles: readonly string[],
  accountCountry: string,
): { rows: string[][]; hit: number[] } {
  const rows = JSON.parse(page.rows) as string[][];
  const first = page.page * pageRows + 1;
  const hit: number[] = [];
  const cleaned = rows.map((cells, index) => {
    const edited = page.edits[String(first + index)] ?? [];
    if (![...cells, ...edited].some((cell) => cellMentions(cell, needles, page.country ?? accountCountry)))
      return cells;
    hit.push(first + index);
    return cells.map(() => '');
  });
  return { rows: cleaned, hit };
}

/** Whether a cell names the contact. @param country for national numbers */
export function cellMentions(cell: string, needles: readonly string[], country: string): boolean {
  if (cell.length < fewestDigits) return false;
  if (mentions(cell, needles) || mentions(plainText(cell).replaceAll(/[\s()./-]/g, ''), needles)) return true;
  // Spellings of one number differ in front.
  const end = digitsIn(cell).slice(-sameDigits);
  if (end.length < sameDigits || !needles.some((needle) => needle.endsWith(end))) return false;
  return needles.includes(readPhone(cell, country) ?? '');
}

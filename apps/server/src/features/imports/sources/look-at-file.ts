import { detectFormat, FileProblem } from '../read/detect.ts';
import { decodeSample, detectUnicode } from '../read/detect-encoding.ts';
import type { Problem } from './problem.ts';

/**
 * What keeps a file from being imported, by its beginning.
 * @param type the content type that the server gave
 * @param host where the file came from
 */
export function findFileProblem(sample: Buffer, type: string, host: string): Problem | null {
  if (sample.length === 0) return { code: 'empty', detail: null };
  const page: Problem = { code: 'html', detail: host };
  if (/^\s*(?:text\/html|application\/xhtml)/i.test(type)) return page;
  const isPage = /^\uFEFF?\s*<(?:!doctype\s+html|html|head|body)\b/i;
  if (isPage.test(decodeSample(sample.subarray(0, 1_024), detectUnicode(sample) ?? 'windows-1252'))) return page;
  try {
    const format = detectFormat(sample);
    if (format === 'csv') return null;
    const isExcel = format === 'xlsx';
    const excel = 'This is an Excel file. Enter the address of a CSV file.';
    return { code: 'not_csv', detail: isExcel ? excel : 'This is a file of vCards. Enter the address of a CSV file.' };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return /empty/.test(error.message) ? { code: 'empty', detail: null } : { code: 'not_csv', detail: error.message };
  }
}

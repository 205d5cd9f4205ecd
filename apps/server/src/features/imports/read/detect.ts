import type { ImportEncoding } from '@parley/contract/types';
import { parse } from 'csv-parse/sync';

/** Why a file cannot be imported, for the member who chose it. */
export class FileProblem extends Error {}

export type Format = 'csv' | 'xlsx' | 'vcard';
export type Encoding = ImportEncoding;
export type Delimiter = ',' | ';' | '\t' | '|';

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/**
 * Detects the format of a file from its first bytes; its name does not count.
 * @param sample the first bytes, as many as there are up to 256 kB
 * @throws FileProblem for what is no table
 */
export function detectFormat(sample: Buffer): Format {
  if (sample.length === 0) throw new FileProblem('This file is empty.');
  if (startsWith(sample, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (startsWith(sample, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileProblem(
      'This is an old or password-protected Excel file. Save it as .xlsx without a password, or as CSV.',
    );
  }
  if (startsWith(sample, 0x25, 0x50, 0x44, 0x46))
    throw new FileProblem('This is a PDF. Export the table as CSV or .xlsx.');
  const encoding = detectEncoding(sample);
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  if (!isWide && sample.includes(0))
    throw new FileProblem('This is not a text file. Export the table as CSV or .xlsx.');
  const text = decodeSample(sample, encoding);
  if (text.trim() === '') throw new FileProblem('This file is empty.');
  return /^\s*BEGIN:VCARD/i.test(text) ? 'vcard' : 'csv';
}

/** By its mark, else by whether it is well-formed UTF-8; what is not is taken for the Western one that Excel writes. */
export function detectEncoding(sample: Buffer): Encoding {
  if (startsWith(sample, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(sample, 0xfe, 0xff)) return 'utf-16be';
  const wide = wideWithoutMark(sample);
  if (wide !== null) return wide;
  try {
    // A character may be cut where the sample ends.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252'; // not UTF-8
  }
}

const pairsLookedAt = 2_000;

/** Two bytes per character: of Western letters, digits and delimiters one of the two is nearly always zero. */
function wideWithoutMark(sample: Buffer): Encoding | null {
  const pairs = Math.min(Math.floor(sample.length / 2), pairsLookedAt);
  let [first, second] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) first++;
    if (sample[at + 1] === 0) second++;
  }
  const isOnly = (one: number, other: number) => one > pairs * 0.4 && other < pairs * 0.02;
  if (isOnly(second, first)) return 'utf-16le';
  return isOnly(first, second) ? 'utf-16be' : null;
}

export function decodeSample(sample: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(sample, { stream: true });
}

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const linesToTry = 30;

/** The one that cuts the first lines into the most columns of the same number; a comma when none does. */
export function detectDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const score = scoreOf(text, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(text: string, delimiter: Delimiter): number {
  try {
    const rows = parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: true, to: linesToTry });
    const widths = rows.map((row) => row.length);
    const common = widths.reduce((most, width) => Math.max(most, widths.filter((other) => other === width).length), 0);
    const usual = widths.find((width) => widths.filter((other) => other === width).length === common) ?? 1;
    return usual < 2 ? 0 : (common / widths.length) * 100 + Math.min(usual, 50);
  } catch {
    return 0; // quotes that do not close where this sample ends: another delimiter may do better
  }
}

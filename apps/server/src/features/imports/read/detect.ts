import { decodeSample, detectUnicode } from './detect-encoding.ts';

/** Why a file cannot be imported, for the member who chose it. */
export class FileProblem extends Error {}

export type Format = 'csv' | 'xlsx' | 'vcard';
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
  const encoding = detectUnicode(sample) ?? 'windows-1252';
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  if (!isWide && sample.includes(0))
    throw new FileProblem('This is not a text file. Export the table as CSV or .xlsx.');
  const text = decodeSample(sample, encoding);
  if (text.trim() === '') throw new FileProblem('This file is empty.');
  return /^\s*BEGIN:VCARD/i.test(text) ? 'vcard' : 'csv';
}

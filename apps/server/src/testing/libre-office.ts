import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A workbook, or text with this delimiter. */
export type SheetFile = 'xlsx' | ',' | ';' | '\t';

/*
 * The filters with delimiter, quote and UTF-8 (76), all else as it is without a choice:
 * https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html
 */
const codes = { ',': 44, ';': 59, '\t': 9 };
const textFilter = (delimiter: keyof typeof codes) => `Text - txt - csv (StarCalc):${codes[delimiter]},34,76`;

/**
 * Opens a file in LibreOffice and saves it: a program of the machine, SOFFICE_PATH or soffice, which the full run installs
 * by apt where it may.
 * @param folder absolute, of the caller
 * @returns the saved file
 */
export function saveInLibreOffice(folder: string, file: Buffer, from: SheetFile, to: SheetFile): Buffer {
  const [opened, savedDir] = [join(folder, `contacts.${endingOf(from)}`), join(folder, 'saved')];
  mkdirSync(savedDir, { recursive: true });
  writeFileSync(opened, file);
  const { status, stdout, stderr, error } = spawnSync(
    process.env['SOFFICE_PATH'] || 'soffice',
    [
      ...['--headless', `-env:UserInstallation=file://${folder}/profile`],
      ...(from === 'xlsx' ? [] : [`--infilter=${textFilter(from)}`]),
      ...['--convert-to', to === 'xlsx' ? 'xlsx:Calc MS Excel 2007 XML' : `csv:${textFilter(to)}`],
      ...['--outdir', savedDir, opened],
    ],
    { encoding: 'utf8', timeout: 120_000 },
  );
  if (error !== undefined)
    throw new Error('there is no LibreOffice: install libreoffice-calc, or set SOFFICE_PATH', { cause: error });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return readFileSync(join(savedDir, `contacts.${endingOf(to)}`));
}

function endingOf(kind: SheetFile): string {
  return kind === 'xlsx' ? 'xlsx' : 'csv';
}

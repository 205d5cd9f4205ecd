import { marked } from '@parley/contract/csv';
import { type AppError, invalid } from '../errors.ts';
import type { ZipEntry } from './zip.ts';

/** Excel’s limits: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
export const mostSheetRows = 1_048_576;
const mostCellLength = 32_767;
/** Of its text before it is packed: larger ones need an archive that not every program reads. */
export const mostSheetBytes = 4_000_000_000;

/** Null: an empty cell. */
export type Cell = string | number | null;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The number format 49 is "@", text: https://learn.microsoft.com/dotnet/api/documentformat.openxml.spreadsheet.numberingformat */
const textStyle = 1;

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${documents}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${documents}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${documents}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${sheets}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${sheets}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
};

// The columns are text as well, so that what somebody adds stays as it is typed.
const sheetBegin =
  `<worksheet xmlns="${sheets}"><cols><col min="1" max="16384" width="20" style="${textStyle}" customWidth="1"/></cols>` +
  '<sheetData>';
// Numbers stored as text are meant so: no warning in each of their cells.
const sheetEnd = `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD${mostSheetRows}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;

/** A workbook of one sheet (ECMA-376). @param rows what `sheetRows` wrote, in order */
export function workbookEntries(rows: AsyncIterable<string>): ZipEntry[] {
  async function* sheet(): AsyncGenerator<string> {
    let bytes = 0;
    yield head + sheetBegin;
    for await (const text of rows) {
      bytes += Buffer.byteLength(text);
      if (bytes > mostSheetBytes) throw sheetTooLarge();
      yield text;
    }
    yield sheetEnd;
  }
  return [
    ...Object.entries(parts).map(([name, text]) => ({ name, texts: [head + text] })),
    { name: 'xl/worksheets/sheet1.xml', texts: sheet() },
  ];
}

/**
 * Rows of a sheet. Texts are cells of text, whatever they look like; only numbers are numbers.
 * @param above the number of rows before them
 * @throws AppError('validation_failed') for what Excel does not open
 */
export function sheetRows(rows: ReadonlyArray<readonly Cell[]>, above: number): string {
  if (above + rows.length > mostSheetRows) throw tooManyRows();
  return rows
    .map((cells, index) => {
      const no = above + index + 1;
      return `<row r="${no}">${cells.map((cell, column) => sheetCell(cell, column, no)).join('')}</row>`;
    })
    .join('');
}

export function tooManyRows(): AppError {
  return invalid(
    'format',
    `An Excel file holds at most ${mostSheetRows.toLocaleString('en')} rows. Export as CSV, or use a filter.`,
  );
}

export function sheetTooLarge(): AppError {
  return invalid('format', 'This is more than an Excel file holds. Export as CSV, or use a filter.');
}

function sheetCell(cell: Cell, column: number, no: number): string {
  if (cell === null || cell === '') return '';
  const place = `r="${columnName(column)}${no}"`;
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  const text = marked(cell);
  if (text.length > mostCellLength) {
    throw invalid(
      'format',
      `A cell of an Excel file holds at most ${mostCellLength.toLocaleString('en')} characters. Export as CSV.`,
    );
  }
  return `<c ${place} s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** A, B … Z, AA … */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What XML cannot hold, and what looks like it, is written as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')
    .replaceAll(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, (sign) => {
      return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });
}

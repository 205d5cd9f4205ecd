export type CsvStyle = {
  delimiter: ',' | ';' | '\t';
  /** Codes, dates and long numbers get an apostrophe, so that a spreadsheet does not change them. */
  protect_numbers: boolean;
};

/** As programs expect it. */
export const plainCsv: CsvStyle = { delimiter: ',', protect_numbers: false };

/** Tells spreadsheets that the file is UTF-8. */
export const csvByteOrderMark = '\uFEFF';

/** What begins a formula, in full width too (https://owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** What a formula begins with, but cannot do harm. */
const phoneNumber = /^\+[1-9]\d{5,14}$/;
/** What a spreadsheet takes for a number, a date or a truth value: 007, MARCH1, R$ 5, 4 mars, TRUE. */
const number = /^(?:[.,(]?\p{Nd}.*|[\p{L}\p{Sc}.]{0,12}[ .,(/-]{0,2}\p{Nd}[\p{Nd}.,:/ %)-]*|true|false)$/isu;
const apostrophes = /^'+/;

/** A whole file, as programs expect it. */
export function csvFile(rows: ReadonlyArray<readonly string[]>): string {
  return csvByteOrderMark + rows.map((cells) => csvLine(cells, plainCsv)).join('');
}

export function csvLine(cells: readonly string[], style: CsvStyle): string {
  return `${cells.map((cell) => csvCell(cell, style)).join(style.delimiter)}\r\n`;
}

function csvCell(value: string, style: CsvStyle): string {
  const isFormula = formula.test(value) && !phoneNumber.test(value);
  const isProtected = style.protect_numbers && isChangeable(value);
  const text = isFormula || isProtected ? `'${value}` : marked(value);
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value as `unmarked` gives it back: one that looks as if it had the apostrophe of a table gets it. */
export function marked(value: string): string {
  return unmarked(value) === value ? value : `'${value}`;
}

/** A cell of a table without the apostrophe that kept it from being a formula or a number. */
export function unmarked(cell: string): string {
  return cell.startsWith("'") && isChangeable(cell.replace(apostrophes, '')) ? cell.slice(1) : cell;
}

function isChangeable(value: string): boolean {
  return formula.test(value) || number.test(value);
}

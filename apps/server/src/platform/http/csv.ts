/** A cell that a spreadsheet would treat as a formula gets a quote before it; phone numbers keep their plus. */
export function csvCell(value: string): string {
  const harmless = /^\+[1-9]\d{5,14}$/.test(value);
  const text = !harmless && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tells spreadsheets that the file is UTF-8. */
export const csvByteOrderMark = '\uFEFF';

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell that a table program would take for a formula gets a quote before it; phone numbers keep their plus. */
export function csvCell(value: string): string {
  const harmless = /^\+[1-9]\d{5,14}$/.test(value);
  const text = !harmless && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Says to table programs that what follows is UTF-8. */
export const csvMark = '\uFEFF';

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A list parameter in PostgreSQL's array syntax. The driver's own way costs twenty times as much per element (0.5 to
 * 0.9 µs against 0.03, measured), which was a third of the server's processor time for a batch.
 * @returns the literal; null when the list has elements that only the driver can write (bytes, objects, lists)
 */
export function arrayLiteral(values: readonly unknown[]): string | null {
  let text = '{';
  let separator = '';
  for (const value of values) {
    text += separator;
    separator = ',';
    if (typeof value === 'string') text += needsEscape.test(value) ? escaped(value) : `"${value}"`;
    else if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
      text += String(value);
    else if (value === null || value === undefined) text += 'NULL';
    else return null;
  }
  return `${text}}`;
}

/** The values of a statement, with lists encoded here where possible. */
export function parameters(values: readonly unknown[]): unknown[] {
  return values.map((value) => (Array.isArray(value) ? (arrayLiteral(value) ?? value) : value));
}

const needsEscape = /["\\]/;

function escaped(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

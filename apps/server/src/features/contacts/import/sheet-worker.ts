/** Reads one spreadsheet in a thread of its own and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/node';

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
  return String(cell);
}

try {
  const rows: unknown[][] = await readSheet(Buffer.from(workerData as Uint8Array));
  parentPort?.postMessage({ rows: rows.map((row) => row.map(textOf)) });
} catch {
  // Whatever the library did not understand, the person can only save the file in another way.
  parentPort?.postMessage({
    problem: 'This spreadsheet could not be read: it may have a password. Save it without one, or as CSV.',
  });
}

/** Reads one spreadsheet in a thread of its own and hands its rows over in parts. */
import { workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/node';
import { answerQuestions } from '../../../platform/threads/answer-questions.ts';
import type { SheetAnswer } from './read-sheet.ts';

const rowsAtOnce = 1_000;

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
  return String(cell);
}

async function* parts(): AsyncGenerator<SheetAnswer> {
  const { buffer } = workerData as Uint8Array<ArrayBuffer>;
  let rows: unknown[][];
  try {
    rows = await readSheet(Buffer.from(buffer), { trim: false });
  } catch {
    // Whatever the library failed on, saving the file differently is all the member can do.
    yield { problem: 'This spreadsheet couldn’t be read: it may have a password. Save it without one, or as CSV.' };
    return;
  }
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    yield { rows: rows.slice(at, at + rowsAtOnce).map((row) => row.map(textOf)) };
  }
}

const said = parts();
answerQuestions<'more', SheetAnswer>(async () => {
  const { value, done } = await said.next();
  return done === true ? { end: true } : value;
});

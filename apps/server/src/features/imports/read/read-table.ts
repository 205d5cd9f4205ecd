import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type Delimiter, FileProblem } from './detect.ts';

const mostColumns = 1_000;
const mostCellLength = 10_000;
export const mostRecordBytes = 1_048_576;

/** Text that PostgreSQL can store: no NUL, no lone surrogate. */
export function clean(cell: string): string {
  return (cell.includes('\u0000') ? cell.replaceAll('\u0000', '') : cell).toWellFormed().slice(0, mostCellLength);
}

/** @throws FileProblem for a row with more columns than a file may have */
export function checkWidth(row: readonly string[]): void {
  if (row.length > mostColumns) throw new FileProblem(`This file has more than ${mostColumns} columns.`);
}

/** Rows handed on at once by the library. */
const batchRows = 200;

/**
 * The rows of text with a delimiter. While there are no quotes lines are simply cut; from the first line with a quote on
 * the library reads, at a fraction of the speed.
 * @throws FileProblem with the line for broken quotes and rows over 1 MB
 */
export async function* readTable(text: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<string[][]> {
  const pieces = text[Symbol.asyncIterator]();
  let rest = '';
  let lineEnd: string | undefined;
  let lines = 0;
  for (;;) {
    const piece = await pieces.next();
    const isLast = piece.done === true;
    if (!isLast) rest += piece.value;
    const quote = rest.indexOf('"');
    lineEnd ??= lineEndOf(quote < 0 ? rest : rest.slice(0, quote), isLast);
    const whole = isLast && quote < 0 ? rest.length : afterLastLine(rest, quote, lineEnd);
    const found = linesOf(rest.slice(0, whole), lineEnd);
    lines += found.length;
    rest = rest.slice(whole);
    yield found.flatMap((line) => (line === '' ? [] : [cellsOf(line, delimiter)]));
    if (quote >= 0) return yield* readQuoted(joined(rest, pieces), { delimiter, lineEnd, linesBefore: lines });
    if (isLast) return;
    if (rest.length > mostRecordBytes) throw tooLarge(lines + 1);
  }
}

function tooLarge(line: number): FileProblem {
  return new FileProblem(`The row at line ${line} is larger than 1 MB. Is a quote missing there?`);
}

/** The line break of a text; undefined while unknown. */
function lineEndOf(text: string, isLast: boolean): string | undefined {
  const at = text.search(/[\r\n]/);
  if (at < 0 || (text[at] === '\r' && at === text.length - 1 && !isLast)) return undefined;
  if (text[at] === '\n') return '\n';
  return text[at + 1] === '\n' ? '\r\n' : '\r';
}

/** Where the last line that is whole ends, before a quote if there is one. */
function afterLastLine(text: string, quote: number, lineEnd: string | undefined): number {
  if (lineEnd === undefined) return 0;
  const at = quote < 0 ? text.lastIndexOf(lineEnd) : text.slice(0, quote).lastIndexOf(lineEnd);
  return at < 0 ? 0 : at + lineEnd.length;
}

function linesOf(text: string, lineEnd: string | undefined): string[] {
  if (text === '') return [];
  if (lineEnd === undefined) return [text];
  const lines = text.split(lineEnd);
  // Behind the last end nothing begins.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function cellsOf(line: string, delimiter: Delimiter): string[] {
  const cells = line.split(delimiter);
  checkWidth(cells);
  const isPlain = line.length <= mostCellLength && !line.includes('\u0000') && line.isWellFormed();
  return isPlain ? cells : cells.map(clean);
}

async function* joined(first: string, remaining: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (;;) {
    const piece = await remaining.next();
    if (piece.done === true) return;
    yield piece.value;
  }
}

type Quoted = { delimiter: Delimiter; lineEnd: string | undefined; linesBefore: number };

async function* readQuoted(text: AsyncIterable<string>, how: Quoted): AsyncGenerator<string[][]> {
  const { delimiter, lineEnd, linesBefore } = how;
  const parser = parse({
    delimiter,
    ...(lineEnd === undefined ? {} : { record_delimiter: lineEnd }),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: mostRecordBytes,
  });
  const source = Readable.from(text, { objectMode: false });
  // What goes wrong with the source ends the reading; unheard it would end the process.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let batch: string[][] = [];
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      checkWidth(row);
      if (batch.push(row.map(clean)) < batchRows) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } catch (error) {
    source.destroy();
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    const line = linesBefore + (typeof lines === 'number' ? lines : 0);
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLarge(line);
    throw new FileProblem(`Broken quotes at line ${line}: a cell with quotes must begin and end with them.`);
  }
}

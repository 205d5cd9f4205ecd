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

/** The line by which a spreadsheet program tells the delimiter; not a row. */
const delimiterLine = /^"?sep=([,;|\t])"?$/i;

/** The delimiter that a file names in its first line; null without such a line. */
export function namedDelimiter(text: string): Delimiter | null {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return (delimiterLine.exec(first)?.[1] as Delimiter | undefined) ?? null;
}

type Line = { text: string; end: string };

/**
 * The rows of text with a delimiter, as RFC 4180 has them, and as people and programs write them: lines end with CR, LF
 * or both, also mixed in one file, and a quote that is no mark of a cell (`Lev "The Spider" Y.`, `5" pipe`) is text.
 * @throws FileProblem with the line for a cell whose quotes do not close and rows over 1 MB
 */
export async function* readTable(text: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<string[][]> {
  const rows = new RowReader(delimiter);
  let rest = '';
  for await (const piece of text) {
    rest += piece;
    const { lines, after } = linesOf(rest, false);
    rest = rest.slice(after);
    yield rows.read(lines);
    if (rest.length > mostRecordBytes) throw rows.tooLarge();
  }
  yield rows.read(linesOf(rest, true).lines);
  rows.end();
}

/** @param isLast nothing follows: the last line needs no end, and a CR is one even where a LF could follow */
function linesOf(text: string, isLast: boolean): { lines: Line[]; after: number } {
  const lines: Line[] = [];
  let after = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    if (!isLast && end === '\r' && index === text.length - 1) break;
    lines.push({ text: text.slice(after, index), end });
    after = index + end.length;
  }
  if (isLast && after < text.length) lines.push({ text: text.slice(after), end: '' });
  return { lines, after };
}

/** A row whose last cell goes on in the next line. */
type Open = { cells: string[]; cell: string; line: number; bytes: number };

/** The rows of the first lines of a text. */
export function firstRows(text: string, delimiter: Delimiter, mostLines: number): string[][] {
  return new RowReader(delimiter).read(linesOf(text, true).lines.slice(0, mostLines));
}

class RowReader {
  private readonly delimiter: Delimiter;
  private line = 0;
  private open: Open | null = null;

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter;
  }

  read(lines: readonly Line[]): string[][] {
    const rows: string[][] = [];
    for (const line of lines) {
      this.line++;
      if (this.line === 1 && delimiterLine.test(line.text)) continue;
      const cells = this.open === null ? this.begin(line) : this.goOn(this.open, line);
      if (cells !== null) rows.push(cells);
    }
    return rows;
  }

  /** @throws FileProblem when a cell is still open */
  end(): void {
    if (this.open !== null) throw brokenQuotes(this.open.line);
  }

  tooLarge(): FileProblem {
    return new FileProblem(
      `The row at line ${this.open?.line ?? this.line + 1} is larger than 1 MB. Is a quote missing there?`,
    );
  }

  private begin(line: Line): string[] | null {
    if (line.text === '') return null;
    return line.text.includes('"') ? this.quoted([], line, 0) : finished(line.text.split(this.delimiter), line.text);
  }

  /** The line behind a line break within quotes. */
  private goOn(open: Open, line: Line): string[] | null {
    const { end, isClosed } = closing(line.text, 0, this.delimiter);
    open.bytes += line.text.length;
    if (open.bytes > mostRecordBytes) throw this.tooLarge();
    if (end < 0) {
      open.cell += inner(line.text) + line.end;
      return null;
    }
    // Where text follows the quote, the one that began the cell was none, and swallowed whole rows.
    if (!isClosed) throw brokenQuotes(open.line);
    this.open = null;
    const cells = [...open.cells, open.cell + inner(line.text.slice(0, end))];
    const after = end + 1;
    return after === line.text.length ? finished(cells, line.text) : this.quoted(cells, line, after + 1);
  }

  /** The cells of a line with quotes, from a place on. @returns null when its last cell goes on in the next line */
  private quoted(cells: string[], { text, end: lineEnd }: Line, from: number): string[] | null {
    for (let at = from; ; ) {
      const until = text.indexOf(this.delimiter, at);
      const plainEnd = until < 0 ? text.length : until;
      if (text[at] !== '"') {
        cells.push(text.slice(at, plainEnd));
        at = plainEnd + 1;
      } else {
        const { end, isClosed, isOdd } = closing(text, at + 1, this.delimiter, true);
        if (isClosed) {
          cells.push(inner(text.slice(at + 1, end)));
          at = end + 2;
        } else if (isOdd) {
          cells.push(text.slice(at, plainEnd));
          at = plainEnd + 1;
        } else {
          this.open = { cells, cell: inner(text.slice(at + 1)) + lineEnd, line: this.line, bytes: text.length };
          return null;
        }
      }
      if (at > text.length) return finished(cells, text);
    }
  }
}

/**
 * Where a quoted cell ends.
 * @param from its place behind the quote that begins it
 * @param isLenient a quote with text behind it is passed over, as part of the cell
 * @returns the place of the quote, -1 without one; whether the cell ends with it; whether quotes were passed over
 */
function closing(text: string, from: number, delimiter: Delimiter, isLenient = false) {
  let isOdd = false;
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1];
    if (next === undefined || next === delimiter) return { end: at, isClosed: true, isOdd };
    if (next === '"') at++;
    // The next cell begins here: this one had none to end it.
    else if (!isLenient || text[at - 1] === delimiter) return { end: at, isClosed: false, isOdd: true };
    else isOdd = true;
  }
  return { end: -1, isClosed: false, isOdd };
}

/** Two quotes within quotes are one. */
function inner(cell: string): string {
  return cell.includes('""') ? cell.replaceAll('""', '"') : cell;
}

function finished(cells: string[], line: string): string[] {
  checkWidth(cells);
  const isPlain = line.length <= mostCellLength && !line.includes('\u0000') && line.isWellFormed();
  return isPlain && !cells.some((cell) => cell.length > mostCellLength) ? cells : cells.map(clean);
}

function brokenQuotes(line: number): FileProblem {
  return new FileProblem(`Broken quotes at line ${line}: a cell with quotes must begin and end with them.`);
}

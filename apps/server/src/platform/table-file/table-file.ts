import { Readable } from 'node:stream';
import { type CsvStyle, csvByteOrderMark, csvLine } from '@parley/contract/csv';
import { csvType, workbookType } from '@parley/contract/table-format';
import { type Cell, sheetRows, workbookEntries } from './workbook.ts';
import { zipOf } from './zip.ts';

export type TableFormat = Omit<CsvStyle, 'protect_numbers'> & {
  format: 'csv' | 'xlsx';
  protect_numbers?: boolean;
};

/** A table in parts, its head among the first rows. */
export type TableRows = AsyncIterable<ReadonlyArray<readonly Cell[]>>;

/** The answer of a route whose `file` has the types of tables. */
type FileAnswer = { status: 200; body: Readable; fileName: string; fileType: string };

/**
 * A table as a file, written while it is read. All tables that are downloaded are written here.
 * @param name of the file, without its ending
 */
export function tableFile(name: string, format: TableFormat, rows: TableRows): FileAnswer {
  async function* texts(): AsyncGenerator<string> {
    let above = 0;
    for await (const part of rows) {
      yield tableText(format, part, above);
      above += part.length;
    }
  }
  return fileOf(name, format, texts());
}

/**
 * Rows as the text of their file, which `fileOf` makes of all of them.
 * @param above the number of rows before them
 * @throws AppError('validation_failed') for what does not fit into a workbook
 */
export function tableText(format: TableFormat, rows: ReadonlyArray<readonly Cell[]>, above: number): string {
  if (format.format === 'xlsx') return sheetRows(rows, above);
  const style = { delimiter: format.delimiter, protect_numbers: format.protect_numbers ?? false };
  const lines = rows.map((cells) =>
    csvLine(
      cells.map((cell) => String(cell ?? '')),
      style,
    ),
  );
  return (above === 0 ? csvByteOrderMark : '') + lines.join('');
}

/** @param texts of all rows, in order */
export function fileOf(name: string, { format }: TableFormat, texts: AsyncIterable<string>): FileAnswer {
  const isText = format === 'csv';
  return {
    status: 200,
    body: Readable.from(isText ? texts : zipOf(workbookEntries(texts)), { objectMode: false }),
    fileName: `${name}.${format}`,
    fileType: isText ? csvType : workbookType,
  };
}

import { buffer } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { type TableFormat, tableFile, tableText } from './table-file.ts';
import { type Cell, mostSheetRows } from './workbook.ts';

const workbook: TableFormat = { format: 'xlsx', delimiter: ',' };

async function* parts(...rows: Cell[][][]): AsyncGenerator<Cell[][]> {
  yield* rows;
}

async function readWorkbook(...rows: Cell[][][]): Promise<unknown[][]> {
  const { body, fileName } = tableFile('table', workbook, parts(...rows));
  expect(fileName).toBe('table.xlsx');
  return readSheet(await buffer(body), { trim: false });
}

describe('a workbook', () => {
  test('has texts as text and numbers as numbers, row by row', async () => {
    const rows = [
      [
        ['Code', 'Count'],
        ['007', 7],
      ],
      [
        ['4711471147114711', -1.5],
        ['=1+1', 0],
        ['', null],
        ['2026-03-04', 3],
      ],
    ];
    expect(await readWorkbook(...rows)).toEqual([
      ...[
        ['Code', 'Count'],
        ['007', 7],
        ['4711471147114711', -1.5],
        ['=1+1', 0],
      ],
      ...[
        [null, null],
        ['2026-03-04', 3],
      ],
    ]);
  });

  // ECMA-376 part 1, 22.9.2.19: what XML cannot hold is written as _xHHHH_.
  test.each(['a\r\nb', 'bell \u0007', '_x0007_', '_x005F_x0007_', '<&>"\'', '\ufffe', ' spaces ', '👩🏽‍🔧', 'ليلى'])(
    'holds %j',
    async (value) => {
      expect(await readWorkbook([[value]])).toEqual([[value]]);
    },
  );

  test('has columns beyond Z', async () => {
    const row = Array.from({ length: 800 }, (_none, column) => `c${column}`);
    expect(await readWorkbook([row])).toEqual([row]);
  });

  test('with more rows than Excel opens is refused, and so is a longer cell; both name CSV', () => {
    const message = (rows: Cell[][], above: number) => {
      try {
        return tableText(workbook, rows, above).slice(0, 4);
      } catch (error) {
        return String(error);
      }
    };
    expect(message([['x']], mostSheetRows - 1)).toBe('<row');
    expect(message([['x']], mostSheetRows)).toMatch(/1,048,576 rows.*CSV/);
    expect(message([['x'.repeat(32_767)]], 0)).toBe('<row');
    expect(message([['x'.repeat(32_768)]], 0)).toMatch(/32,767 characters.*CSV/);
  });

  test('passes on why its rows cannot be read', async () => {
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [['a']];
      throw new Error('the database is gone');
    }
    await expect(tableFile('table', workbook, broken()).body.toArray()).rejects.toThrow('the database is gone');
  });
});

test('text has the mark of UTF-8 once, and the delimiter that was asked for', async () => {
  const { body, fileName, fileType } = tableFile(
    't',
    { format: 'csv', delimiter: ';' },
    parts([['a', 1]], [['b;c', null]]),
  );
  expect((await buffer(body)).toString()).toBe('\uFEFFa;1\r\n"b;c";\r\n');
  expect([fileName, fileType]).toEqual(['t.csv', 'text/csv; charset=utf-8']);
});

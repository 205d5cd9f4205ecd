import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileProblem } from './detect.ts';
import { readTable } from './read-table.ts';

async function read(pieces: readonly string[]): Promise<string[][] | string> {
  async function* text(): AsyncGenerator<string> {
    yield* pieces;
  }
  const rows: string[][] = [];
  try {
    for await (const batch of readTable(text(), ',')) rows.push(...batch);
    return rows;
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
}

function readByLibrary(text: string): string[][] | string {
  try {
    return parse(text, { delimiter: ',', relax_column_count: true, skip_empty_lines: true });
  } catch {
    return 'broken';
  }
}

test('rows equal the library’s, with its errors, wherever the text is split', async () => {
  const letter = fc.constantFrom('a', 'é', '€', ' ', ',', ',', '"', '\n', '\n', '\r\n', '\r');
  const line = fc.constantFrom('a,b', '"a,\n",b', '', ',', '"', 'a"b', '"a""b",c', '"a"b');
  const text = fc.oneof(
    fc.array(letter, { maxLength: 60 }).map((letters) => letters.join('')),
    fc.tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r')).map(([all, end]) => all.join(end)),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat({ max: 80 }), { maxLength: 5 }), async (whole, cuts) => {
      const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const pieces = places.slice(1).map((to, index) => whole.slice(places[index], to));
      const rows = await read(pieces);
      expect(typeof rows === 'string' ? 'broken' : rows).toEqual(readByLibrary(whole));
    }),
    { numRuns: 500 },
  );
});

test('a line without end is rejected before it fills the memory', async () => {
  const pieces = ['a,b\n', ...Array.from({ length: 40 }, () => 'x'.repeat(65_536))];
  expect(await read(pieces)).toBe('The row at line 2 is larger than 1 MB. Is a quote missing there?');
});

test.each([
  ['in the first line', ['a"b,c\n'], 1],
  ['behind plain lines', ['a,b\n', 'c,d\ne', ',f\n', '"g"h,i\n'], 4],
])('broken quotes %s are reported with their line', async (_where, pieces, line) => {
  const said = `Broken quotes at line ${line}: a cell with quotes must begin and end with them.`;
  expect(await read(pieces)).toBe(said);
});
